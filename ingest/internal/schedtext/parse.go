package schedtext

import (
	"bytes"
	"strings"

	"threadlens/ingest/internal/linuxsched"
)

// unparsed begins the payloads for which trace-cmd could not use the print format.
const unparsed = "[FAILED TO PARSE]"

// Parse reads the payload of an event into v, whose texts alias it. It reports whether the payload
// is one of the event. Blanks that only fill a column must be removed before: a thread's name, which
// may begin with blanks, can be the first word.
func Parse(ev *linuxsched.Event, payload []byte, v *linuxsched.Values) bool {
	*v = linuxsched.Values{}
	if ev.Name == "sched_switch" || strings.HasPrefix(ev.Name, "sched_wak") {
		return parseSched(ev, payload, v)
	}
	if ev.Name == "print" || ev.Name == "tracing_mark_write" {
		v.SetText(0, written(ev.Name, payload))
		return true
	}
	b := bytes.TrimPrefix(bytes.TrimLeft(payload, " "), []byte(unparsed))
	return parseOther(ev, bytes.TrimLeft(b, " "), v)
}

// parseSched reads a context switch or wake-up: its long form, its short one, or its fields.
func parseSched(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	isSwitch := ev.Name == "sched_switch"
	pattern, short := wakePattern, shortWake
	if isSwitch {
		pattern, short = switchPattern, shortSwitch
	}
	long := bytes.TrimLeft(b, " ")
	if match(pattern, long, v) || short(b, v) || short(long, v) {
		return true
	}
	return parseFields(ev, long, v)
}

// parseOther reads the payload of an event that is not read at every other line.
func parseOther(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	switch {
	case ev.Call != "":
		return parseCall(ev, b, v)
	case ev.System == "block":
		return parseBlock(b, v) || parseFields(ev, b, v)
	case ev.System == "raw_syscalls":
		return parseRaw(ev, b, v) || parseFields(ev, b, v)
	case ev.System == "lock":
		return parseLock(ev, b, v) || parseFields(ev, b, v)
	}
	for _, p := range patterns[ev.Name] {
		if match(p, b, v) {
			return true
		}
		*v = linuxsched.Values{}
	}
	return parseFields(ev, b, v)
}
