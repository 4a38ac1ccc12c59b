package perfdata

import (
	"encoding/binary"

	"threadlens/ingest/internal/wire"
)

// quick recognises the samples that need no closer look, nearly all records of a large file: those
// of events that have their format and share the common layout.
type quick struct {
	id, time, cpu int // places in the record
	least         int // length up to the last of the fixed fields, 0: no such samples
	base          uint64
	numbers       []uint16 // by id - base: event number + 1, 0 for other events
}

func newQuick(t *eventTable) (q quick) {
	if t.order != wire.Little || t.idPos == 0 || len(t.dense) == 0 {
		return q
	}
	l := &t.list[0].layout
	q = quick{id: l.id, time: l.time, cpu: l.cpu, base: t.base, numbers: make([]uint16, len(t.dense))}
	for _, ev := range t.list {
		m := &ev.layout
		if m.time == 0 || m.cpu == 0 || m.id != q.id || m.time != q.time || m.cpu != q.cpu {
			return quick{}
		}
		q.least = max(q.least, m.fixed)
	}
	for i, ev := range t.dense {
		if ev != nil && !ev.nameless() {
			q.numbers[i] = uint16(ev.number + 1)
		}
	}
	return q
}

// stretch is a run of consecutive quick samples of one CPU, in order of time.
type stretch struct {
	from, last, to int64 // in the file: first and last record, end
	cpu            uint32
	first          uint64 // time of the first sample
	before, end    uint64 // times of the last but one and the last
	entries        []entry
	sum            byte // see touch
}

// sample is the quick sample at the head of b: its length, the number of its event, its time and
// CPU. The length is 0 for anything else.
func (q *quick) sample(b []byte) (size, number int, time uint64, cpu uint32) {
	if len(b) < q.least {
		return 0, 0, 0, 0
	}
	head := binary.LittleEndian.Uint64(b)
	size = int(head >> 48)
	if uint32(head) != recSample || size < q.least || size > len(b) {
		return 0, 0, 0, 0
	}
	id := binary.LittleEndian.Uint64(b[q.id:]) - q.base
	if id >= uint64(len(q.numbers)) || q.numbers[id] == 0 {
		return 0, 0, 0, 0
	}
	return size, int(q.numbers[id] - 1), binary.LittleEndian.Uint64(b[q.time:]), binary.LittleEndian.Uint32(b[q.cpu:])
}

// timeAt is the time of the quick sample at the head of b.
func (q *quick) timeAt(b []byte) uint64 { return binary.LittleEndian.Uint64(b[q.time:]) }

// measure goes over the quick samples in mem from pos to end at most, and returns the stretch that
// they make, empty when there are none. Their entries go into room.
func (q *quick) measure(mem []byte, pos, end int, room []entry) stretch {
	s := stretch{from: int64(pos), last: int64(pos), to: int64(pos), entries: room[:0]}
	warm := pos
	for pos < end {
		if pos >= warm {
			warm, s.sum = touch(mem, pos)
		}
		size, number, time, cpu := q.sample(mem[pos:])
		if size == 0 {
			break
		}
		dt := int32(farAway)
		switch {
		case len(s.entries) == 0:
			s.first, s.end, s.cpu = time, time, cpu
		case time < s.end || cpu != s.cpu:
			s.to = int64(pos)
			return s
		case time-s.end < 1<<31:
			dt = int32(time - s.end)
		}
		s.entries = append(s.entries, entry{dt: dt, size: uint16(size), kind: uint16(firstEvent + number)})
		s.before, s.end, s.last = s.end, time, int64(pos)
		pos += size
	}
	s.to = int64(pos)
	return s
}

// touchAhead is how many bytes are brought into the CPU's cache at a time.
const touchAhead = 1 << 13

// touch brings the bytes of b from pos on into the CPU's cache, and returns where it stopped.
// Following records one by one learns late where to read next, which takes twice as long as reading
// the same bytes sequentially. sum is meaningless, but keeps the compiler from removing the reads.
func touch(b []byte, pos int) (to int, sum byte) {
	to = min(pos+touchAhead, len(b))
	for i := pos; i < to; i += 64 {
		sum += b[i]
	}
	return to, sum
}
