package report_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestS31Preemption: 6920 is preempted by 4664 for 275 ms, and by a routine of the
// system for 0.7718 ms.
func TestS31Preemption(t *testing.T) {
	tr := modeltest.Parse(t, "preempted", `threadlens-trace 1
cpus 1
span 0ms 400ms
os windows
process 1396 app.exe
process 4 System system
thread 6920 pid=1396
thread 4664 pid=1396
thread 88 pid=4
0ms cpu0 switch idle 6920 preempt
20ms cpu0 switch 6920 88 preempt prio=9,16
20.7718ms cpu0 switch 88 6920 wait win=6 prio=16,9
100ms cpu0 switch 6920 4664 preempt prio=9,10
375ms cpu0 switch 4664 6920 wait win=6 prio=10,9
`)
	table := run(t, "preemption", tr, measure.Scope{})
	equal(t, "victims", cells(t, table, "thread"), []string{"6920.0", "6920.0"})
	equal(t, "displacers", cells(t, table, "displacer"), []string{"4664.0", "88.0"})
	equal(t, "processes", cells(t, table, "displacer_process"), []string{"app.exe", "System"})
	equal(t, "priorities", column(t, table, "priority"), []int64{10, 16})
	equal(t, "times", column(t, table, "total_ns"), []int64{275_000_000, 771_800})
	equal(t, "at", column(t, table, "max_at_ns"), []int64{100_000_000, 20_000_000})

	// The same as the queue delay after a preemption.
	_, again := measure.Latencies(tr, []model.ThreadIx{threadOf(t, tr, 6920)}, model.Range{To: 50e6})
	equal(t, "form ii", again.Max, model.Time(771_800))
}

// TestS31Occupants: which threads really ran while a thread was preempted, the
// longest first.
func TestS31Occupants(t *testing.T) {
	tr := modeltest.Parse(t, "occupants", `threadlens-trace 1
cpus 1
span 0ms 400ms
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
thread 4 pid=9
0ms cpu0 switch idle 1 preempt
100ms cpu0 switch 1 2 preempt
150ms cpu0 switch 2 3 wait win=6
250ms cpu0 switch 3 4 wait win=6
280ms cpu0 switch 4 2 preempt
300ms cpu0 switch 2 idle wait win=6
310ms cpu0 switch idle 1 preempt
`)
	victim := threadOf(t, tr, 1)
	got, complete := measure.Occupants(tr, 0, model.Range{From: 100e6, To: 310e6}, 100)
	want := []measure.Occupancy{
		{Occupant: model.Occupant(threadOf(t, tr, 3)), Time: 100e6, At: 150e6},
		{Occupant: model.Occupant(threadOf(t, tr, 2)), Time: 70e6, At: 100e6},
		{Occupant: model.Occupant(threadOf(t, tr, 4)), Time: 30e6, At: 250e6},
		{Occupant: model.OccupantIdle, Time: 10e6, At: 300e6},
	}
	equal(t, "occupants", got, want)
	equal(t, "complete", complete, true)
	if _, complete = measure.Occupants(tr, 0, tr.Whole(), 3); complete {
		t.Error("a walk that stopped early says that it is complete")
	}
	table := run(t, "antagonists", tr, measure.Scope{Threads: []model.ThreadIx{victim}})
	equal(t, "antagonists", cells(t, table, "thread"), []string{"3.0", "2.0", "4.0", ""})
	equal(t, "while preempted", column(t, table, "preempted_ns"), []int64{100e6, 70e6, 30e6, 10e6})
}

// TestAntagonistsAddUp: on random damaged traces their times are the queue time of
// the threads, and windows add up.
func TestAntagonistsAddUp(t *testing.T) {
	ps := modeltest.Perturbations()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 31))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r, list := randomRange(rng, tr), randomThreads(rng, tr)
		var queued, preempted model.Time
		for _, ix := range list {
			for s := range tr.Segments(ix, r) {
				if s.State.Queued() {
					queued += s.Overlap(r)
				}
				if s.State == model.Preempted {
					preempted += s.Overlap(r)
				}
			}
		}
		scope := measure.Scope{Range: r, Threads: list}
		whole := queueTimes(t, tr, scope)
		equal(t, fmt.Sprintf("seed %d: queue time", seed), whole[0], int64(queued))
		equal(t, fmt.Sprintf("seed %d: preempted", seed), sumOf(column(t, run(t, "preemption", tr, scope), "total_ns")), int64(preempted))
		edges := randomEdges(rng, r, 3)
		parts := [2]int64{}
		for i := range edges[1:] {
			if part := (model.Range{From: edges[i], To: edges[i+1]}); part.Len() > 0 {
				sums := queueTimes(t, tr, measure.Scope{Range: part, Threads: list})
				parts[0], parts[1] = parts[0]+sums[0], parts[1]+sums[1]
			}
		}
		equal(t, fmt.Sprintf("seed %d: I18", seed), parts, whole)
	}
}

// queueTimes are the sums of antagonists: all, and after preemptions.
func queueTimes(t *testing.T, tr *model.Trace, s measure.Scope) [2]int64 {
	t.Helper()
	table := run(t, "antagonists", tr, s)
	return [2]int64{sumOf(column(t, table, "total_ns")), sumOf(column(t, table, "preempted_ns"))}
}

func sumOf(list []int64) (sum int64) {
	for _, v := range list {
		sum += v
	}
	return sum
}
