package record

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// carried is what must be known of all before a stretch of events for them to be
// understood. It is of bounded size: what has ended is forgotten.
type carried struct {
	tasks    map[uint32]task
	switches [][]byte       // the last switch of each processor
	of       map[uint64]int // the processor of an id of switches
}

// task is a thread that there is.
type task struct {
	pid, parent uint32
	name        string
}

// newCarried knows nothing as yet; switches is the event of switches.
func newCarried(switches *event) *carried {
	c := &carried{tasks: map[uint32]task{}, switches: make([][]byte, len(switches.ids)), of: map[uint64]int{}}
	for i, id := range switches.ids {
		c.of[id] = i
	}
	return c
}

func (c *carried) clone() *carried {
	return &carried{maps.Clone(c.tasks), slices.Clone(c.switches), c.of}
}

// Of a record about a program there follow the header {u32 pid, u32 tid} and a name,
// or {u32 pid, u32 parent, u32 tid, u32 its parent, u64 time}, see man
// perf_event_open. A sample begins with the id of its event.
const (
	commName  = recordHeader + 8
	forkSize  = recordHeader + 24
	forkTID   = recordHeader + 8
	sampleMin = recordHeader + 8
)

// take passes over records.
func (c *carried) take(pass []byte) {
	last := make([][]byte, len(c.switches))
	for kind, r := range recordsOf(pass) {
		switch kind {
		case unix.PERF_RECORD_SAMPLE:
			if len(r) < sampleMin {
				continue
			}
			if cpu, ok := c.of[binary.NativeEndian.Uint64(r[recordHeader:])]; ok {
				last[cpu] = r
			}
		case unix.PERF_RECORD_COMM:
			if len(r) >= commName {
				c.named(binary.NativeEndian.Uint32(r[recordHeader:]), binary.NativeEndian.Uint32(r[recordHeader+4:]), r[commName:])
			}
		case unix.PERF_RECORD_FORK:
			if len(r) >= forkSize {
				c.forked(r[recordHeader:])
			}
		case unix.PERF_RECORD_EXIT:
			if len(r) >= forkSize {
				delete(c.tasks, binary.NativeEndian.Uint32(r[forkTID:]))
			}
		}
	}
	for cpu, r := range last {
		if r != nil {
			c.switches[cpu] = slices.Clone(r) // without the rest of the pass
		}
	}
}

// named takes the name of a thread.
func (c *carried) named(pid, tid uint32, name []byte) {
	name, _, _ = bytes.Cut(name, []byte{0})
	t := c.tasks[tid]
	t.pid, t.name = pid, string(name)
	c.tasks[tid] = t
}

// forked takes a new thread, which is called as the one that made it.
func (c *carried) forked(body []byte) {
	word := func(i int) uint32 { return binary.NativeEndian.Uint32(body[4*i:]) }
	pid, parent, tid, maker := word(0), word(1), word(2), word(3)
	c.tasks[tid] = task{pid, parent, c.tasks[maker].name}
}

// programs are records of the threads.
func (c *carried) programs() []byte {
	var b block
	for _, tid := range slices.Sorted(maps.Keys(c.tasks)) {
		t := c.tasks[tid]
		b.task(t.pid, t.parent, tid, t.name)
	}
	return b
}

// records are those of the threads and of the last switches.
func (c *carried) records() []byte {
	return append(c.programs(), slices.Concat(c.switches...)...)
}
