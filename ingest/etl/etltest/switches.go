package etltest

import "threadlens/model"

// Wait reasons that others map to.
const (
	reasonExecutive  = 0
	reasonSleep      = 4
	reasonUser       = 6
	reasonUserUI     = 13
	reasonMemory     = 18
	reasonAddress    = 37
	reasonUnassigned = 127
	reasonsKnown     = 43 // 0 to 42
)

// statesOf are the states of the old thread that a disposition may come from,
// the usual one first.
var statesOf = [...][]uint8{
	model.OutWait:    {StateWaiting, StateGateWait, StateTransition, 9, StateInitialized},
	model.OutPreempt: {StateReady},
	model.OutYield:   {StateReady},
	model.OutDead:    {StateTerminated, StateWaiting},
}

// windowsState finds a state and a wait reason that Windows writes for a
// disposition: with the reason's own code if it fits, else with any. ok is
// false when none fits; the result is then the nearest one.
func windowsState(e *model.Event) (state, reason uint8, ok bool) {
	codes := make([]uint8, 0, reasonsKnown+1)
	if code, given := e.Reason.Windows(); given {
		codes = append(codes, code)
	}
	for code := range uint8(reasonsKnown) {
		codes = append(codes, code)
	}
	for _, code := range codes {
		for _, s := range statesOf[e.Out] {
			if d := model.WindowsSwitchOut(s, code); d.Out == e.Out && d.Sub == e.Sub {
				return s, code, true
			}
		}
	}
	return statesOf[e.Out][0], nearest(e), false
}

// nearest is the wait reason of the category of another system's wait reason.
func nearest(e *model.Event) uint8 {
	if e.Out != model.OutWait {
		return reasonExecutive // meaningless for a thread that is still runnable
	}
	if e.Sub == model.SubInterruptible || e.Sub == model.SubUninterruptible {
		return reasonUser // as weak as they are
	}
	switch e.Sub.Category() {
	case model.Synchronization:
		return reasonAddress
	case model.IO:
		return reasonExecutive
	case model.Sleep:
		return reasonSleep
	case model.MemoryManagement:
		return reasonMemory
	case model.UIProcessing:
		return reasonUserUI
	}
	return reasonUnassigned
}

func (c *converter) doSwitch(e *model.Event, at int64) bool {
	state, reason := uint8(StateRunning), uint8(0)
	if e.TID != model.IdleTID {
		var ok bool
		if state, reason, ok = windowsState(e); !ok {
			c.omit(e, "the sub-reason "+e.Sub.String()+", which Windows does not have")
		}
	}
	d := model.WindowsSwitchOut(state, reason)
	e.Out, e.Sub, e.Reason = d.Out, d.Sub, d.Reason
	for i, p := range e.Prio {
		if p == model.NoPrio {
			p = 0 // in a record it is never left out
		}
		e.Prio[i] = max(-128, min(127, p))
		c.detail(e, e.Prio[i] != p, "a priority beyond 8 bits")
	}
	c.detail(e, e.Stack != model.NoStack, "the stack at the switch-out")
	e.Stack = model.NoStack
	c.withoutContext(e)
	s := CSwitch{
		New: uint32(e.Other), Old: uint32(e.TID), NewPrio: int8(e.Prio[1]), OldPrio: int8(e.Prio[0]),
		Reason: int8(reason), State: int8(state), Ideal: int8(e.CPU), WaitTime: 1,
	}
	if c.opt.Versions.Switch == 2 && state == StateWaiting && reason == reasonUser {
		s.Mode = 1
	}
	c.put(e.CPU, at, c.mk.CSwitch(at, c.opt.Versions.Switch, s))
	c.occ[e.CPU] = e.Other
	c.walk(e, at, e.Stack2, e.Other)
	return true
}

// doWake writes a ReadyThread. It does not name the waker: that is whoever occupies the CPU.
func (c *converter) doWake(e *model.Event, at int64) bool {
	if e.Wake == model.WakeWakeup && c.waking {
		c.omit(e, "the second event of a wake")
		return false
	}
	c.detail(e, e.Wake != model.WakeReady, "the kind of a wake")
	e.Wake = model.WakeReady
	flags := uint8(e.Flags & (model.WakeStackSwapped | model.WakeProcessSwapped))
	deferred, fits := c.wakeContext(e)
	if !fits {
		c.omit(e, "the context of a wake: "+e.Ctx.String())
	}
	e.Ctx = model.CtxNone
	if deferred {
		e.Ctx = model.CtxDpc
		flags |= ReadyInDPC
	}
	if e.Target != model.NoCPU {
		c.omit(e, "the processor that a wake queues on")
		e.Target = model.NoCPU
	}
	c.detail(e, e.Other != model.NoTID, "the thread in the header of a wake")
	e.Other = model.NoTID
	c.withoutContext(e)
	c.put(e.CPU, at, c.mk.Ready(at, uint32(e.TID), flags))
	c.walk(e, at, e.Stack, c.occ[e.CPU])
	return true
}

// wakeContext decides on the flag of a wake from a deferred procedure call, and reports whether
// with it the model infers the context in the text.
func (c *converter) wakeContext(e *model.Event) (deferred, fits bool) {
	irq := c.innermost(e)
	switch e.Ctx {
	case model.CtxNone:
		return false, true
	case model.CtxDpc:
		return true, true
	case model.CtxThread:
		return false, irq == nil && c.occ[e.CPU] != model.IdleTID
	case model.CtxIdle:
		return false, irq == nil && c.occ[e.CPU] == model.IdleTID
	case model.CtxIsr:
		return false, irq != nil && irq.Level != model.LevelDpc
	case model.CtxTimer:
		return true, irq != nil && irq.Flags&model.IrqTimer != 0
	case model.CtxNetRx, model.CtxBlockDone:
		return true, false
	}
	return false, false
}

// innermost is the interrupt of the CPU that began last of those around an event, nil when there is
// none.
func (c *converter) innermost(e *model.Event) *model.Event {
	var found *model.Event
	for i := range c.irqs[e.CPU] {
		irq := &c.irqs[e.CPU][i]
		if irq.Time <= e.Time && e.Time < irq.End && (found == nil || irq.Time >= found.Time) {
			found = irq
		}
	}
	return found
}
