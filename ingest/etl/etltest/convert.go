package etltest

import (
	"slices"

	"threadlens/model"
)

// converters convert one kind of event each to records. They reduce the event to what the records
// express and report whether anything is left.
var converters = [model.NumKinds]func(c *converter, e *model.Event, at int64) bool{
	model.KindSwitch:    (*converter).doSwitch,
	model.KindWake:      (*converter).doWake,
	model.KindIrq:       (*converter).doIrq,
	model.KindStart:     (*converter).doStart,
	model.KindExit:      (*converter).doExit,
	model.KindExists:    (*converter).doExists,
	model.KindName:      (*converter).doName,
	model.KindProcess:   (*converter).doProcess,
	model.KindSample:    (*converter).doSample,
	model.KindCallEnter: (*converter).doCall,
	model.KindCallExit:  (*converter).doCall,
	model.KindFault:     (*converter).doFault,
	model.KindIO:        (*converter).doIO,
	model.KindLoss:      (*converter).doLoss,
	model.KindMark:      (*converter).doMark,
}

// missing is why the other kinds have no converter.
var missing = map[model.Kind]string{
	model.KindIrqEnter: "an interrupt without its exit",
	model.KindIrqExit:  "an exit from an interrupt without its entry",
	model.KindMigrate:  "the move to another run queue",
	model.KindRan:      "the accounting of execution",
	model.KindBlocked:  "what blocks a thread",
	model.KindCPU:      "a processor going offline or online",
}

func (c *converter) convert(events []model.Event) {
	c.survey(events)
	c.preamble()
	for i := range events {
		e := events[i]
		if e.CPU == model.NoCPU {
			c.omit(&e, "an event of no processor: it is written on processor 0")
			e.CPU = 0
		}
		do := converters[e.Kind]
		if do == nil {
			c.omit(&e, missing[e.Kind])
			continue
		}
		if e.PID != model.NoPID && e.TID != model.NoTID {
			c.pids[e.TID] = e.PID
		}
		if e.Kind == model.KindExists {
			c.name = c.nameBehind(events[i:])
		}
		var at int64
		at, e.Time = c.tick(e.Time)
		if do(c, &e, at) {
			c.out = append(c.out, e)
		}
	}
	c.epilogue()
}

// survey gathers what converting one event requires from others.
func (c *converter) survey(events []model.Event) {
	for i := range events {
		e := &events[i]
		if int(e.CPU) >= len(c.occ) {
			continue
		}
		switch e.Kind {
		case model.KindSwitch:
			if c.occ[e.CPU] == model.NoTID {
				c.occ[e.CPU] = e.TID
			}
			c.symbols.addStack(e.Stack2)
		case model.KindWake:
			c.waking = c.waking || e.Wake == model.WakeWaking
			c.symbols.addStack(e.Stack)
		case model.KindIrq:
			c.irqs[e.CPU] = append(c.irqs[e.CPU], *e)
			c.symbols.addRoutine(e.Name)
		case model.KindSample:
			c.symbols.addStack(e.Stack)
		case model.KindCallEnter:
			c.symbols.addRoutine(e.Name)
			c.symbols.addStack(e.Stack)
		case model.KindMark:
			if name := c.tables.Strings.Get(e.Name); !slices.Contains(c.tasks, name) {
				c.tasks = append(c.tasks, name)
			}
		}
	}
	c.symbols.place()
}

// preamble writes, at the start of the trace, what is recorded, and by what machine.
func (c *converter) preamble() {
	var masks [8]uint32
	masks[0] = MaskProcess | MaskThread | MaskImage
	has := &c.info.Has
	for _, m := range [...]struct {
		on  bool
		bit uint32
	}{
		{has.Switches, MaskSwitch},
		{has.Wakes, MaskReady},
		{has.Interrupts, MaskDPC | MaskISR},
		{has.Disk, MaskDisk | MaskDiskInit | MaskFile},
		{has.Faults, MaskFault | MaskHard},
		{has.Calls, MaskSysCall},
	} {
		if m.on {
			masks[0] |= m.bit
		}
	}
	if has.Samples {
		masks[1] = MaskProfile
	}
	c.put(0, c.cfg.Start, c.mk.GroupMasks(c.cfg.Start, Extension, masks))
	if name := c.info.OS.Machine; name != "" {
		c.put(0, c.cfg.Start, c.mk.Processors(c.cfg.Start, 3, Processors{
			MHz: c.cfg.MHz, Count: uint32(c.cfg.CPUs), MemoryMB: 8192, Machine: name,
		}))
	}
	if c.opt.Source && len(c.tasks) > 0 {
		for _, r := range c.source().Manifest(c.mk, c.cfg.Start) {
			c.put(0, c.cfg.Start, r)
		}
	}
}

// epilogue writes what is known only at the end: images and methods of the processes that have
// stacks, the definitions of stack keys, and a record at the trace's end.
func (c *converter) epilogue() {
	slices.Sort(c.users)
	for _, v := range c.symbols.images(c.users) {
		c.put(0, c.cfg.Start, c.mk.Image(c.cfg.Start, LifeDCStart, c.opt.Versions.Image, v))
	}
	for _, v := range c.symbols.methods(c.users) {
		c.put(0, c.cfg.End, c.mk.Method(c.cfg.End, ProviderCLREnd, MethodDCEnd, 1, v))
	}
	for _, v := range c.symbols.managedModules() {
		for _, pid := range c.users {
			c.put(0, c.cfg.End, c.mk.Module(c.cfg.End, ProviderCLREnd, ModuleDCEnd, v.id, v.name, Unknown, pid))
		}
	}
	c.items = append(c.items, c.defs...)
	c.put(0, c.cfg.End, c.mk.GroupMasks(c.cfg.End, EndExtension, [8]uint32{}))
}

// pid is the process of a thread as far as the text has shown it, else Unknown.
func (c *converter) pid(tid model.TID) uint32 {
	if pid, ok := c.pids[tid]; ok {
		return pid
	}
	return Unknown
}

// withoutContext drops the settings that any event may have but only some records can hold.
func (c *converter) withoutContext(e *model.Event) {
	c.detail(e, e.PID != model.NoPID, "the process of the thread")
	e.PID = model.NoPID
}
