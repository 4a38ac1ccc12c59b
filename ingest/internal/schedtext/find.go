package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// Events finds events by their names as texts have them. The zero value is ready; it is for one
// goroutine.
type Events struct {
	known map[string]*linuxsched.Event
}

// maxKnown bounds the names that Events remembers.
const maxKnown = 1 << 12

// Find is the event of a name, with its system as in "sched:sched_switch" or without it; nil for one
// that the model does not use.
func (e *Events) Find(name []byte) *linuxsched.Event {
	if ev, ok := e.known[string(name)]; ok {
		return ev
	}
	system, event, found := bytes.Cut(name, []byte{':'})
	if !found {
		system, event = nil, name
	}
	ev := linuxsched.Find(string(system), string(event))
	if e.known == nil {
		e.known = map[string]*linuxsched.Event{}
	}
	if len(e.known) < maxKnown {
		e.known[string(name)] = ev
	}
	return ev
}

// Unnamed reads a payload without the name of its event, as trace files have them for system calls,
// "sys_futex(uaddr: 0x1, op: 0x80)" and "sys_futex -> 0x3", and latency tracers for switches and
// wake-ups, "0:120:R   + [002]  5882: 94:R sleep". It is nil where the payload is none of them.
func (e *Events) Unnamed(b []byte, v *linuxsched.Values) *linuxsched.Event {
	*v = linuxsched.Values{}
	b = bytes.TrimLeft(b, " ")
	call, ok := bytes.CutPrefix(b, []byte("sys_"))
	if !ok {
		return e.latency(b, v)
	}
	n := 0
	for n < len(call) && isIdentifier(call[n]) {
		n++
	}
	var name [maxLong]byte
	switch rest := call[n:]; {
	case n == 0 || n > maxLong/2:
		return nil
	case bytes.HasPrefix(rest, []byte("(")):
		argumentList(rest[1:], v)
		return e.Find(append(append(name[:0], "sys_enter_"...), call[:n]...))
	case bytes.HasPrefix(rest, []byte(" -> ")):
		result, _, ok := result(rest)
		if v.Set(0, result); ok {
			return e.Find(append(append(name[:0], "sys_exit_"...), call[:n]...))
		}
	}
	return nil
}

// latency reads "prev:prio:state ==> [cpu] next:prio:state name", or with + for a wake-up.
func (e *Events) latency(b []byte, v *linuxsched.Values) *linuxsched.Event {
	prev, prio, letter, b, ok := entry(b)
	if !ok {
		return nil
	}
	b = bytes.TrimLeft(b, " ")
	isSwitch := bytes.HasPrefix(b, []byte("==> ["))
	if !isSwitch && !bytes.HasPrefix(b, []byte("+ [")) {
		return nil
	}
	cpu, b, ok := integer(b[bytes.IndexByte(b, '[')+1:])
	if !ok || len(b) == 0 || b[0] != ']' {
		return nil
	}
	next, nextPrio, _, b, ok := entry(b[1:])
	if !ok {
		return nil
	}
	name := bytes.TrimSpace(b)
	if !isSwitch {
		v.SetText(0, name)
		v.Set(1, next)
		v.Set(2, cpu)
		return e.Find([]byte("sched_wakeup"))
	}
	v.Set(1, prev)
	v.Set(2, prio)
	v.SetText(3, letter)
	v.SetText(4, name)
	v.Set(5, next)
	v.Set(6, nextPrio)
	return e.Find([]byte("sched_switch"))
}

// entry reads a thread as latency tracers print it: "5882: 94:R".
func entry(b []byte) (pid, prio int64, letter, rest []byte, ok bool) {
	pid, b, ok = integer(bytes.TrimLeft(b, " "))
	if !ok || len(b) == 0 || b[0] != ':' {
		return 0, 0, nil, nil, false
	}
	prio, b, ok = integer(bytes.TrimLeft(b[1:], " "))
	if !ok || len(b) < 2 || b[0] != ':' || !isState(b[1:2]) {
		return 0, 0, nil, nil, false
	}
	return pid, prio, b[1:2], b[2:], true
}
