package perfetto

import (
	"threadlens/model"
)

// sequence is the state of the packets that one writer has written in their order.
type sequence struct {
	id    uint64
	met   bool // a packet was seen
	valid bool // no packet was lost since the state began
	state *state

	pid       uint32 // of the thread descriptor, 0 for none
	tid       model.TID
	legacyNow uint64 // time of old events, µs
}

// state is what packets of a sequence may refer to until it is cleared.
type state struct {
	names     map[uint64]uint32 // of events
	functions map[uint64][]byte
	paths     map[uint64][]byte // parts of the paths of mappings
	mappings  map[uint64][]byte // packed ids of the parts of their paths, as they are in the file
	frames    map[uint64]frame
	stacks    map[uint64][]byte // packed ids of frames, as they are in the file
	symbols   uint32            // table of kernel symbols, 0 for none
	known     map[uint64]uint32 // stacks already made

	clock    uint64            // default
	track    uint64            // default
	tracked  bool              // there is a default track
	counters []uint64          // default tracks of extra counters
	doubles  []uint64          // the same for fractional ones
	counted  map[uint64]uint64 // sums of incremental counters
}

// frame is a frame of a call stack.
type frame struct {
	function, mapping, offset uint64
}

// sequenceOf is the state of a sequence, nil for packets of none and where there are too many.
func (s *scan) sequenceOf(id uint64) *sequence {
	if id == 0 {
		return nil
	}
	if s.recent != nil && s.recent.id == id {
		return s.recent
	}
	q := s.sequences[id]
	if q == nil {
		if len(s.sequences) == maxSequences {
			s.leftOut.sequences++
			return nil
		}
		q = &sequence{id: id, valid: true, state: &state{}}
		s.sequences[id] = q
	}
	s.recent = q
	return q
}

// enter updates the state of a packet's sequence; false if the packet cannot be read without packets
// that were lost.
func (s *scan) enter(q *sequence, p *packet) bool {
	switch {
	case p.first:
		*q = sequence{id: q.id, valid: true, state: &state{}}
	case p.dropped:
		if q.met {
			s.leftOut.dropped++
		}
		q.valid = false
	}
	q.met = true
	if p.flags&flagCleared != 0 {
		s.interned -= q.state.size()
		q.valid, q.state = true, &state{}
	}
	if !q.valid && p.flags&flagNeeds != 0 {
		s.leftOut.skipped++
		return false
	}
	if q.valid && p.interned != nil {
		s.intern(q.state, p.interned)
	}
	if q.valid && p.defaults != nil {
		q.state.defaults(p.defaults)
	}
	return true
}

// size is how many entries the tables of a state have.
func (t *state) size() int {
	return len(t.names) + len(t.functions) + len(t.paths) + len(t.mappings) + len(t.frames) + len(t.stacks) + len(t.known)
}

// defaults takes the default values of a sequence's packets.
func (t *state) defaults(b []byte) {
	for m := over(b); m.next(); {
		switch {
		case m.num == fieldClock:
			t.clock = m.val
		case m.num == fieldTrackEvent && m.bytes():
			t.trackDefaults(m.data)
		}
	}
}

func (t *state) trackDefaults(b []byte) {
	t.counters, t.doubles = nil, nil
	for m := over(b); m.next(); {
		switch m.num {
		case eventTrack:
			t.track, t.tracked = m.val, true
		case eventExtraTracks:
			m.numbers(func(v uint64) { t.counters = append(t.counters, v) })
		case eventDoubleTracks:
			m.numbers(func(v uint64) { t.doubles = append(t.doubles, v) })
		}
	}
}

// Numbers of the fields of interned data.
const (
	internedNames     fieldNum = 2
	internedFunctions fieldNum = 5
	internedFrames    fieldNum = 6
	internedStacks    fieldNum = 7
	internedPaths     fieldNum = 17
	internedMappings  fieldNum = 19
	internedSymbols   fieldNum = 26
)

// intern takes the names, frames and stacks that later packets refer to.
func (s *scan) intern(t *state, b []byte) {
	for m := over(b); m.next(); {
		if !m.bytes() {
			continue
		}
		if s.interned >= s.internable {
			s.leftOut.interned++
			continue
		}
		s.interned++
		switch f := flatten(m.data); m.num {
		case internedNames:
			put(&t.names, f.num[1], s.name(f.text[2]))
		case internedFunctions:
			put(&t.functions, f.num[1], f.text[2])
		case internedPaths:
			put(&t.paths, f.num[1], f.text[2])
		case internedMappings:
			put(&t.mappings, f.num[1], listOf(m.data, 7))
		case internedFrames:
			put(&t.frames, f.num[1], frame{function: f.num[2], mapping: f.num[3], offset: f.num[4]})
		case internedStacks:
			put(&t.stacks, f.num[1], listOf(m.data, 2))
			delete(t.known, f.num[1])
		case internedSymbols:
			s.internSymbol(t, f.num[1], f.text[2])
		default:
			s.interned--
		}
	}
}

// put adds to a map, which need not be there.
func put[V any](m *map[uint64]V, id uint64, v V) {
	if *m == nil {
		*m = map[uint64]V{}
	}
	(*m)[id] = v
}

// internSymbol keeps the name of a place in the kernel. Bundles refer to the table that was in use
// when they were written.
func (s *scan) internSymbol(t *state, id uint64, name []byte) {
	if t.symbols == 0 {
		s.symbols = append(s.symbols, map[uint64][]byte{})
		t.symbols = uint32(len(s.symbols) - 1)
	}
	s.symbols[t.symbols][id] = name
}
