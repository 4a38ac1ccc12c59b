package report_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// inheritedPieces writes the pieces of the wait of a thread at an instant.
func inheritedPieces(tr *model.Trace, ix model.ThreadIx, at model.Time) []string {
	wait, _ := tr.SegmentAt(ix, at)
	var list []string
	for p := range blocking.Inherited(tr, wait, wait.Range) {
		list = append(list, fmt.Sprintf("%d–%d %s %v %d",
			p.From/1_000_000, p.To/1_000_000, tr.Threads[p.Segment.Thread].Key(), p.Category(), p.Depth))
	}
	return list
}

// TestS32Inherited: A waits for 250 ms on B, which ran for 150 of them and was
// preempted for 100: 40 % of the wait is inherited preemption.
func TestS32Inherited(t *testing.T) {
	tr := modeltest.Parse(t, "inherited", `threadlens-trace 1
cpus 2
span 0ms 300ms
os windows
process 9 app.exe
thread 1 pid=9 name=A
thread 2 pid=9 name=B
thread 3 pid=9 name=C
0ms cpu0 mark 1 begin request
0ms cpu0 switch 1 idle wait sub=Mutex
0ms cpu1 switch idle 2 preempt
100ms cpu1 switch 2 3 preempt
200ms cpu1 switch 3 2 preempt
250ms cpu1 wake 1 ctx=thread
250ms cpu0 switch idle 1 preempt
250ms cpu0 mark 1 end request
`)
	equal(t, "pieces", inheritedPieces(tr, threadOf(t, tr, 1), 0), []string{
		"0–100 2.0 Execution 0", "100–200 2.0 Preemption 0", "200–250 2.0 Execution 0",
	})
	const ms = 1_000_000
	for by, name := range map[measure.Grouping]string{
		measure.GroupThread: "app.exe", measure.GroupTime: "app.exe", measure.GroupProcess: "app.exe",
		measure.GroupName: "A", measure.GroupLock: "", measure.GroupSpan: "request",
	} {
		table := run(t, "inherited", tr, measure.Scope{GroupBy: by})
		equal(t, "by "+by.String(), table.Rows[0][0].Text, name)
		equal(t, "waited", column(t, table, "total_ns"), []int64{250 * ms})
		equal(t, "inherited", column(t, table, "inherited_ns"), []int64{100 * ms})
		equal(t, "running", column(t, table, "execution_ns"), []int64{150 * ms})
		near(t, "share", table.Rows[0][6].Float, 40, 1e-9)
	}
	half := run(t, "inherited", tr, measure.Scope{Range: model.Range{From: 50 * ms, To: 150 * ms}})
	equal(t, "of a window", column(t, half, "inherited_ns"), []int64{50 * ms})
}

// TestS32Chain: A waits for B, which waits for C, which sleeps and is ready late.
func TestS32Chain(t *testing.T) {
	tr := modeltest.Parse(t, "chain", `threadlens-trace 1
cpus 3
span 0ms 300ms
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
0ms cpu0 switch 1 idle wait sub=Mutex
0ms cpu1 switch idle 2 preempt
0ms cpu2 switch idle 3 preempt
20ms cpu1 switch 2 idle wait sub=Mutex
40ms cpu2 switch 3 idle wait sub=Sleep
70ms cpu2 wake 3 ctx=timer
80ms cpu2 switch idle 3 preempt
90ms cpu2 wake 2 ctx=thread
95ms cpu1 switch idle 2 preempt
100ms cpu1 wake 1 ctx=thread
100ms cpu0 switch idle 1 preempt
150ms cpu0 switch 1 idle wait sub=Mutex
`)
	a := threadOf(t, tr, 1)
	equal(t, "pieces", inheritedPieces(tr, a, 0), []string{
		"0–20 2.0 Execution 0", "20–40 3.0 Execution 1", "40–70 3.0 Sleep 1", "70–80 3.0 Dispatch 1",
		"80–90 3.0 Execution 1", "90–95 2.0 Dispatch 0", "95–100 2.0 Execution 0",
	})
	equal(t, "a wait that nobody ended", inheritedPieces(tr, a, us(200_000)), []string{"150–300 1.0 Synchronization -1"})
}

// TestLockIdentities: on random traces the contention of any window equals the time
// of the category, and the pieces of every wait tile it.
func TestLockIdentities(t *testing.T) {
	ps := modeltest.Perturbations()
	waits := 0
	for i := range 200 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 17))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		for range 4 {
			if err := modeltest.CheckContention(tr, randomThreads(rng, tr), randomRange(rng, tr)); err != nil {
				t.Error(err)
			}
		}
		waits += piecesTile(t, tr)
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
	if waits < 1000 {
		t.Errorf("only %d waits were split", waits)
	}
}

// piecesTile checks the pieces of all waits, and counts the waits.
func piecesTile(t *testing.T, tr *model.Trace) (n int) {
	for ix := range tr.Threads {
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.State != model.Waiting {
				continue
			}
			n++
			at := s.From
			for p := range blocking.Inherited(tr, s, s.Range) {
				if p.From != at || p.Len() == 0 {
					t.Errorf("the pieces of %v of thread %d: %v after %d", s.Range, ix, p.Range, at)
				}
				at = p.To
				if p.Known && p.Clip(p.Segment.Range) != p.Range {
					t.Errorf("%v is no part of %v of thread %d", p.Range, p.Segment.Range, p.Segment.Thread)
				}
			}
			if at != s.To {
				t.Errorf("the pieces of %v of thread %d end at %d", s.Range, ix, at)
			}
		}
	}
	return n
}
