package perfscript

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// header is what the comments of perf script --header say.
type header struct {
	release, machine, processor string
	command                     string
	cpus                        uint64 // online
	seen                        bool
	clock                       string
	// wall is a time of day and the value of the trace's clock then, if it is known.
	wall      time.Time
	wallClock model.Time
	hasWall   bool
	// sampled are tracepoints of which only some events were recorded.
	sampled map[string]bool
	perTask bool
	events  int
}

// clockNames are the clocks of clock_gettime(2) by id.
var clockNames = map[int]string{
	0: "CLOCK_REALTIME", 1: "CLOCK_MONOTONIC", 4: "CLOCK_MONOTONIC_RAW", 7: "CLOCK_BOOTTIME", 11: "CLOCK_TAI",
}

// comment reads a comment: "# key : value".
func (h *header) comment(line []byte) {
	key, value, found := bytes.Cut(line[1:], []byte(":"))
	if !found {
		return
	}
	k := strings.TrimSpace(string(key[:min(len(key), maxExcerpt)]))
	b := bytes.TrimSpace(value)
	v := string(b[:min(len(b), maxText)])
	switch k {
	case "os release":
		h.release, h.seen = v, true
	case "arch":
		h.machine = v
	case "cpudesc":
		h.processor = v
	case "nrcpus online":
		h.cpus, _, _ = schedtext.Digits(b)
	case "cmdline":
		h.command, h.seen = commandOf(v), true
	case "event":
		if h.events++; h.events <= maxHeader {
			h.event(v)
		}
	case "clockid":
		if _, id, ok := strings.Cut(v, "("); ok {
			h.setClock(strings.TrimSuffix(id, ")"))
		}
	case "reference time":
		h.reference(v)
	}
}

// commandOf is the command that perf ran, as far as it shows: the words behind "--", otherwise what
// follows perf's own name.
func commandOf(line string) string {
	if _, after, found := strings.Cut(line, " -- "); found {
		return strings.TrimSpace(after)
	}
	_, after, _ := strings.Cut(line, " ")
	return strings.TrimSpace(after)
}

// event reads how an event was recorded:
//
//	name = sched:sched_switch, , id = { 1406 }, type = 2, { sample_period, sample_freq } = 1, …
func (h *header) event(v string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(v, "name = "), ",")
	if valueOf(v, "type") == tracepointType && valueOf(v, "sample_freq }") != "1" {
		if h.sampled == nil {
			h.sampled = map[string]bool{}
		}
		h.sampled[name] = true
	}
	if valueOf(v, "use_clockid") == "1" && h.clock == "" {
		h.setClock(valueOf(v, "clockid"))
	}
	h.perTask = h.perTask || valueOf(v, "enable_on_exec") == "1"
}

// tracepointType is the type of tracepoints (PERF_TYPE_TRACEPOINT).
const tracepointType = "2"

// valueOf is the value of " key = value", "" where there is none.
func valueOf(v, key string) string {
	_, after, found := strings.Cut(v, " "+key+" = ")
	if !found {
		return ""
	}
	value, _, _ := strings.Cut(after, ",")
	return strings.TrimSpace(value)
}

func (h *header) setClock(id string) {
	n, err := strconv.Atoi(id)
	if err != nil {
		return
	}
	if h.clock = clockNames[n]; h.clock == "" {
		h.clock = "clock " + strconv.Itoa(n)
	}
}

// reference reads "2026-11-22 18:11:31.611506 = 1795371091.611506 (TOD) = 2758.779867857 (monotonic)":
// seconds since 1970 and those of the trace's clock.
func (h *header) reference(v string) {
	parts := strings.Split(v, " = ")
	if len(parts) != 3 {
		return
	}
	var at [2]model.Time
	for i, p := range parts[1:] {
		var t head
		word, _, _ := strings.Cut(p, " ")
		if _, ok := t.seconds([]byte(word + ": ")); !ok {
			return
		}
		at[i] = t.time
	}
	h.wall, h.wallClock, h.hasWall = time.Unix(0, int64(at[0])), at[1], true
}
