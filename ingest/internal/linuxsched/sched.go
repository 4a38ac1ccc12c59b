package linuxsched

import (
	"bytes"

	"threadlens/model"
)

// cloneThread is the flag of a new task that is a thread of its creator's process (CLONE_THREAD of
// uapi sched.h).
const cloneThread = 0x10000

// contextSwitch: prev leaves the CPU, next takes it.
func (l *Log) contextSwitch(v *Values) {
	prev, next := tidOf(v.N[1]), tidOf(v.N[5])
	l.mentioned(prev, v.Text[0])
	l.mentioned(next, v.Text[4])
	reason, sure := l.state(v)
	if !sure {
		l.Unsure++
	}
	prios := [2]int16{model.NoPrio, model.NoPrio}
	if v.Has[2] {
		prios[0] = Prio(v.N[2])
	}
	if v.Has[6] {
		prios[1] = Prio(v.N[6])
	}
	e := l.add(model.KindSwitch)
	e.TID, e.Other, e.Prio, e.Reason, e.Stack = prev, next, prios, reason, l.stack()
	e.Out, e.Sub, _ = model.LinuxSwitchOut(reason, next == model.IdleTID, prios[0], prios[1])
	e.PID = l.process(prev)
	t := l.threads.Get(prev)
	if t == nil {
		return
	}
	if t.yielded && e.Out == model.OutPreempt && l.letterR(reason) {
		e.Out, e.Sub = model.OutYield, model.SubYield
	}
	if e.Out == model.OutDead {
		*t = thread{}
	}
}

// letterR reports whether a state is that of a thread that gives its CPU up by itself and remains
// runnable.
func (l *Log) letterR(r model.Reason) bool {
	plain, _ := model.LinuxLetter("R")
	return r == plain
}

// state is the Reason of prev_state; sure is false where it has bits, or letters, of no table.
func (l *Log) state(v *Values) (r model.Reason, sure bool) {
	if text := v.Text[3]; text != nil {
		return l.letterState(text)
	}
	n := uint64(v.N[3])
	if n >= maxStates {
		return model.LinuxState(l.states, n)
	}
	m := &l.met[n]
	if !m.met {
		m.met = true
		m.reason, m.sure = model.LinuxState(l.states, n)
	}
	return m.reason, m.sure
}

// letterState decodes the letters of a state. A plus means that the thread was preempted, whatever
// it was about to wait for.
func (l *Log) letterState(text []byte) (r model.Reason, sure bool) {
	if r, sure = l.letters[string(text)]; sure {
		return r, true
	}
	letter := string(text[:min(len(text), maxComm)])
	if len(text) > 1 && text[len(text)-1] == '+' {
		letter = "R+"
	}
	if r, sure = model.LinuxLetter(letter); sure && len(l.letters) < maxStates {
		l.letters[string(text)] = r
	}
	return r, sure
}

// wake makes the handler of a wake event.
func wake(kind model.WakeKind) func(*Log, *Values) {
	return func(l *Log, v *Values) {
		tid := tidOf(v.N[1])
		if tid == model.IdleTID || tid == model.NoTID || v.Has[3] && v.N[3] == 0 {
			return
		}
		l.mentioned(tid, v.Text[0])
		e := l.add(model.KindWake)
		e.TID, e.Wake, e.Other = tid, kind, l.Head.TID
		e.Stack, e.Ctx = l.stack(), l.Head.Ctx
		if v.Has[2] {
			e.Target = target(v.N[2])
		}
	}
}

func (l *Log) migrate(v *Values) {
	tid := tidOf(v.N[0])
	if tid == model.IdleTID || tid == model.NoTID {
		return
	}
	l.mentioned(tid, v.Text[3])
	e := l.add(model.KindMigrate)
	e.TID, e.From, e.Target = tid, target(v.N[1]), target(v.N[2])
}

func (l *Log) ran(v *Values) {
	e := l.add(model.KindRan)
	e.TID, e.Other, e.Arg = tidOf(v.N[0]), l.Head.TID, max(0, v.N[1])
}

// blockedReason reports what the thread, whose wait ends here, waited for.
func (l *Log) blockedReason(v *Values) {
	tid := tidOf(v.N[0])
	if tid == model.IdleTID || tid == model.NoTID {
		return
	}
	e := l.add(model.KindBlocked)
	e.TID = tid
	if v.Has[1] && v.N[1] != 0 {
		e.Flags = model.BlockedIO
	}
	if name := v.Text[2]; len(name) > 0 {
		if i := bytes.IndexByte(name, '+'); i > 0 {
			name = name[:i]
		}
		e.Name = l.Name(name)
	}
}

// newTask precedes the fork event of the same thread, and says whether it is a process.
func (l *Log) newTask(v *Values) {
	child, pid := tidOf(v.N[0]), uint32(0)
	switch parent := l.process(l.Head.TID); {
	case v.N[2]&cloneThread == 0:
		pid = uint32(child)
	case parent != model.NoPID:
		pid = parent
	}
	l.start(child, l.Head.TID, pid, v.Text[1])
}

// fork begins a thread of which it is not known whether it is a process, unless another event said
// so.
func (l *Log) fork(v *Values) {
	child := tidOf(v.N[1])
	t := l.threads.Get(child)
	if t == nil {
		return
	}
	if !t.started {
		l.start(child, tidOf(v.N[0]), 0, v.Text[2])
	}
	t.started = false
}

// exec replaces a process; its thread has the process's id from then on.
func (l *Log) exec(v *Values) {
	name := v.Text[1]
	name = name[bytes.LastIndexByte(name, '/')+1:]
	l.Rename(tidOf(v.N[0]), name, true)
}

func (l *Log) taskRename(v *Values) { l.Rename(tidOf(v.N[0]), v.Text[1], false) }

func (l *Log) exit(v *Values) {
	tid := tidOf(v.N[0])
	t := l.threads.Get(tid)
	if t == nil || t.exited {
		return
	}
	t.exited = true
	l.add(model.KindExit).TID = tid
}
