package calltree_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// stacked is a trace with four CPUs on which 200 threads take turns, with 10
// million samples in 20,000 stacks.
func stacked() *model.Trace {
	const cpus, threads, turns, samples, stacks = 4, 200, 2_000_000, 5, 20_000
	info := &model.Info{CPUs: cpus, TargetPID: model.NoPID}
	info.Has.Switches, info.Has.Wakes, info.Has.Stacks = true, true, true
	state := uint64(1)
	below := func(n int) uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state >> 33 % uint64(n)
	}
	tables := new(model.Tables)
	for range stacks {
		s := &tables.Stacks
		s.Push(model.StackID(below(s.Len()+1)), model.Frame{Addr: below(2000) + 1})
	}
	stack := func() model.StackID { return model.StackID(below(tables.Stacks.Len()) + 1) }
	b := model.NewBuilder(info, tables, model.NewPrepass(cpus))
	var last [cpus]model.TID
	var batch []model.Event
	for i := range turns {
		at, cpu, next := model.Time(i)*4000, model.CPU(i%cpus), model.TID(1000+i%threads)
		batch = append(batch,
			model.Event{Time: at - 1, CPU: cpu, Kind: model.KindWake, TID: next, Other: model.NoTID, Target: cpu, Ctx: model.CtxThread, PID: model.NoPID, Stack: stack()},
			model.Event{
				Time: at, CPU: cpu, Kind: model.KindSwitch, TID: last[cpu], Other: next, Out: model.OutWait, Sub: model.SubFutex,
				PID: model.NoPID, Stack: stack(),
			})
		last[cpu] = next
		for k := range model.Time(samples) {
			batch = append(batch, model.Event{Kind: model.KindSample, Time: at + 100 + 500*k, CPU: cpu, TID: next, PID: model.NoPID, Stack: stack()})
		}
		if len(batch) > 4000 {
			b.Add(batch)
			b.Settle(at - 3)
			batch = batch[:0]
		}
	}
	b.Add(batch)
	b.Settle(model.Forever)
	return b.Trace()
}

// BenchmarkCallTrees measures the call trees of each kind over a whole big trace,
// and the step from one instance of a function to the next.
func BenchmarkCallTrees(b *testing.B) {
	t := stacked()
	q := calltree.TreeQuery{Range: t.Whole()}
	for ix := range t.Threads {
		q.Threads = append(q.Threads, model.ThreadIx(ix))
	}
	for kind := calltree.TreeExecution; kind <= calltree.TreeUnblocking; kind++ {
		q.Kind = kind
		var tree calltree.CallTree
		b.Run(kind.String(), func(b *testing.B) {
			for b.Loop() {
				tree = calltree.CallTrees(t, q)[0]
			}
		})
		b.Run(kind.String()+"/instance", func(b *testing.B) {
			path := tree.Path(min(5, len(tree.Nodes)-1))
			for b.Loop() {
				if _, ok := calltree.CallInstance(t, q, path, calltree.Instance{}, 1); !ok {
					b.Fatal("no instance")
				}
			}
		})
	}
}
