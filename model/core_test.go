package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestInterrupts compares the interrupts of random windows with those picked
// from all of the trace.
func TestInterrupts(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		m := modeltest.Simulate(seed, modeltest.Shape{CPUs: 2, Threads: 4, Steps: 300, Irqs: true})
		tr := modeltest.Build(m.CPUs, m.End, m.Events)
		all := slices.Collect(tr.Interrupts(0, tr.Whole()))
		for range 20 {
			from := model.Time(rng.Int64N(int64(tr.End)))
			r := model.Range{From: from, To: from + model.Time(rng.IntN(60))}
			var want []model.IrqSpan
			for _, i := range all {
				if i.From < r.To && i.To > r.From {
					want = append(want, i)
				}
			}
			if got := slices.Collect(tr.Interrupts(0, r)); !slices.Equal(got, want) {
				t.Fatalf("seed %d in %v: %v, want %v", seed, r, got, want)
			}
		}
	}
}

// irqEvent is a whole interrupt.
func irqEvent(cpu model.CPU, from, to model.Time, level model.Level, name model.StringID) model.Event {
	return model.Event{Kind: model.KindIrq, CPU: cpu, Time: from, End: to, Level: level, Name: name}
}

func irqSpan(from, to model.Time, level model.Level, name model.StringID) model.IrqSpan {
	return model.IrqSpan{Range: model.Range{From: from, To: to}, Level: level, Name: name}
}

// TestOddInterrupts checks interrupts that nest on one CPU and are apart on the
// other, last for seconds, take no time, or touch at another level.
func TestOddInterrupts(t *testing.T) {
	const second, far = 1_000_000_000, 1 << 30 // the number of a name
	events := []model.Event{
		irqEvent(0, 20, 40, model.LevelIsr, 2), // recorded before the one around it
		irqEvent(0, 10, 90, model.LevelDpc, 1),
		irqEvent(0, 100, 5*second, model.LevelDpc, far),
		irqEvent(0, 3*second, 3*second+7, model.LevelNmi, far+1),
		irqEvent(1, 10, 30, model.LevelDpc, 1),
		irqEvent(1, 30, 50, model.LevelIsr, 2),
		irqEvent(1, 50, 50, model.LevelIsr, 3),
		irqEvent(1, 60, 10*second, model.LevelNmi, far), // beyond the end
	}
	tr := model.Build(&model.Info{CPUs: 2, End: 8 * second}, &model.Tables{}, model.PrepassOf(2, events), nil)
	want := [][]model.IrqSpan{
		{
			irqSpan(10, 90, model.LevelDpc, 1), irqSpan(20, 40, model.LevelIsr, 2),
			irqSpan(100, 5*second, model.LevelDpc, far), irqSpan(3*second, 3*second+7, model.LevelNmi, far+1),
		},
		{
			irqSpan(10, 30, model.LevelDpc, 1), irqSpan(30, 50, model.LevelIsr, 2),
			irqSpan(50, 50, model.LevelIsr, 3), irqSpan(60, 8*second, model.LevelNmi, far),
		},
	}
	for cpu, want := range want {
		if got := slices.Collect(tr.Interrupts(model.CPU(cpu), tr.Whole())); !slices.Equal(got, want) {
			t.Errorf("CPU %d: %v, want %v", cpu, got, want)
		}
	}
	for _, tt := range []struct {
		cpu      model.CPU
		from, to model.Time
		isr, dpc model.Time
		spans    int
	}{
		{0, 0, 8 * second, 27, 60 + 5*second - 107, 4},
		{0, 30, 50, 10, 10, 2},
		{0, 3*second + 1, 3*second + 10, 6, 3, 2},
		{0, 4 * second, 6 * second, 0, second, 1},
		{0, 5 * second, 6 * second, 0, 0, 0},
		{1, 0, 60, 20, 20, 3},
		{1, 30, 40, 10, 0, 1},
		{1, 25, 35, 5, 5, 2},
		{1, 7 * second, 9 * second, second, 0, 1},
	} {
		r := model.Range{From: tt.from, To: tt.to}
		if c := tr.CoreTime(tt.cpu, r); c.ISR != tt.isr || c.DPC != tt.dpc {
			t.Errorf("CPU %d in %v: %d ns of isr, %d of dpc, want %d and %d", tt.cpu, r, c.ISR, c.DPC, tt.isr, tt.dpc)
		}
		if n := len(slices.Collect(tr.Interrupts(tt.cpu, r))); n != tt.spans {
			t.Errorf("CPU %d in %v: %d interrupts, want %d", tt.cpu, r, n, tt.spans)
		}
	}
}

// TestInterruptAroundMany checks that windows anywhere in a long interrupt show it
// even if many are nested in it.
func TestInterruptAroundMany(t *testing.T) {
	const n, end = 200, 200 * 100
	events := []model.Event{irqEvent(0, 50, end-170, model.LevelDpc, 1)}
	for k := range model.Time(n) {
		events = append(events, irqEvent(0, 100*k+5, 100*k+15, model.LevelIsr, 2))
	}
	tr := model.Build(&model.Info{CPUs: 1, End: end}, &model.Tables{}, model.PrepassOf(1, events), nil)
	for k := range model.Time(n) {
		var want []model.IrqSpan
		if k > 0 && k < n-1 { // it ends in the last but one
			want = append(want, irqSpan(50, end-170, model.LevelDpc, 1))
		}
		want = append(want, irqSpan(100*k+5, 100*k+15, model.LevelIsr, 2))
		r := model.Range{From: 100 * k, To: 100*k + 40}
		if got := slices.Collect(tr.Interrupts(0, r)); !slices.Equal(got, want) {
			t.Fatalf("in %v: %v, want %v", r, got, want)
		}
	}
}

// TestWakeInLongInterrupt checks the context of wakes inside and after an interrupt
// that lasts for seconds.
func TestWakeInLongInterrupt(t *testing.T) {
	const second = 1_000_000_000
	irq := irqEvent(0, 10, 5*second, model.LevelDpc, 1)
	irq.Flags = model.IrqNet
	wake := model.Event{Kind: model.KindWake, Time: 4 * second, TID: 7, Other: model.NoTID, Target: model.NoCPU}
	late := wake
	late.Time, late.TID = 5*second, 8
	next := model.Event{Kind: model.KindSwitch, Time: 6*second - 1, CPU: 1, TID: model.IdleTID, Other: 7, Out: model.OutPreempt}
	tr := modeltest.Build(2, 6*second, []model.Event{irq, wake, late, next})
	for ix, want := range []model.Context{model.CtxNetRx, model.CtxUnknown} {
		var got []model.Context
		for e := range tr.Episodes(model.ThreadIx(ix), tr.Whole()) {
			got = append(got, e.Ctx)
		}
		if !slices.Equal(got, []model.Context{want}) {
			t.Errorf("thread %s woken in the contexts %v, want %v", tr.Threads[ix].Key(), got, want)
		}
	}
}
