package tracedat

import "slices"

// v6 is the file in version 6.
func (c *composer) v6() []byte {
	b := slices.Concat(c.head("6"), c.headerInfo(), c.described("ftrace"), c.systems(),
		c.text32(c.kallsyms), c.text32(""), c.text64(c.cmdlines), c.order.AppendU32(nil, uint32(c.cpus)))
	return c.v6Buffer(b, 0)
}

// v6Buffer appends a buffer, and to the main one the other ones.
func (c *composer) v6Buffer(b []byte, n int) []byte {
	var places []int // of the places of the other buffers
	b = append(b, wordOptions...)
	if n == 0 {
		for _, o := range c.options {
			b = c.appendOption(b, o.id, o.data)
		}
		for _, other := range c.buffers[1:] {
			places = append(places, len(b)+6)
			b = c.appendOption(b, optBuffer, append(make([]byte, 8), other.name+"\x00"...))
		}
	}
	b = append(c.order.AppendU16(b, optDone), wordRecords...)
	table := len(b)
	b = append(b, make([]byte, 16*c.cpus)...)
	if n == 0 {
		b = append(b, c.text64("["+c.buffers[0].clock+"]\x00")...)
	}
	for cpu := range c.cpus {
		t := c.buffers[n].cpu(c, cpu)
		t.flush()
		b = append(b, make([]byte, -len(b)&(c.pageSize-1))...)
		copy(b[table+16*cpu:], c.order.AppendU64(c.order.AppendU64(nil, uint64(len(b))), uint64(len(t.pages))))
		b = append(b, t.pages...)
	}
	for i, at := range places {
		copy(b[at:], c.order.AppendU64(nil, uint64(len(b))))
		b = c.v6Buffer(b, i+1)
	}
	return b
}

func (c *composer) appendOption(b []byte, id uint16, data []byte) []byte {
	b = c.order.AppendU32(c.order.AppendU16(b, id), uint32(len(data)))
	return append(b, data...)
}

// v7 is the file in version 7.
func (c *composer) v7() []byte {
	b := append(c.head("7"), c.method+"\x00\x00"...)
	first := len(b)
	b = append(b, make([]byte, 8)...)
	var options []byte
	for _, s := range []struct {
		id   uint16
		data []byte
	}{
		{optHeaderInfo, c.headerInfo()},
		{optFtraceEvents, c.described("ftrace")},
		{optEventFormats, c.systems()},
		{optSymbols, c.text32(c.kallsyms)},
		{optCmdlines, c.text64(c.cmdlines)},
	} {
		options = c.appendOption(options, s.id, c.order.AppendU64(nil, uint64(len(b))))
		b = c.section(b, s.id, s.data)
	}
	for _, o := range c.options {
		options = c.appendOption(options, o.id, o.data)
	}
	options = c.appendOption(options, optCPUCount, c.order.AppendU32(nil, uint32(c.cpus)))
	at := first // of the place of the next options
	for _, buf := range c.buffers {
		var data []byte
		b, data = c.v7Buffer(b, buf)
		copy(b[at:], c.order.AppendU64(nil, uint64(len(b))))
		options = c.appendOption(options, optBuffer, data)
		options = c.appendOption(options, optDone, make([]byte, 8))
		b = append(c.sectionHead(b, optDone, 0, len(options)), options...)
		at, options = len(b)-8, nil
	}
	return b
}

// section appends a section, compressed unless the method is none.
func (c *composer) section(b []byte, id uint16, data []byte) []byte {
	if c.method == "none" {
		return append(c.sectionHead(b, id, 0, len(data)), data...)
	}
	packed := c.chunk(data)
	return append(c.sectionHead(b, id, flagPacked, len(packed)), packed...)
}

func (c *composer) sectionHead(b []byte, id, flags uint16, size int) []byte {
	b = c.order.AppendU16(c.order.AppendU16(b, id), flags)
	return c.order.AppendU64(c.order.AppendU32(b, 0), uint64(size))
}

// chunk is a compressed block with its sizes.
func (c *composer) chunk(data []byte) []byte {
	packed := c.pack(data)
	b := c.order.AppendU32(c.order.AppendU32(nil, uint32(len(packed))), uint32(len(data)))
	return append(b, packed...)
}

// v7Buffer appends the pages of a buffer, and returns its option too.
func (c *composer) v7Buffer(b []byte, buf *composedBuffer) (file, data []byte) {
	data = append(c.order.AppendU64(nil, uint64(len(b))), buf.name+"\x00"+buf.clock+"\x00"...)
	data = c.order.AppendU32(c.order.AppendU32(data, uint32(c.pageSize)), uint32(len(buf.tapes)))
	b = c.sectionHead(b, optBuffer, 0, 0)
	for cpu, t := range buf.tapes {
		t.flush()
		pages, counted := t.pages, 0
		if c.method != "none" && len(pages) > 0 {
			pages, counted = c.chunks(t.pages), 4
		}
		data = c.order.AppendU32(data, uint32(cpu))
		data = c.order.AppendU64(c.order.AppendU64(data, uint64(len(b))), uint64(len(pages)-counted))
		b = append(b, pages...)
	}
	return b, data
}

// chunks compresses pages, chunkPages in a chunk.
func (c *composer) chunks(pages []byte) []byte {
	var out []byte
	n := 0
	for part := range slices.Chunk(pages, c.chunkPages*c.pageSize) {
		out = append(out, c.chunk(part)...)
		n++
	}
	return append(c.order.AppendU32(nil, uint32(n)), out...)
}
