package tracedat

import (
	"bytes"
	"math/bits"
	"strconv"
	"strings"

	"threadlens/model"
)

// Options of a file, by their numbers (enum of trace-cmd's trace-cmd-private.h). Some only version 7
// has: those that name a section.
const (
	optDone         = 0
	optDate         = 1
	optCPUStat      = 2
	optBuffer       = 3
	optClock        = 4
	optUname        = 5
	optOffset       = 7
	optCPUCount     = 8
	optTimeShift    = 12
	optTSC          = 14
	optHeaderInfo   = 16
	optFtraceEvents = 17
	optEventFormats = 18
	optSymbols      = 19
	optCmdlines     = 21
	optBufferText   = 22
)

// options are the values of a file's options.
type options struct {
	clock     string // of the main buffer
	uname     string
	cpus      uint32
	date      int64 // µs from the clock to the time of day, 0 if unknown
	offset    int64 // ns that are added to every time
	tsc       tscRate
	latency   bool // a latency tracer's, in version 7
	shifted   bool // recorded in a guest, with what its host's clock showed
	stats     statistics
	sections  map[uint16]uint64 // offsets by option
	instances []instance
}

// tscRate converts ticks of an x86 processor to ns.
type tscRate struct{ mult, shift uint32 }

// ns converts ticks: the product has 96 bits.
func (r tscRate) ns(ticks uint64) uint64 {
	hi, lo := bits.Mul64(ticks, uint64(r.mult))
	if r.shift == 0 {
		return lo
	}
	return hi<<(64-r.shift) | lo>>r.shift
}

// statistics are the kernel's counts of all buffers' events at the end of the recording.
type statistics struct {
	known bool
	// recorded is how many were read from a buffer or still in it; lost how many were overwritten or
	// dropped.
	recorded, lost int64
}

// option takes an option. main is set unless it is one of an instance in a file of version 6.
func (m *meta) option(id uint16, data []byte, main bool) {
	text := string(bytes.TrimSpace(bytes.TrimRight(data, "\x00")))
	switch id {
	case optDate:
		m.date, _ = strconv.ParseInt(text, 0, 64)
	case optCPUStat:
		m.stats.add(text)
	case optBuffer:
		m.bufferOption(&cursor{in: memory(data), order: m.order}, main)
	case optClock:
		if main {
			m.clock = chosenClock(data)
		}
	case optUname:
		m.uname = text
	case optOffset:
		n, _ := strconv.ParseInt(text, 0, 64)
		m.offset += n
	case optCPUCount:
		if len(data) >= 4 {
			m.cpus = m.order.U32(data)
		}
	case optBufferText:
		m.latency = true
	case optTimeShift:
		m.shifted = true
	case optTSC:
		m.tsc = m.rate(data)
	}
	m.sectionOption(id, data)
}

// rate is the rate of a processor's clock; its zero value stands for an unknown one.
func (m *meta) rate(data []byte) (r tscRate) {
	if len(data) < 8 {
		return r
	}
	if r = (tscRate{m.order.U32(data), m.order.U32(data[4:])}); r.shift >= 64 {
		return tscRate{}
	}
	return r
}

// sectionOption takes an option that names the place of a section.
func (m *meta) sectionOption(id uint16, data []byte) {
	switch id {
	case optHeaderInfo, optFtraceEvents, optEventFormats, optSymbols, optCmdlines:
	default:
		return
	}
	if len(data) < 8 {
		return
	}
	if m.sections == nil {
		m.sections = map[uint16]uint64{}
	}
	m.sections[id] = m.order.U64(data)
}

// bufferOption takes the places of a buffer's pages, or in version 6 the place of their places.
func (m *meta) bufferOption(c *cursor, main bool) {
	at := c.u64()
	b := buffer{name: c.text(maxSection)}
	if m.version == 6 {
		if c.err == nil && main && b.name != "" && len(m.instances) < maxBuffers {
			m.instances = append(m.instances, instance{b.name, place(at)})
		}
		return
	}
	b.clock = c.text(textStep)
	b.pageSize = int(c.u32())
	for n := c.u32(); n > 0 && c.err == nil; n-- {
		cpu := c.u32()
		p := cpuPart{cpu: model.CPU(min(cpu, model.MaxCPUs)), part: part{off: place(c.u64()), size: place(c.u64())}}
		if p.size > 0 {
			p.packed = m.unpacker.packs()
			b.cpus = append(b.cpus, p)
		}
	}
	if c.err != nil {
		m.diags.unread("buffer", c.err)
		return
	}
	if len(m.buffers) < maxBuffers {
		m.buffers = append(m.buffers, b)
	}
}

// chosenClock is the clock in brackets of the text of the kernel's trace_clock file.
func chosenClock(text []byte) string {
	_, rest, _ := strings.Cut(string(text), "[")
	name, _, ok := strings.Cut(rest, "]")
	if !ok || len(name) > maxClock {
		return ""
	}
	return name
}

// add takes the text of a CPU's file stats; of a CPU, or of a buffer's title, which has no counts.
func (s *statistics) add(text string) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		if err != nil || n < 0 || n > 1<<48 {
			continue
		}
		switch key {
		case "entries", "read events":
			s.known = true
			s.recorded += n
		case "overrun", "dropped events":
			s.lost += n
		}
	}
}
