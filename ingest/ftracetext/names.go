package ftracetext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// source is a kind of event by its name in the text.
type source struct {
	name  string
	event *linuxsched.Event // nil for one that the model does not use
	count int64
	// mark is set for what programs wrote, which may have several lines.
	mark bool
	// stack is set for a stack, which belongs to another event.
	stack bool
}

// sources are the kinds of events of a text.
type sources struct {
	byName map[string]*source
	list   []*source
	events schedtext.Events
}

// Names of events without one in the text: of the tracers of functions, and of too many.
const (
	unnamed  = "(no name)"
	tooMany  = "(other)"
	noFormat = "0" // printed for a marker whose format was not recorded
)

// find is the source of a name.
func (s *sources) find(name []byte) *source {
	if src := s.byName[string(name)]; src != nil {
		return src
	}
	if s.byName == nil {
		s.byName = map[string]*source{}
	}
	if len(s.list) >= maxSources && string(name) != tooMany {
		return s.find([]byte(tooMany))
	}
	src := &source{name: string(name), event: s.events.Find(name)}
	switch src.name {
	case noFormat:
		src.event = s.events.Find([]byte("tracing_mark_write"))
		src.mark = true
	case "tracing_mark_write", "print":
		src.mark = true
	case "kernel_stack", "user_stack":
		src.stack = true
	}
	s.byName[src.name] = src
	s.list = append(s.list, src)
	return src
}

// nameColumn is the width of the column for "event: " in what trace-cmd report prints.
const nameColumn = 22

// split divides what follows the time into the name of the event, empty if there is none, and its
// payload. trace-cmd report fills the name's column with blanks; more of them belong to the payload.
func split(b []byte) (name, payload []byte) {
	i := 0
	for i < len(b) && (b[i] == '_' || isDigit(b[i]) || b[i]|0x20 >= 'a' && b[i]|0x20 <= 'z') {
		i++
	}
	if i == 0 || i == len(b) || b[i] != ':' || isDigit(b[0]) && !unformatted(b) {
		return nil, b
	}
	name, b = b[:i], b[i+1:]
	if len(b) == 0 || b[0] != ' ' {
		return name, b
	}
	fill := max(1, nameColumn-i-1)
	if n := len(b) - len(blanks(b)); n < fill {
		fill = 1
	}
	return name, b[fill:]
}

// unformatted reports whether a payload begins with the name of an event without a format, which is
// not one of a thread in the lines of latency tracers: "0:120:R", "5882: 94:S".
func unformatted(b []byte) bool {
	rest, ok := bytes.CutPrefix(b, []byte(noFormat+": "))
	if ok {
		_, rest, ok = schedtext.Digits(blanks(rest))
		return !ok || !bytes.HasPrefix(rest, []byte(":"))
	}
	return false
}

// callName appends the name of the event of a system call, which the text has without one:
// "sys_futex(…" and "sys_futex -> 0x3". It is empty for other payloads.
func callName(b, payload []byte) []byte {
	call, ok := bytes.CutPrefix(payload, []byte("sys_"))
	n := 0
	for n < len(call) && (call[n] == '_' || isDigit(call[n]) || call[n]|0x20 >= 'a' && call[n]|0x20 <= 'z') {
		n++
	}
	switch rest := call[n:]; {
	case !ok || n == 0:
		return nil
	case bytes.HasPrefix(rest, []byte("(")):
		return append(append(b, "sys_enter_"...), call[:n]...)
	case bytes.HasPrefix(rest, []byte(" -> ")):
		return append(append(b, "sys_exit_"...), call[:n]...)
	}
	return nil
}

// ofTracer reports whether a payload without a name may be a switch or wake-up of a latency tracer.
func ofTracer(payload []byte) bool {
	b := blanks(payload)
	return len(b) > 0 && isDigit(b[0])
}

// column is a thread's name as the first column of its lines has it.
type column struct {
	name []byte
	time model.Time
}

// columnWidth is that of the first column.
const columnWidth = 16

// called is the name in the first column; nil where it is unknown. In front of it trace-cmd report
// may print the name of a buffer.
func called(comm []byte) []byte {
	if len(comm) > columnWidth {
		comm = comm[len(comm)-columnWidth:]
	}
	comm = bytes.TrimSpace(comm)
	switch string(comm) {
	case "<...>", "<idle>", "<unknown>":
		return nil
	}
	return comm
}
