package etltest

import (
	"slices"

	"threadlens/model"
)

// doSample writes a sample and its stack. Readers keep samples of the idle thread only on CPUs
// without switches.
func (c *converter) doSample(e *model.Event, at int64) bool {
	if e.TID == model.IdleTID {
		c.detail(e, true, "a sample of the idle thread")
		return false
	}
	c.withoutContext(e)
	kernel, user := c.symbols.stack(e.Stack)
	ip := uint64(0)
	if all := slices.Concat(kernel, user); len(all) > 0 {
		ip = all[0]
	}
	c.put(e.CPU, at, c.mk.Sample(at, ip, uint32(e.TID), 1, 0))
	c.walk(e, at, e.Stack, e.TID)
	return true
}

// walk writes the stack of a record: one for its kernel part and one for its user part.
func (c *converter) walk(e *model.Event, at int64, id model.StackID, tid model.TID) {
	if id == model.NoStack {
		return
	}
	pid := c.pid(tid)
	if !slices.Contains(c.users, pid) {
		c.users = append(c.users, pid)
	}
	c.detail(e, true, "the names of a stack's functions: only addresses are written")
	kernel, user := c.symbols.stack(id)
	for i, addrs := range [...][]uint64{kernel, user} {
		switch {
		case len(addrs) == 0:
		case c.opt.Keys:
			ref := [...]uint8{KeyKernel, KeyUser}[i]
			c.put(e.CPU, at, c.mk.StackRef(at, ref, at, pid, uint32(tid), c.key(addrs)))
		default:
			c.put(e.CPU, at, c.mk.StackWalk(at, at, pid, uint32(tid), addrs...))
		}
	}
}

// key is the stack key of some addresses; a new one is defined at the end of
// the trace.
func (c *converter) key(addrs []uint64) uint64 {
	p := payload{}
	name := string(p.pointer(addrs...).b)
	if key, ok := c.keys[name]; ok {
		return key
	}
	key := 0xFFFF8A0000000000 + uint64(len(c.keys)+1)<<6
	if c.cfg.PointerSize == 4 {
		key &= 0xFFFFFFFF
	}
	c.keys[name] = key
	c.defs = append(c.defs, item{stamp: c.cfg.End, rec: c.mk.StackDef(c.cfg.End, KeyRundown, key, addrs...)})
	return key
}

// doCall writes a system call. Its record names no thread, so it must be that of the CPU's
// occupant.
func (c *converter) doCall(e *model.Event, at int64) bool {
	if c.occ[e.CPU] != e.TID {
		c.omit(e, "a call by a thread that is not known to run")
		return false
	}
	c.withoutContext(e)
	if e.Kind == model.KindCallEnter {
		c.detail(e, true, "the name and arguments of a call: only its address is written")
		c.put(e.CPU, at, c.mk.SysCallEnter(at, c.symbols.routine(e.Name)))
		c.walk(e, at, e.Stack, e.TID)
		e.Arg2 = 0
	} else {
		c.detail(e, e.Arg2 != int64(uint32(e.Arg2)), "a result beyond 32 bits")
		e.Arg2 = int64(uint32(e.Arg2))
		e.Stack = model.NoStack
		c.put(e.CPU, at, c.mk.SysCallExit(at, uint32(e.Arg2)))
	}
	e.Name, e.Arg = model.NoString, 0
	return true
}

// doFault writes a page fault. A soft one has no duration and names no thread.
func (c *converter) doFault(e *model.Event, at int64) bool {
	c.detail(e, e.Stack != model.NoStack, "the stack of a page fault")
	e.Stack = model.NoStack
	c.withoutContext(e)
	if e.Flags&model.FaultHard != 0 {
		start, exact := c.tick(e.End)
		e.End = exact
		c.put(e.CPU, at, c.mk.HardFault(at, start, 0, uint64(e.Arg), c.file(e.Name), uint32(e.TID), 4096))
		return true
	}
	if c.occ[e.CPU] != e.TID {
		c.omit(e, "a soft page fault of a thread that is not known to run")
		return false
	}
	c.detail(e, e.End != e.Time || e.Name != model.NoString, "the duration and file of a soft page fault")
	e.End, e.Name = e.Time, model.NoString
	c.put(e.CPU, at, c.mk.Fault(at, FaultZero, uint64(e.Arg), 0))
	return true
}

// file is the object of a file, whose name is written at the trace's start; 0
// for none.
func (c *converter) file(name model.StringID) uint64 {
	if name == model.NoString {
		return 0
	}
	object, ok := c.files[name]
	if !ok {
		object = 0xFFFFFA8000000000 + uint64(len(c.files)+1)<<8
		if c.cfg.PointerSize == 4 {
			object &= 0xFFFFFFFF
			object |= 0x80000000
		}
		c.files[name] = object
		c.put(0, c.cfg.Start, c.mk.File(c.cfg.Start, FileName, object, c.tables.Strings.Get(name)))
	}
	return object
}

// disk is the number of a device, whose name is written at the trace's start as the manufacturer of
// a physical disk.
func (c *converter) disk(name model.StringID) uint32 {
	n, ok := c.disks[name]
	if !ok {
		n = uint32(len(c.disks))
		c.disks[name] = n
		c.put(0, c.cfg.Start, c.mk.PhysicalDisk(c.cfg.Start, n, c.tables.Strings.Get(name)))
	}
	return n
}

// doIO writes a transfer: its start and, at its time, its end.
func (c *converter) doIO(e *model.Event, at int64) bool {
	c.detail(e, e.Name != model.NoString, "the name of a device: its number is written")
	c.detail(e, e.Stack != model.NoStack, "the stack of a transfer")
	e.Stack = model.NoStack
	c.withoutContext(e)
	begin, exact := c.tick(e.End)
	e.End = exact
	c.irp += 0x400
	irp := c.irp
	if c.cfg.PointerSize == 4 {
		irp &= 0xFFFFFFFF
	}
	d := Disk{
		Disk: c.disk(e.Name), Bytes: uint32(e.Arg), IRP: irp, File: c.file(e.Name2), TID: uint32(e.TID),
		Response: uint64(mulDiv(int64(e.Time-e.End), c.cfg.PerfFreq, 1_000_000_000, true)),
	}
	c.detail(e, e.Arg != int64(d.Bytes), "a transfer beyond 32 bits")
	e.Arg = int64(d.Bytes)
	c.detail(e, e.Flags&(model.IOFlush|model.IODiscard) != 0, "a transfer that is no read or write")
	e.Flags &= model.IOWrite
	init, done := uint8(DiskReadInit), uint8(DiskRead)
	if e.Flags&model.IOWrite != 0 {
		init, done = DiskWriteInit, DiskWrite
	}
	v := c.opt.Versions.Disk
	c.put(e.CPU, begin, c.mk.DiskInit(begin, init, v, irp, uint32(e.TID), c.pid(e.TID)))
	c.put(e.CPU, at, c.mk.Disk(at, done, v, d))
	return true
}

// doLoss ends the buffer of each CPU that lost events and flags the next one.
func (c *converter) doLoss(e *model.Event, at int64) bool {
	end, exact := c.tick(e.End)
	e.End = exact
	first, last := e.CPU, e.CPU
	if e.CPU == model.AllCPUs {
		first, last = 0, model.CPU(c.cfg.CPUs-1)
	}
	for cpu := first; cpu <= last; cpu++ {
		c.put(cpu, at, c.mk.Lost(at, LostEvent))
		c.items[len(c.items)-1].cut = true
		c.put(cpu, end, c.mk.Lost(end, LostBuffer))
		c.losses++
		c.occ[cpu] = model.NoTID
	}
	c.lost += max(1, e.Arg)
	c.detail(e, e.Arg != 0, "the number of events lost in one place: the sum is written")
	e.Arg = 0
	c.detail(e, e.Flags&model.LossRing != 0, "that a ring buffer does not reach so far: events are lost")
	e.Flags &^= model.LossRing
	return true
}

// source is the EventSource of the markers.
func (c *converter) source() *Source {
	return &Source{Provider: ProviderMarks, Name: "Threadlens-Marks", Tasks: c.tasks, TID: Unknown, PID: Unknown}
}

// doMark writes a marker as an event of its thread.
func (c *converter) doMark(e *model.Event, at int64) bool {
	opcode := [...]uint8{
		model.MarkFlag: OpInfo, model.MarkBegin: OpStart, model.MarkEnd: OpStop, model.MarkStep: OpStep,
	}[e.Mark]
	c.detail(e, e.Arg != 0 || e.Arg2 != 0, "the numbers of marks: activity ids are written")
	c.detail(e, e.Stack != model.NoStack, "the stack of a mark")
	e.Stack = model.NoStack
	pid := c.pid(e.TID)
	name := c.tables.Strings.Get(e.Name)
	activity, related := ActivityID(e.Arg), ActivityID(e.Arg2)
	if c.opt.Source {
		task := slices.Index(c.tasks, name)
		c.put(e.CPU, at, c.source().Event(c.mk, at, task, opcode, uint32(e.TID), pid, activity, related))
		return true
	}
	c.put(e.CPU, at, c.mk.TraceLogging(at, TraceLogging{
		Provider: ProviderMarks, ProviderName: "Threadlens-Marks", Name: name, Opcode: opcode,
		Activity: activity, Related: related, TID: uint32(e.TID), PID: pid,
	}))
	return true
}
