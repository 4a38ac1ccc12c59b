package model

import "slices"

// softFault is the time that mapping a page already in memory takes at most, ns: no
// disk reads one in less.
const softFault Time = 1000

// pageWait is a wait for a page for which the system does not report where it came
// from.
type pageWait struct {
	thread ThreadIx
	from   Time
}

// settlePageWaits decides which page faults were hard or soft: hard if a disk read
// of the thread itself overlaps the wait, else soft. Where no transfers were
// recorded, only what is too short for any disk is known to be soft.
func (b *Builder) settlePageWaits() {
	t := b.trace
	for _, w := range b.pageWaits {
		th := &t.Threads[w.thread]
		i := th.col.find(w.from)
		if i < 0 {
			continue
		}
		s := t.Segment(w.thread, i)
		if s.From != w.from || s.State != Waiting || s.Sub != SubPageIn {
			continue // settled by a recorded fault, or the wait was removed
		}
		_, row := th.col.at(i)
		switch {
		case t.readDuring(w.thread, s.Range):
			row.sub = SubHardFault
		case t.Info.Has.Disk || s.Len() < softFault:
			row.sub = SubSoftFault
		}
	}
}

// freezeReads finds the disk reads of each thread.
func (t *Trace) freezeReads() {
	t.reads = map[ThreadIx]Channel{}
	for i := range t.IOs {
		if x := &t.IOs[i]; x.Direction == Read && x.Thread != NoThread {
			c := t.reads[x.Thread]
			c.List = append(c.List, int32(i))
			t.reads[x.Thread] = c
		}
	}
	for ix, c := range t.reads {
		slices.SortStableFunc(c.List, func(a, b int32) int { return compareTime(t.IOs[a].From, t.IOs[b].From) })
		c.Overlaps = NewOverlaps(len(c.List), func(k int) Range { return t.IOs[c.List[k]].Range })
		t.reads[ix] = c
	}
}

// readDuring reports whether a thread read from a disk during r.
func (t *Trace) readDuring(ix ThreadIx, r Range) bool {
	c := t.reads[ix]
	for range c.In(r) {
		return true
	}
	return false
}

// PageRead is the disk read that a hard page fault waited for, as an index of IOs:
// of the reads of the thread itself the one that overlaps the wait longest. ok is
// false for other segments, and if no read was recorded.
func (t *Trace) PageRead(s *Segment) (io int, ok bool) {
	if s.State != Waiting || s.Sub != SubHardFault {
		return 0, false
	}
	longest := Time(-1)
	c := t.reads[s.Thread]
	for k := range c.In(s.Range) {
		i := int(c.List[k])
		if d := t.IOs[i].Overlap(s.Range); d > longest {
			io, longest, ok = i, d, true
		}
	}
	return io, ok
}
