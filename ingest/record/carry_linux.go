package record

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// carried is the state that makes a stretch of events comprehensible without the events before it.
// It is of bounded size: what has ended is forgotten.
type carried struct {
	tasks    map[uint32]task   // by thread id
	images   map[uint32]image  // by process id
	switches [][]byte          // the last switch of each CPU
	lost     map[uint32][]byte // the last loss of each CPU that has not switched since
	of       map[uint64]int    // the CPU of each id of switches
	gone     map[uint32]uint64 // when the threads ended whose end the latest pass holds, by thread id
}

// task is an existing thread.
type task struct {
	pid, parent uint32
	name        string
}

// image is the mapped code of a process, kept as long as it has threads.
type image struct {
	threads int
	files   [][]byte // records of mapped code files, at most maxImage
}

// maxImage bounds what is remembered of a process that maps files continually.
const maxImage = 4096

// newCarried is empty; switches are the events of switches.
func newCarried(switches []*event) *carried {
	c := &carried{tasks: map[uint32]task{}, images: map[uint32]image{}, lost: map[uint32][]byte{}, switches: make([][]byte, len(switches[0].ids)), of: map[uint64]int{}}
	for _, e := range switches {
		for i, id := range e.ids {
			c.of[id] = i
		}
	}
	return c
}

// clone is an independent copy.
func (c *carried) clone() *carried {
	return &carried{maps.Clone(c.tasks), maps.Clone(c.images), slices.Clone(c.switches), maps.Clone(c.lost), c.of, maps.Clone(c.gone)}
}

// In a record about a program the header is followed by {u32 pid, u32 tid} and a name or a file, or
// by {u32 pid, u32 parent, u32 tid, u32 its parent, u64 time}, see man perf_event_open. A sample
// begins with the id of its event.
const (
	commName    = recordHeader + 8
	forkSize    = recordHeader + 24
	sampleMin   = recordHeader + 8
	mapMin      = recordHeader + 8 + trailer
	trailerTime = trailer - 8       // the time in records other than samples, from their end
	sampleCPU   = recordHeader + 32 // the CPU in a sample and, from the end, …
	lostCPU     = 16                // … in another record
	miscExec    = 1 << 13           // in a record of a name: the process executes another program
)

// word is a 32-bit number of a record, counted after its header.
func word(r []byte, i int) uint32 { return binary.NativeEndian.Uint32(r[recordHeader+4*i:]) }

// take updates the state with the records of a pass. A pass holds them CPU by CPU: a thread that was
// created on one CPU and ended on another may end in it before it begins. What is about programs is
// therefore taken by time.
func (c *carried) take(pass []byte) {
	last := make([][]byte, len(c.switches))
	var programs [][]byte
	for kind, r := range recordsOf(pass) {
		switch {
		case kind == unix.PERF_RECORD_LOST && len(r) >= lostCount+8+trailer:
			c.lost[binary.NativeEndian.Uint32(r[len(r)-lostCPU:])] = slices.Clone(r)
		case kind != unix.PERF_RECORD_SAMPLE && len(r) >= commName:
			programs = append(programs, r)
		case kind == unix.PERF_RECORD_SAMPLE && len(r) >= sampleMin:
			if cpu, ok := c.of[binary.NativeEndian.Uint64(r[recordHeader:])]; ok {
				last[cpu] = r
				if len(r) >= sampleCPU+8 {
					delete(c.lost, binary.NativeEndian.Uint32(r[sampleCPU:]))
				}
			}
		}
	}
	for cpu, r := range last {
		if r != nil {
			c.switches[cpu] = slices.Clone(r) // without keeping the pass alive
		}
	}
	c.happened(programs)
}

// happened handles the records about programs of a pass. The buffers of CPUs are read one
// after another, so that the previous pass may hold the end of a thread whose start is in this one.
func (c *carried) happened(records [][]byte) {
	slices.SortStableFunc(records, func(a, b []byte) int { return cmp.Compare(timeOf(a), timeOf(b)) })
	ended := map[uint32]uint64{}
	for _, r := range records {
		at := timeOf(r)
		switch kind := binary.NativeEndian.Uint32(r); {
		case kind == unix.PERF_RECORD_COMM && at >= c.gone[word(r, 1)]:
			c.named(r)
		case kind == unix.PERF_RECORD_FORK && len(r) >= forkSize && at >= c.gone[word(r, 2)]:
			c.forked(r)
		case kind == unix.PERF_RECORD_EXIT && len(r) >= forkSize:
			ended[word(r, 2)] = at
			c.ended(word(r, 2))
		case (kind == unix.PERF_RECORD_MMAP || kind == unix.PERF_RECORD_MMAP2) && len(r) >= mapMin:
			c.mapped(r)
		}
	}
	c.gone = ended
}

// timeOf is when a record other than a sample was made, 0 for one that is not of the kernel.
func timeOf(r []byte) uint64 {
	if len(r) < recordHeader+trailer {
		return 0
	}
	return binary.NativeEndian.Uint64(r[len(r)-trailerTime:])
}

// named handles the name of a thread.
func (c *carried) named(r []byte) {
	name, _, _ := bytes.Cut(r[commName:], []byte{0})
	t, known := c.tasks[word(r, 1)]
	if !known {
		t.pid = word(r, 0)
		c.join(t.pid)
	}
	t.name = string(name)
	c.tasks[word(r, 1)] = t
	if binary.NativeEndian.Uint16(r[4:])&miscExec != 0 {
		m := c.images[t.pid]
		m.files = nil
		c.images[t.pid] = m
	}
}

// forked handles a new thread, which inherits its creator's name. A new process inherits the memory
// of its parent.
func (c *carried) forked(r []byte) {
	pid, parent, tid, maker := word(r, 0), word(r, 1), word(r, 2), word(r, 3)
	c.ended(tid) // a former thread with this id whose end was lost
	c.tasks[tid] = task{pid, parent, c.tasks[maker].name}
	c.join(pid)
	if m := c.images[pid]; pid != parent && pid == tid {
		m.files = nil
		for _, r := range c.images[parent].files {
			m.files = append(m.files, ofProcess(r, pid))
		}
		c.images[pid] = m
	}
}

// join counts a thread of a process.
func (c *carried) join(pid uint32) {
	m := c.images[pid]
	m.threads++
	c.images[pid] = m
}

// ended forgets a thread, and its process with the last one.
func (c *carried) ended(tid uint32) {
	t, known := c.tasks[tid]
	if !known {
		return
	}
	delete(c.tasks, tid)
	m := c.images[t.pid]
	if m.threads--; m.threads <= 0 {
		delete(c.images, t.pid)
		return
	}
	c.images[t.pid] = m
}

// mapped handles the mapping of a code file.
func (c *carried) mapped(r []byte) {
	pid := word(r, 0)
	m := c.images[pid]
	if len(m.files) < maxImage {
		m.files = append(slices.Clip(m.files), ofProcess(r, pid))
		c.images[pid] = m
	}
}

// ofProcess is the record of a code file as if it had been mapped from the start.
func ofProcess(r []byte, pid uint32) []byte {
	r = slices.Clone(r)
	if word(r, 0) != pid {
		binary.NativeEndian.PutUint32(r[recordHeader:], pid)
		binary.NativeEndian.PutUint32(r[recordHeader+4:], pid)
	}
	binary.NativeEndian.PutUint64(r[len(r)-trailerTime:], 0)
	return r
}

// programs are records of the threads and their mapped code.
func (c *carried) programs() []byte {
	var b block
	for _, tid := range slices.Sorted(maps.Keys(c.tasks)) {
		t := c.tasks[tid]
		b.task(t.pid, t.parent, tid, t.name)
	}
	for _, pid := range slices.Sorted(maps.Keys(c.images)) {
		for _, r := range c.images[pid].files {
			b.raw(r)
		}
	}
	return b
}

// records are those of the threads, the last switches and later losses.
func (c *carried) records() []byte {
	b := append(c.programs(), slices.Concat(c.switches...)...)
	for _, cpu := range slices.Sorted(maps.Keys(c.lost)) {
		b = append(b, c.lost[cpu]...)
	}
	return b
}
