package tracedat

import (
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// layout is where the parts of a page are.
type layout struct {
	order              wire.Order
	commit, commitSize int // the length of the data, with flags
	data               int
	page               int // bytes of a page, 0 if unknown
}

// defaultLayout is the layout of all kernels so far.
func defaultLayout(order wire.Order, long int) layout {
	return layout{order: order, commit: 8, commitSize: long, data: 8 + long}
}

// Flags of a page's length (kernel ring_buffer.c).
const (
	lengthMask  = 1<<20 - 1
	flagLost    = 1 << 31
	flagCounted = 1 << 30
)

// Types of the records of a page; smaller ones are records with as many words.
const (
	typeLong    = 0
	typePadding = 29
	typeExtend  = 30
	typeStamp   = 31
	deltaBits   = 27
	stampMask   = 1<<59 - 1
)

// record is a record of an event. page are all records of its page, of which it is those bytes from
// start to stop.
type record struct {
	page        []byte
	start, stop int
	time        uint64 // of the trace's clock
	id          uint16 // of its event
}

// bytes are the record's own.
func (r *record) bytes() []byte { return r.page[r.start:r.stop:r.stop] }

// stream is the records of a CPU in a buffer, in the order of time.
type stream struct {
	record // the current one
	layout layout
	src    source
	cpu    model.CPU
	buffer int
	rank   int // among all streams

	pages []byte // those of the piece that are still to come
	page  []byte // the data of the page that is decoded
	pos   int    // in page
	clock uint64 // at pos
	last  uint64 // time of the last record that was decoded

	decoded int64 // records
	kept    int64 // how many they were as the piece began
	taken   int64 // records that advance went to

	ahead   record // the record after the current one, if peeked is set
	peeked  bool
	another bool // there is one

	// Of the first pass.
	lost      bool  // records are missing before the next one
	lostCount int64 // how many, 0 if unknown
	damaged   int64 // pages of which records are missing
	back      int64 // pages earlier than the page before
	found
}

// advance goes to the next record; false at the end.
func (s *stream) advance() bool {
	s.taken++
	if s.peeked {
		s.peeked, s.record = false, s.ahead
		return s.another
	}
	return s.decode()
}

// peek returns the record after the current one; nil at the end.
func (s *stream) peek() *record {
	if !s.peeked {
		current := s.record
		s.another = s.decode()
		s.peeked, s.ahead, s.record = true, s.record, current
	}
	if !s.another {
		return nil
	}
	return &s.ahead
}

// decode makes the next record the current one; false at the end.
func (s *stream) decode() bool {
	for {
		if s.pos+4 > len(s.page) {
			if !s.nextPage() {
				return false
			}
			continue
		}
		start := s.pos + 4
		head := s.layout.order.U32(s.page[s.pos:])
		kind, delta := int(head&31), uint64(head>>5)
		if s.layout.order == wire.Big {
			kind, delta = int(head>>deltaBits), uint64(head&(1<<deltaBits-1))
		}
		size := 4 * kind
		if kind == typeLong || kind >= typePadding {
			if size = s.special(kind, delta, &start); size < 0 {
				continue
			}
		} else {
			s.clock += delta
		}
		stop := start + size
		if stop > len(s.page) {
			s.damage()
			continue
		}
		s.pos = stop
		r := &s.record
		r.page, r.start, r.stop = s.page, start, stop
		r.id = s.layout.order.U16(s.page[start:])
		if s.clock > s.last {
			s.last = s.clock
		}
		r.time = s.last
		s.decoded++
		return true
	}
}

// special handles what is not a short record of an event. It returns the size of a long one, whose
// start it sets, and -1 after the others.
func (s *stream) special(kind int, delta uint64, start *int) (size int) {
	if kind == typePadding && delta == 0 { // nothing follows in this page
		s.pos = len(s.page)
		return -1
	}
	if *start+4 > len(s.page) {
		s.damage()
		return -1
	}
	word := s.layout.order.U32(s.page[*start:])
	switch kind {
	case typeExtend:
		s.clock += delta + uint64(word)<<deltaBits
		s.pos = *start + 4
		return -1
	case typeStamp:
		s.clock = s.clock&^stampMask | (uint64(word)<<deltaBits|delta)&stampMask
		s.pos = *start + 4
		return -1
	}
	s.clock += delta
	if word < 4 || int64(word) > int64(len(s.page)-*start) {
		s.damage()
		return -1
	}
	if kind == typePadding { // a record that was discarded
		s.pos = *start + int(word)
		return -1
	}
	if word < 8 { // too short for the number of an event
		s.damage()
		return -1
	}
	*start += 4
	return int(word+3)&^3 - 4
}

// damage leaves out the rest of the page.
func (s *stream) damage() {
	s.damaged++
	s.lost = true
	s.pos = len(s.page)
}

// nextPage goes to the next page that is whole; false at the end.
func (s *stream) nextPage() bool {
	size := s.src.page
	for len(s.pages) < size {
		if len(s.pages) > 0 {
			s.damaged++
			s.lost = true
		}
		pages, ok := s.src.next(s.decoded > s.kept)
		if s.kept = s.decoded; !ok {
			s.pages, s.page, s.pos = nil, nil, 0
			return false
		}
		if s.pages = pages; pages == nil {
			s.lost = true
		}
	}
	page := s.pages[:size:size]
	s.pages = s.pages[size:]
	s.open(page)
	return true
}

// open begins a page.
func (s *stream) open(page []byte) {
	l := &s.layout
	length := uint64(0)
	if l.commitSize == 8 {
		length = l.order.U64(page[l.commit:])
	} else {
		length = uint64(l.order.U32(page[l.commit:]))
	}
	data, n := page[l.data:], int(length&lengthMask)
	s.pos = 0
	if n > len(data) {
		s.page = nil
		s.damage()
		return
	}
	s.page = data[:n:n]
	if s.clock = l.order.U64(page); s.clock < s.last && n > 0 {
		s.back++
	}
	if length&flagLost == 0 {
		return
	}
	s.lost = true
	if length&flagCounted == 0 {
		return
	}
	if long := min(l.commitSize, 8); n+long <= len(data) {
		count := uint64(l.order.U32(data[n:]))
		if long == 8 {
			count = l.order.U64(data[n:])
		}
		s.lostCount += int64(min(count, 1<<40))
	}
}
