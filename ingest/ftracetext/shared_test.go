package ftracetext

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// crossSets are the recordings of one run in several formats.
var crossSets = []string{"mutex_sleep", "pingpong_g", "states_irq", "oversub_noirqinfo", "oddnames", "minifork"}

// run is a time in which a thread had a CPU.
type run struct {
	tid, cpu   int64
	start, end int64
	state      int64 // raw prev_state
}

// truth reads the intervals that were worked out from trace.dat, those that end in the trace, and
// the names of threads.
func truth(tb testing.TB, set string) (runs map[run]bool, names map[int64]string) {
	tb.Helper()
	data := recordedText(tb, plainOrPacked(tb, "cross", set, set+".dat.running.txt")...)
	runs, names = map[run]bool{}, map[int64]string{}
	for line := range strings.Lines(string(data)) {
		var r run
		if _, err := fmt.Sscanf(line, "run %d %d %d %d %d", &r.tid, &r.cpu, &r.start, &r.end, &r.state); err == nil {
			if r.end >= 0 {
				runs[r] = true
			}
			continue
		}
		var tid int64
		var name string
		if _, err := fmt.Sscanf(line, "thread %d %q", &tid, &name); err == nil {
			names[tid] = name
		}
	}
	return runs, names
}

// runsOf are the intervals that the switches of a trace show.
func runsOf(events []model.Event, start int64) map[run]bool {
	runs := map[run]bool{}
	type on struct {
		tid   model.TID
		since int64
	}
	cpus := map[model.CPU]on{}
	for _, e := range events {
		if e.Kind != model.KindSwitch {
			continue
		}
		at := start + int64(e.Time)
		if c, ok := cpus[e.CPU]; ok && c.tid == e.TID {
			runs[run{int64(e.TID), int64(e.CPU), c.since, at, 0}] = true
		}
		cpus[e.CPU] = on{e.Other, at}
	}
	return runs
}

func rounded(ns int64) int64 { return (ns + 500) / 1000 * 1000 }

func TestCross(t *testing.T) {
	for _, set := range crossSets {
		for kind, exact := range map[string]bool{"ftrace": false, "report": false, "report-t": true, "report-R-t": true} {
			t.Run(set+"."+kind, func(t *testing.T) {
				runs, _ := truth(t, set)
				want := map[run]bool{}
				for r := range runs {
					r.state = 0
					if !exact {
						r.start, r.end = rounded(r.start), rounded(r.end)
					}
					want[r] = true
				}
				r := open(t, recordedText(t, plainOrPacked(t, "cross", set, set+"."+kind+".txt")...))
				if d := r.Info().Diagnostics; len(d) > 1 || exact && len(d) > 0 {
					t.Errorf("diagnostics %v", d)
				}
				got := runsOf(collect(t, r), r.Info().Clock.StartNS)
				if !maps.Equal(got, want) {
					t.Errorf("%d intervals, want %d: only here %v, only there %v", len(got), len(want), missing(got, want), missing(want, got))
				}
			})
		}
	}
}

// missing are some of the intervals of a that b lacks.
func missing(a, b map[run]bool) (list []run) {
	for r := range a {
		if !b[r] {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b run) int { return int(a.start - b.start) })
	return list[:min(len(list), 5)]
}

// TestNames compares the names of the threads with those that trace.dat has.
func TestNames(t *testing.T) {
	for _, set := range crossSets {
		for _, kind := range []string{"ftrace", "report", "report-t", "report-R-t"} {
			_, want := truth(t, set)
			r := open(t, recordedText(t, plainOrPacked(t, "cross", set, set+"."+kind+".txt")...))
			tr := build(t, r)
			for i := range tr.Threads {
				th := &tr.Threads[i]
				name := strings.ReplaceAll(want[int64(th.TID)], "\t", `\t`) // as the model shows it
				if name != "" && th.Name() != name {
					t.Errorf("%s.%s: thread %d is %q, want %q", set, kind, th.TID, th.Name(), name)
				}
			}
		}
	}
}

// TestExpected compares texts with what an independent parser found in them.
func TestExpected(t *testing.T) {
	for _, name := range []string{"ft_atrace_marker.txt.gz", "ft_overwritten_annotate.ftrace.txt", "ft_pipe_lost.ftrace.txt.gz", "ft_systrace_html.html.gz"} {
		t.Run(name, func(t *testing.T) {
			r := open(t, recordedText(t, "ftrace", name))
			expect := recordedText(t, "ftrace", name[:strings.IndexByte(name, '.')]+".expect.txt")
			checkCounts(t, r.Info(), expect)
			checkThreads(t, collect(t, r), expect)
		})
	}
}

func checkCounts(t *testing.T, info *model.Info, expect []byte) {
	t.Helper()
	got, want := map[string]int64{}, map[string]int64{}
	for _, s := range info.SourceEvents {
		got[s.Name] = s.Count
	}
	for line := range bytes.Lines(expect) {
		var name string
		var n int64
		if _, err := fmt.Sscanf(string(line), "event %s %d", &name, &n); err == nil {
			want[name] = n
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

// checkThreads compares how often threads got and left a CPU, and for how long they had one.
func checkThreads(t *testing.T, events []model.Event, expect []byte) {
	t.Helper()
	type sums struct{ out, in, us int64 }
	got := map[int64]sums{}
	for _, e := range events {
		if e.Kind == model.KindSwitch {
			s := got[int64(e.TID)]
			s.out++
			got[int64(e.TID)] = s
			s = got[int64(e.Other)]
			s.in++
			got[int64(e.Other)] = s
		}
	}
	for r := range runsOf(events, 0) {
		s := got[r.tid]
		s.us += (r.end - r.start) / 1000
		got[r.tid] = s
	}
	for line := range bytes.Lines(expect) {
		var tid int64
		var s sums
		n, _ := fmt.Sscanf(string(line), "thread %d %d %d %d", &tid, &s.in, &s.out, &s.us)
		if n == 3 { // the idle thread has several CPUs
			s.us = got[tid].us
		}
		if n >= 3 && got[tid] != s {
			t.Errorf("thread %d: %v, want %v", tid, got[tid], s)
		}
	}
}

// TestStates: letters and numbers of states tell the same.
func TestStates(t *testing.T) {
	for _, set := range crossSets {
		var outs [2][]string
		for i, kind := range []string{"report-t", "report-R-t"} {
			r := open(t, recordedText(t, plainOrPacked(t, "cross", set, set+"."+kind+".txt")...))
			for _, e := range collect(t, r) {
				if e.Kind == model.KindSwitch {
					outs[i] = append(outs[i], fmt.Sprint(e.Time, e.CPU, e.TID, e.Other, e.Out, e.Sub, e.Prio))
				}
			}
		}
		if !slices.Equal(outs[0], outs[1]) {
			for i := range min(len(outs[0]), len(outs[1])) {
				if outs[0][i] != outs[1][i] {
					t.Errorf("%s: switch %d: letters say %s, numbers %s", set, i, outs[0][i], outs[1][i])
					break
				}
			}
		}
	}
}
