package ingest_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// gapTraces are complete recordings, from which the tests of gaps remove records.
var gapTraces = []string{
	"linux/perf/pingpong_cross.perf.data", "linux/perf/mutex_busy_g_futex.perf.data", "linux/perf/mutex_sleep_futex.perf.data",
	"linux/perf/java_contend.perf.data", "linux/perf/python_gil.perf.data", "linux/perf/states_full.perf.data",
	"linux/perf/tick_sleepers_irq.perf.data", "linux/perf/sched_messaging.perf.data", "linux/perf/forkstorm.perf.data",
	"linux/perf/diskio_block_g.perf.data", "linux/perf/prodcons_zstd_g.perf.data", "etl/win7-xperf-cswitch-slow-ppt.zip",
}

// gapDraws is how often records are removed from each trace; THREADLENS_GAPS in the environment overrides
// usualDraws.
func gapDraws(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("THREADLENS_GAPS"), strconv.Itoa(usualDraws)))
	if err != nil || n < 1 {
		t.Fatalf("THREADLENS_GAPS: %v", err)
	}
	return n
}

// recordedEvents are the events of a recording, with all that a trace of them needs.
type recordedEvents struct {
	info   model.Info
	tables *model.Tables
	events []model.Event
}

func readEvents(t *testing.T, path string) *recordedEvents {
	t.Helper()
	f, err := ingest.Open(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := &recordedEvents{tables: f.Tables()}
	err = f.Events(context.Background(), func(batch []model.Event, _ model.Time) error {
		r.events = append(r.events, batch...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r.info = *f.Info()
	slices.SortStableFunc(r.events, func(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) })
	return r
}

// build makes a trace of some of the events. Losses that the reader itself reports are ignored.
func (r *recordedEvents) build(events []model.Event) *model.Trace {
	info := r.info
	info.LostEvents, info.LostBuffers = 0, 0
	return model.Build(&info, r.tables, model.PrepassOf(info.CPUs, events), events)
}

// ringRecord reports whether an event comes from a record in a CPU's ring, unlike what describes
// the time before the recording.
func ringRecord(e *model.Event) bool {
	switch e.Kind {
	case model.KindExists, model.KindName, model.KindProcess:
		return e.Time > 0
	}
	return true
}

// without removes a run of n records of a CPU, beginning with the i-th, and all else at the
// instants of its ends. It returns the times of the records around it; ok is false where there are
// none.
func (r *recordedEvents) without(events []model.Event, cpu model.CPU, i, n int) (rest []model.Event, around model.Range, ok bool) {
	var times []model.Time
	for k := range events {
		if e := &events[k]; e.CPU == cpu && ringRecord(e) && (len(times) == 0 || times[len(times)-1] != e.Time) {
			times = append(times, e.Time)
		}
	}
	if i < 1 || i+n >= len(times) || n < 1 {
		return events, around, false
	}
	around = model.Range{From: times[i-1], To: times[i+n]}
	rest = slices.DeleteFunc(slices.Clone(events), func(e model.Event) bool {
		return e.CPU == cpu && ringRecord(&e) && e.Kind != model.KindLoss && e.Time > around.From && e.Time < around.To
	})
	return rest, around, true
}

// lose removes 1 to 30 % of the records, in runs of one CPU each, and declares each run as the
// kernel does: from the last record before it to the first one after.
func (r *recordedEvents) lose(rng *rand.Rand) (events []model.Event, lost int) {
	events = r.events
	goal := len(events) * (1 + rng.IntN(30)) / 100
	for try := 0; lost < goal && try < 100; try++ {
		cpu := model.CPU(rng.IntN(r.info.CPUs))
		n := 1 + rng.IntN(max(1, (goal-lost)/2)+20)
		rest, around, ok := r.without(events, cpu, rng.IntN(len(events)), n)
		if !ok {
			continue
		}
		lost += len(events) - len(rest)
		at, _ := slices.BinarySearchFunc(rest, around.From, func(e model.Event, t model.Time) int {
			return cmp.Or(cmp.Compare(e.Time, t), -1) // after all events of that time
		})
		events = slices.Insert(rest, at, model.Event{Kind: model.KindLoss, CPU: cpu, Time: around.From, End: around.To})
	}
	return events, lost
}

// shown is how long a thread was in each state and each category.
type shown struct {
	states [model.Dead + 1]model.Time
	sums   model.Sums
}

// threadsOf are the threads of a trace by id, without those whose id several had.
func threadsOf(tr *model.Trace) map[model.TID]*shown {
	list, several := map[model.TID]*shown{}, map[model.TID]bool{}
	for ix := range tr.Threads {
		id := tr.Threads[ix].TID
		if list[id] != nil {
			several[id] = true
		}
		s := &shown{sums: tr.Sums(model.ThreadIx(ix), tr.Whole())}
		for seg := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			s.states[seg.State] += seg.Len()
		}
		list[id] = s
	}
	for id := range several {
		delete(list, id)
	}
	return list
}

// bounds are the violations in one thread: a state or category whose time in the intact trace is
// outside what the lossy trace shows and leaves open.
func bounds(truth, seen *shown) (errs []string) {
	check := func(what fmt.Stringer, in, inOpen, out, outOpen model.Time) {
		if in > out+outOpen || out > in+inOpen {
			errs = append(errs, fmt.Sprintf("%v for %d ns (open %d), shown %d, open %d", what, in, inOpen, out, outOpen))
		}
	}
	for _, s := range []model.State{model.Running, model.Ready, model.Preempted, model.Waiting} {
		check(s, truth.states[s], truth.states[model.Unknown], seen.states[s], seen.states[model.Unknown])
	}
	open := func(s *shown) model.Time { return s.sums[model.Unclassified] + s.sums[model.UnknownCategory] }
	for c := range model.Category(model.NumCategories) {
		switch c {
		case model.Execution, model.Interrupt, model.Dispatch, model.Preemption, model.Unclassified, model.UnknownCategory:
			continue
		}
		check(c, truth.sums[c], open(truth), seen.sums[c], open(seen))
	}
	return errs
}

// TestLostRecords: records are removed from recordings and declared lost; what the lossy trace
// still shows of each thread is true, and what it leaves open covers the rest.
func TestLostRecords(t *testing.T) {
	for _, name := range gapTraces {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := readEvents(t, filepath.Join(recorded.Path(t), name))
			intact := r.build(r.events)
			truth := threadsOf(intact)
			odd := oddWakes(intact, r.events)
			broken, draws, kept := map[model.TID]bool{}, 0, 0
			for seed := range gapDraws(t) {
				rng := rand.New(rand.NewPCG(uint64(seed), 5))
				events, lost := r.lose(rng)
				if lost == 0 {
					t.Fatalf("draw %d: nothing was taken out of %d events", seed, len(r.events))
				}
				draws++
				tr := r.build(events)
				for id, seen := range threadsOf(tr) {
					if truth[id] == nil {
						continue
					}
					kept++
					for _, err := range bounds(truth[id], seen) {
						if odd[id] > 0 {
							broken[id] = true // B3: a wake that does not find its thread waiting
							continue
						}
						t.Errorf("draw %d, %d events lost: thread %d: %s", seed, lost, id, err)
					}
				}
			}
			if kept < draws*len(truth)/2 {
				t.Errorf("only %d threads of %d in %d draws were compared", kept, len(truth), draws)
			}
			if len(broken) > 0 {
				t.Logf("%d threads with wakes that do not find them waiting are out of their bounds", len(broken))
			}
		})
	}
}

// oddWakes counts for each thread the wakes that do not find it waiting.
func oddWakes(tr *model.Trace, events []model.Event) map[model.TID]int {
	byTID := map[model.TID]model.ThreadIx{}
	for ix := range tr.Threads {
		byTID[tr.Threads[ix].TID] = model.ThreadIx(ix)
	}
	odd := map[model.TID]int{}
	for i := range events {
		e := &events[i]
		ix, ok := byTID[e.TID]
		if e.Kind != model.KindWake || e.Wake == model.WakeWakeup || !ok || e.Time == 0 {
			continue
		}
		if s, ok := tr.SegmentAt(ix, e.Time-1); ok && (s.State == model.Ready || s.State == model.Preempted || s.State == model.Running) {
			odd[e.TID]++
		}
	}
	return odd
}

// TestRecordsLostSilently: a switch missing without notice makes at most one CPU and two threads
// unknown for each mismatch that it causes.
func TestRecordsLostSilently(t *testing.T) {
	for _, name := range gapTraces {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := readEvents(t, filepath.Join(recorded.Path(t), name))
			intact := r.build(r.events)
			var switches []int
			for i := range r.events {
				if r.events[i].Kind == model.KindSwitch {
					switches = append(switches, i)
				}
			}
			found := 0
			for seed := range 4 * gapDraws(t) {
				rng := rand.New(rand.NewPCG(uint64(seed), 6))
				at := switches[rng.IntN(len(switches))]
				tr := r.build(slices.Delete(slices.Clone(r.events), at, at+1))
				n := int64(0)
				for _, c := range []model.Counter{model.CountMismatch, model.CountDoubleRunning, model.CountStopped, model.CountBrokenChain} {
					n += tr.Counters[c] // one that was counted before may be another now
				}
				if n > intact.Counters[model.CountMismatch] {
					found++
				}
				cpus, threads := moreUnknown(intact, tr)
				if int64(cpus) > n || int64(threads) > 2*n {
					t.Errorf("without the switch at %d: %d CPUs and %d threads are unknown for longer, with %d mismatches", r.events[at].Time, cpus, threads, n)
				}
			}
			if found == 0 {
				t.Error("no missing switch was noticed")
			}
		})
	}
}

// moreUnknown counts the CPUs and threads that are unknown for longer than in another
// trace.
func moreUnknown(than, tr *model.Trace) (cpus, threads int) {
	for c := range tr.Cores {
		if tr.CoreTime(model.CPU(c), tr.Whole()).Unknown > than.CoreTime(model.CPU(c), than.Whole()).Unknown {
			cpus++
		}
	}
	before := threadsOf(than)
	for id, s := range threadsOf(tr) {
		if b := before[id]; b != nil && s.states[model.Unknown] > b.states[model.Unknown] {
			threads++
		}
	}
	return cpus, threads
}
