package model_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// gapSeeds is the number of simulated machines whose recordings lose events.
const gapSeeds = 2000

// TestGapsClaimNothingFalse: whatever is lost and declared, every state in the trace
// is the true one at every instant, and the true total of each state lies between the
// total in the trace and that plus the unknown time.
func TestGapsClaimNothingFalse(t *testing.T) {
	unknown, shown := model.Time(0), model.Time(0)
	for seed := range uint64(gapSeeds) {
		rng := rand.New(rand.NewPCG(seed, 77))
		shape := modeltest.RandomShape(rng)
		// The rules for gaps assume that wakes find their threads waiting; the order of
		// simultaneous events on two CPUs is unknowable.
		shape.WakesFind, shape.NoTies = true, true
		m := modeltest.Simulate(seed, shape)
		tr := modeltest.Build(m.CPUs, m.End, modeltest.DeclareLoss.Apply(m, rng))
		errs := modeltest.Check(tr)
		errs = append(errs, modeltest.CompareLossy(m, tr)...)
		errs = append(errs, bounds(m, tr)...)
		for _, err := range errs {
			t.Errorf("seed %d: %v", seed, err)
		}
		if t.Failed() {
			t.FailNow()
		}
		for ix := range tr.Threads {
			s := tr.Sums(model.ThreadIx(ix), tr.Whole())
			unknown += s[model.UnknownCategory]
			shown += s.Total() - s[model.UnknownCategory]
		}
	}
	if unknown == 0 || shown < unknown {
		t.Errorf("%d ns shown, %d ns unknown: the recordings lose nothing, or everything", shown, unknown)
	}
}

// bounds checks for every thread in the trace, and every state, that the true time
// lies between the one in the trace and that plus the unknown time.
func bounds(m *modeltest.Machine, tr *model.Trace) []error {
	var errs []error
	for ix := range tr.Threads {
		th := &tr.Threads[ix]
		if _, reused := m.Truth[modeltest.Life{TID: th.TID, Incarnation: 1}]; reused {
			continue // the gaps may have joined their lives
		}
		truth := m.Truth[modeltest.Life{TID: th.TID}]
		var in, out [model.Dead + 1]model.Time
		for _, i := range truth {
			in[i.State] += i.Overlap(th.Life)
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			out[s.State] += s.Len()
		}
		for _, state := range []model.State{model.Running, model.Ready, model.Preempted, model.Waiting} {
			if in[state] < out[state] || in[state] > out[state]+out[model.Unknown] {
				errs = append(errs, fmt.Errorf("thread %s: %v for %d ns, shown are %d and %d unknown",
					th.Key(), state, in[state], out[state], out[model.Unknown]))
			}
		}
	}
	return errs
}

// TestBoundOverGaps: a thread that may run on one CPU only stays in the queue while
// another CPU is blind, unless its own was too. It is preempted from 20 to 80 µs, CPU 1
// is blind from 30 to 60 µs.
func TestBoundOverGaps(t *testing.T) {
	const spared, cut = "Preempted [20, 80) ", "Preempted [20, 30) Unknown [30, 80) "
	for _, c := range []struct{ what, before, after, want string }{
		{"its CPU was never blind", "", "", spared},
		{"until it was preempted", "5us cpu0 loss 20us\n", "", spared},
		{"from when it runs again on", "", "80us cpu0 loss 80us\n", spared},
		{"until just before that", "", "79.999us cpu0 loss 79.999us\n", cut},
	} {
		tr := modeltest.Parse(t, c.what, `threadlens-trace 1
cpus 2
span 0us 100us
os linux
0us cpu0 exists 1 state=running
0us cpu1 exists 9 state=running
0us cpu0 migrate 1 - 0 bound=1
`+c.before+`20us cpu0 switch 1 3 preempt
30us cpu1 loss 60us
`+c.after+`80us cpu0 switch 3 1 preempt
95us cpu1 switch 9 idle wait
`)
		got := ""
		for ix := range tr.Threads {
			for s := range tr.Segments(model.ThreadIx(ix), model.Range{From: 20_000, To: 80_000}) {
				if tr.Threads[ix].TID == 1 {
					got += fmt.Sprintf("%v %s ", s.State, span(s.Range))
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
