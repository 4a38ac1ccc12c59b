package classify_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
)

// BenchmarkClassify classifies a million waits of 100 threads in 20,000 stacks.
func BenchmarkClassify(b *testing.B) {
	tables := &model.Tables{}
	var stacks []model.StackID
	for i := range 2000 {
		id := model.NoStack
		for k := range 10 {
			f := model.Frame{Module: tables.Strings.ID("libc.so.6"), Addr: uint64(i*16 + k)}
			f.Name = tables.Strings.ID([]string{"read", "pthread_mutex_lock", "start", "poll", "nanosleep"}[(i>>k)%5])
			id = tables.Stacks.Push(id, f)
		}
		stacks = append(stacks, id)
	}
	var events []model.Event
	for i := range 1_000_000 {
		tid, at := model.TID(1+i%100), model.Time(i)*1000
		events = append(events,
			model.Event{Kind: model.KindSwitch, Time: at, TID: model.IdleTID, Other: tid},
			model.Event{Kind: model.KindSwitch, Time: at + 400, TID: tid, Other: model.IdleTID, Out: model.OutWait, Sub: model.SubUserWait, Stack: stacks[i%len(stacks)]},
			model.Event{Kind: model.KindWake, Time: at + 800, TID: tid, Ctx: model.CtxTimer})
	}
	tr := model.Build(&model.Info{CPUs: 1}, tables, model.PrepassOf(1, events), events)
	b.ResetTimer()
	for b.Loop() {
		classify.Default().Apply(tr)
	}
}
