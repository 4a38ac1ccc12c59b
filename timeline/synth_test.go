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
	tables := &model.Tables{}
	info := &model.Info{CPUs: threads, End: end, TargetPID: 1000, OS: model.OS{Family: "linux"}}
	subs := []model.Sub{
		model.SubFutex, model.SubSleep, model.SubBlock, model.SubPipe, model.SubFutexTimeout,
		model.SubMemoryMap, model.SubPollTimeout,
	}
	b := model.NewBuilder(info, tables, nil)
	name := tables.Strings.ID("bench")
	for i := range threads {
		tid := model.TID(1000 + i)
		events := []model.Event{{Kind: model.KindExists, CPU: model.CPU(i), TID: tid, PID: 1000, Name: name}}
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		cycle := float64(end) / float64(perThread/3) / float64(bursts)
		at := model.Time(rng.Float64() * float64(end) * (1 - 1/float64(bursts)))
		b.Add(appendCycles(events, rng, model.CPU(i), tid, subs, at, cycle, perThread/3))
	}
	return b.Trace()
}

// appendCycles adds n cycles of run, wait and ready of a thread.
func appendCycles(events []model.Event, rng *rand.Rand, cpu model.CPU, tid model.TID, subs []model.Sub, at model.Time, cycle float64, n int) []model.Event {
	start := at
	for c := range n {
		at = max(at, start+model.Time(cycle*float64(c)))
		step := func(share float64) model.Time {
			at += 1 + model.Time(rng.ExpFloat64()*cycle*share)
			return at
		}
		in := model.Event{Kind: model.KindSwitch, Time: at, CPU: cpu, TID: model.IdleTID, Other: tid}
		out := model.Event{Kind: model.KindSwitch, Time: step(0.4), CPU: cpu, TID: tid, Other: model.IdleTID, Sub: subs[rng.IntN(len(subs))]}
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
