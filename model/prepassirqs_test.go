package model_test

import (
	"fmt"
	"slices"
	"testing"

	"threadlens/model"
)

// The interrupts of a pre-pass are ordered by start across all CPUs, outer ones
// first, with everything that the events had.
func TestPrepassInterrupts(t *testing.T) {
	irq := func(cpu model.CPU, from, to model.Time, l model.Level, flags model.EventFlags, name model.StringID) model.Event {
		return model.Event{Kind: model.KindIrq, CPU: cpu, Time: from, End: to, Level: l, Flags: flags, Name: name}
	}
	p := model.PrepassOf(3, []model.Event{
		irq(2, 12, 14, model.LevelIsr, 0, 3),
		irq(2, 10, 20, model.LevelDpc, model.IrqTimer, 4),
		irq(0, 10, 11, model.LevelNmi, 0, 0),
		irq(0, 13, 5_000_000_000, model.LevelIsr, model.IrqNet, 5),
		irq(2, -3, 2, model.LevelIsr, 0, 0),
	})
	var got []string
	for e := range p.Interrupts() {
		got = append(got, fmt.Sprintf("%d cpu%d [%d,%d) %v %d %d", e.Kind, e.CPU, e.Time, e.End, e.Level, e.Flags, e.Name))
		if e.TID != model.NoTID || e.PID != model.NoPID || e.Target != model.NoCPU || e.Prio[0] != model.NoPrio {
			t.Errorf("%+v names what an interrupt has not", e)
		}
	}
	k := model.KindIrq
	want := []string{
		fmt.Sprintf("%d cpu2 [-3,2) isr 0 0", k), fmt.Sprintf("%d cpu0 [10,11) nmi 0 0", k), fmt.Sprintf("%d cpu2 [10,20) dpc 1 4", k),
		fmt.Sprintf("%d cpu2 [12,14) isr 0 3", k), fmt.Sprintf("%d cpu0 [13,5000000000) isr 2 5", k),
	}
	if !slices.Equal(got, want) {
		t.Errorf("interrupts\n%q\nwant\n%q", got, want)
	}
	for range p.Interrupts() {
		break // iteration may stop anywhere
	}
}
