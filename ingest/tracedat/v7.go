package tracedat

import (
	"errors"
	"fmt"
)

// flagPacked is the flag of a compressed section.
const flagPacked = 1

// readSections reads a file of version 7: sections that a list of options names.
func (m *meta) readSections(c *cursor) error {
	method := c.text(textStep)
	c.text(textStep) // its version
	at := c.u64()
	if c.err != nil {
		return c.err
	}
	var err error
	if m.unpacker, err = newUnpacker(method); err != nil {
		return err
	}
	if err := m.readOptions(at); err != nil {
		m.diags.unread("options", err)
		if len(m.buffers) == 0 {
			return fmt.Errorf("options: %w", err)
		}
	}
	return m.readDescriptions()
}

// readOptions reads the list of sections with options.
func (m *meta) readOptions(at uint64) error {
	met := map[uint64]bool{}
	for at != 0 {
		if met[at] || len(met) == maxSections {
			return fmt.Errorf("the file is damaged: at the section at %#x, the list of sections is too long or returns to an earlier section", at)
		}
		met[at] = true
		c, err := m.section(at, optDone)
		if err != nil {
			return err
		}
		for at = 0; c.err == nil; {
			id := c.u16()
			data := c.block(uint64(c.u32()))
			if c.err == nil && id == optDone {
				if len(data) >= 8 {
					at = m.order.U64(data)
				}
				break
			}
			if c.err == nil {
				m.option(id, data, true)
			}
		}
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// readDescriptions reads the sections that the options name, except that of the symbols.
func (m *meta) readDescriptions() error {
	for _, s := range [...]struct {
		what string
		id   uint16
		read func(c *cursor)
	}{
		{"layout of buffer pages", optHeaderInfo, m.headerInfo},
		{"formats of ftrace's own events", optFtraceEvents, m.ftraceEvents},
		{"event formats", optEventFormats, m.eventFormats},
		{"thread names", optCmdlines, func(c *cursor) { m.cmdlines = c.block(c.u64()) }},
	} {
		at := m.sections[s.id]
		if at == 0 {
			continue
		}
		c, err := m.section(at, s.id)
		if err == nil {
			s.read(c)
			err = c.err
		}
		if err != nil {
			m.diags.unread(s.what, err)
		}
	}
	return nil
}

// section is a cursor at the start of the payload of the section at an offset, unpacked.
func (m *meta) section(at uint64, id uint16) (*cursor, error) {
	c := &cursor{in: m.in, at: place(at), order: m.order}
	got, flags := c.u16(), c.u16()
	c.skip(4) // a description
	size := c.u64()
	if c.err != nil {
		return nil, fmt.Errorf("section at %#x: %w", at, c.err)
	}
	if got != id {
		return nil, fmt.Errorf("section at %#x has the id %d, expected %d", at, got, id)
	}
	if flags&flagPacked == 0 {
		return c, nil
	}
	packed, whole := uint64(c.u32()), c.u32()
	if c.err == nil && packed+8 > size {
		return nil, fmt.Errorf("section at %#x is damaged: its %d compressed bytes do not fit into a section of %d bytes", at, packed, size)
	}
	data := c.block(packed)
	if c.err != nil {
		return nil, fmt.Errorf("section at %#x: %w", at, c.err)
	}
	if m.described += int64(whole); m.described > maxDescribed {
		return nil, errors.New("the compressed sections that describe the events are too large when unpacked")
	}
	b, err := m.unpacker.unpack(data, int(whole), nil)
	if err != nil {
		return nil, fmt.Errorf("section at %#x: %w", at, err)
	}
	return &cursor{in: memory(b), order: m.order}, nil
}

// memory is bytes as an input.
func memory(b []byte) *input {
	return &input{size: int64(len(b)), mem: b[:len(b):len(b)]}
}
