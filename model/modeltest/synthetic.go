package modeltest

import (
	"math/rand/v2"
	"slices"

	"threadlens/model"
)

// Synthetic builds a trace of threads × about perThread segments over end ns, each
// thread on its own CPU, with waits of many kinds. bursts > 1 squeezes the activity
// of each thread into that part of its time.
func Synthetic(threads, perThread int, end model.Time, bursts int) *model.Trace {
	return SyntheticOf(syntheticWaits, threads, perThread, end, bursts)
}

// SyntheticOf is Synthetic with waits of the given kinds.
func SyntheticOf(waits []model.Sub, threads, perThread int, end model.Time, bursts int) *model.Trace {
	tables := &model.Tables{}
	info := &model.Info{CPUs: threads, End: end, TargetPID: 1000, OS: model.OS{Family: "linux"}}
	b := model.NewBuilder(info, tables, nil)
	name := tables.Strings.ID("bench")
	for i := range threads {
		tid := model.TID(1000 + i)
		events := []model.Event{{Kind: model.KindExists, CPU: model.CPU(i), TID: tid, PID: 1000, Name: name}}
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		cycle := float64(end) / float64(perThread/3) / float64(bursts)
		at := model.Time(rng.Float64() * float64(end) * (1 - 1/float64(bursts)))
		b.Add(appendCycles(events, rng, waits, model.CPU(i), tid, at, cycle, perThread/3))
	}
	return b.Trace()
}

// Crowd builds a trace like Synthetic, with the given number of threads in each
// process, one slice of time after the other: the events of all threads would need
// more memory than the trace.
func Crowd(threads, perThread int, end model.Time, threadsEach int) *model.Trace {
	const atOnce = 8 // cycles in a slice
	tables := &model.Tables{}
	info := &model.Info{CPUs: threads, End: end, TargetPID: 1000, OS: model.OS{Family: "linux"}}
	b := model.NewBuilder(info, tables, nil)
	name := tables.Strings.ID("bench")
	rngs, last := make([]*rand.Rand, threads), make([]model.Time, threads)
	for i := range threads {
		rngs[i] = rand.New(rand.NewPCG(8, uint64(i)))
		// No two threads start at the same instant: ordering ties is expensive.
		pid := uint32(1000 + i/threadsEach*threadsEach)
		b.Add([]model.Event{{Kind: model.KindExists, Time: model.Time(i), CPU: model.CPU(i), TID: model.TID(1000 + i), PID: pid, Name: name}})
		last[i] = model.Time(i)
	}
	slices := max(1, perThread/3/atOnce)
	cycle := float64(end) / float64(slices*atOnce)
	for k := range slices {
		from := model.Time(float64(k*atOnce) * cycle)
		var events []model.Event
		for i := range threads {
			at := max(from+model.Time(i), last[i])
			events = appendCycles(events, rngs[i], syntheticWaits, model.CPU(i), model.TID(1000+i), at, cycle, atOnce)
			last[i] = events[len(events)-1].Time
		}
		b.Add(events)
		b.Settle(from)
	}
	return b.Trace()
}

// syntheticWaits are the wait reasons in synthetic traces.
var syntheticWaits = []model.Sub{
	model.SubFutex, model.SubSleep, model.SubBlock, model.SubPipe, model.SubFutexTimeout,
	model.SubMemoryMap, model.SubPollTimeout,
}

// appendCycles appends n cycles of a thread: running, a wait of one of the kinds,
// and ready.
func appendCycles(events []model.Event, rng *rand.Rand, waits []model.Sub, cpu model.CPU, tid model.TID, at model.Time, cycle float64, n int) []model.Event {
	start := at
	for c := range n {
		at = max(at, start+model.Time(cycle*float64(c)))
		step := func(share float64) model.Time {
			at += 1 + model.Time(rng.ExpFloat64()*cycle*share)
			return at
		}
		in := model.Event{Kind: model.KindSwitch, Time: at, CPU: cpu, TID: model.IdleTID, Other: tid}
		out := model.Event{Kind: model.KindSwitch, Time: step(0.4), CPU: cpu, TID: tid, Other: model.IdleTID, Sub: waits[rng.IntN(len(waits))]}
		events = append(events, in, out)
		if rng.IntN(4) == 0 {
			events[len(events)-1].Out, events[len(events)-1].Sub = model.OutPreempt, model.SubSliceEnd
			step(0.1)
		} else {
			events = append(events, model.Event{Kind: model.KindWake, Time: step(0.3), CPU: cpu, TID: tid, Other: model.NoTID, Target: cpu})
			step(0.1)
		}
	}
	return events
}

// Scheduled is a random trace of the given number of threads that share few CPUs,
// with interrupts, preemptions, migrations and idle time.
func Scheduled(seed uint64, cpus, threads, switches int) *model.Trace {
	rng := rand.New(rand.NewPCG(seed, 77))
	tables := &model.Tables{}
	info := &model.Info{CPUs: cpus, OS: model.OS{Family: "linux"}, TargetPID: 100}
	var events []model.Event
	for i := range threads {
		events = append(events, model.Event{Kind: model.KindExists, TID: model.TID(10 + i), PID: uint32(100 + i%3), Name: tables.Strings.ID("t")})
	}
	running := make([]model.TID, cpus)
	for c := range running {
		running[c] = model.IdleTID
	}
	var free []model.TID
	for i := range threads {
		free = append(free, model.TID(10+i))
	}
	at := model.Time(1000)
	for range switches {
		at += 1 + model.Time(rng.ExpFloat64()*20_000)
		if rng.IntN(200) == 0 {
			at += 5_000_000
		}
		c := rng.IntN(cpus)
		if rng.IntN(6) == 0 {
			events = append(events, model.Event{Kind: model.KindIrqEnter, Time: at, CPU: model.CPU(c), Level: model.LevelIsr},
				model.Event{Kind: model.KindIrqExit, Time: at + 1 + model.Time(rng.IntN(3000)), CPU: model.CPU(c), Level: model.LevelIsr})
			at += 4000
			continue
		}
		next := model.IdleTID
		if len(free) > 0 && rng.IntN(4) > 0 {
			k := rng.IntN(len(free))
			next = free[k]
			free = slices.Delete(free, k, k+1)
		}
		e := model.Event{Kind: model.KindSwitch, Time: at, CPU: model.CPU(c), TID: running[c], Other: next, Sub: model.SubFutex}
		if rng.IntN(3) == 0 {
			e.Out, e.Sub = model.OutPreempt, model.SubSliceEnd
		}
		if next == running[c] {
			continue
		}
		if running[c] != model.IdleTID {
			free = append(free, running[c])
		}
		running[c] = next
		events = append(events, e)
	}
	info.End = at + 1_000_000
	return model.Build(info, tables, nil, events)
}
