package text

import (
	"strconv"
	"strings"

	"threadlens/model"
)

// event writes one event, preceded by the stacks that it is the first to use.
func (w *Writer) event(e *model.Event) {
	if w.err != nil {
		return
	}
	write := writers[min(int(e.Kind), len(writers)-1)]
	if write == nil {
		w.fail("the text format has no event of kind %d", e.Kind)
		return
	}
	w.stack(e.Stack)
	if e.Kind == model.KindSwitch {
		w.stack(e.Stack2)
	}
	w.line = w.line[:0]
	w.time(e.Time)
	w.place(e)
	write(w, e)
	if e.Kind != model.KindProcess && e.Kind != model.KindDescriptor {
		w.pidSetting(e.PID)
	}
	w.stackSetting("stack", e.Stack)
	w.end()
}

// writers is the counterpart of each verb's parse; the last entry is for unknown kinds.
var writers = [model.NumKinds + 1]func(*Writer, *model.Event){
	model.KindSwitch:    (*Writer).writeSwitch,
	model.KindWake:      (*Writer).writeWake,
	model.KindIrq:       (*Writer).writeIrq,
	model.KindIrqEnter:  (*Writer).writeIrq,
	model.KindIrqExit:   (*Writer).writeIrq,
	model.KindStart:     (*Writer).writeStart,
	model.KindExit:      (*Writer).writeExit,
	model.KindExists:    (*Writer).writeExists,
	model.KindName:      (*Writer).writeName,
	model.KindProcess:   (*Writer).writeProcess,
	model.KindMigrate:   (*Writer).writeMigrate,
	model.KindSample:    (*Writer).writeSample,
	model.KindRan:       (*Writer).writeRan,
	model.KindCallEnter: (*Writer).writeCall,
	model.KindCallExit:  (*Writer).writeCall,
	model.KindFault:     (*Writer).writeFault,
	model.KindIO:        (*Writer).writeIO,
	model.KindBlocked:   (*Writer).writeBlocked,
	model.KindLoss:      (*Writer).writeLoss,
	model.KindCPU:       (*Writer).writeCPU,
	model.KindMark:      (*Writer).writeMark,
	model.KindCount:     (*Writer).writeCount,
	model.KindIssue:     (*Writer).writeIssue,

	model.KindDescriptor: (*Writer).writeDescriptor,
	model.KindFrequency:  (*Writer).writeFrequency,
	model.KindIdle:       (*Writer).writeIdle,
}

// place writes the CPU of an event line.
func (w *Writer) place(e *model.Event) {
	switch {
	case e.CPU == model.AllCPUs && e.Kind == model.KindLoss:
		w.words("all")
	case e.CPU == model.NoCPU:
		w.line = append(w.line, " -"...)
	case e.CPU < model.MaxCPUs:
		w.line = strconv.AppendUint(append(w.line, " cpu"...), uint64(e.CPU), 10)
	default:
		w.fail("an event on CPU %d cannot be written: the highest CPU number is %d", e.CPU, model.MaxCPUs-1)
	}
}

// cpu writes the number of a CPU.
func (w *Writer) cpu(c model.CPU) {
	switch {
	case c == model.NoCPU:
		w.line = append(w.line, '-')
	case c < model.MaxCPUs:
		w.line = strconv.AppendUint(w.line, uint64(c), 10)
	default:
		w.fail("an event that refers to CPU %d cannot be written: the highest CPU number is %d", c, model.MaxCPUs-1)
	}
}

// cpuWord writes the number of a CPU as a word of its own.
func (w *Writer) cpuWord(c model.CPU) {
	w.line = append(w.line, ' ')
	w.cpu(c)
}

// stack defines a stack unless it is already defined.
func (w *Writer) stack(id model.StackID) {
	if _, known := w.stacks[id]; known || id == model.NoStack {
		return
	}
	frames := w.tables.Stacks.Frames(id)
	if len(frames) == 0 {
		w.fail("the trace has no stack %d", id)
		return
	}
	n := uint64(len(w.stacks) + 1)
	w.stacks[id] = n
	w.statement("stack ")
	w.line = strconv.AppendUint(w.line, n, 10)
	for _, f := range frames {
		w.line = appendFrame(append(w.line, ' '), f, &w.tables.Strings)
	}
	w.end()
}

func (w *Writer) stackSetting(key string, id model.StackID) {
	if id != model.NoStack {
		w.key(key)
		w.line = strconv.AppendUint(w.line, w.stacks[id], 10)
	}
}

func (w *Writer) writeSwitch(e *model.Event) {
	w.words("switch")
	w.tid(e.TID)
	w.tid(e.Other)
	w.words(e.Out.String())
	if code, ok := e.Reason.Windows(); ok {
		w.key("win")
		w.line = strconv.AppendUint(w.line, uint64(code), 10)
	} else if letter, ok := e.Reason.Linux(); ok {
		w.setting("linux", letter)
	} else if text, ok := e.Reason.Go(); ok {
		w.setting("go", text)
	}
	if out, sub := derive(e); out != e.Out || sub != e.Sub {
		w.subSetting(e.Sub)
	}
	if e.Prio != [2]int16{model.NoPrio, model.NoPrio} {
		w.key("prio")
		w.line = append(appendPrio(w.line, e.Prio[0]), ',')
		w.line = appendPrio(w.line, e.Prio[1])
	}
	w.stackSetting("stacknew", e.Stack2)
	w.flag("arrival", e.Flags&model.SwitchArrival != 0)
}

func (w *Writer) subSetting(sub model.Sub) {
	w.key("sub")
	if sub == model.SubNone {
		w.line = append(w.line, '-')
		return
	}
	w.line = append(w.line, sub.String()...)
}

func (w *Writer) writeWake(e *model.Event) {
	w.words("wake")
	w.tid(e.TID)
	if e.Wake != model.WakeReady {
		w.setting("kind", e.Wake.String())
	}
	if e.Ctx != model.CtxNone {
		w.setting("ctx", strings.ToLower(e.Ctx.String()))
	}
	if e.Target != model.NoCPU {
		w.key("to")
		w.cpu(e.Target)
	}
	w.address("flag", int64(e.Flags&readySwaps))
	w.tidSetting("by", e.Other, model.NoTID)
}

func (w *Writer) writeIrq(e *model.Event) {
	w.words(kindNames[e.Kind])
	if e.Kind == model.KindIrq {
		w.time(e.End)
	}
	w.words(e.Level.String())
	w.nameSetting("routine", e.Name)
	w.number("vector", e.Arg)
	for _, b := range irqBits {
		w.flag(b.name, e.Flags&b.bit != 0)
	}
}

func (w *Writer) writeStart(e *model.Event) {
	w.words("start")
	w.tid(e.TID)
	w.tidSetting("by", e.Other, model.NoTID)
	w.nameSetting("name", e.Name)
}

func (w *Writer) writeExit(e *model.Event) {
	w.words("exit")
	w.tid(e.TID)
}

func (w *Writer) writeExists(e *model.Event) {
	w.words("exists")
	w.tid(e.TID)
	if e.Flags&model.HasState != 0 {
		w.setting("state", strings.ToLower(model.State(e.Arg).String()))
	}
	if e.Sub != model.SubNone {
		w.subSetting(e.Sub)
	}
}

func (w *Writer) writeName(e *model.Event) {
	w.words("name")
	w.tid(e.TID)
	w.name(e.Name)
	w.flag("exec", e.Flags&model.NameExec != 0)
}

func (w *Writer) writeProcess(e *model.Event) {
	w.words("process")
	w.line = appendPID(append(w.line, ' '), e.PID)
	w.name(e.Name)
	if class := model.Class(e.Arg); class != model.ClassOther {
		w.words(class.String())
	}
	w.number("parent", e.Arg2)
}

func (w *Writer) writeMigrate(e *model.Event) {
	w.words("migrate")
	w.tid(e.TID)
	w.cpuWord(e.From)
	w.cpuWord(e.Target)
	w.flag("bound", e.Flags&model.MigrateBound != 0)
}

func (w *Writer) writeSample(e *model.Event) {
	w.words("sample")
	w.tid(e.TID)
	if e.Level != model.LevelNone {
		w.setting("in", e.Level.String())
	}
}

func (w *Writer) writeRan(e *model.Event) {
	w.words("ran")
	w.tid(e.TID)
	w.line = strconv.AppendInt(append(w.line, ' '), e.Arg, 10)
	w.tidSetting("by", e.Other, e.TID)
}

func (w *Writer) writeCall(e *model.Event) {
	w.words("call")
	w.tid(e.TID)
	end, second := "enter", "arg2"
	if e.Kind == model.KindCallExit {
		end, second = "exit", "ret"
	}
	w.words(end)
	w.name(e.Name)
	w.address("arg", e.Arg)
	w.number(second, e.Arg2)
	if e.Kind == model.KindCallEnter {
		w.number("arg3", e.Arg3)
	}
	w.flag("unknown", e.Kind == model.KindCallExit && e.Flags&model.CallResultUnknown != 0)
	w.flag("untimed", e.Kind == model.KindCallEnter && e.Flags&model.CallUntimed != 0)
	w.flag("inferred", e.Flags&model.CallInferred != 0)
	if e.Kind == model.KindCallEnter {
		w.timeSetting("until", e.End)
	}
	if e.Other != model.IdleTID {
		w.tidSetting("owner", e.Other, model.NoTID)
	}
}

func (w *Writer) writeFault(e *model.Event) {
	w.words("fault")
	w.tid(e.TID)
	w.time(e.End)
	w.words(choose(e.Flags&model.FaultHard != 0, "hard", "soft"))
	w.address("addr", e.Arg)
	w.nameSetting("file", e.Name)
}

func choose(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

func (w *Writer) writeIO(e *model.Event) {
	w.words("io")
	w.tid(e.TID)
	w.time(e.End)
	w.words(e.Flags.Direction().String())
	w.nameSetting("dev", e.Name)
	w.number("bytes", e.Arg)
	w.nameSetting("file", e.Name2)
}

func (w *Writer) writeIssue(e *model.Event) {
	w.words("issue")
	w.tid(e.TID)
	w.words(e.Flags.Direction().String())
	w.nameSetting("dev", e.Name)
	w.number("bytes", e.Arg)
}

func (w *Writer) writeDescriptor(e *model.Event) {
	w.words("descriptor")
	w.line = appendPID(append(w.line, ' '), e.PID)
	if e.Arg < 0 {
		w.words("all")
		return
	}
	w.line = strconv.AppendInt(append(w.line, ' '), e.Arg, 10)
	w.words(model.DescriptorType(e.Arg2).String())
	w.flag("cloexec", e.Flags&model.DescriptorCloses != 0)
}

func (w *Writer) writeBlocked(e *model.Event) {
	w.words("blocked")
	w.tid(e.TID)
	w.flag("iowait", e.Flags&model.BlockedIO != 0)
	w.nameSetting("fn", e.Name)
}

func (w *Writer) writeLoss(e *model.Event) {
	w.words("loss")
	w.time(e.End)
	w.number("n", e.Arg)
	w.flag("ring", e.Flags&model.LossRing != 0)
}

func (w *Writer) writeCPU(e *model.Event) {
	w.words(choose(e.Flags&model.CPUOnline != 0, "online", "offline"))
}

func (w *Writer) writeCount(e *model.Event) {
	w.words("count")
	w.name(e.Name)
	w.line = strconv.AppendInt(append(w.line, ' '), e.Arg, 10)
	w.number("enabled", e.Arg2)
	w.number("running", int64(e.End))
}

func (w *Writer) writeFrequency(e *model.Event) {
	w.words("frequency")
	w.cpuWord(e.Target)
	w.line = strconv.AppendInt(append(w.line, ' '), e.Arg, 10)
}

func (w *Writer) writeIdle(e *model.Event) {
	w.words("idle-state")
	w.cpuWord(e.Target)
	if e.Arg == model.NotIdle {
		w.line = append(w.line, " -"...)
		return
	}
	w.line = strconv.AppendInt(append(w.line, ' '), e.Arg, 10)
}

func (w *Writer) writeMark(e *model.Event) {
	w.words("mark")
	w.tid(e.TID)
	w.words(e.Mark.String())
	w.name(e.Name)
	w.number("id", e.Arg)
	w.number("parent", e.Arg2)
	if e.Other != model.NoTID && e.Other != 0 {
		w.key("span")
		w.line = strconv.AppendUint(w.line, uint64(e.Other), 10)
	}
	if e.Flags&model.MarkMeasured != 0 {
		w.key("cpu")
		w.line = strconv.AppendInt(w.line, int64(e.End), 10)
	}
}
