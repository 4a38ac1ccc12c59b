package ftracetext

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

func rounded(ns int64) int64 { return (ns + 500) / 1000 * 1000 }

func TestCross(t *testing.T) {
	for _, set := range readertest.Sets {
		for kind, exact := range map[string]bool{"ftrace": false, "report": false, "report-t": true, "report-R-t": true} {
			t.Run(set+"."+kind, func(t *testing.T) {
				want, _ := readertest.Reference(t, set, "dat")
				as := rounded
				if exact {
					as = readertest.Exact
				}
				r := open(t, readertest.Linux(t, "cross", set, set+"."+kind+".txt"))
				if d := r.Info().Diagnostics; len(d) > 1 || exact && len(d) > 0 {
					t.Errorf("diagnostics %v", d)
				}
				got, _ := readertest.Running(collect(t, r), r.Info().Clock.StartNS)
				readertest.SameRuns(t, readertest.Ended(got, readertest.Exact), readertest.Ended(want, as))
			})
		}
	}
}

// TestNames compares the names of the threads with those that trace.dat has.
func TestNames(t *testing.T) {
	for _, set := range readertest.Sets {
		for _, kind := range []string{"ftrace", "report", "report-t", "report-R-t"} {
			_, want := readertest.Reference(t, set, "dat")
			r := open(t, readertest.Linux(t, "cross", set, set+"."+kind+".txt"))
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
			r := open(t, readertest.Linux(t, "ftrace", name))
			expect := readertest.Linux(t, "ftrace", name[:strings.IndexByte(name, '.')]+".expect.txt")
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
	runs, _ := readertest.Running(events, 0)
	for _, r := range readertest.Ended(runs, readertest.Exact) {
		s := got[r.TID]
		s.us += (r.To - r.From) / 1000
		got[r.TID] = s
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
	for _, set := range readertest.Sets {
		var outs [2][]string
		for i, kind := range []string{"report-t", "report-R-t"} {
			r := open(t, readertest.Linux(t, "cross", set, set+"."+kind+".txt"))
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
