package report_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

func TestWaitChain(t *testing.T) {
	tr := example(t, "s55")
	for _, c := range []struct {
		at    float64
		chain []model.TID
		end   report.ChainEnd
	}{
		{10, []model.TID{1}, report.ChainCould},         // it runs
		{40, []model.TID{1, 2}, report.ChainSource},     // 2 waits for a device
		{115, []model.TID{1, 2, 3}, report.ChainSource}, // 3 sleeps
		{121, []model.TID{1, 2, 3}, report.ChainCould},  // 3 is ready
		{160, []model.TID{1, 2}, report.ChainCould},
	} {
		got := report.WaitChainOf(tr, threadOf(t, tr, 1), us(c.at))
		var chain []model.TID
		for _, l := range got.Links {
			chain = append(chain, tr.Threads[l.Thread].TID)
		}
		equal(t, "chain", chain, c.chain)
		if got.End != c.end {
			t.Errorf("at %v µs the chain ends: %v, want %v", c.at, got.End, c.end)
		}
	}
	tr, s := seven(t)
	if c := report.WaitChainOf(tr, s[1], us(100300)); len(c.Links) != 2 || c.Links[1].State != model.Preempted {
		t.Errorf("while 6920 is preempted 6420 waits for %+v", c)
	}
	table := run(t, "wait-chains", tr, measure.Scope{Range: model.Range{From: us(100300), To: us(100400)}})
	equal(t, "threads", cells(t, table, "thread"), []string{"6420.0", "6920.0"})
	equal(t, "ends", cells(t, table, "end"), []string{"", "running or runnable"})
}

// TestWaitChainOfDeadlock: if no thread ended the waits, the chain continues to the
// owners of the locks; the thread that kills them is not blamed.
func TestWaitChainOfDeadlock(t *testing.T) {
	for name, end := range map[string]string{"until the end": "", "until they are killed": modeltest.DeadlockKilled} {
		tr := modeltest.Deadlock(t, 30, end)
		got := report.WaitChainOf(tr, threadOf(t, tr, 1), us(150_000))
		var chain []model.TID
		for _, l := range got.Links {
			chain = append(chain, tr.Threads[l.Thread].TID)
		}
		equal(t, name, chain, []model.TID{1, 2})
		equal(t, name, got.End, report.ChainMutual)
		before := report.WaitChainOf(tr, threadOf(t, tr, 1), us(25_000)) // B runs
		equal(t, name, before.End, report.ChainCould)
	}
}

// TestLastWait: a wait that another thread or a timer ended is not one, even if its
// thread ends right after it.
func TestLastWait(t *testing.T) {
	for _, c := range []struct {
		name, end string
		ok        bool
	}{
		{"until the end", "", true},
		{"killed", modeltest.DeadlockKilled, true},
		{"killed, and ends after 20 ms", ends("170ms"), true},
		{"killed, and ends later", ends("170.001ms"), false},
		{"killed, and no wake is seen", "150ms cpu1 switch idle 2 preempt\n150100us cpu1 exit 2\n150100us cpu1 switch 2 idle dead\n", true},
		{"by an interrupt", "150ms cpu1 wake 2 kind=waking ctx=isr\n150ms cpu1 switch idle 2 preempt\n150100us cpu1 exit 2\n150100us cpu1 switch 2 idle dead\n", false},
		{"by a timer", "150ms cpu1 wake 2 kind=waking ctx=timer\n150ms cpu1 switch idle 2 preempt\n151ms cpu1 exit 2\n151ms cpu1 switch 2 idle dead\n", false},
		{"by a thread that goes on", "150ms cpu2 wake 2 kind=waking ctx=thread\n150ms cpu1 switch idle 2 preempt\n150100us cpu1 exit 2\n150100us cpu1 switch 2 idle dead\n", false},
		{"runs on", "150ms cpu1 wake 2 kind=waking\n150ms cpu1 switch idle 2 preempt\n", false},
	} {
		tr := modeltest.Deadlock(t, 30, c.end)
		w, ok := blocking.LastWait(tr, threadOf(t, tr, 2))
		if ok != c.ok || ok && w.From != us(30_000) {
			t.Errorf("%s: %v, %+v", c.name, ok, w)
		}
	}
}

// ends are the events of a thread that is woken at 150 ms when another one ends the process,
// and that itself ends at some time.
func ends(at string) string {
	return "150ms cpu2 wake 2 kind=waking ctx=exit\n150ms cpu1 switch idle 2 preempt\n" + at + " cpu1 exit 2\n" + at + " cpu1 switch 2 idle dead\n"
}

// TestWaitChainsEnd: on random damaged traces each link of a chain waits for the
// next one, and no thread appears twice.
func TestWaitChainsEnd(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 200 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 53))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		at := model.Time(rng.Int64N(int64(tr.End)))
		for ix := range tr.Threads {
			seen := map[model.ThreadIx]bool{}
			c := report.WaitChainOf(tr, model.ThreadIx(ix), at)
			for k, l := range c.Links {
				if seen[l.Thread] || !l.Contains(at) || k > 0 && c.Links[k-1].Unblocker() != l.Thread {
					t.Fatalf("seed %d: link %d of the chain of %d at %d: %+v", seed, k, ix, at, l)
				}
				seen[l.Thread] = true
			}
		}
	}
}
