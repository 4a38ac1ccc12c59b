package ftracetext

import (
	"bytes"
	"fmt"
	"strings"

	"threadlens/ingest/internal/schedtext"
)

// name is the name of the format, also in errors.
const name = "ftrace"

// tracerMark begins what tracefs has in its file trace.
const tracerMark = "# tracer: "

// refuse is the error for a text with fewer lines of events than others, nil otherwise.
func (s *scan) refuse() error {
	if s.lines > 0 && s.bad <= s.lines {
		return nil
	}
	data := s.data[s.badAt:min(int64(len(s.data)), s.badAt+headSize)]
	line, _, _ := bytes.Cut(data, []byte("\n"))
	number := 1 + bytes.Count(s.data[:s.badAt], []byte("\n"))
	switch {
	case strings.Contains(s.tracer, "function_graph"):
		return fmt.Errorf("%s: the tracer function_graph does not record context switches: use the tracer nop with the events sched:*", name)
	case s.bad == 0:
		return fmt.Errorf("%s: the text has no events", name)
	case isPerfTrace(data):
		return fmt.Errorf("%s: line %d: this is output of perf trace, which does not name the CPUs: record with perf record or perf sched record", name, number)
	case withoutContext(data):
		return fmt.Errorf("%s: line %d: the events have no times: record with the ftrace option context-info turned on (trace-cmd -O context-info)", name, number)
	}
	return fmt.Errorf("%s: line %d: expected an event as in ftrace's file “trace” (with the options raw, hex, bin and verbose off), found %q",
		name, number, line[:min(len(line), maxDiagText/2)])
}

// withoutContext reports whether a text has events but not what should stand before them.
func withoutContext(data []byte) bool {
	var events schedtext.Events
	for line := range bytes.Lines(data) {
		if name, payload := split(bytes.TrimSpace(line)); len(name) > 0 && len(payload) > 0 && events.Find(name) != nil {
			return true
		}
	}
	return false
}

// isPerfTrace reports whether a text begins with lines of perf trace:
//
//	0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581
//	0.689 sleep/28346 sched:sched_switch:sleep:28346 [120] S ==> swapper/5:0 [120]
func isPerfTrace(data []byte) bool {
	for line := range bytes.Lines(data) {
		_, b, ok := schedtext.Digits(blanks(line))
		if !ok || len(b) == 0 || b[0] != '.' {
			return false
		}
		if _, b, ok = schedtext.Digits(b[1:]); !ok || len(b) == 0 || b[0] != ' ' {
			return false
		}
		b = blanks(b)
		word, _, _ := bytes.Cut(b, []byte(" "))
		_, tid, found := bytes.Cut(word, []byte("/"))
		_, rest, isNumber := schedtext.Digits(tid)
		return bytes.HasPrefix(b, []byte("(")) && bytes.Contains(b, []byte("):")) || found && isNumber && len(rest) == 0
	}
	return false
}
