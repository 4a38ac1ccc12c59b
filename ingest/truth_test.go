package ingest_test

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestInvariants checks the conservation laws on every recorded perf.data file.
func TestInvariants(t *testing.T) {
	for _, path := range readableFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, err := range modeltest.Check(load(t, path)) {
				t.Error(err)
			}
		})
	}
}

func (r truthRow) int(t testing.TB, col string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(r[col], 10, 64)
	if err != nil {
		t.Fatalf("column %s: %v", col, err)
	}
	return n
}

// onCPU is the time that a thread id had a CPU, interrupts included.
func onCPU(tr *model.Trace, id int64) model.Time {
	var sum model.Time
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) == id {
			s := tr.Sums(model.ThreadIx(ix), tr.Whole())
			sum += s[model.Execution] + s[model.Interrupt]
		}
	}
	return sum
}

// near reports whether got is within 1 % or 200 µs of want.
func near(got, want model.Time) bool {
	return abs(got-want) <= max(want/100, 200_000)
}

func abs(t model.Time) model.Time { return max(t, -t) }

// TestRunningTime compares the time on CPU with what the threads read from their own CPU clocks, on
// complete recordings and on recordings without one CPU's switches out of idle.
func TestRunningTime(t *testing.T) {
	for _, name := range []string{"oversub8", "oversub8_pinned", "oversub_nice_profile", "brokenchain_oversub8"} {
		t.Run(name, func(t *testing.T) {
			tr := load(t, perfFile(t, name))
			_, rows := truth(t, name)
			for _, r := range rows {
				want := model.Time(r.int(t, "thread_cpu_ns"))
				if got := onCPU(tr, r.int(t, "tid")); !near(got, want) {
					t.Errorf("%s: %d ns on CPU, its own clock says %d", r["thread"], got, want)
				}
			}
		})
	}
}

// TestAccountedTime compares the time on CPU of the lock workloads with the
// kernel's own accounting events, which do not depend on the switches.
func TestAccountedTime(t *testing.T) {
	for _, name := range []string{
		"mutex_busy", "mutex_busy_g_futex", "mutex_sleep_futex", "brokenchain_mutex_busy_g_futex",
		"uprobe_mutex", "pipe_mode",
	} {
		t.Run(name, func(t *testing.T) {
			path := perfFile(t, name)
			tr := load(t, path)
			ran := accounted(t, path)
			_, rows := truth(t, name)
			seen := map[int64]bool{}
			for _, r := range rows {
				id := r.int(t, "tid")
				if seen[id] {
					continue
				}
				seen[id] = true
				slices := runs(tr, id)
				want := ran[model.TID(id)]
				slack := max(want/100, 200_000) + slices*clockLead
				if got := onCPU(tr, id); want == 0 || abs(got-want) > slack {
					t.Errorf("%s: %d ns on CPU, the kernel accounted %d", r["thread"], got, want)
				}
			}
		})
	}
}

// clockLead is by how much the kernel starts to account a thread before it records the switch, at
// most, ns.
const clockLead = 25_000

// runs is the number of running segments of a thread id.
func runs(tr *model.Trace, id int64) model.Time {
	var n model.Time
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) != id {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.State == model.Running {
				n++
			}
		}
	}
	return n
}

// accounted sums the accounting events of a file by thread.
func accounted(t testing.TB, path string) map[model.TID]model.Time {
	t.Helper()
	f, err := ingest.Open(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ran := map[model.TID]model.Time{}
	err = f.Events(t.Context(), func(batch []model.Event, _ model.Time) error {
		for i := range batch {
			if batch[i].Kind == model.KindRan {
				ran[batch[i].TID] += model.Time(batch[i].Arg)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// acquisition is one turn of a thread at the workload's only lock, in trace
// time.
type acquisition struct {
	tid                     int64
	requested, got, release model.Time
}

func acquisitions(t testing.TB, tr *model.Trace, name string) []acquisition {
	_, rows := truth(t, name)
	start := model.Time(tr.Info.Clock.StartNS)
	var as []acquisition
	for _, r := range rows {
		as = append(as, acquisition{
			r.int(t, "tid"), model.Time(r.int(t, "request")) - start,
			model.Time(r.int(t, "acquired")) - start, model.Time(r.int(t, "released")) - start,
		})
	}
	slices.SortFunc(as, func(a, b acquisition) int { return cmp.Compare(a.got, b.got) })
	return as
}

// TestLockWaits checks every contended acquisition of a lock whose holder
// sleeps: the wait is as long as the workload measured, it counts as
// synchronization, and its unblocker is the thread that released the lock.
func TestLockWaits(t *testing.T) {
	const name = "mutex_sleep_futex"
	tr := load(t, perfFile(t, name))
	contended := 0
	as := acquisitions(t, tr, name)
	for i, a := range as {
		if a.got-a.requested <= 20_000 || i == 0 {
			continue
		}
		contended++
		eps := waitsIn(tr, a)
		if len(eps) == 0 {
			t.Errorf("thread %d waited from %d to %d, the model saw no wait", a.tid, a.requested, a.got)
			continue
		}
		last := eps[len(eps)-1]
		if u := last.Unblocker; u == model.NoThread || int64(tr.Threads[u].TID) != as[i-1].tid {
			t.Errorf("thread %d got the lock at %d from %d, the model's unblocker is %d (%v)",
				a.tid, a.got, as[i-1].tid, u, last.Ctx)
		}
		if last.Category != model.Synchronization {
			t.Errorf("thread %d: the lock wait is %v", a.tid, last.Category)
		}
		if d := abs(last.In - eps[0].Out - (a.got - a.requested)); d > 50_000 {
			t.Errorf("thread %d: off CPU for %d ns, measured %d", a.tid, last.In-eps[0].Out, a.got-a.requested)
		}
	}
	if contended != 119 {
		t.Errorf("%d contended acquisitions, the record has 119", contended)
	}
}

// waitsIn returns the waits of an acquisition.
func waitsIn(tr *model.Trace, a acquisition) []model.Episode {
	var eps []model.Episode
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) != a.tid {
			continue
		}
		for e := range tr.Episodes(model.ThreadIx(ix), model.Range{From: a.requested, To: a.got}) {
			if e.Kind == model.EpisodeWait && e.Out >= a.requested && !e.Open {
				eps = append(eps, e)
			}
		}
	}
	return eps
}
