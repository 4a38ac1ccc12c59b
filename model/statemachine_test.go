package model_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestS15StateMachine: waiting, ready, running, and back to waiting or, preempted,
// to runnable.
func TestS15StateMachine(t *testing.T) {
	tr := modeltest.Parse(t, "states", `threadlens-trace 1
cpus 2
span 0us 100us
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
0us cpu0 switch idle 1 preempt
0us cpu1 exists idle state=running
10us cpu0 switch 1 idle wait win=6
30us cpu1 wake 1 ctx=dpc
35us cpu1 switch idle 1 preempt
50us cpu1 switch 1 2 preempt prio=8,9
60us cpu1 switch 2 1 wait win=6
90us cpu1 exit 1
90us cpu1 switch 1 idle dead
`)
	var got []string
	for ix := range tr.Threads {
		if tr.Threads[ix].TID != 1 {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			got = append(got, fmt.Sprintf("%v %d-%d", s.State, s.From/1000, s.To/1000))
		}
	}
	want := "Running 0-10, Waiting 10-30, Ready 30-35, Running 35-50, Preempted 50-60, Running 60-90"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s", strings.Join(got, ", "))
	}
	machinePartition(t, "states", tr)
}

// TestS15Invariants: on simulated machines, also damaged recordings of them, states
// tile the life of every thread, every CPU has one occupant at a time and every
// thread one CPU, and occupancy adds up to CPUs × window.
func TestS15Invariants(t *testing.T) {
	ps := modeltest.Perturbations()
	machines(200, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		machinePartition(t, fmt.Sprint("seed ", seed), tr)
	})
}

// place is a CPU and an instant at which something starts on it.
type place struct {
	cpu model.CPU
	at  model.Time
}

// runsOf checks that the states of every thread tile its life, and returns where and
// when threads run.
func runsOf(t *testing.T, name string, tr *model.Trace) map[place]model.Segment {
	t.Helper()
	runs := map[place]model.Segment{}
	for ix := range tr.Threads {
		th := &tr.Threads[ix]
		at := th.Life.From
		for s := range tr.Segments(model.ThreadIx(ix), th.Life) {
			if s.From != at || s.To <= s.From {
				t.Fatalf("%s: thread %s: %v follows %d", name, th.Key(), s.Range, at)
			}
			at = s.To
			if s.State == model.Running {
				runs[place{s.CPU, s.From}] = s
			}
		}
		if th.Len() > 0 && at != th.Life.To {
			t.Fatalf("%s: thread %s: states end at %d, its life at %d", name, th.Key(), at, th.Life.To)
		}
	}
	return runs
}

// machinePartition checks a trace for TestS15Invariants.
func machinePartition(t *testing.T, name string, tr *model.Trace) {
	t.Helper()
	runs := runsOf(t, name, tr)
	var occupied model.Time
	for cpu := range model.CPU(len(tr.Cores)) {
		at := model.Time(0)
		for s := range tr.Slices(cpu, tr.Whole()) {
			if s.From != at {
				t.Fatalf("%s: CPU %d: %v follows %d", name, cpu, s.Range, at)
			}
			at = s.To
			occupied += s.Len()
			if ix, ok := s.Occupant.Thread(); ok {
				if got := runs[place{cpu, s.From}]; got.Thread != ix || got.Range != s.Range {
					t.Fatalf("%s: CPU %d has thread %d during %v, whose state is %v during %v", name, cpu, ix, s.Range, got.State, got.Range)
				}
				delete(runs, place{cpu, s.From})
			}
		}
	}
	if len(runs) > 0 {
		t.Fatalf("%s: threads run where no processor has them: %v", name, runs)
	}
	if want := tr.End * model.Time(len(tr.Cores)); occupied != want {
		t.Errorf("%s: occupancy adds up to %d, want %d", name, occupied, want)
	}
}
