package perfetto

import (
	"threadlens/model"
)

// Numbers of the fields of a bundle of the kernel's events.
const (
	bundleCPU       fieldNum = 1
	bundleEvent     fieldNum = 2
	bundleLost      fieldNum = 3
	bundleCompact   fieldNum = 4
	bundleClock     fieldNum = 5
	bundleClockTime fieldNum = 6
	bundleBootTime  fieldNum = 7
	bundleError     fieldNum = 8
	bundleBefore    fieldNum = 9 // and 10, in newer versions
	bundleBeforeNew fieldNum = 10
	bundleGeneric   fieldNum = 11
)

// Clocks of the kernel's events.
const (
	ftraceBoot = iota
	ftraceUnknown
	ftraceGlobal
	ftraceLocal
	ftraceRaw
)

// bundle is where events of one CPU are, and which time they cover.
type bundle struct {
	data        []byte
	events      uint32
	first, last model.Time // of its clock until the first pass ends, then of the trace's clock
	before      model.Time // of the CPU's event before, 0 if unknown
	symbols     uint32     // table of kernel symbols
	clock       clockIx
	cpu         model.CPU
	lost        bool // events before it were lost
}

// bundle notes where the events of a bundle are. A bundle without its CPU is of no use.
func (s *scan) bundle(b []byte) {
	h := bundleHead{cpu: maxCPU, first: model.Forever}
	m := over(b)
	for m.next() {
		s.bundleField(&h, &m)
	}
	if m.bad || h.cpu >= maxCPU || int64(len(b)) > min(s.openable-64, 1<<31) {
		s.leftOut.bundles++
		return
	}
	clock, ok := s.bundleClock(&h)
	if !ok {
		s.leftOut.unknown++
		return
	}
	s.highest = max(s.highest, int(h.cpu))
	for tid, at := range h.born {
		s.born(tid, birth{clock, uint64(at)})
	}
	if h.events == 0 {
		return
	}
	x := bundle{
		data: b, events: h.events, first: h.first, last: h.last, before: h.before,
		clock: clock, cpu: model.CPU(h.cpu), lost: h.lost,
	}
	if s.seq != nil {
		x.symbols = s.seq.state.symbols
	}
	s.bundles = append(s.bundles, x)
}

// bundleHead is what the first pass reads of a bundle.
type bundleHead struct {
	cpu                 uint64
	clock               uint64
	clockTime, bootTime uint64
	first, last, before model.Time
	events              uint32
	lost                bool
	born                map[model.TID]model.Time // threads that start
}

// covers notes the time of an event.
func (h *bundleHead) covers(at uint64) {
	h.events++
	h.first, h.last = min(h.first, model.Time(at)), max(h.last, model.Time(at))
}

func (s *scan) bundleField(h *bundleHead, m *message) {
	switch m.num {
	case bundleCPU:
		h.cpu = m.val
	case bundleEvent:
		s.countEvent(h, m.data)
	case bundleLost:
		h.lost = h.lost || m.val != 0
	case bundleError:
		h.lost = true
	case bundleCompact:
		s.countCompact(h, m.data)
	case bundleClock:
		h.clock = m.val
	case bundleClockTime:
		h.clockTime = m.val
	case bundleBootTime:
		h.bootTime = m.val
	case bundleBefore, bundleBeforeNew:
		if m.val < maxTime {
			h.before = model.Time(m.val)
		}
	case bundleGeneric:
		s.specs.describe(m.data)
	}
}

// bundleClock is the clock of a bundle's events; false if it is unknown.
func (s *scan) bundleClock(h *bundleHead) (clockIx, bool) {
	switch h.clock {
	case ftraceBoot:
		return s.clocks.boot, true
	case ftraceRaw:
		return s.clocks.of(clockRaw, 0), true
	case ftraceGlobal, ftraceLocal:
		ix := s.clocks.of(firstOwn, s.now.seq)
		if ix == noClock || h.clockTime >= maxTime || h.bootTime >= maxTime {
			return 0, false
		}
		k := &s.clocks.list[ix]
		if h.bootTime != 0 && !(k.read && k.reading == h.clockTime) {
			s.clocks.together([]reading{{ix, h.clockTime}, {s.clocks.boot, h.bootTime}})
		}
		return ix, true
	}
	return 0, false
}

// born notes a thread that starts.
func (s *scan) born(tid model.TID, b birth) {
	if _, again := s.births[tid]; !again && len(s.births) < maxBirths {
		s.births[tid] = b
	}
}

// countEvent takes from an event what the first pass needs.
func (s *scan) countEvent(h *bundleHead, b []byte) {
	var e event
	if !e.parse(b) {
		s.leftOut.events++
		return
	}
	h.covers(e.time)
	sp := s.specs.of(e.num, e.body)
	sp.count++
	if sp.born != 0 {
		s.noteBirth(h, &e, sp)
	}
}

// noteBirth notes the thread that an event says starts.
func (s *scan) noteBirth(h *bundleHead, e *event, sp *spec) {
	for m := over(e.body); m.next(); {
		if m.num == sp.born && m.val < 1<<22 {
			if h.born == nil {
				h.born = map[model.TID]model.Time{}
			}
			if _, again := h.born[model.TID(m.val)]; !again {
				h.born[model.TID(m.val)] = model.Time(e.time)
			}
		}
	}
}

// event is an event of a bundle taken apart.
type event struct {
	time uint64
	pid  model.TID // thread in whose context it happened, NoTID if it does not say
	num  fieldNum
	body []byte
	// behind is how far before the end of the event the contents begin.
	behind int
	flags  uint64
	flag   bool // it has flags
}

// Numbers of the fields of an event that are no events themselves.
const (
	eventTime  fieldNum = 1
	eventPID   fieldNum = 2
	eventFlags fieldNum = 5
)

// parse takes an event apart; false if it has no time or no contents, or is damaged.
func (e *event) parse(b []byte) bool {
	*e = event{pid: model.NoTID}
	timed := false
	m := over(b)
	for m.next() {
		switch {
		case m.bytes():
			if e.num == 0 {
				e.num, e.body, e.behind = m.num, m.data, len(m.rest)+len(m.data)
			}
		case m.num == eventTime:
			e.time, timed = m.val, m.val < maxTime
		case m.num == eventPID:
			e.pid = model.TID(m.val)
		case m.num == eventFlags:
			e.flags, e.flag = m.val, true
		}
	}
	return timed && e.num != 0 && !m.bad
}
