package linuxsched

import (
	"strconv"

	"threadlens/model"
)

// callEnter is the event sys_enter_NAME. The names of its fields are those of the call's arguments,
// which the reader finds in the trace: here they have numbers.
func callEnter(call string) *Event {
	return &Event{
		System: "syscalls", Name: "sys_enter_" + call, Call: call, fact: factCalls,
		Fields: arguments,
		handle: func(l *Log, v *Values) { l.enters(l.constant(call), call, v.N[:6], v.Has[:6]) },
	}
}

// arguments are the fields of a sys_enter_NAME event.
var arguments = func() (fs []Field) {
	for i := range 6 {
		fs = append(fs, Field{Name: strconv.Itoa(i), Optional: true})
	}
	return fs
}()

// callExit is the event sys_exit_NAME.
func callExit(call string) *Event {
	return &Event{
		System: "syscalls", Name: "sys_exit_" + call, Call: call, fact: factCalls,
		Fields: numbers("ret"),
		handle: func(l *Log, v *Values) { l.returns(l.constant(call), v.N[0]) },
	}
}

func (l *Log) rawEnter(v *Values) {
	l.enters(l.callName(v.N[0]), l.calls[v.N[0]], v.N[1:7], v.Has[1:7])
}

// rawExit: a call without a number is rt_sigreturn, which has restored the registers from before the
// signal, and with them another result.
func (l *Log) rawExit(v *Values) {
	if v.N[0] >= 0 {
		l.returns(l.callName(v.N[0]), v.N[1])
		return
	}
	if t := l.threads.Get(l.Head.TID); t != nil && t.inside != model.NoString {
		l.returns(t.inside, 0)
		l.Out.Events[len(l.Out.Events)-1].Flags = model.CallResultUnknown
	}
}

// callName is the name of a numbered system call, "syscall N" for an unknown one, or on a machine
// whose calls are unknown.
func (l *Log) callName(n int64) model.StringID {
	if id, ok := l.numbers[n]; ok {
		return id
	}
	name, ok := l.calls[n]
	if !ok {
		name = "syscall " + strconv.FormatInt(n, 10)
	}
	id := l.Name([]byte(name))
	if len(l.numbers) < maxNumbers {
		l.numbers[n] = id
	}
	return id
}

// enters notes that the current thread enters a call; args are its six arguments as far as has says
// that they are known.
func (l *Log) enters(name model.StringID, call string, args []int64, has []bool) {
	h := &l.Head
	if t := l.threads.Get(h.TID); t != nil {
		t.yielded, t.inside = call == "sched_yield", name
	}
	e := l.add(model.KindCallEnter)
	e.TID, e.Name, e.PID, e.Stack = h.TID, name, h.PID, l.stack()
	e.Arg, e.Arg2, e.Arg3 = args[0], args[1], args[2]
	rule, timed := TimeLimits[call]
	if !timed || !has[rule.Arg] {
		return
	}
	switch value := uint64(args[rule.Arg]); {
	case rule.Without(value):
		e.Flags |= model.CallUntimed
	case rule.Number:
		e.End = e.Time + model.Time(int32(value))*1_000_000
	}
}

func (l *Log) returns(name model.StringID, result int64) {
	if t := l.threads.Get(l.Head.TID); t != nil {
		t.yielded, t.inside = false, model.NoString
	}
	e := l.add(model.KindCallExit)
	e.TID, e.PID, e.Name, e.Arg2 = l.Head.TID, l.Head.PID, name, result
}

// ContentionCall is the name of a wait for a lock inside the kernel.
const ContentionCall = "lock_contention"

// contention makes the handler of the start or end of a wait for a lock inside the kernel: like a
// call with the lock's address.
func contention(kind model.Kind) func(*Log, *Values) {
	return func(l *Log, v *Values) {
		e := l.add(kind)
		e.TID, e.PID, e.Name = l.Head.TID, l.Head.PID, l.constant(ContentionCall)
		e.Arg, e.Arg2 = v.N[0], v.N[1]
		if kind == model.KindCallEnter {
			e.Stack = l.stack()
		}
	}
}

// pageFault is recorded as the fault begins, and does not show how long it took.
func (l *Log) pageFault(v *Values) {
	e := l.add(model.KindFault)
	e.End, e.TID, e.PID, e.Arg, e.Stack = l.Head.Time, l.Head.TID, l.Head.PID, v.N[0], l.stack()
}
