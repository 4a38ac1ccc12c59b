package perfscript

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/perfdata"
	"threadlens/model"
)

// TestCross compares the running intervals with those worked out from perf.data.
func TestCross(t *testing.T) {
	for _, set := range readertest.Sets {
		for kind, unit := range map[string]int64{"script-ns": 1, "script-F": 1, "script": 1000} {
			t.Run(set+"."+kind, func(t *testing.T) {
				want, names := readertest.Reference(t, set, "perf")
				truncated := func(ns int64) int64 { return ns / unit * unit }
				r := open(t, readertest.Linux(t, "cross", set, set+"."+kind+".txt"))
				if d := r.Info().Diagnostics; unit == 1 && len(d) > 0 || unit > 1 && (len(d) != 1 || d[0].Code != "truncated-times") {
					t.Errorf("diagnostics %v", d)
				}
				got, _ := readertest.Running(collect(t, r), r.Info().Clock.StartNS)
				readertest.SameRuns(t, readertest.Ended(got, readertest.Exact), readertest.Ended(want, truncated))
				checkNames(t, build(t, r), names)
			})
		}
	}
}

func checkNames(t *testing.T, tr *model.Trace, want map[int64]string) {
	t.Helper()
	for i := range tr.Threads {
		th := &tr.Threads[i]
		// The model has no empty names.
		if name := want[int64(th.TID)]; name != "" && th.Name() != model.CleanName(name) {
			t.Errorf("thread %d is %q, want %q", th.TID, th.Name(), name)
		}
	}
}

// piece is a segment of a thread, in the trace's clock.
type piece struct {
	tid      model.TID
	from, to int64
	state    model.State
	cpu      model.CPU
}

// TestPerfData compares the segments of all threads with those of the perf.data file. That file also
// has records that show threads which do nothing, and that show new threads a little earlier.
func TestPerfData(t *testing.T) {
	for _, set := range readertest.Sets {
		want := pieces(t, recordedData(t, "cross", set, set+".perf.data"), false)
		for _, kind := range []string{"script-ns", "script-F"} {
			got := pieces(t, open(t, readertest.Linux(t, "cross", set, set+"."+kind+".txt")), false)
			samePieces(t, set+"."+kind, got, want)
		}
	}
}

// TestTasks: with the records about threads, also these are the same.
func TestTasks(t *testing.T) {
	want := pieces(t, recordedData(t, "cross", "minifork", "minifork.perf.data"), true)
	got := pieces(t, open(t, readertest.Linux(t, "perfscript", "pid_tid_comm_exec.txt")), true)
	samePieces(t, "minifork", got, want)
}

func recordedData(tb testing.TB, elem ...string) format.Reader {
	tb.Helper()
	data := readertest.Linux(tb, elem...)
	r, err := perfdata.Open(context.Background(), bytes.NewReader(data), int64(len(data)), "perf.data", nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func samePieces(t *testing.T, what string, got, want []piece) {
	t.Helper()
	if len(got) < 50 {
		t.Errorf("%s: only %d segments", what, len(got))
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: %d segments, want %d; from %d on %+v, want %+v", what, len(got), len(want), i,
				got[min(i, len(got)):min(i+2, len(got))], want[min(i, len(want)):min(i+2, len(want))])
			return
		}
	}
}

// pieces are the segments of all threads, sorted. Without all, those of threads of which nothing is
// known are left out, and the first segment of the others has no begin.
func pieces(tb testing.TB, r format.Reader, all bool) (list []piece) {
	tb.Helper()
	tr := build(tb, r)
	start := r.Info().Clock.StartNS
	for i := range tr.Threads {
		before := len(list)
		isKnown := all
		for seg := range tr.Segments(model.ThreadIx(i), model.Range{From: 0, To: tr.Info.End}) {
			isKnown = isKnown || seg.State != model.Unknown
			list = append(list, piece{tr.Threads[i].TID, start + int64(seg.From), start + int64(seg.To), seg.State, seg.CPU})
		}
		switch {
		case !isKnown:
			list = list[:before]
		case !all:
			list[before].from = 0
		}
	}
	slices.SortFunc(list, func(a, b piece) int { return cmp.Or(cmp.Compare(a.tid, b.tid), cmp.Compare(a.to, b.to)) })
	return list
}

// scripts are the texts with counts by an independent parser.
func scripts(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(recorded.Path(tb, "linux", "perfscript"), "*.txt.gz"))
	if err != nil || len(files) < 13 {
		tb.Fatal(len(files), "files", err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".txt.gz")
	}
	return files
}

// refused are those that cannot be used.
var refused = map[string]string{"deltatime_oversub": "--deltatime", "no_cpu_states": "-F +cpu"}

// TestExpected compares texts with what an independent parser found in them.
func TestExpected(t *testing.T) {
	for _, name := range scripts(t) {
		t.Run(name, func(t *testing.T) {
			data := readertest.Linux(t, "perfscript", name+".txt")
			r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), name, nil)
			if why, ok := refused[name]; ok {
				if err == nil || !strings.Contains(err.Error(), why) {
					t.Errorf("error %v, want one with %s", err, why)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			expect := string(readertest.Linux(t, "perfscript", name+".expect.txt"))
			checkCounts(t, r.Info(), expect)
			checkThreads(t, collect(t, r), expect)
		})
	}
}

func checkCounts(t *testing.T, info *model.Info, expect string) {
	t.Helper()
	got, want := map[string]int64{}, map[string]int64{}
	for _, s := range info.SourceEvents {
		got[s.Name] = s.Count
	}
	for line := range strings.Lines(expect) {
		var name string
		var n int64
		if _, err := fmt.Sscanf(line, "event %s %d", &name, &n); err == nil {
			want[name] = n
		}
		if _, err := fmt.Sscanf(line, "side %s %d", &name, &n); err == nil {
			want["PERF_RECORD_"+name] = n
		}
		if _, err := fmt.Sscanf(line, "lost_events %d", &n); err == nil && info.LostEvents != n {
			t.Errorf("%d events lost, want %d", info.LostEvents, n)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
	for _, d := range info.Diagnostics {
		t.Log(d)
	}
}

// sums are how often a thread got and left a CPU, for how long it had one where the CPU's switches
// have no break, and how often it was woken and woke.
type sums struct{ in, out, ns, waked, wakes int64 }

func checkThreads(t *testing.T, events []model.Event, expect string) {
	t.Helper()
	got := sumsOf(events)
	for line := range strings.Lines(expect) {
		var tid int64
		var name string
		var s sums
		var ns string
		if n, _ := fmt.Sscanf(line, "thread %d %q %d %d %s %d %d", &tid, &name, &s.in, &s.out, &ns, &s.waked, &s.wakes); n != 7 {
			continue
		}
		s.ns = got[tid].ns
		if tid != 0 {
			fmt.Sscan(ns, &s.ns)
		}
		if got[tid] != s {
			t.Errorf("thread %d: %+v, want %+v", tid, got[tid], s)
		}
	}
}

func sumsOf(events []model.Event) map[int64]sums {
	got := map[int64]sums{}
	change := func(tid model.TID, f func(s *sums)) {
		n := int64(tid)
		if tid == model.NoTID {
			n = -1
		}
		s := got[n]
		f(&s)
		got[n] = s
	}
	for _, e := range events {
		switch e.Kind {
		case model.KindSwitch:
			change(e.TID, func(s *sums) { s.out++ })
			change(e.Other, func(s *sums) { s.in++ })
		case model.KindWake:
			if e.Wake == model.WakeWaking {
				change(e.TID, func(s *sums) { s.waked++ })
				change(e.Other, func(s *sums) { s.wakes++ })
			}
		}
	}
	runs, _ := readertest.Running(events, 0)
	for _, r := range readertest.Ended(runs, readertest.Exact) {
		change(model.TID(r.TID), func(s *sums) { s.ns += r.To - r.From })
	}
	return got
}
