package report_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestS25UtilizationClasses: what Microsoft documents about the classes and
// averages.
func TestS25UtilizationClasses(t *testing.T) {
	// Two CPUs, each half busy with the target, show one CPU used.
	tr := modeltest.Parse(t, "halves", `threadlens-trace 1
cpus 2
span 0s 1s
os windows
process 9 app.exe target
process 4 System system
thread 1 pid=9
thread 2 pid=9
thread 5 pid=4
0s cpu0 switch idle 1 preempt
0s cpu1 switch 5 idle wait win=6
500ms cpu0 switch 1 idle wait win=6
500ms cpu1 switch idle 2 preempt
`)
	g, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	use := measure.NewUsage(tr, g).In([]model.Time{0, 1e9})[0]
	equal(t, "cores used", measure.PercentCores.Of(use.Target, 1e9, 2), 1.0)

	// 24 % of a machine with two CPUs is 0.48 CPUs and 48 % of one.
	const used = 480_000_000
	equal(t, "of the machine", measure.PercentMachine.Of(used, 1e9, 2), 24.0)
	equal(t, "in cores", measure.PercentCores.Of(used, 1e9, 2), 0.48)
	equal(t, "of one CPU", measure.PercentCore.Of(used, 1e9, 2), 48.0)
}

// TestUsageIsExact: on random damaged traces and any edges, also outside the trace,
// the classes of every column add up to the CPUs, columns add up to the window, and
// the classes agree with the times of threads and CPUs.
func TestUsageIsExact(t *testing.T) {
	ps := modeltest.Perturbations()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 25))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		g := randomTarget(rng, tr)
		u := measure.NewUsage(tr, g)
		edges := randomEdges(rng, model.Range{From: -50, To: tr.End + 50}, 1+rng.IntN(40))
		for i, use := range u.In(edges) {
			r := model.Range{From: edges[i], To: edges[i+1]}.Clip(tr.Whole())
			equal(t, fmt.Sprintf("seed %d: use of %v", seed, r), use, slowUse(tr, r, g))
			if got := use.Total(); got != known(tr)*r.Len() {
				t.Errorf("seed %d: I16: %v holds %d, want %d × %d", seed, r, got, known(tr), r.Len())
			}
		}
		if t.Failed() {
			return
		}
	}
}

// randomTarget picks some of the processes.
func randomTarget(rng *rand.Rand, tr *model.Trace) (g measure.Target) {
	g.Procs = []model.ProcIx{}
	for p := range tr.Processes {
		if rng.IntN(2) == 0 {
			g.Procs = append(g.Procs, model.ProcIx(p))
		}
	}
	return g
}

// slowUse is the use by definition: the threads' execution by class, and the
// remaining time of the CPUs.
func slowUse(tr *model.Trace, r model.Range, g measure.Target) (use measure.Use) {
	for i := range tr.Threads {
		sums := tr.Sums(model.ThreadIx(i), r)
		switch p := tr.Threads[i].Proc; {
		case g.Has(p):
			use.Target += sums[model.Execution]
		case tr.Processes[p].Class == model.ClassSystem:
			use.System += sums[model.Execution]
		default:
			use.Other += sums[model.Execution]
		}
	}
	for c := range tr.Cores {
		if tr.Cores[c].Known {
			ct := tr.CoreTime(model.CPU(c), r)
			use.Idle += ct.Idle
			use.ISR += ct.ISR
			use.DPC += ct.DPC
			use.Unknown += ct.Unknown
			use.Offline += ct.Offline
		}
	}
	return use
}
