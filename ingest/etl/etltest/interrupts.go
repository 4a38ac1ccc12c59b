package etltest

import (
	"slices"

	"threadlens/model"
)

// pairInterrupts turns entries and exits into whole interrupts in the place of the entry; unpaired
// ones are unchanged.
func (c *converter) pairInterrupts(events []model.Event) []model.Event {
	open := make([][]int, c.cfg.CPUs) // indices into paired, by CPU
	paired := make([]model.Event, 0, len(events))
	for i := range events {
		e := &events[i]
		if int(e.CPU) < len(open) && e.Kind == model.KindIrqEnter {
			open[e.CPU] = append(open[e.CPU], len(paired))
		}
		if int(e.CPU) < len(open) && e.Kind == model.KindIrqExit {
			if k := partner(paired, open[e.CPU], e.Level); k >= 0 {
				enter := &paired[open[e.CPU][k]]
				enter.Kind, enter.End = model.KindIrq, e.Time
				open[e.CPU] = slices.Delete(open[e.CPU], k, k+1)
				continue
			}
		}
		paired = append(paired, *e)
	}
	return paired
}

// partner is the place in open of the innermost entry of a level, -1 for none.
func partner(events []model.Event, open []int, level model.Level) int {
	for k := len(open) - 1; k >= 0; k-- {
		if events[open[k]].Level == level {
			return k
		}
	}
	return -1
}

// doIrq writes an interrupt at its end, as Windows does.
func (c *converter) doIrq(e *model.Event, start int64) bool {
	if e.Level == model.LevelNmi {
		c.omit(e, "a non-maskable interrupt")
		return false
	}
	end, exact := c.tick(e.End)
	e.End = exact
	routine := c.symbols.routine(e.Name)
	c.detail(e, e.Name != model.NoString, "the name of a routine: only its address is written")
	c.withoutContext(e)
	if e.Level == model.LevelIsr {
		if e.Flags != 0 {
			c.omit(e, "the source of an interrupt")
		}
		e.Flags = 0
		e.Arg = int64(uint16(e.Arg))
		c.put(e.CPU, end, c.mk.ISR(end, start, routine, uint16(e.Arg)))
		return true
	}
	opcode := uint8(OpDPC)
	if e.Flags&model.IrqTimer != 0 {
		opcode = OpTimerDPC
	}
	if e.Flags&^model.IrqTimer != 0 {
		c.omit(e, "the source of an interrupt")
	}
	e.Flags &= model.IrqTimer
	c.detail(e, e.Arg != 0, "the vector of a deferred procedure call")
	e.Arg = 0
	c.put(e.CPU, end, c.mk.DPC(end, opcode, start, routine))
	return true
}
