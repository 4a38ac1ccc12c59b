package perfdata

import "slices"

// Once the beginning of a trace is understood, the first pass looks for what is known
// after each hole: the next switch of its processor, and which threads began. Where
// those records are the index says; none of the others is touched.

// skim says which records a cursor stops at.
type skim struct {
	stops []stop  // by kind of entry
	after []int64 // positions of the records before holes, still to come
	wants bool    // a switch
}

// stop says whether a kind of entry is one to stop at.
type stop uint8

const (
	passBy       stop = iota
	stopAlways        // may tell that a thread began
	stopIfWanted      // a switch
)

// skim has the merge stop only at what follows holes.
func (s *scan) skim(m *merge) {
	stops := make([]stop, firstEvent+len(s.m.events.list))
	for i, ev := range s.m.events.list {
		switch {
		case ev.name == "sched:sched_switch":
			stops[firstEvent+i] = stopIfWanted
		case ev.early && ev.name != "sched:sched_stat_runtime":
			stops[firstEvent+i] = stopAlways
		}
	}
	after := make([][]int64, len(s.cpus))
	for _, l := range s.losses {
		after[l.cpu] = append(after[l.cpu], l.after)
	}
	for _, list := range after {
		slices.Sort(list)
	}
	for _, c := range m.heap {
		c.skim = &skim{stops, after[c.home], true}
		c.skim.stopped(&c.item)
		c.skim.wants = true
	}
}

// hole reports whether the record at pos is the last one before a hole. Positions are
// asked for in their order.
func (k *skim) hole(pos int64) bool {
	for len(k.after) > 0 && k.after[0] < pos {
		k.after = k.after[1:]
	}
	return len(k.after) > 0 && k.after[0] == pos
}

// passes reports whether a cursor may go on past the record at pos.
func (k *skim) passes(kind uint16, pos int64) bool {
	if k.hole(pos) {
		return false
	}
	switch k.stops[kind] {
	case stopAlways:
		return false
	case stopIfWanted:
		return !k.wants
	}
	return true
}

// glance goes past the records that nobody wants, as long as the index alone says
// where they end.
func (c *cursor) glance() {
	w := c.win
	for c.next < len(c.chunk) && len(c.skips) == 0 {
		e := c.chunk[c.next]
		end := w.pos + int(e.size)
		if e.kind < firstEvent || e.dt == farAway || end > len(w.buf) || !c.skim.passes(e.kind, w.at()) {
			return
		}
		c.next++
		c.base += uint64(int64(e.dt))
		c.max = max(c.max, c.base)
		w.pos = end
	}
}

// stopped takes note of the record that the cursor stands at.
func (k *skim) stopped(it *item) {
	if k.hole(it.pos) {
		k.wants = true
	} else if it.ev != nil && it.ev.name == "sched:sched_switch" {
		k.wants = false
	}
}
