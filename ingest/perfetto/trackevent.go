package perfetto

import (
	"math"

	"threadlens/model"
)

// Numbers of the fields of a track event.
const (
	eventDelta        fieldNum = 1
	eventLegacy       fieldNum = 6
	eventType         fieldNum = 9
	eventNameID       fieldNum = 10
	eventTrack        fieldNum = 11
	eventExtra        fieldNum = 12
	eventAbsolute     fieldNum = 16
	eventName         fieldNum = 23
	eventCounter      fieldNum = 30
	eventExtraTracks  fieldNum = 31
	eventOldFlow      fieldNum = 36
	eventOldFlowEnd   fieldNum = 42
	eventDouble       fieldNum = 44
	eventDoubleTracks fieldNum = 45
	eventExtraDoubles fieldNum = 46
	eventFlow         fieldNum = 47
	eventFlowEnd      fieldNum = 48
	eventCorrelation  fieldNum = 52
	eventStack        fieldNum = 55
	eventStackID      fieldNum = 56
	typeBegin                  = 1
	typeEnd                    = 2
	typeInstant                = 3
	typeCounter                = 4
	typeState                  = 5
	microsecond                = 1000 // ns
	valueInt          uint8    = 0
	valueDouble       uint8    = 1
)

// trackEvent is a track event taken apart.
type trackEvent struct {
	typ, track, nameID, flow, stackID uint64
	tracked                           bool
	name, stack, legacy               []byte
	value                             uint64
	valueKind                         uint8
	delta, absolute                   int64 // old times, µs
	deltaTimed, absoluteTimed         bool
	extraTracks, doubleTracks         []uint64
	extra, doubles                    []uint64
}

func (e *trackEvent) parse(b []byte) bool {
	m := over(b)
	for m.next() {
		if m.bytes() {
			e.block(&m)
		} else {
			e.number(&m)
		}
	}
	return !m.bad
}

func (e *trackEvent) number(m *message) {
	switch m.num {
	case eventType:
		e.typ = m.val
	case eventTrack:
		e.track, e.tracked = m.val, true
	case eventNameID:
		e.nameID = m.val
	case eventDelta:
		e.delta, e.deltaTimed = int64(m.val), true
	case eventAbsolute:
		e.absolute, e.absoluteTimed = int64(m.val), true
	case eventCounter:
		e.value, e.valueKind = m.val, valueInt
	case eventDouble:
		e.value, e.valueKind = m.val, valueDouble
	case eventStackID:
		e.stackID = m.val
	default:
		e.list(m)
	}
}

func (e *trackEvent) block(m *message) {
	switch m.num {
	case eventName:
		e.name = m.data
	case eventStack:
		e.stack = m.data
	case eventLegacy:
		e.legacy = m.data
	default:
		e.list(m)
	}
}

// list takes a repeated field.
func (e *trackEvent) list(m *message) {
	switch m.num {
	case eventExtraTracks:
		m.numbers(func(v uint64) { e.extraTracks = append(e.extraTracks, v) })
	case eventDoubleTracks:
		m.numbers(func(v uint64) { e.doubleTracks = append(e.doubleTracks, v) })
	case eventExtra:
		m.numbers(func(v uint64) { e.extra = append(e.extra, v) })
	case eventExtraDoubles:
		m.fixed(func(v uint64) { e.doubles = append(e.doubles, v) })
	case eventOldFlow, eventOldFlowEnd, eventCorrelation:
		m.numbers(func(v uint64) { e.flow = v })
	case eventFlow, eventFlowEnd:
		m.fixed(func(v uint64) { e.flow = v })
	}
}

// trackEvent reads a marker or the value of a counter.
func (s *scan) trackEvent(b []byte) {
	var e trackEvent
	if !e.parse(b) {
		s.leftOut.packets++
		return
	}
	t := s.stateOf()
	if !s.legacyTime(&e) {
		s.leftOut.untimed++
		return
	}
	if !e.tracked && t.tracked {
		e.track, e.tracked = t.track, true
	}
	if e.extraTracks == nil {
		e.extraTracks = t.counters
	}
	if e.doubleTracks == nil {
		e.doubleTracks = t.doubles
	}
	s.extraCounters(t, &e)
	name := t.names[e.nameID]
	if e.name != nil {
		name = s.name(e.name)
	}
	switch {
	case e.typ == typeCounter:
		s.counter(t, e.track, e.value, e.valueKind)
	case e.legacy != nil && e.typ == 0:
		s.legacyEvent(&e, name)
	default:
		s.mark(&e, roleOf(e.typ), name)
	}
}

// roleOf is the role of a marker by the type of its event.
func roleOf(typ uint64) model.MarkKind {
	switch typ {
	case typeBegin:
		return model.MarkBegin
	case typeEnd:
		return model.MarkEnd
	case typeState:
		return model.MarkStep
	}
	return model.MarkFlag
}

// stateOf is the state of the current packet's sequence.
func (s *scan) stateOf() *state {
	if s.seq != nil {
		return s.seq.state
	}
	return &noState
}

// noState is the state of packets of no sequence.
var noState state

// legacyTime finds the time of an event that has it in an old form; false for an impossible one.
func (s *scan) legacyTime(e *trackEvent) bool {
	at := uint64(e.absolute)
	switch {
	case e.absoluteTimed:
	case e.deltaTimed && s.seq != nil:
		s.seq.legacyNow += uint64(e.delta)
		at = s.seq.legacyNow
	default:
		return s.now.timed
	}
	if at >= maxTime/microsecond {
		return false
	}
	s.now.time, s.now.timed = at*microsecond, true
	s.at = clockTrace
	if ix := s.clocks.of(clockMonotonic, 0); s.clocks.list[ix].read {
		s.at = ix
	}
	return true
}

// mark adds a marker on the event's track.
func (s *scan) mark(e *trackEvent, role model.MarkKind, name uint32) *item {
	ix := uint32(noRef)
	pid, tid := model.NoPID, model.NoTID
	switch {
	case e.tracked:
		ix = s.track(e.track)
	case s.seq != nil && s.seq.tid != 0: // the thread that its writer has described
		pid, tid = s.seq.pid, s.seq.tid
	}
	stack := model.NoStack
	switch {
	case e.stackID != 0 && s.seq != nil:
		stack = s.stack(s.seq.state, e.stackID)
	case e.stack != nil:
		stack = s.inlineStack(e.stack)
	}
	it := s.add(itemMark)
	it.ref, it.pid, it.tid, it.name, it.a = ix, pid, tid, name, int64(e.flow)
	it.flags, it.stack = uint8(role), stack
	return it
}

// extraCounters adds the values of counters that come with another event.
func (s *scan) extraCounters(t *state, e *trackEvent) {
	for i, v := range e.extra {
		if i < len(e.extraTracks) {
			s.counter(t, e.extraTracks[i], v, valueInt)
		}
	}
	for i, v := range e.doubles {
		if i < len(e.doubleTracks) {
			s.counter(t, e.doubleTracks[i], v, valueDouble)
		}
	}
}

// counter adds the value of a counter.
func (s *scan) counter(t *state, uuid, value uint64, kind uint8) {
	ix := s.track(uuid)
	if ix == noRef {
		return
	}
	if k := &s.tracks.list[ix]; kind == valueInt {
		if k.adds && t != &noState && (len(t.counted) < maxNames || t.counted[uuid] != 0) {
			value += t.counted[uuid]
			put(&t.counted, uuid, value)
		}
		value *= uint64(k.unit)
	} else if k.unit > 1 {
		value = math.Float64bits(math.Float64frombits(value) * float64(k.unit))
	}
	it := s.add(itemCount)
	it.ref, it.a, it.flags = ix, int64(value), kind
}

// legacyEvent adds the markers of an event in the old form, whose phase is a letter.
func (s *scan) legacyEvent(e *trackEvent, name uint32) {
	l := flatten(e.legacy)
	if name == 0 {
		name = s.stateOf().names[l.num[1]]
	}
	switch l.num[2] {
	case 'B':
		s.override(s.mark(e, model.MarkBegin, name), &l)
	case 'E':
		s.override(s.mark(e, model.MarkEnd, name), &l)
	case 'X':
		s.override(s.mark(e, model.MarkBegin, name), &l)
		if duration := l.num[3]; duration < maxTime/microsecond {
			it := s.mark(e, model.MarkEnd, name)
			it.time += model.Time(duration * microsecond)
			s.override(it, &l)
		}
	case 'b', 'S':
		s.async(e, model.MarkBegin, name, &l)
	case 'e', 'F':
		s.async(e, model.MarkEnd, name, &l)
	case 'n', 'T', 'p':
		s.async(e, model.MarkStep, name, &l)
	case 'i', 'I', 'R':
		s.override(s.mark(e, model.MarkFlag, name), &l)
	}
}

// override puts a marker on the thread that the event names.
func (s *scan) override(it *item, l *flat) {
	if tid := int32(l.num[19]); tid > 0 {
		it.ref, it.tid = noRef, model.TID(tid)
	}
	if pid := int32(l.num[18]); pid > 0 {
		it.pid = uint32(pid)
	}
}

// async adds a marker of a span that has a number in its process.
func (s *scan) async(e *trackEvent, role model.MarkKind, name uint32, l *flat) {
	it := s.mark(e, role, name)
	s.override(it, l)
	if it.ref != noRef {
		k := &s.tracks.list[it.ref]
		it.pid, it.tid = k.pid, k.tid
	}
	id := l.num[6] | l.num[10] | l.num[11]
	it.kind, it.ref = itemSpan, uint32(id)^uint32(id>>32)
}
