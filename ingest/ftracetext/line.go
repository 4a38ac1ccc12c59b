package ftracetext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// clock is how the times of a text are written.
type clock uint8

const (
	anyClock clock = iota
	micro          // seconds with six decimals
	nano           // seconds with nine decimals
	ticks          // a whole number, of a clock without seconds
	latency        // microseconds of the option latency-format
)

// head is what stands before the payload of an event.
type head struct {
	comm  []byte // blanks around it are those of the column, or its own
	tid   uint32
	pid   uint32 // NoPID where the text has no column for it, or dashes in it
	cpu   model.CPU
	ctx   model.Context
	clock clock
	time  model.Time
	rest  []byte // what follows the colon and a blank behind the time
}

// parse reads the line of an event whose time is written as want says:
//
//	comm-tid  ( pid) [cpu] flags  time: rest
//	comm-tid  cpuflags  time: rest
//
// The name of a thread may contain anything: the first "-" from which on the line fits ends it.
func (h *head) parse(line []byte, want clock) bool {
	for at := 0; ; at++ {
		i := bytes.IndexByte(line[at:], '-')
		if i < 0 {
			return false
		}
		at += i
		if h.columns(line[at+1:], want) {
			h.comm = line[:at]
			return true
		}
	}
}

// columns reads what follows the name of the thread.
func (h *head) columns(b []byte, want clock) bool {
	tid, b, ok := schedtext.Digits(b)
	if !ok || tid >= uint64(model.NoTID) || len(b) == 0 || b[0] != ' ' {
		return false
	}
	h.tid, h.pid, h.ctx = uint32(tid), model.NoPID, model.CtxUnknown
	b = blanks(b)
	if len(b) > 0 && b[0] == '(' {
		if b, ok = h.process(b[1:]); !ok {
			return false
		}
	}
	if len(b) == 0 {
		return false
	}
	if b[0] == '[' {
		b, ok = h.processor(b[1:])
	} else {
		b, ok = h.latencyColumns(b)
	}
	return ok && h.timeAndRest(blanks(b), want)
}

// process reads " 5386)", or dashes for an unknown process.
func (h *head) process(b []byte) (rest []byte, ok bool) {
	b = blanks(b)
	if len(b) > 0 && b[0] == '-' {
		b = bytes.TrimLeft(b, "-")
	} else {
		pid, left, ok := schedtext.Digits(b)
		if !ok || pid >= uint64(model.NoPID) {
			return nil, false
		}
		h.pid, b = uint32(pid), left
	}
	b = blanks(b)
	if len(b) == 0 || b[0] != ')' {
		return nil, false
	}
	return blanks(b[1:]), true
}

// processor reads "000] d..2. ", where the flags may be missing or touch the time.
func (h *head) processor(b []byte) (rest []byte, ok bool) {
	cpu, b, ok := schedtext.Digits(b)
	if !ok || cpu >= model.MaxCPUs || len(b) == 0 || b[0] != ']' {
		return nil, false
	}
	h.cpu = model.CPU(cpu)
	b = blanks(b[1:])
	if len(b) > 0 && !isDigit(b[0]) {
		return h.flags(b)
	}
	return b, true
}

// latencyColumns reads "0dN.4. " or "0-0x25 ", as trace-cmd report -l and latency-format have them.
func (h *head) latencyColumns(b []byte) (rest []byte, ok bool) {
	cpu, b, ok := schedtext.Digits(b)
	if !ok || cpu >= model.MaxCPUs {
		return nil, false
	}
	h.cpu = model.CPU(cpu)
	if s, raw := bytes.CutPrefix(b, []byte("-0x")); raw {
		flags := uint64(0)
		i := 0
		for ; i < len(s) && s[i] != ' '; i++ {
			d, ok := schedtext.HexDigit(s[i])
			if !ok || i >= 4 {
				return nil, false
			}
			flags = flags<<4 | uint64(d)
		}
		h.ctx = linuxsched.ContextOf(flags)
		return s[i:], i > 0
	}
	return h.flags(b)
}

// Positions of the flags: the third says in which context the event happened, the fourth, and with
// kernels since 5.15 the fifth, are counts.
const (
	flagContext = 2
	flagDepth   = 3
	fewFlags    = 4
	manyFlags   = 5
)

// flags reads four or five flags.
func (h *head) flags(b []byte) (rest []byte, ok bool) {
	if len(b) < fewFlags+1 {
		return nil, false
	}
	for _, c := range b[:flagDepth] {
		if isDigit(c) || c <= ' ' || c > '~' {
			return nil, false
		}
	}
	if !isDepth(b[flagDepth]) {
		return nil, false
	}
	n := fewFlags
	if isDepth(b[fewFlags]) && len(b) > manyFlags && (b[manyFlags] == ' ' || b[fewFlags] == '.') {
		n = manyFlags
	}
	switch b[flagContext] {
	case '.':
		h.ctx = model.CtxThread
	case 'h', 'H', 'z', 'Z':
		h.ctx = model.CtxIsr
	case 's':
		h.ctx = model.CtxDpc
	}
	return b[n:], true
}

func isDepth(c byte) bool {
	_, ok := schedtext.HexDigit(c)
	return ok || c == '.'
}

// timeAndRest reads the time and the colon behind it.
func (h *head) timeAndRest(b []byte, want clock) bool {
	whole, b, ok := schedtext.Digits(b)
	if !ok || len(b) == 0 {
		return false
	}
	switch b[0] {
	case '.':
		ok = h.seconds(whole, &b)
	case ':':
		h.clock, h.time = ticks, model.Time(whole)
	case 'u':
		ok = h.microseconds(whole, &b)
	default:
		return false
	}
	if !ok || len(b) == 0 || b[0] != ':' || want != anyClock && h.clock != want {
		return false
	}
	if h.rest = b[1:]; len(h.rest) > 0 {
		if h.rest[0] != ' ' {
			return false
		}
		h.rest = h.rest[1:]
	}
	return true
}

// maxSeconds bounds times: 300 years in nanoseconds fit 63 bits.
const maxSeconds = 9e9

// seconds reads ".123456" or ".123456789" behind whole seconds.
func (h *head) seconds(whole uint64, b *[]byte) bool {
	fraction, rest, ok := schedtext.Digits((*b)[1:])
	if !ok || whole > maxSeconds {
		return false
	}
	switch len(*b) - 1 - len(rest) {
	case 6:
		h.clock, fraction = micro, fraction*1000
	case 9:
		h.clock = nano
	default:
		return false
	}
	h.time, *b = model.Time(whole*1e9+fraction), rest
	return true
}

// microseconds reads "us" behind microseconds, and a mark for a long time until the next event.
func (h *head) microseconds(whole uint64, b *[]byte) bool {
	if len(*b) < 3 || (*b)[1] != 's' || whole > maxSeconds*1e6 {
		return false
	}
	h.clock, h.time, *b = latency, model.Time(whole)*1000, (*b)[3:]
	return true
}

func isDigit(c byte) bool { return c-'0' < 10 }

func blanks(b []byte) []byte {
	i := 0
	for i < len(b) && b[i] == ' ' {
		i++
	}
	return b[i:]
}
