package tracedat

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// ErrFormat is wrapped by the error for a file that is not a trace.dat file.
var ErrFormat = errors.New("not a trace.dat file")

// meta is what a file says about its records.
type meta struct {
	in        *input
	version   int
	order     wire.Order
	long      int // bytes of a C long on the traced machine
	filePage  int // bytes of a page as the file's head has it
	unpacker  *unpacker
	described int64 // bytes of descriptions unpacked so far

	layout   layout
	texts    []eventText
	symbols  part   // the text of kallsyms
	cmdlines []byte // names of threads: lines "pid comm"
	options
	buffers []buffer
	diags   diagnostics
}

// eventText is the description of an event, as text.
type eventText struct {
	system string
	text   []byte
}

// part is a part of the file.
type part struct {
	off, size int64
	packed    bool
	cut       bool // the file ends before it does
}

// buffer is a ring buffer of the kernel: the main one, whose name is empty, or another instance.
type buffer struct {
	name, clock string
	pageSize    int
	cpus        []cpuPart
}

// cpuPart is the part of a buffer that a CPU has written.
type cpuPart struct {
	cpu model.CPU
	part
}

// readMeta reads all descriptions.
func readMeta(in *input) (*meta, error) {
	c := &cursor{in: in}
	if b := c.block(uint64(len(magic))); !bytes.Equal(b, magic) {
		return nil, ErrFormat
	}
	m := &meta{in: in, version: 6, unpacker: &unpacker{}}
	version := c.text(textStep)
	m.order = c.u8() != 0
	c.order = m.order
	m.long = int(c.u8())
	m.filePage = int(c.u32())
	switch {
	case c.err != nil:
		return nil, c.err
	case version != "6" && version != "7":
		return nil, fmt.Errorf("version %.16q of the format is not supported; only versions 6 and 7 are", version)
	case m.long != 4 && m.long != 8:
		return nil, fmt.Errorf("the traced system's C type long has %d bytes; only 4 and 8 are supported", m.long)
	}
	m.layout = defaultLayout(m.order, m.long)
	read := m.readSequence
	if version == "7" {
		m.version, read = 7, m.readSections
	}
	if err := read(c); err != nil {
		return nil, err
	}
	return m, m.check()
}

// check checks the places of the pages and that there are any.
func (m *meta) check() error {
	switch {
	case len(m.buffers) > 0:
	case m.latency:
		return errLatency
	default:
		return errors.New("the file has no events: trace-cmd did not finish the recording")
	}
	streams, total := 0, int64(0)
	for i := range m.buffers {
		b := &m.buffers[i]
		if err := m.checkBuffer(b); err != nil {
			return fmt.Errorf("trace buffer %.32q: %w", b.name, err)
		}
		streams += len(b.cpus)
		for k := range b.cpus {
			total += b.cpus[k].size
		}
	}
	if streams > maxStreams {
		return fmt.Errorf("the file's header is invalid: it lists %d per-CPU event streams, more than the limit of %d", streams, maxStreams)
	}
	if total > m.in.size {
		return fmt.Errorf("the file's header is invalid: %d per-CPU event streams with %d bytes in total do not fit into a file of %d bytes", streams, total, m.in.size)
	}
	return nil
}

// checkBuffer sets the size of a buffer's pages, and cuts its parts at the end of the file.
func (m *meta) checkBuffer(b *buffer) error {
	b.pageSize = cmp.Or(b.pageSize, m.layout.page, m.filePage)
	if b.pageSize < max(leastPage, m.layout.data) || b.pageSize > maxPage {
		return fmt.Errorf("the size of the trace buffer's pages is invalid (%d bytes)", b.pageSize)
	}
	for k := range b.cpus {
		p := &b.cpus[k]
		if p.cpu >= model.MaxCPUs {
			return fmt.Errorf("more than %d CPUs are not supported", model.MaxCPUs)
		}
		if !m.in.inside(p.off, p.size) {
			m.diags.warn("truncated", 1, fmt.Sprintf("CPU %d: %d bytes of events should begin at %#x, but the file ends at %#x: the end of the "+
				"recording is missing", p.cpu, p.size, p.off, m.in.size))
			p.off = min(p.off, m.in.size)
			p.size = min(p.size, m.in.size-p.off)
			p.cut = true
		}
	}
	return nil
}
