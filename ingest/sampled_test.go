package ingest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// withoutSwitches builds the trace of a file from its events without the context
// switches of the CPUs that drop names.
func withoutSwitches(t *testing.T, path string, drop func(model.CPU) bool) *model.Trace {
	t.Helper()
	f, err := ingest.Open(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var events []model.Event
	err = f.Events(context.Background(), func(batch []model.Event, _ model.Time) error {
		for i := range batch {
			if batch[i].Kind != model.KindSwitch || !drop(batch[i].CPU) {
				events = append(events, batch[i])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return model.Build(f.Info(), f.Tables(), model.PrepassOf(f.Info().CPUs, events), events)
}

func every(model.CPU) bool { return true }

// nothingKnown checks that no thread has a state and no CPU has an occupant.
func nothingKnown(t *testing.T, tr *model.Trace) {
	t.Helper()
	for ix := range tr.Threads {
		for seg := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if seg.State != model.Unknown {
				t.Errorf("thread %s is %v in [%d, %d)", tr.Threads[ix].Key(), seg.State, seg.From, seg.To)
			}
		}
	}
	for cpu := range tr.Cores {
		if c := tr.CoreTime(model.CPU(cpu), tr.Whole()); c.Run+c.Idle > 0 {
			t.Errorf("CPU %d is said to have run %d ns and idled %d ns", cpu, c.Run, c.Idle)
		}
	}
}

// sampledRoot is the root of the tree of sampled execution, nil without.
func sampledRoot(tr *model.Trace) *calltree.CallNode {
	for _, tree := range calltree.CallTrees(tr, calltree.TreeQuery{Range: tr.Whole(), Threads: measure.Visible(tr)}) {
		if tree.Sampled {
			return &tree.Nodes[0]
		}
	}
	return nil
}

// TestSampledTruth removes the switches from recordings that also have samples: the interval of the
// sampled time contains what the threads read from their CPU clocks.
func TestSampledTruth(t *testing.T) {
	for _, name := range []string{"oversub_nice_profile", "switch_events_prof", "subsampled_F997"} {
		t.Run(name, func(t *testing.T) {
			tr := withoutSwitches(t, perfFile(t, name), every)
			nothingKnown(t, tr)
			sampled := measure.SampledOf(tr, tr.Whole())
			_, rows := truth(t, name)
			for _, r := range rows {
				want, id, found := model.Time(r.int(t, "thread_cpu_ns")), r.int(t, "tid"), false
				for ix := range tr.Threads {
					if int64(tr.Threads[ix].TID) != id {
						continue
					}
					found = true
					e := sampled.OfThread(tr, model.ThreadIx(ix))
					t.Logf("%s: %d samples, %d ns in [%d, %d], truth %d", r["thread"], e.Samples, e.Time, e.Low, e.High, want)
					if want < e.Low || want > e.High {
						t.Errorf("%s: sampled %d ns [%d, %d], its own clock says %d", r["thread"], e.Time, e.Low, e.High, want)
					}
				}
				if !found {
					t.Errorf("no thread %d", id)
				}
			}
		})
	}
}

// TestSubsampled: of a recording whose tracepoints were sampled, only its execution samples are
// known; they contain what the threads read from their CPU clocks.
func TestSubsampled(t *testing.T) {
	tr := load(t, perfFile(t, "subsampled_F997"))
	nothingKnown(t, tr)
	if tr.Info.Has.Switches || tr.Info.Has.Wakes || tr.SwitchCount() > 0 || tr.Accounts() {
		t.Errorf("some events of many count: %+v", tr.Info.Has)
	}
	sampled, spins := measure.SampledOf(tr, tr.Whole()), 0
	_, rows := truth(t, "subsampled_F997")
	for _, r := range rows {
		want, id := model.Time(r.int(t, "thread_cpu_ns")), r.int(t, "tid")
		for ix := range tr.Threads {
			if int64(tr.Threads[ix].TID) != id {
				continue
			}
			spins++
			if e := sampled.OfThread(tr, model.ThreadIx(ix)); want < e.Low || want > e.High {
				t.Errorf("%s: sampled %d ns [%d, %d], its own clock says %d", r["thread"], e.Time, e.Low, e.High, want)
			}
		}
	}
	if spins != 6 {
		t.Errorf("%d threads of 6", spins)
	}
}

// TestSampledCPU removes the switches of one CPU of two: the other CPU stays known, and of the
// first only samples are left.
func TestSampledCPU(t *testing.T) {
	path := perfFile(t, "oversub_nice_profile")
	tr := withoutSwitches(t, path, func(c model.CPU) bool { return c == 1 })
	sampled := measure.SampledOf(tr, tr.Whole())
	var on1 int64
	for i := range tr.Samples {
		if tr.Samples[i].CPU == 1 {
			on1++
		}
	}
	if on1 == 0 || tr.Cores[0].Switches == 0 || tr.Cores[1].Switches != 0 {
		t.Fatalf("%d samples on CPU 1, switches %d and %d", on1, tr.Cores[0].Switches, tr.Cores[1].Switches)
	}
	if sampled.CPUs != 1 || sampled.All > on1 {
		t.Errorf("%d CPUs are sampled, with %d samples; want CPU 1 with at most its %d", sampled.CPUs, sampled.All, on1)
	}
	if run := tr.CoreTime(0, tr.Whole()).Run; run == 0 {
		t.Error("nothing ran on CPU 0")
	}
}

// TestSampledFiles: in recordings without switches each sample counts as one.
func TestSampledFiles(t *testing.T) {
	n := 0
	for _, path := range allTraces(t, "perf.data") {
		tr := load(t, path)
		if tr.SwitchCount() > 0 || len(tr.Samples) == 0 {
			continue
		}
		n++
		t.Run(filepath.Base(path), func(t *testing.T) {
			nothingKnown(t, tr)
			root := sampledRoot(tr)
			if root == nil || root.All.Count != int64(len(tr.Samples)) {
				t.Fatalf("the tree is %+v, want %d samples", root, len(tr.Samples))
			}
			if want := tr.Info.SampleEvery * model.Time(len(tr.Samples)); root.All.Time != want {
				t.Errorf("the tree has %d ns, want %d", root.All.Time, want)
			}
		})
	}
	if n < 6 {
		t.Errorf("%d recordings without switches, want 6 or more", n)
	}
}

// TestSampledTaskClock: the periods of a thread's clock are time, whether requested as a frequency
// or as a length; what the threads used by their own clocks is within the intervals
// (testdata/taskclock.c).
func TestSampledTaskClock(t *testing.T) {
	for _, x := range []struct {
		name    string
		period  model.Time
		samples []int64
	}{
		{"taskclock_F999", 1_001_001, []int64{63, 122}},
		{"taskclock_c2ms", 2_000_000, []int64{33, 60}},
	} {
		t.Run(x.name, func(t *testing.T) {
			tr := load(t, filepath.Join("testdata", x.name+".perf.data.gz"))
			nothingKnown(t, tr)
			sampled := measure.SampledOf(tr, tr.Whole())
			if sampled.Period != x.period {
				t.Fatalf("a sample stands for %d ns, want %d", sampled.Period, x.period)
			}
			data, err := os.ReadFile(filepath.Join("testdata", x.name+".truth.txt"))
			if err != nil {
				t.Fatal(err)
			}
			var all model.Time
			for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
				var number, tid, want int64
				if _, err := fmt.Sscan(line, &number, &tid, &want); err != nil {
					t.Fatal(err)
				}
				ix := slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return int64(th.TID) == tid })
				if ix < 0 {
					t.Fatalf("no thread %d", tid)
				}
				e := sampled.OfThread(tr, model.ThreadIx(ix))
				if e.Samples != x.samples[i] || e.Time != model.Time(e.Samples)*x.period {
					t.Errorf("thread %d: %d samples, %d ns; want %d of %d ns", tid, e.Samples, e.Time, x.samples[i], x.period)
				}
				if model.Time(want) < e.Low || model.Time(want) > e.High {
					t.Errorf("thread %d: %d ns [%d, %d], its own clock says %d", tid, e.Time, e.Low, e.High, want)
				}
				all += model.Time(want)
			}
			if e := sampled.OfAll(); all < e.Low || all > e.High {
				t.Errorf("the program: %d ns [%d, %d], its threads used %d", e.Time, e.Low, e.High, all)
			}
		})
	}
}

// samplesOfWindows checks how the samples of the file are accounted for.
func samplesOfWindows(t *testing.T, tr *model.Trace) {
	t.Helper()
	sampled := measure.SampledOf(tr, tr.Whole())
	if sampled.All != 6215 || sampled.Idle != 73_208 || sampled.Interrupts != 105 {
		t.Errorf("%d samples of threads, %d idle, %d in interrupts; want 6215, 73208, 105", sampled.All, sampled.Idle, sampled.Interrupts)
	}
	for _, n := range tr.Info.SourceEvents {
		if n.Name == "SampledProfile" && n.Count != sampled.All+sampled.Idle+sampled.Interrupts {
			t.Errorf("the file has %d samples", n.Count)
		}
	}
	first := map[model.CPU]bool{}
	for _, s := range tr.IdleSamples {
		first[s.CPU] = true
	}
	if sampled.All+int64(len(first)) != 6223 {
		t.Errorf("%d samples with the first idle one of each CPU, want 6223", sampled.All+int64(len(first)))
	}
}

// TestSampledWindows: a trace of PerfView without context switches has its samples in the call
// tree, with the names of managed methods. Of the 79,528 samples in the file 6,215 are of threads;
// the others are of CPUs without one, 105 of them in an interrupt. (The figure 6,223 includes the
// first idle sample of each of the 8 CPUs, and none of the other idle ones.)
func TestSampledWindows(t *testing.T) {
	tr := load(t, filepath.Join(recorded.Path(t, "etl"), "perfview-net.4.5.2.x64.etl.zip"))
	nothingKnown(t, tr)
	samplesOfWindows(t, tr)
	root := sampledRoot(tr)
	if root == nil || root.All.Count != 6215 || len(tr.Samples) != 6215 || root.All.Time != 6215*tr.Info.SampleEvery {
		t.Fatalf("%d samples, the tree is %+v; want 6215 of 1 ms", len(tr.Samples), root)
	}
	for _, tree := range calltree.CallTrees(tr, calltree.TreeQuery{Range: tr.Whole(), Threads: measure.Visible(tr)}) {
		for i := range tree.Nodes {
			if n := &tree.Nodes[i]; strings.HasSuffix(n.Name, "!Test.Program.Main") && n.All.Count == 4912 {
				return
			}
		}
	}
	t.Error("the 4,912 samples below Test.Program.Main are not in the tree")
}
