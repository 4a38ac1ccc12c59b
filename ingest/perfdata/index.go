package perfdata

import "slices"

// entry is what the first pass keeps of a record for the second: where the next record begins and
// when this one happened, so that merging the CPUs' records need not touch the records themselves.
type entry struct {
	dt   int32 // ns since the preceding sample in the same list; farAway: see the record
	size uint16
	kind uint16 // noEntry, otherEntry, or firstEvent and the event's number
}

const (
	noEntry    = 0 // has no usable time
	otherEntry = 1 // not a sample
	firstEvent = 2

	farAway = -1 << 31
)

// Bounds on the number of entries in one chunk of memory.
const (
	leastChunk = 1 << 4
	entryChunk = 1 << 14
)

// entries is a CPU's list of entries, in the order of the file.
type entries struct {
	chunks [][]entry
	room   int    // of the last chunk that was not adopted
	last   uint64 // time of the last sample
}

// place is the position of an entry in a list.
type place struct{ chunk, index int }

// end is the place of the next entry.
func (l *entries) end() place {
	k := len(l.chunks) - 1
	if k < 0 || len(l.chunks[k]) == cap(l.chunks[k]) {
		return place{k + 1, 0}
	}
	return place{k, len(l.chunks[k])}
}

func (l *entries) push(e entry) {
	k := len(l.chunks) - 1
	if k < 0 || len(l.chunks[k]) == cap(l.chunks[k]) {
		l.room = max(leastChunk, min(2*l.room, entryChunk))
		l.chunks = append(l.chunks, make([]entry, 0, l.room))
		k++
	}
	l.chunks[k] = append(l.chunks[k], e)
}

// sample adds a sample of the event with this number. The first sample of a run of records is not
// relative to the one before.
func (l *entries) sample(event int, size int, time uint64, first bool) {
	dt := int64(time - l.last)
	if first || dt != int64(int32(dt)) {
		dt = farAway
	}
	l.last = time
	l.push(entry{dt: int32(dt), size: uint16(size), kind: uint16(firstEvent + event)})
}

// adopt adds entries, the first of which is not relative to the one before, and keeps their memory.
// last is the time of the last of them.
func (l *entries) adopt(es []entry, last uint64) {
	es[0].dt = farAway
	l.last = last
	if len(es) < leastChunk {
		for _, e := range es {
			l.push(e)
		}
		return
	}
	if k := len(l.chunks) - 1; k >= 0 {
		l.chunks[k] = slices.Clip(l.chunks[k])
	}
	l.chunks, l.room = append(l.chunks, slices.Clip(es)), 0
}

// from returns the entries from a place on: those in its chunk, and the chunks
// after.
func (l *entries) from(p place) (chunk []entry, rest [][]entry) {
	return l.chunks[p.chunk][p.index:], l.chunks[p.chunk+1:]
}
