package model

import (
	"cmp"
	"slices"
)

// lostOut is a switch-out that was lost: a thread was switched in elsewhere while it
// was running, and the CPU's next switch was not its late switch-out. During the range
// neither the thread's state nor the CPU's occupant is attested.
type lostOut struct {
	thread ThreadIx
	cpu    CPU
	row    int // the running segment that ends with the range
	slice  int // the CPU's slice that ends with it
	Range
}

// cutLostOuts makes the ends of what lostOuts name unknown. That is known only after
// later rows were stored, so the columns are rebuilt.
func (b *Builder) cutLostOuts() {
	slices.SortStableFunc(b.outs, func(x, y lostOut) int {
		return cmp.Or(cmp.Compare(x.thread, y.thread), cmp.Compare(x.row, y.row))
	})
	for rest := b.outs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].thread == rest[0].thread {
			n++
		}
		b.cutThread(rest[0].thread, rest[:n])
		rest = rest[n:]
	}
	slices.SortStableFunc(b.outs, func(x, y lostOut) int {
		return cmp.Or(cmp.Compare(x.cpu, y.cpu), cmp.Compare(x.slice, y.slice))
	})
	for rest := b.outs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].cpu == rest[0].cpu {
			n++
		}
		b.cutCore(rest[0].cpu, rest[:n])
		rest = rest[n:]
	}
}

// cutThread inserts unknown segments into a thread, each at the end of a running one,
// and moves what is attached to the rows after them.
func (b *Builder) cutThread(ix ThreadIx, outs []lostOut) {
	th, old := &b.trace.Threads[ix], b.regs[ix].col
	var col column[segRow]
	stacks, notes := th.stacks, th.notes
	th.stacks, th.notes = nil, nil
	for i := range old.len() {
		start, row := old.at(i)
		notes = th.moveNotes(notes, i, col.len())
		th.setStack(col.len(), stackIn(stacks, i))
		cut := len(outs) > 0 && outs[0].row == i && row.state == Running && outs[0].From >= start
		_, last := col.last()
		lost := last != nil && last.isLoss()
		if !(cut && outs[0].From == start || lost && row.isLoss()) {
			*col.extend(start, &b.segments) = *row
			lost = false
		}
		if cut && !lost {
			*col.extend(outs[0].From, &b.segments) = segRow{
				peer: NoThread, cpu: NoCPU, state: Unknown, sub: SubLoss, cat: UnknownCategory,
			}
		}
		for len(outs) > 0 && outs[0].row <= i {
			outs = outs[1:]
		}
	}
	th.moveNotes(notes, old.len(), col.len())
	b.regs[ix].col = col
}

// stackIn is stack i of a list of them.
func stackIn(list []*[stackChunk]StackID, i int) StackID {
	if k := i / stackChunk; k < len(list) && list[k] != nil {
		return list[k][i%stackChunk]
	}
	return NoStack
}

// isLoss reports whether the row is unknown because events were lost without notice.
func (r *segRow) isLoss() bool { return r.state == Unknown && r.sub == SubLoss }

// moveNotes attaches the notes of row i to row to. It returns the remaining ones.
func (t *Thread) moveNotes(notes []episodeNote, i, to int) []episodeNote {
	for len(notes) > 0 && int(notes[0].row) == i {
		n := notes[0]
		n.row = uint32(to)
		t.notes, notes = append(t.notes, n), notes[1:]
	}
	return notes
}

// cutCore inserts unknown slices into those of a CPU, each at the end of a thread's
// slice; if an unknown slice follows, it starts earlier instead.
func (b *Builder) cutCore(cpu CPU, outs []lostOut) {
	old := b.trace.Cores[cpu].sl
	var sl column[sliceRow]
	unknown := false
	for i := range old.len() {
		start, row := old.at(i)
		if unknown && row.occ == OccupantUnknown {
			continue
		}
		unknown = false
		cut := len(outs) > 0 && outs[0].slice == i && row.occ == Occupant(outs[0].thread)
		if !cut || outs[0].From > start {
			*sl.extend(start, &b.slices) = *row
		}
		if cut {
			*sl.extend(outs[0].From, &b.slices) = sliceRow{occ: OccupantUnknown}
			unknown = true
		}
		for len(outs) > 0 && outs[0].slice <= i {
			outs = outs[1:]
		}
	}
	b.trace.Cores[cpu].sl = sl
}
