package text

import (
	"strings"

	"threadlens/model"
)

// verb is one kind of event: the word that names it and how its arguments are
// read. parse may change the Kind that it finds in the event.
type verb struct {
	name  string
	kind  model.Kind
	parse func(*statement, *model.Event)
}

// verbs begins with the most frequent ones.
var verbs = [...]verb{
	{"switch", model.KindSwitch, parseSwitch},
	{"wake", model.KindWake, parseWake},
	{"irq", model.KindIrq, parseIrq},
	{"irq-enter", model.KindIrqEnter, parseIrqEdge},
	{"irq-exit", model.KindIrqExit, parseIrqEdge},
	{"ran", model.KindRan, parseRan},
	{"sample", model.KindSample, parseSample},
	{"call", model.KindCallEnter, parseCall},
	{"migrate", model.KindMigrate, parseMigrate},
	{"io", model.KindIO, parseIO},
	{"issue", model.KindIssue, parseIssue},
	{"descriptor", model.KindDescriptor, parseDescriptor},
	{"fault", model.KindFault, parseFault},
	{"blocked", model.KindBlocked, parseBlocked},
	{"start", model.KindStart, parseStart},
	{"exit", model.KindExit, parseExit},
	{"exists", model.KindExists, parseExists},
	{"name", model.KindName, parseName},
	{"process", model.KindProcess, parseProcess},
	{"mark", model.KindMark, parseMark},
	{"count", model.KindCount, parseCount},
	{"frequency", model.KindFrequency, parseFrequency},
	{"idle-state", model.KindIdle, parseIdle},
	{"loss", model.KindLoss, parseLoss},
	{"offline", model.KindCPU, func(*statement, *model.Event) {}},
	{"online", model.KindCPU, func(_ *statement, e *model.Event) { e.Flags = model.CPUOnline }},
}

// kindNames are the names of the kinds in Info.SourceEvents.
var kindNames = [model.NumKinds]string{
	model.KindSwitch: "switch", model.KindWake: "wake",
	model.KindIrq: "irq", model.KindIrqEnter: "irq-enter", model.KindIrqExit: "irq-exit",
	model.KindStart: "start", model.KindExit: "exit", model.KindExists: "exists",
	model.KindName: "name", model.KindProcess: "process", model.KindMigrate: "migrate",
	model.KindSample: "sample", model.KindRan: "ran",
	model.KindCallEnter: "call enter", model.KindCallExit: "call exit",
	model.KindFault: "fault", model.KindIO: "io", model.KindBlocked: "blocked",
	model.KindLoss: "loss", model.KindCPU: "cpu", model.KindMark: "mark", model.KindCount: "count",
	model.KindIssue: "issue", model.KindDescriptor: "descriptor",
	model.KindFrequency: "frequency", model.KindIdle: "idle-state",
}

// blank is an event without any field set.
var blank = model.Event{
	TID: model.NoTID, Other: model.NoTID, PID: model.NoPID,
	Target: model.NoCPU, From: model.NoCPU,
	Prio: [2]int16{model.NoPrio, model.NoPrio},
}

// parseEvent reads "TIME cpuN VERB ...".
func parseEvent(s *statement) {
	e := blank
	e.Time = s.time()
	e.CPU = take(s, "a CPU such as cpu0, or all", s.p.place)
	name := s.word("an event name")
	for i := range verbs {
		v := &verbs[i]
		if v.name != name {
			continue
		}
		if e.CPU == model.AllCPUs && v.kind != model.KindLoss {
			s.fail("a CPU such as cpu0 for "+name, `"all"`)
		}
		e.Kind = v.kind
		v.parse(s, &e)
		if e.Kind != model.KindProcess && e.Kind != model.KindDescriptor {
			e.PID = s.pidOption(e.PID)
		}
		e.Stack = s.stackOption("stack")
		if s.bad.want == "" {
			s.p.started = true
			s.p.emit(&e)
		}
		return
	}
	s.fail("an event name", shown(name))
}

func parseSwitch(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Other = s.tid()
	e.Out = take(s, "wait, preempt, yield or dead", model.ParseOut)
	parseDisposition(s, e)
	e.Stack2 = s.stackOption("stacknew")
	e.Flags = s.flag("arrival", model.SwitchArrival)
}

// Bits of the flag field of a Windows ReadyThread.
const (
	readyInDPC  = 1 << 0
	readySwaps  = model.WakeStackSwapped | model.WakeProcessSwapped
	wantBits    = "a byte such as 0x2"
	wantContext = "a context such as thread, dpc or timer"
)

func parseWake(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Wake = option(s, "kind", model.WakeReady, "ready, waking, wakeup or new", model.ParseWakeKind)
	bits := option(s, "flag", 0, wantBits, func(v string) (uint64, bool) { return parseUint(v, 8) })
	e.Flags = model.EventFlags(bits) & readySwaps
	if bits&readyInDPC != 0 {
		e.Ctx = model.CtxDpc
	}
	e.Ctx = option(s, "ctx", e.Ctx, wantContext, model.ParseContext)
	e.Target = option(s, "to", model.NoCPU, "a CPU", s.p.cpu)
	e.Other = s.tidOption("by", model.NoTID)
}

func parseIrq(s *statement, e *model.Event) {
	e.End = s.time()
	parseIrqEdge(s, e)
}

// irqBits are the settings that refine the source of an interrupt.
var irqBits = [...]struct {
	name string
	bit  model.EventFlags
}{{"timer", model.IrqTimer}, {"net", model.IrqNet}, {"block", model.IrqBlock}, {"ipi", model.IrqIpi}}

func parseIrqEdge(s *statement, e *model.Event) {
	e.Level = take(s, "nmi, isr or dpc", model.ParseLevel)
	e.Name = s.nameOption("routine")
	e.Arg = s.intOption("vector")
	for _, b := range irqBits {
		e.Flags |= s.flag(b.name, b.bit)
	}
}

func parseRan(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Arg = take(s, wantNS, parseNS)
	e.Other = s.tidOption("by", e.TID)
}

func parseSample(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Level = option(s, "in", e.Level, "nmi, isr or dpc", model.ParseLevel)
}

func parseCall(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Kind = take(s, "enter or exit", func(v string) (model.Kind, bool) {
		if v == "exit" {
			return model.KindCallExit, true
		}
		return model.KindCallEnter, v == "enter"
	})
	e.Name = s.name("the name of a system call")
	e.Arg = s.intOption("uaddr")
	if n := s.intOption("arg"); n != 0 {
		e.Arg = n
	}
	if e.Kind == model.KindCallExit {
		e.Arg2 = s.intOption("ret")
		e.Flags = s.flag("unknown", model.CallResultUnknown)
	} else {
		e.Arg2, e.Arg3 = s.intOption("arg2"), s.intOption("arg3")
	}
	e.Other = s.tidOption("owner", e.Other)
	if e.Kind == model.KindCallEnter {
		e.Flags = s.flag("untimed", model.CallUntimed)
		e.End = option(s, "until", 0, wantTime, s.p.time)
	}
	e.Flags |= s.flag("inferred", model.CallInferred)
	s.skipSettings("pid", "stack")
}

func parseMigrate(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.From = s.cpu("the CPU that the thread moves from")
	e.Target = s.cpu("the CPU that the thread moves to")
	e.Flags |= s.flag("bound", model.MigrateBound)
}

func parseIO(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.End = s.time()
	e.Flags = s.direction()
	e.Name = s.nameOption("dev")
	e.Arg = s.intOption("bytes")
	e.Name2 = s.nameOption("file")
}

// direction is the direction of a transfer.
func (s *statement) direction() model.EventFlags {
	return take(s, "read, write, flush or discard", model.ParseDirection).Flags()
}

func parseIssue(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Flags = s.direction()
	e.Name = s.nameOption("dev")
	e.Arg = s.intOption("bytes")
}

// parseDescriptor reads "descriptor PID FD TYPE" or "descriptor PID all".
func parseDescriptor(s *statement, e *model.Event) {
	e.PID = take(s, "a process id", parsePID)
	e.Arg = take(s, "a descriptor number, or all", func(v string) (int64, bool) {
		if v == "all" {
			return -1, true
		}
		n, ok := parseUint(v, 31)
		return int64(n), ok
	})
	if e.Arg >= 0 {
		e.Arg2 = int64(take(s, "a descriptor type such as file or eventfd", model.ParseDescriptorType))
		e.Flags = s.flag("cloexec", model.DescriptorCloses)
	}
}

// either reads one of two words; on sets bit.
func either(s *statement, off, on string, bit model.EventFlags) model.EventFlags {
	return take(s, off+" or "+on, func(v string) (model.EventFlags, bool) {
		if v == on {
			return bit, true
		}
		return 0, v == off
	})
}

func parseFault(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.End = s.time()
	e.Flags = either(s, "soft", "hard", model.FaultHard)
	e.Arg = s.intOption("addr")
	e.Name = s.nameOption("file")
}

func parseBlocked(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Flags = s.flag("iowait", model.BlockedIO)
	e.Name = s.nameOption("fn")
}

// parseStart takes the process from the thread's declaration when the line
// does not name one.
func parseStart(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Other = s.tidOption("by", model.NoTID)
	if declared, ok := s.p.pids[e.TID]; ok {
		e.PID = declared
		delete(s.p.pids, e.TID)
	}
	e.Name = s.nameOption("name")
}

func parseExit(s *statement, e *model.Event) { e.TID = s.tid() }

func parseExists(s *statement, e *model.Event) {
	e.TID = s.tid()
	if text, ok := s.setting("state"); ok {
		state, known := parseState(text)
		if !known {
			s.fail("running, ready, preempted, waiting, unknown or dead after state=", shown(text))
		}
		e.Arg, e.Flags = int64(state), model.HasState
	}
	e.Sub = option(s, "sub", model.SubNone, "a reason code such as Futex", parseSub)
}

func parseState(s string) (model.State, bool) {
	for state := model.Unknown; state <= model.Dead; state++ {
		if strings.EqualFold(s, state.String()) {
			return state, true
		}
	}
	return model.Unknown, false
}

func parseName(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Name = s.name("a thread's name")
	e.Flags = s.flag("exec", model.NameExec)
}

func parseMark(s *statement, e *model.Event) {
	e.TID = s.tid()
	e.Mark = take(s, "begin, end, step or flag", model.ParseMarkKind)
	e.Name = s.name("a marker's text")
	e.Arg = s.intOption("id")
	e.Arg2 = s.intOption("parent")
	e.Other = option(s, "span", model.NoTID, "a span number", parseSpanNumber)
	const unsaid = -1 << 63
	if cpu := option(s, "cpu", unsaid, wantNS, parseNS); cpu != unsaid {
		e.End, e.Flags = model.Time(cpu), model.MarkMeasured
	}
}

// parseSpanNumber reads a span number.
func parseSpanNumber(text string) (model.TID, bool) {
	n, ok := parseUint(text, 32)
	return model.TID(n), ok && n != 0 && model.TID(n) != model.NoTID
}

func parseCount(s *statement, e *model.Event) {
	e.Name = s.name("a counter's name")
	e.Arg = take(s, "a number", parseInt)
	e.Arg2 = option(s, "enabled", 0, wantNS, parseNS)
	e.End = model.Time(option(s, "running", 0, wantNS, parseNS))
}

func parseFrequency(s *statement, e *model.Event) {
	e.Target = take(s, "a CPU", s.p.cpu)
	e.Arg = take(s, "a frequency in Hz", parseInt)
}

func parseIdle(s *statement, e *model.Event) {
	e.Target = take(s, "a CPU", s.p.cpu)
	e.Arg = take(s, "the number of an idle state, or - for none", parseIdleState)
}

// parseIdleState reads the number of an idle state, or a dash for none.
func parseIdleState(text string) (int64, bool) {
	if text == "-" {
		return model.NotIdle, true
	}
	n, ok := parseUint(text, 32)
	return int64(n), ok
}

func parseLoss(s *statement, e *model.Event) {
	e.End = s.time()
	e.Arg = s.intOption("n")
	e.Flags |= s.flag("ring", model.LossRing)
}
