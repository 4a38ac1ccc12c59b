package record

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ring is the buffer of one CPU, which the kernel fills and the recording empties (man
// perf_event_open, "MMAP layout").
type ring struct {
	fd   int
	cpu  int
	mem  []byte
	page *unix.PerfEventMmapPage
	data []byte // a power of two long
}

// newRing maps the buffer of an open event, of at least size bytes. Where the kernel grants less,
// it is smaller.
func newRing(fd, size int) (*ring, error) {
	page := os.Getpagesize()
	pages := 1 << bits.Len(uint(max(size/page-1, 0)))
	for {
		mem, err := unix.Mmap(fd, 0, (1+pages)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err == nil {
			return &ring{fd: fd, mem: mem, page: (*unix.PerfEventMmapPage)(unsafe.Pointer(&mem[0])), data: mem[page:]}, nil
		}
		if pages == 1 {
			return nil, fmt.Errorf("record: mapping an event buffer: %w", err)
		}
		pages /= 2
	}
}

// newRings maps the buffers of open events, all as large as the smallest that the kernel grants.
func newRings(fds []int, size int) (rings []*ring, err error) {
	for {
		least, most := size, 0
		for _, fd := range fds {
			r, err := newRing(fd, size)
			if err != nil {
				return rings, err
			}
			rings = append(rings, r)
			least, most = min(least, len(r.data)), max(most, len(r.data))
		}
		if least == most || least >= size {
			return rings, nil
		}
		for _, r := range rings {
			_ = r.close() // nothing was written to it
		}
		rings, size = nil, least
	}
}

func (r *ring) close() error { return unix.Munmap(r.mem) }

// Each record has a header {u32 type, u16 misc, u16 size}. In a sample the id of its event follows,
// in a record of losses an id and how many events were lost, 64 bits each. See sampleFields for the
// place of the time.
const (
	recordHeader = 8
	sampleID     = 8 // the place of the id in a sample
	sampleTime   = 32
	lostCount    = 16
)

// drained counts what was found in a buffer.
type drained struct {
	events, lost int64
	others       int64 // samples with the id of another recording's event
	// forks are processes that began others, {by, pid}, and execs are those that executed other
	// programs.
	forks [][2]uint32
	execs []uint32
}

// filled is the end of the buffer's contents.
func (r *ring) filled() uint64 { return atomic.LoadUint64(&r.page.Data_head) }

// drain passes the buffer's contents up to head to write, in pieces of complete events, and frees
// the space. Samples whose id is not among own are left out, and markers are merged in. Call stacks
// are added to frames.
func (r *ring) drain(head uint64, own ownIDs, frames *kernelFrames, marks *markPipe, write func(pieces ...[]byte) error) (d drained, err error) {
	tail := r.page.Data_tail
	if head == tail {
		return d, nil
	}
	mask := uint64(len(r.data) - 1)
	var pieces [][]byte
	from := tail
	for at := tail; at < head; {
		kind, size := binary.NativeEndian.Uint32(r.data[at&mask:]), binary.NativeEndian.Uint16(r.data[(at+6)&mask:])
		if size < recordHeader || uint64(size) > head-at {
			return d, fmt.Errorf("record: the kernel's event buffer contains a record of invalid size (%d bytes)", size)
		}
		if marks != nil && len(marks.read) > 0 {
			if time := r.time(kind, at, uint64(size)); marks.read[0].time < time {
				pieces = marks.before(r.between(pieces, from, at), time)
				from = at
			}
		}
		id := ownID
		if kind == unix.PERF_RECORD_SAMPLE {
			id = own.kind(r.word(at + sampleID))
		} else {
			d.meet(r, kind, at)
		}
		switch {
		case kind == unix.PERF_RECORD_LOST:
			d.lost += int64(r.word(at + lostCount))
		case id == otherID:
			d.others++
			pieces = r.between(pieces, from, at)
			from = at + uint64(size)
		default:
			d.events++
			if n := r.word(at + chainCount); id == ownCalls && size > chainBegin && n <= uint64(size-chainBegin)/8 {
				frames.meet(r.bytes(at+chainBegin, 8*n))
			}
		}
		at += uint64(size)
	}
	err = write(r.between(pieces, from, head)...)
	atomic.StoreUint64(&r.page.Data_tail, head)
	return d, err
}

// time is when the record at a place happened, 0 where it has no time.
func (r *ring) time(kind uint32, at, size uint64) uint64 {
	switch {
	case kind == unix.PERF_RECORD_SAMPLE && size >= sampleCPU:
		return r.word(at + sampleTime)
	case kind != unix.PERF_RECORD_SAMPLE && size >= recordHeader+trailerTime:
		return r.word(at + size - trailerTime)
	}
	return 0
}

// meet notes what a record other than a sample reports of a process.
func (d *drained) meet(r *ring, kind uint32, at uint64) {
	first := r.word(at + recordHeader) // {u32 pid, u32 parent} or {u32 pid, u32 tid}
	pid, second := uint32(first), uint32(first>>32)
	if bigEndian() == 1 {
		pid, second = second, pid
	}
	switch {
	case kind == unix.PERF_RECORD_FORK && second != pid:
		d.forks = append(d.forks, [2]uint32{second, pid})
	case kind == unix.PERF_RECORD_COMM && binary.NativeEndian.Uint16(r.data[(at+4)&uint64(len(r.data)-1):])&miscExec != 0:
		d.execs = append(d.execs, pid)
	}
}

// word is the number at a position of the stream. All records are a multiple of 8 bytes long.
func (r *ring) word(at uint64) uint64 {
	return binary.NativeEndian.Uint64(r.data[at&uint64(len(r.data)-1):])
}

// bytes are n bytes from a position of the stream on, copied where they wrap around in the buffer.
func (r *ring) bytes(at, n uint64) []byte {
	begin := at & uint64(len(r.data)-1)
	if begin+n <= uint64(len(r.data)) {
		return r.data[begin : begin+n]
	}
	return append(slices.Clone(r.data[begin:]), r.data[:begin+n-uint64(len(r.data))]...)
}

// between adds the bytes between two positions of the stream, in one or two pieces.
func (r *ring) between(pieces [][]byte, from, to uint64) [][]byte {
	size := uint64(len(r.data))
	begin, end := from&(size-1), to&(size-1)
	switch {
	case from == to:
		return pieces
	case begin < end:
		return append(pieces, r.data[begin:end])
	}
	return append(pieces, r.data[begin:], r.data[:end])
}
