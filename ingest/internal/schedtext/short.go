package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// task is a thread in a short form: "name:pid [prio]".
type task struct {
	name      []byte
	pid, prio int64
}

// taskAt reads a task whose name has n bytes, and returns what follows it.
func taskAt(b []byte, n int) (t task, rest []byte, ok bool) {
	if n >= len(b) || b[n] != ':' {
		return t, nil, false
	}
	t.name = b[:n]
	if t.pid, rest, ok = integer(b[n+1:]); !ok || !bytes.HasPrefix(rest, []byte(" [")) {
		return t, nil, false
	}
	if t.prio, rest, ok = integer(rest[2:]); !ok || len(rest) == 0 || rest[0] != ']' {
		return t, nil, false
	}
	return t, rest[1:], true
}

// tasks calls accept with every way to read a task at the beginning of b until it returns true: names
// of the kernel's length first, the longest one first.
func tasks(b []byte, accept func(t task, rest []byte) bool) bool {
	longest := min(len(b), maxComm)
	for n := longest; n >= 0; n-- {
		if t, rest, ok := taskAt(b, n); ok && accept(t, rest) {
			return true
		}
	}
	for n := longest + 1; n <= min(len(b), maxLong); n++ {
		if t, rest, ok := taskAt(b, n); ok && accept(t, rest) {
			return true
		}
	}
	return false
}

// oldTask begins the short forms of kernels before 2.6.33.
const oldTask = "task "

// shortSwitch reads "name:pid [prio] state ==> name:pid [prio]". Old kernels put the state into
// parentheses.
func shortSwitch(b []byte, v *linuxsched.Values) bool {
	if bytes.HasPrefix(b, []byte(oldTask)) && switchOf(b[len(oldTask):], true, v) {
		return true
	}
	return switchOf(b, false, v)
}

// wakeLatency begins what trace-cmd report -w adds.
var wakeLatency = []byte("Latency: ")

func switchOf(b []byte, parentheses bool, v *linuxsched.Values) bool {
	return tasks(b, func(prev task, rest []byte) bool {
		letters, next, ok := bytes.Cut(rest, []byte(" ==> "))
		if !ok || len(letters) < 2 || letters[0] != ' ' {
			return false
		}
		letters = letters[1:]
		if parentheses {
			if len(letters) < 3 || letters[0] != '(' || letters[len(letters)-1] != ')' {
				return false
			}
			letters = letters[1 : len(letters)-1]
		}
		if !isState(letters) {
			return false
		}
		return tasks(next, func(next task, rest []byte) bool {
			if rest = bytes.TrimLeft(rest, " "); len(rest) > 0 && !bytes.HasPrefix(rest, wakeLatency) {
				return false
			}
			v.SetText(0, prev.name)
			v.Set(1, prev.pid)
			v.Set(2, prev.prio)
			v.SetText(3, plainState(letters))
			v.SetText(4, next.name)
			v.Set(5, next.pid)
			v.Set(6, next.prio)
			return true
		})
	})
}

// plainState replaces the letter W. The plugins print it for the bit that since Linux 4.14 means an
// idle kernel thread, I; before, it never stood alone and only qualified another state.
func plainState(letters []byte) []byte {
	if string(letters) == "W" {
		return []byte("I")
	}
	return bytes.TrimSuffix(letters, []byte("|W"))
}

// isState reports whether a text can be the letters of a state, such as D|K or R+.
func isState(b []byte) bool {
	for i, c := range b {
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z'; !letter && (i == 0 || c != '|' && c != '+') {
			return false
		}
	}
	return len(b) > 0
}

// shortWake reads "name:pid [prio] CPU:003", maybe with success=1 before the CPU. Old kernels print
// "task name:pid [prio] success=1 [003]".
func shortWake(b []byte, v *linuxsched.Values) bool {
	if bytes.HasPrefix(b, []byte(oldTask)) && wakeOf(b[len(oldTask):], " [", v) {
		return true
	}
	return wakeOf(b, " CPU:", v) || wakeOf(b, " [", v)
}

// missing is printed for a field that newer kernels do not have.
const missing = "<CANT FIND FIELD success>"

func wakeOf(b []byte, cpuKey string, v *linuxsched.Values) bool {
	return tasks(b, func(t task, rest []byte) bool {
		v.Has[3] = false
		rest = bytes.TrimPrefix(rest, []byte(missing))
		if s, ok := bytes.CutPrefix(rest, []byte(" success=")); ok {
			n, left, ok := integer(s)
			if !ok {
				return false
			}
			v.Set(3, n)
			rest = left
		}
		rest, ok := bytes.CutPrefix(rest, []byte(cpuKey))
		if !ok {
			return false
		}
		cpu, rest, ok := integer(rest)
		if rest = bytes.TrimRight(rest, " ]"); !ok || len(rest) > 0 {
			return false
		}
		v.SetText(0, t.name)
		v.Set(1, t.pid)
		v.Set(2, cpu)
		return true
	})
}
