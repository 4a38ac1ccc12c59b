package etltest

import "threadlens/model"

// nameBehind is the name that the second event gives to the thread whose existence the first one is
// about, if one record can express both.
func (c *converter) nameBehind(events []model.Event) model.StringID {
	if len(events) < 2 || !c.namedThreads() {
		return model.NoString
	}
	e, n := &events[0], &events[1]
	if n.Kind != model.KindName || n.TID != e.TID || n.Time != e.Time || n.CPU != e.CPU ||
		e.TID == model.IdleTID || n.PID != model.NoPID {
		return model.NoString
	}
	return n.Name
}

// someStacks are bounds of stacks, which no reader needs.
var someStacks = [4]uint64{0xFFFFF80000ABC000, 0xFFFFF80000AB6000, 0x1F0000, 0x1E0000}

// namedThreads reports whether the records of threads contain their names.
func (c *converter) namedThreads() bool {
	return c.cfg.Major >= 10 && c.opt.Versions.Thread >= 3
}

func (c *converter) thread(at int64, cpu model.CPU, opcode uint8, th Thread) {
	th.Named = c.namedThreads()
	th.Stacks, th.Start, th.Base, th.Page, th.IO = someStacks, 0xFF, 8, 5, 2
	c.put(cpu, at, c.mk.Thread(at, opcode, c.opt.Versions.Thread, th))
}

func (c *converter) doStart(e *model.Event, at int64) bool {
	if e.PID == model.NoPID && e.Other != model.NoTID {
		e.PID = c.pid(e.Other) // in a record it is never left out
	}
	if e.PID != model.NoPID {
		c.pids[e.TID] = e.PID
	}
	if c.opt.Style == StylePerf && e.Other != model.NoTID {
		c.omit(e, "the creator of a thread, in records without header ids")
		e.Other = model.NoTID
	}
	name := c.tables.Strings.Get(e.Name)
	c.thread(at, e.CPU, LifeStart, Thread{
		PID: e.PID, TID: uint32(e.TID), Name: name,
		CreatorTID: uint32(e.Other), CreatorPID: c.pid(e.Other),
	})
	if name != "" && !c.namedThreads() {
		c.put(e.CPU, at, c.mk.SetName(at, e.PID, uint32(e.TID), name))
	}
	return true
}

func (c *converter) doExit(e *model.Event, at int64) bool {
	c.thread(at, e.CPU, LifeEnd, Thread{PID: c.pid(e.TID), TID: uint32(e.TID)})
	c.withoutContext(e)
	return true
}

func (c *converter) doExists(e *model.Event, at int64) bool {
	if e.TID != model.IdleTID {
		c.thread(at, e.CPU, LifeDCStart, Thread{
			PID: c.pid(e.TID), TID: uint32(e.TID), Name: c.tables.Strings.Get(c.name),
		})
	}
	if e.Flags&model.HasState == 0 {
		return true
	}
	running := model.State(e.Arg) == model.Running
	if running {
		c.put(e.CPU, at, c.mk.Witness(at, uint32(e.TID), c.pid(e.TID)))
		if c.occ[e.CPU] == model.NoTID {
			c.occ[e.CPU] = e.TID
		}
		if c.opt.HeaderTells {
			return true
		}
	}
	c.omit(e, "the state of a thread that exists: "+model.State(e.Arg).String())
	e.Flags, e.Arg, e.Sub = 0, 0, model.SubNone
	return e.TID != model.IdleTID
}

func (c *converter) doName(e *model.Event, at int64) bool {
	c.detail(e, e.Flags&model.NameExec != 0, "the replacement of a process")
	e.Flags = 0
	if c.name != model.NoString {
		c.name = model.NoString // the record of its existence contains it
		return true
	}
	c.put(e.CPU, at, c.mk.SetName(at, c.pid(e.TID), uint32(e.TID), c.tables.Strings.Get(e.Name)))
	return true
}

func (c *converter) doProcess(e *model.Event, at int64) bool {
	opcode := uint8(LifeDCStart)
	if e.Time > 0 {
		opcode = LifeStart
	}
	name := c.tables.Strings.Get(e.Name)
	for _, r := range name {
		if r > 0xFF {
			c.detail(e, true, "letters of a process name that are not in Latin-1")
			break
		}
	}
	c.put(e.CPU, at, c.mk.Process(at, opcode, c.opt.Versions.Process, Process{
		Key: 0xFFFF800000000000 + uint64(e.PID)<<12, PID: e.PID, Session: 1, Exit: 259,
		SID: SID(18), Image: name, HeaderTID: Unknown, HeaderPID: Unknown,
	}))
	class := model.ClassOther
	switch e.PID {
	case 0:
		class = model.ClassIdle
	case 4:
		class = model.ClassSystem
	}
	c.detail(e, model.Class(e.Arg) != class, "the class of a process")
	e.Arg = int64(class)
	return true
}
