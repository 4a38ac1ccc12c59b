package tracedat

import (
	"errors"
	"fmt"

	"threadlens/model"
)

// errLatency is the error for a file of a latency tracer.
var errLatency = errors.New("this recording of a latency tracer (such as irqsoff) contains text instead of events: save what “trace-cmd report” prints of it in a file, and open that file")

// Words that say what follows in a file of version 6.
const (
	wordOptions = "options  \x00"
	wordLatency = "latency  \x00"
	wordRecords = "flyrecord\x00"
	wordSize    = 10
)

// readSequence reads a file of version 6, whose parts follow each other.
func (m *meta) readSequence(c *cursor) error {
	m.headerInfo(c)
	m.ftraceEvents(c)
	m.eventFormats(c)
	n := c.u32()
	m.symbols = part{off: c.at, size: int64(n)}
	c.skip(uint64(n))
	c.skip(uint64(c.u32())) // formats of printk
	m.cmdlines = c.block(c.u64())
	m.cpus = c.u32()
	if c.err != nil {
		return fmt.Errorf("event descriptions: %w", c.err)
	}
	if err := m.records(c, ""); err != nil {
		return err
	}
	for _, b := range m.instances {
		inner := &cursor{in: m.in, at: b.off, order: m.order}
		if err := m.records(inner, b.name); err != nil {
			m.diags.unread(fmt.Sprintf("trace buffer %.32q", b.name), err)
		}
	}
	return nil
}

// instance is a further buffer of a file of version 6.
type instance struct {
	name string
	off  int64
}

// records reads the options and places of the pages of a buffer.
func (m *meta) records(c *cursor, name string) error {
	word := string(c.block(wordSize))
	if word == wordOptions {
		m.listedOptions(c, name == "")
		word = string(c.block(wordSize))
	}
	switch {
	case c.err != nil:
		return fmt.Errorf("options: %w", c.err)
	case word == wordLatency:
		return errLatency
	case word != wordRecords:
		return fmt.Errorf("the file is damaged: found %q at %#x instead of the options or the records", word, c.at-wordSize)
	case m.cpus > model.MaxCPUs:
		return fmt.Errorf("the file lists %d CPUs, more than are supported", m.cpus)
	}
	b := buffer{name: name}
	for cpu := range m.cpus {
		p := cpuPart{cpu: model.CPU(cpu), part: part{off: place(c.u64()), size: place(c.u64())}}
		if p.size > 0 {
			b.cpus = append(b.cpus, p)
		}
	}
	if c.err != nil {
		return fmt.Errorf("reading the location of each CPU's records: %w", c.err)
	}
	if name == "" && m.clock == "" {
		if n := c.u64(); c.err == nil && n < textStep {
			m.clock = chosenClock(c.block(n))
		}
	}
	m.buffers = append(m.buffers, b)
	return nil
}

// listedOptions reads the options of a buffer, of the main one if main is set.
func (m *meta) listedOptions(c *cursor, main bool) {
	for {
		id := c.u16()
		if id == optDone || c.err != nil {
			return
		}
		if data := c.block(uint64(c.u32())); c.err == nil {
			m.option(id, data, main)
		}
	}
}

// place is an offset or size in a file, as it is read: absurd ones stay absurd.
func place(n uint64) int64 { return int64(min(n, 1<<62)) }
