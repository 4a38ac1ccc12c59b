package modeltest

import (
	"math/rand/v2"
	"slices"

	"threadlens/model"
)

// Machine is the record of a simulated machine: what its tracer wrote and what
// really happened.
type Machine struct {
	CPUs   int
	End    model.Time
	Events []model.Event // in one valid order; for each CPU it is the recorded order
	Truth  map[Life][]Interval
}

// Life is one incarnation of a thread id.
type Life struct {
	TID         model.TID
	Incarnation int
}

// Interval is a piece of a thread's true life; zero lengths are left out.
type Interval struct {
	model.Range
	State model.State
	CPU   model.CPU // where it ran; NoCPU otherwise
}

// Shape is the kind of machine to simulate.
type Shape struct {
	CPUs, Threads, Steps int
	Irqs, Forks          bool
	NoTies               bool // all events at different times
	WakesFind            bool // every wake finds its thread waiting
}

// RandomShape draws a small machine.
func RandomShape(rng *rand.Rand) Shape {
	return Shape{
		CPUs: 1 + rng.IntN(4), Threads: 1 + rng.IntN(8), Steps: 20 + rng.IntN(200),
		Irqs: rng.IntN(2) == 0, Forks: rng.IntN(2) == 0,
	}
}

type simThread struct {
	Life
	state model.State
	since model.Time
	cpu   model.CPU
	in    model.Time // last switch-in, -1 for never
	raced bool       // woken before it blocked, and not run since
}

type sim struct {
	Machine
	rng     *rand.Rand
	shape   Shape
	now     model.Time
	threads []*simThread // living
	cpus    []*simThread // occupant, nil for idle
	busy    []model.Time // CPU is inside an interrupt until then
	inc     map[model.TID]int
	nextTID model.TID
}

// Simulate runs a machine and records it completely: every switch and every
// wake, with spurious and duplicate wakes, wakes just before the switch-out,
// steps of length zero, equal timestamps on several CPUs, forks, exits and
// reused ids, interrupts and wakes inside them.
func Simulate(seed uint64, shape Shape) *Machine {
	s := &sim{
		rng: rand.New(rand.NewPCG(seed, 77)), shape: shape,
		cpus: make([]*simThread, shape.CPUs), busy: make([]model.Time, shape.CPUs),
		inc: map[model.TID]int{}, nextTID: 1,
	}
	s.CPUs, s.Truth = shape.CPUs, map[Life][]Interval{}
	for range shape.Threads {
		s.born(model.Waiting)
	}
	for c := range s.cpus {
		if s.rng.IntN(3) > 0 {
			if th := s.pick(model.Waiting); th != nil {
				s.cpus[c], th.state, th.cpu = th, model.Running, model.CPU(c)
			}
		}
	}
	for range shape.Steps {
		if s.rng.IntN(3) > 0 {
			s.now += model.Time(s.rng.IntN(20))
		}
		s.step(model.CPU(s.rng.IntN(shape.CPUs)))
	}
	s.End = s.now + model.Time(1+s.rng.IntN(20))
	for _, b := range s.busy {
		s.End = max(s.End, b)
	}
	s.now = s.End
	for _, th := range slices.Clone(s.threads) {
		s.change(th, model.Dead)
	}
	return &s.Machine
}

func (s *sim) born(state model.State) *simThread {
	id := s.nextTID
	if len(s.inc) > 4 && s.rng.IntN(2) == 0 { // reuse the id of a dead thread
		for k := model.TID(1); k < s.nextTID; k++ {
			if !slices.ContainsFunc(s.threads, func(t *simThread) bool { return t.TID == k }) {
				id = k
				break
			}
		}
	}
	if id == s.nextTID {
		s.nextTID++
	}
	th := &simThread{Life: Life{id, s.inc[id]}, state: state, since: s.now, cpu: model.NoCPU, in: -1}
	s.inc[id]++
	s.threads = append(s.threads, th)
	return th
}

// change ends the thread's interval and starts one in another state.
func (s *sim) change(th *simThread, to model.State) {
	if s.now > th.since {
		s.Truth[th.Life] = append(s.Truth[th.Life], Interval{model.Range{From: th.since, To: s.now}, th.state, th.cpu})
	}
	th.state, th.since, th.cpu = to, s.now, model.NoCPU
	if to == model.Dead {
		s.threads = slices.DeleteFunc(s.threads, func(t *simThread) bool { return t == th })
	}
}

// pick returns a random thread in one of the states, nil if there is none.
func (s *sim) pick(states ...model.State) *simThread {
	var of []*simThread
	for _, th := range s.threads {
		if slices.Contains(states, th.state) {
			of = append(of, th)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return of[s.rng.IntN(len(of))]
}

// tick lets time pass before something happens that must not share its instant.
func (s *sim) tick() {
	if s.shape.NoTies {
		s.now++
	}
}

func (s *sim) emit(e model.Event) {
	e.Time = s.now
	s.Events = append(s.Events, e)
}

func (s *sim) step(cpu model.CPU) {
	if s.busy[cpu] > s.now {
		return
	}
	cur := s.cpus[cpu]
	s.tick()
	switch k := s.rng.IntN(12); {
	case cur == nil || k < 4:
		s.reschedule(cpu, cur)
	case k < 8:
		s.wake(cpu)
	case k == 8 && s.shape.Irqs:
		s.interrupt(cpu)
	case k == 9 && s.shape.Forks && len(s.threads) < 12:
		s.fork(cpu, cur)
	case k == 10 && s.shape.Forks && len(s.threads) > 2:
		s.emit(model.Event{Kind: model.KindExit, CPU: cpu, TID: cur.TID})
		s.now += model.Time(s.rng.IntN(3))
		s.tick()
		s.switchTo(cpu, cur, model.OutDead)
	case k == 11 && !s.shape.WakesFind:
		s.raceWake(cpu)
	}
}

// reschedule lets the occupant block, yield or be preempted, or an idle CPU
// pick up a thread.
func (s *sim) reschedule(cpu model.CPU, cur *simThread) {
	out := []model.Out{model.OutWait, model.OutPreempt, model.OutYield}[s.rng.IntN(3)]
	if cur == nil && s.pick(model.Ready, model.Preempted) == nil {
		return
	}
	s.switchTo(cpu, cur, out)
}

// switchTo takes the occupant off and puts the next thread on.
func (s *sim) switchTo(cpu model.CPU, cur *simThread, out model.Out) {
	next := s.pick(model.Ready, model.Preempted)
	if next == nil && cur == nil {
		return
	}
	if s.ambiguous(next) {
		s.now++
		defer func() { s.now++ }()
	}
	e := model.Event{Kind: model.KindSwitch, CPU: cpu, Out: out, Prio: [2]int16{model.NoPrio, model.NoPrio}, PID: model.NoPID}
	if cur != nil {
		e.TID = cur.TID
		switch out {
		case model.OutWait:
			e.Sub = model.SubInterruptible
			s.change(cur, model.Waiting)
		case model.OutDead:
			s.change(cur, model.Dead)
		default:
			e.Sub = model.SubRunnable
			s.change(cur, model.Preempted)
		}
	}
	s.cpus[cpu] = next
	if next != nil {
		e.Other = next.TID
		s.change(next, model.Running)
		next.cpu, next.raced, next.in = cpu, false, s.now
	}
	s.emit(e)
}

// ambiguous reports whether a switch-in of th now could be recorded in another
// order than it happened: a wake of it, or its switch-out elsewhere, at the same
// instant.
func (s *sim) ambiguous(th *simThread) bool {
	return th != nil && (th.raced || th.in == s.now || th.state == model.Preempted && th.since == s.now)
}

// wake issues a wake from the occupant of cpu: of a waiting thread, or a spurious
// one of a runnable thread.
func (s *sim) wake(cpu model.CPU) {
	th := s.pick(model.Waiting)
	if s.rng.IntN(6) == 0 && !s.shape.WakesFind {
		// At the instant at which the thread runs and blocks, a duplicate wake
		// could be the end of that wait.
		s.now++
		defer func() { s.now++ }()
		th = s.pick(model.Ready, model.Preempted)
	}
	// A second wake of a race-woken thread would look like its only one.
	if th != nil && !th.raced {
		s.wakeEvent(cpu, th)
	}
}

func (s *sim) wakeEvent(cpu model.CPU, th *simThread) {
	s.emit(model.Event{Kind: model.KindWake, CPU: cpu, TID: th.TID, Other: model.NoTID, Target: model.NoCPU})
	if th.state == model.Waiting {
		s.change(th, model.Ready)
	}
}

// interrupt records an interval with a wake inside, perhaps a nested one.
func (s *sim) interrupt(cpu model.CPU) {
	from, to := s.now, s.now+model.Time(2+s.rng.IntN(15))
	s.emit(model.Event{Kind: model.KindIrq, CPU: cpu, End: to, Level: model.LevelDpc})
	if s.rng.IntN(3) == 0 {
		s.emit(model.Event{Kind: model.KindIrq, CPU: cpu, End: from + (to-from)/2, Level: model.LevelIsr})
	}
	s.tick()
	s.wake(cpu)
	s.busy[cpu] = to
}

func (s *sim) fork(cpu model.CPU, cur *simThread) {
	th := s.born(model.Waiting)
	s.emit(model.Event{Kind: model.KindStart, CPU: cpu, TID: th.TID, Other: cur.TID, PID: model.NoPID})
	s.now += model.Time(s.rng.IntN(3))
	s.tick()
	s.emit(model.Event{Kind: model.KindWake, Wake: model.WakeNew, CPU: cpu, TID: th.TID, Other: model.NoTID, Target: model.NoCPU})
	s.change(th, model.Ready)
}

// raceWake wakes a running thread on another CPU that is about to block: when it
// leaves its CPU it is immediately runnable, without a further wake.
func (s *sim) raceWake(cpu model.CPU) {
	victim := s.rng.IntN(len(s.cpus))
	th := s.cpus[victim]
	if model.CPU(victim) == cpu || th == nil || s.busy[victim] > s.now || s.cpus[cpu] == nil {
		return
	}
	s.emit(model.Event{Kind: model.KindWake, CPU: cpu, TID: th.TID, Other: model.NoTID, Target: model.NoCPU})
	s.now += model.Time(s.rng.IntN(5))
	s.tick()
	next := s.pick(model.Ready, model.Preempted)
	if s.ambiguous(next) {
		next = nil
	}
	e := model.Event{
		Kind: model.KindSwitch, CPU: model.CPU(victim), TID: th.TID, Out: model.OutWait, Sub: model.SubInterruptible,
		Prio: [2]int16{model.NoPrio, model.NoPrio}, PID: model.NoPID,
	}
	s.change(th, model.Ready)
	th.raced = true
	s.cpus[victim] = next
	if next != nil {
		e.Other = next.TID
		s.change(next, model.Running)
		next.cpu, next.raced, next.in = model.CPU(victim), false, s.now
	}
	s.emit(e)
}
