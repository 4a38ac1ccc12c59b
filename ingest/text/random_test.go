package text_test

import (
	"math/rand/v2"

	"threadlens/model"
)

// randomTrace makes n events of all kinds with any values that the model allows, however
// meaningless.
type randomTrace struct {
	*rand.Rand
	info   model.Info
	tables model.Tables
	stacks []model.StackID
}

var randomNames = []string{
	"", "a", "CLR Worker", "-", "#1", "k=v", `C:\x "y"`, "\xff\n", "0x10", "idle", "operator!", "über", "x y\tz", "!", "a!b!c",
}

func newRandomTrace(seed uint64) *randomTrace {
	r := &randomTrace{Rand: rand.New(rand.NewPCG(seed, 1))}
	r.info = model.Info{
		OS: model.OS{Family: []string{"windows", "linux", "go", "other"}[r.IntN(4)]}, CPUs: 1 + r.IntN(8),
		End: r.time(), TargetPID: model.NoPID, LostEvents: r.Int64() >> r.IntN(64), PerTask: r.IntN(2) == 0, PartialRan: r.IntN(2) == 0,
		Has: model.Has{Wakes: r.IntN(2) == 0, Calls: r.IntN(2) == 0}, Recorder: uint32(r.IntN(3)), SampleEvery: model.Time(r.IntN(3)) * 1_003_009,
	}
	for cpu := range r.info.CPUs {
		if r.IntN(2) == 0 {
			p := model.Place{Socket: int32(r.IntN(3)) - 1, Node: int32(r.IntN(3)) - 1, Core: int32(r.IntN(3)) - 1, Class: []string{"", "P core"}[r.IntN(2)]}
			if p != model.Nowhere {
				r.info.SetPlace(model.CPU(cpu), func(to *model.Place) { *to = p })
			}
		}
	}
	for range r.IntN(4) {
		r.info.Modules = append(r.info.Modules, model.Module{
			Name: r.anyName(), Path: r.anyName(), BuildID: r.anyName(), ImageID: r.anyName(), PDB: r.anyName(),
			Kernel: r.IntN(2) == 0, Base: r.Uint64() >> r.IntN(64), Size: r.Uint64() >> r.IntN(64), Symbols: r.anyName(), Missing: r.anyName(),
		})
		r.info.SourceEvents = append(r.info.SourceEvents, model.SourceEvent{
			Name: r.anyName(), Provider: "p" + r.anyName(), ID: r.IntN(300) - 1, Version: r.IntN(3), Count: r.Int64() >> r.IntN(64),
		})
	}
	r.stacks = []model.StackID{model.NoStack}
	for range 20 {
		stack := r.stacks[r.IntN(len(r.stacks))]
		f := model.Frame{
			Addr: r.Uint64() >> r.IntN(64), Name: r.name(), Module: r.name(), Kernel: r.IntN(2) == 0,
		}
		if r.IntN(2) == 0 {
			f.Addr, f.Kernel = 0, false
		}
		r.stacks = append(r.stacks, r.tables.Stacks.Push(stack, f))
	}
	return r
}

func (r *randomTrace) name() model.StringID {
	return r.tables.Strings.ID(randomNames[r.IntN(len(randomNames))])
}

func (r *randomTrace) anyName() string { return randomNames[r.IntN(len(randomNames))] }

func (r *randomTrace) time() model.Time { return model.Time(r.Int64N(1<<61) >> r.IntN(61)) }

func (r *randomTrace) tid() model.TID {
	return []model.TID{model.IdleTID, 1, 2, 1<<32 - 2, model.NoTID}[r.IntN(5)]
}

func (r *randomTrace) pid() uint32 {
	return []uint32{0, 1, 4711, model.NoPID}[r.IntN(4)]
}

func (r *randomTrace) cpu() model.CPU {
	return []model.CPU{0, 1, model.MaxCPUs - 1, model.NoCPU}[r.IntN(4)]
}

func (r *randomTrace) stack() model.StackID { return r.stacks[r.IntN(len(r.stacks))] }

// flags returns some of the bits given.
func (r *randomTrace) flags(bits model.EventFlags) model.EventFlags {
	return model.EventFlags(r.IntN(256)) & bits
}

func (r *randomTrace) reason() model.Reason {
	switch r.IntN(4) {
	case 0:
		return model.WindowsReason(uint8(r.IntN(256)))
	case 1:
		letter, _ := model.LinuxLetter([]string{"R", "R+", "S", "D", "X", "I", "W"}[r.IntN(7)])
		return letter
	case 2:
		texts := []string{"runtime.Gosched", "chan send", "sleep", "preempted"}
		return model.GoSwitchOut(texts[r.IntN(len(texts))], false).Reason
	}
	return 0
}

func (r *randomTrace) prio() int16 {
	if r.IntN(2) == 0 {
		return model.NoPrio
	}
	return int16(r.IntN(1<<16) - 1<<15)
}

func (r *randomTrace) event() model.Event {
	e := model.Event{
		Time: r.time(), CPU: r.cpu(), TID: model.NoTID, Other: model.NoTID, PID: r.pid(),
		Target: model.NoCPU, From: model.NoCPU, Prio: noPrio, Stack: r.stack(),
	}
	e.Kind = model.KindNone + 1 + model.Kind(r.IntN(int(model.NumKinds)-1))
	if e.Kind != model.KindLoss && e.Kind != model.KindCPU && e.Kind != model.KindProcess && e.Kind != model.KindCount && e.Kind != model.KindDescriptor &&
		e.Kind != model.KindFrequency && e.Kind != model.KindIdle &&
		(e.Kind < model.KindIrq || e.Kind > model.KindIrqExit) {
		e.TID = r.tid()
	}
	if e.Kind < model.KindMigrate {
		r.scheduling(&e)
	} else {
		r.activity(&e)
	}
	return e
}

// scheduling fills in what the kinds up to KindProcess have.
func (r *randomTrace) scheduling(e *model.Event) {
	switch e.Kind {
	case model.KindSwitch:
		e.Other, e.Out, e.Reason = r.tid(), model.Out(r.IntN(4)), r.reason()
		e.Sub = model.Sub(r.IntN(int(model.NumSubs)))
		e.Prio = [2]int16{r.prio(), r.prio()}
		e.Stack2 = r.stack()
	case model.KindWake:
		e.Other, e.Wake, e.Ctx, e.Target = r.tid(), model.WakeKind(r.IntN(4)), model.Context(r.IntN(11)), r.cpu()
		e.Flags = r.flags(model.WakeStackSwapped | model.WakeProcessSwapped)
	case model.KindIrq, model.KindIrqEnter, model.KindIrqExit:
		e.Level, e.Name, e.Arg = model.Level(1+r.IntN(3)), r.name(), r.Int64()
		e.Flags = r.flags(model.IrqTimer | model.IrqNet | model.IrqBlock | model.IrqIpi)
		if e.Kind == model.KindIrq {
			e.End = r.time()
		}
	case model.KindStart:
		e.Other, e.Name = r.tid(), r.name()
	case model.KindExists:
		e.Flags, e.Sub = r.flags(model.HasState), model.Sub(r.IntN(int(model.NumSubs)))
		if e.Flags != 0 {
			e.Arg = int64(r.IntN(6))
		}
	case model.KindName:
		e.Name, e.Flags = r.name(), r.flags(model.NameExec)
	case model.KindProcess:
		e.Name, e.Arg, e.Arg2 = r.name(), int64(r.IntN(4)), int64(r.IntN(3))
	}
}

// activity fills in what the kinds from KindMigrate on have.
func (r *randomTrace) activity(e *model.Event) {
	switch e.Kind {
	case model.KindMigrate:
		e.From, e.Target, e.Flags = r.cpu(), r.cpu(), r.flags(model.MigrateBound)
	case model.KindRan:
		e.Arg, e.Other = r.Int64(), r.tid()
	case model.KindCallEnter, model.KindCallExit:
		e.Name, e.Arg, e.Arg2 = r.name(), r.Int64()-1<<62, r.Int64()-1<<62
		if e.Kind == model.KindCallEnter {
			e.Arg3, e.Flags = r.Int64()-1<<62, r.flags(model.CallUntimed)
		}
	case model.KindFault:
		e.End, e.Flags, e.Name, e.Arg = r.time(), r.flags(model.FaultHard), r.name(), r.Int64()
	case model.KindIO:
		e.End, e.Flags, e.Arg = r.time(), model.Direction(r.IntN(model.NumDirections)).Flags(), r.Int64()
		e.Name, e.Name2 = r.name(), r.name()
	case model.KindIssue:
		e.Flags, e.Name, e.Arg = model.Direction(r.IntN(model.NumDirections)).Flags(), r.name(), r.Int64()
	case model.KindDescriptor:
		e.Arg = int64(r.IntN(1<<31)) - 1
		if e.Arg >= 0 {
			e.Arg2 = int64(r.IntN(int(model.DescriptorOther) + 1))
		} else {
			e.Arg = -1
		}
	default:
		r.rest(e)
	}
}

// rest fills in what the last kinds have.
func (r *randomTrace) rest(e *model.Event) {
	switch e.Kind {
	case model.KindBlocked:
		e.Flags, e.Name = r.flags(model.BlockedIO), r.name()
	case model.KindLoss:
		e.End, e.Arg, e.Flags = r.time(), r.Int64(), r.flags(model.LossRing)
		if r.IntN(3) == 0 {
			e.CPU = model.AllCPUs
		}
	case model.KindCPU:
		e.Flags = r.flags(model.CPUOnline)
	case model.KindCount:
		e.Name, e.Arg = r.name(), r.Int64()
		e.Arg2, e.End = r.Int64N(1<<40), model.Time(r.Int64N(1<<40))
	case model.KindFrequency:
		e.Target, e.Arg = r.cpu(), r.Int64()
	case model.KindIdle:
		e.Target, e.Arg = r.cpu(), r.Int64N(1<<32)-1
	case model.KindMark:
		e.Mark, e.Name, e.Arg, e.Arg2 = model.MarkKind(r.IntN(4)), r.name(), r.Int64(), r.Int64()
		if r.IntN(2) == 0 {
			e.End, e.Flags = model.Time(r.Int64N(1<<40)), model.MarkMeasured
		}
		if r.IntN(2) == 0 {
			e.Other = 1 + model.TID(r.IntN(1<<20))
		}
	}
}

func (r *randomTrace) events(n int) []model.Event {
	events := make([]model.Event, n)
	for i := range events {
		events[i] = r.event()
	}
	return events
}
