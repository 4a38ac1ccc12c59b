package perfdata

import "slices"

// Once the beginning of a trace is understood, the first pass looks for what is known after each
// loss: the next switch of its CPU, and which threads began. The index shows where those records
// are; no others are touched.

// skim decides at which records a cursor stops.
type skim struct {
	stops []stop  // by kind of entry
	after []int64 // positions of the records before losses, still to come
	wants bool    // a switch is needed
}

// stop is whether to stop at a kind of entry.
type stop uint8

const (
	passBy       stop = iota
	stopAlways        // may show that a thread began
	stopIfWanted      // a switch
)

// skim makes the merge stop only at what follows losses.
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

// hole reports whether the record at pos is the last one before a loss. Positions must increase
// from call to call.
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

// glance skips records that are not needed, as long as the index alone shows where they end.
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

// stopped notes the record at which the cursor is.
func (k *skim) stopped(it *item) {
	if k.hole(it.pos) {
		k.wants = true
	} else if it.ev != nil && it.ev.name == "sched:sched_switch" {
		k.wants = false
	}
}
