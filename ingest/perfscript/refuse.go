package perfscript

import (
	"bytes"
	"fmt"

	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// name is the name of the format, also in errors.
const name = "perf-script"

// refuse is the error for a text that cannot be used, nil otherwise.
func (t *text) refuse() error {
	switch {
	case t.lines == 0 && t.bad == 0:
		return fmt.Errorf("%s: the text has no events", name)
	case t.bad > t.lines:
		return t.unreadable()
	case t.timed.differences():
		return fmt.Errorf("%s: the times are differences, as perf script --deltatime prints them: print the text without that option", name)
	case t.otherSwitch > t.placedSwitch:
		return fmt.Errorf("%s: line %d: the lines do not name the CPU, so the context switches of different CPUs cannot be distinguished: print the trace with perf script -F +cpu", name, t.number(t.otherSwitchAt))
	case t.timed.n == 0:
		return fmt.Errorf("%s: the text has no events, only perf's own records such as PERF_RECORD_COMM", name)
	}
	return nil
}

// unreadable is the error for a text with fewer lines of records than others.
func (t *text) unreadable() error {
	rest := t.data[t.badAt:min(int64(len(t.data)), t.badAt+headSize)]
	number := t.number(t.badAt)
	if isPerfTrace(rest) {
		return fmt.Errorf("%s: line %d: this is output of perf trace, which does not name the CPUs: record with perf record or perf sched record and print with perf script", name, number)
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return fmt.Errorf("%s: line %d: expected an event as perf script prints it (with thread, time and event name), found %q",
		name, number, line[:min(len(line), maxExcerpt)])
}

// number is the number of the line at a place in the text.
func (t *text) number(at int64) int { return 1 + bytes.Count(t.data[:at], []byte("\n")) }

const (
	leastTimes   = 4                          // by which differences show
	mostDelta    = model.Time(60_000_000_000) // between two events
	shareOfBacks = 8                          // one of so many times steps back
)

// differences reports whether the times are those between an event and the one before: they are small
// and do not rise.
func (t *timed) differences() bool {
	return t.n >= leastTimes && t.latest < mostDelta && t.backs > t.n/shareOfBacks
}

// isPerfTrace reports whether a text begins with a line of perf trace:
//
//	0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581
//	0.689 sleep/28346 sched:sched_switch:sleep:28346 [120] S ==> swapper/5:0 [120]
func isPerfTrace(b []byte) bool {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	b = line[skipBlanks(line, 0):]
	_, b, ok := schedtext.Digits(b)
	if !ok || len(b) == 0 || b[0] != '.' {
		return false
	}
	if _, b, ok = schedtext.Digits(b[1:]); !ok || len(b) == 0 || !isBlank(b[0]) {
		return false
	}
	b = b[skipBlanks(b, 0):]
	if bytes.HasPrefix(b, []byte("(")) {
		return bytes.Contains(b, []byte("):"))
	}
	_, tid, found := bytes.Cut(b[:wordEnd(b, 0)], []byte("/"))
	_, rest, isNumber := schedtext.Digits(tid)
	return found && isNumber && len(bytes.TrimLeft(rest, ":")) == 0
}
