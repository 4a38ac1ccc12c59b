package etltest

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Writer composes a file, buffer by buffer. Each CPU fills its own buffer; a full one is written
// and a new one begun, so that the CPUs' buffers follow each other in the file as they do in a
// recording.
//
// Every call of the output's Write is one whole buffer, the first one the
// header's. If the output can also write at an offset, as a file and Memory
// can, Close completes the header: end time and number of buffers.
type Writer struct {
	cfg     Config
	out     io.Writer
	cpus    []cpuBuffer
	packer  packer
	packed  []byte
	buffers uint32 // written so far
	last    int64  // latest time so far
	err     error  // the first one; nothing is written after it
}

// cpuBuffer is the open buffer of a CPU, including the space for its header.
type cpuBuffer struct {
	b     []byte
	last  int64 // time of the last record
	flags uint16
}

// NewWriter writes the header buffer. The error is that of w or explains what is wrong with the
// configuration.
func NewWriter(w io.Writer, c Config) (*Writer, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, err
	}
	wr := &Writer{cfg: c, out: w, cpus: make([]cpuBuffer, c.CPUs), last: c.Start}
	head := c.headerBuffer(c.End, c.Buffers)
	if len(head) > c.BufferSize {
		return nil, fmt.Errorf("buffer size %d: the log-file header needs %d", c.BufferSize, len(head))
	}
	_, err := w.Write(head)
	wr.buffers = 1
	return wr, err
}

// Config is the configuration with its defaults filled in.
func (w *Writer) Config() Config { return w.cfg }

// Put adds a record to the open buffer of a CPU. Nothing sorts the records: readers accept only
// files whose times increase on each CPU.
func (w *Writer) Put(cpu int, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	c, err := w.room(cpu, round8(r.size()), r.Time)
	if err != nil {
		return err
	}
	c.b = r.append(c.b)
	return nil
}

// putPerf is Put for the frequent records: a performance record without
// counters, composed in place.
func (w *Writer) putPerf(cpu int, t int64, hook, version uint16, body []byte) {
	size := 16 + len(body)
	c, err := w.room(cpu, round8(size), t)
	if err != nil {
		w.err = err
		return
	}
	kind := forms[FormPerf].type64
	if w.cfg.PointerSize == 4 {
		kind = forms[FormPerf].type32
	}
	var head [16]byte
	le := binary.LittleEndian
	le.PutUint16(head[0:], version)
	head[2], head[3] = kind, marker
	le.PutUint16(head[4:], uint16(size))
	le.PutUint16(head[6:], hook)
	le.PutUint64(head[8:], uint64(t))
	c.b = append(append(c.b, head[:]...), body...)
	for len(c.b)%8 != 0 {
		c.b = append(c.b, 0)
	}
}

// room is the open buffer of a CPU, with room for n more bytes, for a record at time t.
func (w *Writer) room(cpu, n int, t int64) (*cpuBuffer, error) {
	if w.err != nil {
		return nil, w.err
	}
	if cpu < 0 || cpu >= len(w.cpus) {
		return nil, fmt.Errorf("processor %d of %d", cpu, len(w.cpus))
	}
	if bufferHeader+n > w.cfg.BufferSize {
		return nil, fmt.Errorf("record of %d bytes in buffers of %d", n, w.cfg.BufferSize)
	}
	c := &w.cpus[cpu]
	if len(c.b)+n > w.cfg.BufferSize {
		if err := w.Flush(cpu); err != nil {
			return nil, err
		}
	}
	if len(c.b) == 0 {
		if c.b == nil {
			c.b = make([]byte, 0, w.cfg.BufferSize)
		}
		c.b = c.b[:bufferHeader]
	}
	c.last = t
	w.last = max(w.last, t)
	return c, nil
}

// Lose flags the next buffer that a CPU writes: events or a whole buffer were lost before it. The
// caller leaves out the lost records.
func (w *Writer) Lose(cpu int, buffer bool) {
	w.cpus[cpu].flags |= flagEventsLost
	if buffer {
		w.cpus[cpu].flags |= flagBufferLost
	}
}

// Flush writes the open buffer of a CPU, if it holds any record.
func (w *Writer) Flush(cpu int) error { return w.flush(cpu, 0) }

func (w *Writer) flush(cpu int, flags uint16) error {
	c := &w.cpus[cpu]
	if w.err != nil || len(c.b) == 0 {
		return w.err
	}
	saved := len(c.b)
	h := bufferInfo{
		size: w.cfg.BufferSize, saved: saved, offset: saved, time: c.last,
		sequence: int64(w.buffers), cpu: cpu, state: leftover, flags: c.flags | flags,
	}
	if w.cfg.Relogged {
		h.time = w.cfg.wallAt(c.last)
	}
	b := w.pack(c.b)
	if b != nil {
		h.size, h.flags = len(b), h.flags|flagCompressed
	} else {
		b = fill(c.b, w.cfg.BufferSize)
	}
	h.put(b, w.cfg.wideCPU())
	c.b, c.flags = c.b[:0], 0
	w.buffers++
	_, w.err = w.out.Write(b)
	return w.err
}

// pack compresses the part of a buffer after its header; nil if the file is plain, or the result
// would not be smaller.
func (w *Writer) pack(b []byte) []byte {
	if w.cfg.Compression == Plain {
		return nil
	}
	w.packed = append(w.packed[:0], b[:bufferHeader]...)
	w.packed = w.packer.pack(w.packed, b[bufferHeader:], w.cfg.Compression)
	if len(w.packed) >= len(b) {
		return nil
	}
	return w.packed
}

// fill pads b to n bytes, like unused space in a file.
func fill(b []byte, n int) []byte {
	start := len(b)
	b = b[:n]
	for i := start; i < n; i++ {
		b[i] = 0xFF
	}
	return b
}

// Close writes the open buffers in the order of the CPUs and completes the header where that is
// possible. It does not close the output.
func (w *Writer) Close() error {
	for cpu := range w.cpus {
		if err := w.flush(cpu, flagFlush); err != nil {
			return err
		}
	}
	out, ok := w.out.(io.WriterAt)
	if w.err != nil || !ok {
		return w.err
	}
	end, buffers := w.cfg.End, w.cfg.Buffers
	setDefault(&end, w.last)
	setDefault(&buffers, w.buffers)
	_, w.err = out.WriteAt(w.cfg.headerBuffer(end, buffers), 0)
	return w.err
}

// Memory is an output that keeps a file in memory, buffer by buffer.
type Memory struct{ buffers [][]byte }

// Write adds the next buffer. It never fails.
func (m *Memory) Write(b []byte) (int, error) {
	m.buffers = append(m.buffers, append([]byte(nil), b...))
	return len(b), nil
}

// WriteAt replaces the first buffer, the only part of a file that is rewritten; other offsets are
// an error.
func (m *Memory) WriteAt(b []byte, off int64) (int, error) {
	if off != 0 || len(m.buffers) == 0 || len(b) != len(m.buffers[0]) {
		return 0, fmt.Errorf("write of %d bytes at %d: only the first buffer can be replaced", len(b), off)
	}
	copy(m.buffers[0], b)
	return len(b), nil
}

// Len is the number of buffers, including the first one.
func (m *Memory) Len() int { return len(m.buffers) }

// Bytes is the file.
func (m *Memory) Bytes() []byte { return m.Wrapped(0) }

// Wrapped is the file as a circular recording leaves it: the newest n buffers are before the
// others, after the header.
func (m *Memory) Wrapped(n int) []byte {
	var b []byte
	if len(m.buffers) == 0 {
		return b
	}
	data := m.buffers[1:]
	cut := len(data) - min(max(n, 0), len(data))
	b = append(b, m.buffers[0]...)
	for _, part := range [...][][]byte{data[cut:], data[:cut]} {
		for _, buf := range part {
			b = append(b, buf...)
		}
	}
	return b
}
