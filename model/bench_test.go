package model_test

import (
	"testing"

	"threadlens/model"
)

// benchEvents makes a steady load: pairs of threads on each CPU that wake each
// other and block, with accounting events in between, as in a Linux trace.
func benchEvents(cpus, n int) []model.Event {
	events := make([]model.Event, 0, n)
	const perCPU = 32
	prio := [2]int16{120, 120}
	at := model.Time(0)
	cur := make([]model.TID, cpus)
	for c := range cur {
		cur[c] = model.TID(1 + c*perCPU)
	}
	for i := 0; len(events)+4 <= n; i++ {
		c := i % cpus
		next := model.TID(1 + c*perCPU + (i/cpus+1)%perCPU)
		cpu := model.CPU(c)
		at += 700
		events = append(events,
			model.Event{Kind: model.KindWake, Wake: model.WakeWaking, CPU: cpu, Time: at, TID: next, Other: cur[c], Ctx: model.CtxThread, Target: cpu},
			model.Event{Kind: model.KindRan, CPU: cpu, Time: at + 150, TID: cur[c], Other: cur[c], Arg: 500},
			model.Event{
				Kind: model.KindSwitch, CPU: cpu, Time: at + 200, TID: cur[c], Other: next,
				Sub: model.SubInterruptible, Prio: prio, PID: model.NoPID,
			},
			model.Event{Kind: model.KindRan, CPU: cpu, Time: at + 600, TID: next, Other: next, Arg: 400})
		cur[c] = next
	}
	return events
}

// BenchmarkBuilder measures the state machine alone: events in memory, settled in
// batches as a reader delivers them.
func BenchmarkBuilder(b *testing.B) {
	for _, cpus := range []int{2, 16, 64} {
		b.Run(map[int]string{2: "cpus=2", 16: "cpus=16", 64: "cpus=64"}[cpus], func(b *testing.B) {
			const n = 1_000_000
			events := benchEvents(cpus, n)
			b.ReportAllocs()
			for b.Loop() {
				bl := model.NewBuilder(&model.Info{CPUs: cpus}, &model.Tables{}, model.PrepassOf(cpus, events[:1000]))
				for i := 0; i < len(events); i += 8192 {
					part := events[i:min(i+8192, len(events))]
					bl.Feed(part, part[len(part)-1].Time)
				}
				if t := bl.Trace(); t.SwitchCount() == 0 {
					b.Fatal("no switches")
				}
			}
			b.ReportMetric(float64(b.N)*float64(len(events))/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

// BenchmarkSums measures the exact category sums of a thread in a window.
func BenchmarkSums(b *testing.B) {
	events := benchEvents(2, 1_000_000)
	t := modelOf(2, events)
	whole := t.Whole()
	i := model.Time(0)
	for b.Loop() {
		i = (i + 7919) % (whole.To / 2)
		t.Sums(model.ThreadIx(int(i)%len(t.Threads)), model.Range{From: i, To: whole.To - i})
	}
}

func modelOf(cpus int, events []model.Event) *model.Trace {
	return model.Build(&model.Info{CPUs: cpus}, &model.Tables{}, model.PrepassOf(cpus, events), events)
}
