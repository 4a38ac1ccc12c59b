package perfdata

import (
	"errors"
	"fmt"
	"slices"
)

// perf record --overwrite makes the kernel write backwards into ring buffers, over the oldest
// records, and dumps them at the end, one CPU after the other: each from its newest record to its
// oldest.

// maxRings bounds a file with such buffers, which is reversed in memory, in bytes.
const maxRings = 1 << 31

// errRings is the error for a larger file.
var errRings = errors.New("recordings made with perf record --overwrite can be read only up to 2 GiB, and this file is larger")

// backward reports whether ring buffers were dumped.
func (m *meta) backward() bool {
	return slices.ContainsFunc(m.events.list, func(ev *event) bool { return ev.has(attrBackward) })
}

// turn puts the records of dumped ring buffers into the order in which they were written, and
// returns the bytes of each CPU's; nil for a file without.
func (in *input) turn(m *meta) (map[uint32]int64, error) {
	if !m.backward() {
		return nil, nil
	}
	if in.size > maxRings {
		return nil, fmt.Errorf("%w: %d bytes", errRings, in.size)
	}
	mem := slices.Clone(in.mem)
	if in.mem == nil {
		mem = make([]byte, in.size)
		if n, err := in.r.ReadAt(mem, 0); int64(n) < in.size {
			return nil, readError(err)
		}
	}
	from, to := min(m.data.off, in.size), max(0, min(m.data.end(), in.size))
	t := turner{m: m, rings: map[uint32]int64{}}
	t.turn(mem[from:max(from, to)])
	in.mem = mem
	return t.rings, nil
}

// turner reverses records.
type turner struct {
	m     *meta
	rings map[uint32]int64
	room  []byte
}

// turn goes over records, and reverses each run that came from ring buffers.
func (t *turner) turn(data []byte) {
	var run []int // where its records begin
	pos := 0
	flush := func() {
		if len(run) > 1 {
			t.reverse(data, run, pos)
		}
		run = run[:0]
	}
	for pos+recordHeader <= len(data) {
		typ, size := t.m.order.U32(data[pos:]), int(t.m.order.U16(data[pos+6:]))
		if size < recordHeader || size > len(data)-pos || aside(typ) {
			break
		}
		if t.dumped(typ, data[pos:pos+size]) {
			run = append(run, pos)
		} else {
			flush()
		}
		pos += size
	}
	flush()
}

// reverse reverses the order of the records that begin at the places in run and end at end.
func (t *turner) reverse(data []byte, run []int, end int) {
	t.room = t.room[:0]
	for i, to := len(run)-1, end; i >= 0; i-- {
		t.room = append(t.room, data[run[i]:to]...)
		to = run[i]
	}
	copy(data[run[0]:end], t.room)
}

// dumped reports whether a record came from a ring buffer, and counts it. perf's own records about
// the time before have no time.
func (t *turner) dumped(typ uint32, rec []byte) bool {
	var it item
	events := &t.m.events
	if typ >= recUser || !it.timed(events, typ, rec) {
		return false
	}
	ev := it.ev
	if ev == nil {
		ev = events.ofOther(rec)
	}
	if !ev.has(attrBackward) {
		return false
	}
	t.rings[it.cpu] += int64(len(rec))
	return true
}

// timed fills it with the event, time and CPU of a record; false for one without a time.
func (it *item) timed(t *eventTable, typ uint32, rec []byte) bool {
	if typ == recSample {
		return it.stamp(t, rec, 0) && it.time != 0
	}
	var smp sample
	_, ok := t.trailer(typ, rec, &smp)
	it.time, it.cpu = smp.time, smp.cpu
	return ok && smp.time != 0
}

// ringSlack is by how many bytes a full ring buffer may hold less than another: all are equally
// large, and the oldest record is dropped as a whole.
const ringSlack = maxRecord

// ringLosses are the intervals that ring buffers do not cover: before the first record of a CPU
// whose buffer has filled up or, in a recording that dropped its oldest events, before the time of
// the drop. A buffer that never filled up holds everything.
func (s *scan) ringLosses() (list []loss) {
	largest := int64(0)
	for _, n := range s.rings {
		largest = max(largest, n)
	}
	for i := range s.cpus {
		c, cpu := &s.cpus[i], uint32(i)
		to := c.first
		switch n, ring := s.rings[cpu]; {
		case ring && n+ringSlack >= largest && c.samples > 0:
		case s.m.keptFrom == 0:
			continue
		case c.samples == 0:
			to = s.m.keptFrom
		default:
			to = min(to, s.m.keptFrom)
		}
		if to = min(to, s.end); to > s.start {
			list = append(list, loss{after: -1, cpu: cpu, from: s.start, to: to, ring: true})
		}
	}
	return list
}
