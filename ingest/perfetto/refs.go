package perfetto

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// ref is an event of a bundle that is being read.
type ref struct {
	time model.Time
	// from is where the contents begin in the bundle, size their length. A compact event has its number
	// among those of its kind instead, and size is compactRef.
	from, size uint32
	pid        model.TID // of the thread in whose context it happened
	num        fieldNum
	flags      uint16
	flag       bool // flags are known
}

// compactRef is the size of a compact event.
const compactRef = 1<<32 - 1

// open is a bundle that is being read: its events in the order of time.
type open struct {
	*bundle
	order   int // of the bundle
	refs    []ref
	next    int      // the ref to read next
	compact *compact // nil if it never had compact events
}

// read takes apart the events of a bundle that are used, and sorts them. It returns scratch space for
// the next call.
func (o *open) read(s *scan, room []ref) []ref {
	o.refs, o.next = o.refs[:0], 0
	var packed []byte
	m := over(o.data)
	for m.next() {
		switch {
		case m.num == bundleEvent:
			o.event(s, m.data, len(o.data)-len(m.rest))
		case m.num == bundleCompact && packed == nil:
			packed = m.data
		}
	}
	plain := len(o.refs)
	if packed != nil {
		o.compactEvents(packed)
	}
	switch {
	case o.clock != clockTrace:
		o.convert(s)
	case packed != nil:
		room = o.join(plain, plain+o.compact.switches, room)
	}
	if !slices.IsSortedFunc(o.refs, byTime) {
		slices.SortStableFunc(o.refs, byTime)
	}
	return room
}

func byTime(a, b ref) int { return cmp.Compare(a.time, b.time) }

// skip leaves out the events before a time, and returns their number.
func (o *open) skip(from model.Time) int {
	o.next, _ = slices.BinarySearchFunc(o.refs, from, func(r ref, t model.Time) int { return cmp.Compare(r.time, t) })
	return o.next
}

// event adds an event in full form, if it is used. end is where it ends in the bundle.
func (o *open) event(s *scan, b []byte, end int) {
	var e event
	if !e.parse(b) {
		return
	}
	if sp := s.specs.of(e.num, e.body); sp.ev == nil && e.num != eventFree {
		return
	}
	o.refs = append(o.refs, ref{
		time: model.Time(e.time), from: uint32(end - e.behind), size: uint32(len(e.body)),
		pid: e.pid, num: e.num, flags: uint16(e.flags), flag: e.flag,
	})
}

// compactEvents adds the compact events of a message.
func (o *open) compactEvents(b []byte) {
	if o.compact == nil {
		o.compact = &compact{}
	}
	c := o.compact
	c.parse(b)
	o.refs = slices.Grow(o.refs, c.switches+c.wakes)
	for i, at := range c.columns[compactSwitchTime][:c.switches] {
		o.refs = append(o.refs, ref{time: model.Time(at), num: eventSwitch, from: uint32(i), size: compactRef})
	}
	for i, at := range c.columns[compactWakingTime][:c.wakes] {
		o.refs = append(o.refs, ref{time: model.Time(at), num: eventWaking, from: uint32(i), size: compactRef})
	}
}

// join merges the three parts of the refs, of which the second and the third begin at a and b. It leaves
// them unsorted only where a part is.
func (o *open) join(a, b int, room []ref) []ref {
	n := len(o.refs)
	room = slices.Grow(room[:0], n)[:n]
	mergeRefs(room[a:], o.refs[a:b], o.refs[b:])
	copy(o.refs[a:], room[a:])
	if a > 0 {
		mergeRefs(room, o.refs[:a], o.refs[a:])
		copy(o.refs, room)
	}
	return room
}

// mergeRefs puts two lists into to; at the same time those of a come first.
func mergeRefs(to, a, b []ref) {
	for i := range to {
		if len(b) == 0 || len(a) > 0 && a[0].time <= b[0].time {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}

// convert converts the times to those of the trace's clock.
func (o *open) convert(s *scan) {
	kept := o.refs[:0]
	for _, r := range o.refs {
		if at, ok := s.clocks.convert(o.clock, uint64(r.time)); ok {
			r.time = at
			kept = append(kept, r)
		}
	}
	o.refs = kept
}
