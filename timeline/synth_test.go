package timeline

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"threadlens/model"
)

// synthetic builds a trace of threads × about perThread segments over end ns,
// each thread on a processor of its own, with waits of many kinds. bursts > 1
// squeezes the activity of each thread into that part of its time.
func synthetic(threads, perThread int, end model.Time, bursts int) *model.Trace {
	return synthetically(waits, threads, perThread, end, bursts)
}

// synthetically is synthetic with waits of the given kinds.
func synthetically(waits []model.Sub, threads, perThread int, end model.Time, bursts int) *model.Trace {
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

// crowd builds a trace like synthetic, with so many threads in each process, a
// slice of time after the other: the events of all threads would need more memory
// than the trace.
func crowd(threads, perThread int, end model.Time, threadsEach int) *model.Trace {
	const atOnce = 8 // cycles in a slice
	tables := &model.Tables{}
	info := &model.Info{CPUs: threads, End: end, TargetPID: 1000, OS: model.OS{Family: "linux"}}
	b := model.NewBuilder(info, tables, nil)
	name := tables.Strings.ID("bench")
	rngs, last := make([]*rand.Rand, threads), make([]model.Time, threads)
	for i := range threads {
		rngs[i] = rand.New(rand.NewPCG(8, uint64(i)))
		// No two threads begin at the same instant: ties are dear to order.
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
			events = appendCycles(events, rngs[i], waits, model.CPU(i), model.TID(1000+i), at, cycle, atOnce)
			last[i] = events[len(events)-1].Time
		}
		b.Add(events)
		b.Settle(from)
	}
	return b.Trace()
}

// waits are the reasons for which threads of synthetic traces wait.
var waits = []model.Sub{
	model.SubFutex, model.SubSleep, model.SubBlock, model.SubPipe, model.SubFutexTimeout,
	model.SubMemoryMap, model.SubPollTimeout,
}

// appendCycles adds n cycles of run, wait of one of the kinds and ready of a thread.
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

// big is the trace of the benchmarks, built once.
var big = sync.OnceValue(func() *model.Trace { return synthetic(200, 50_000, 60*second, 1) })

// plain is big with waits without a reason.
var plain = sync.OnceValue(func() *model.Trace {
	return synthetically([]model.Sub{model.SubInterruptible, model.SubUninterruptible}, 200, 50_000, 60*second, 1)
})

func segmentCount(t *model.Trace) (n int) {
	for i := range t.Threads {
		n += t.Threads[i].Len()
	}
	return n
}

func ExampleFormatDuration() {
	fmt.Println(FormatDuration(250 * millisecond))
	// Output: 250 ms
}
