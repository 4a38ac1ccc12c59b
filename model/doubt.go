package model

// A thread that acts on an idle CPU was switched in unseen, at any time since the CPU became
// idle and the thread's own state began: for that time neither the thread's state nor the
// CPU's occupant is attested. If a later KindRan dates the run, both are restored.

// doubt is what doubtIdle replaced before the newest slice of a CPU.
type doubt struct {
	set    bool
	thread ThreadIx
	row    replaced[segRow] // about the thread
	stack  StackID          // of the row
	slice  replaced[sliceRow]
}

// replaced is the row before the newest one of a column, as it was before doubtLast.
type replaced[R any] struct {
	start Time
	row   R
	how   howReplaced
}

// howReplaced is what doubtLast did to a row.
type howReplaced uint8

// How doubtLast replaced the row.
const (
	notReplaced howReplaced = iota
	whole                   // it became an unknown row
	end                     // its end only, which became an unknown row of its own
	gone                    // removed: the row before is unknown and takes its time
)

// doubtLast replaces the row before the newest one, from an instant on, by an unknown row;
// is reports whether a row is such an unknown one.
func (c *column[R]) doubtLast(from Time, unknown R, m *slab[cell[R]], is func(*R) bool) (old replaced[R]) {
	n := c.len()
	start, row := c.at(n - 2)
	old = replaced[R]{start, *row, whole}
	behind := false
	if n > 2 {
		_, before := c.at(n - 3)
		behind = is(before)
	}
	switch {
	case start < from:
		old.how = end
		c.insertLast(from, unknown, m)
	case behind:
		old.how = gone
		c.removeBeforeLast(m)
	default:
		*row = unknown
	}
	return old
}

// trustLast undoes doubtLast.
func (c *column[R]) trustLast(old *replaced[R], m *slab[cell[R]]) {
	switch old.how {
	case whole:
		_, row := c.at(c.len() - 2)
		*row = old.row
	case end:
		c.removeBeforeLast(m)
	case gone:
		c.insertLast(old.start, old.row, m)
	}
}

// doubtIdle makes unknown, before the newest slice of a CPU, the CPU, which was idle since
// an instant, and the slice's thread.
func (b *Builder) doubtIdle(cpu CPU, idle Time) {
	c := &b.cpus[cpu]
	ix, ok := c.occ.Thread()
	if !ok {
		return
	}
	th, col, sl := &b.trace.Threads[ix], &b.regs[ix].col, &b.trace.Cores[cpu].sl
	n, m := col.len(), sl.len()
	if n < 2 || m < 2 {
		return
	}
	off, row := col.at(n - 2)
	since, slice := sl.at(m - 2)
	from := max(off, idle, since)
	if from >= c.since || slice.occ != OccupantIdle || row.state == Running {
		return
	}
	d := doubt{set: true, thread: ix, stack: stackIn(th.stacks, n-2)}
	unknown := segRow{peer: NoThread, cpu: NoCPU, state: Unknown, sub: SubLoss, cat: UnknownCategory}
	if row.state != Unknown {
		d.row = col.doubtLast(from, unknown, &b.segments, (*segRow).isLoss)
	}
	if d.row.how == whole || d.row.how == gone {
		th.setStack(n-2, NoStack)
	}
	th.shiftNote(n-1, col.len()-1)
	d.slice = sl.doubtLast(from, sliceRow{occ: OccupantUnknown}, &b.slices, func(s *sliceRow) bool { return s.occ == OccupantUnknown })
	c.doubt = d
}

// trustIdle undoes doubtIdle: the start of the slice's thread is known.
func (b *Builder) trustIdle(cpu CPU) {
	c := &b.cpus[cpu]
	d := &c.doubt
	if !d.set {
		return
	}
	d.set = false
	th, col := &b.trace.Threads[d.thread], &b.regs[d.thread].col
	n := col.len()
	col.trustLast(&d.row, &b.segments)
	th.shiftNote(n-1, col.len()-1)
	if d.row.how == whole || d.row.how == gone {
		th.setStack(col.len()-2, d.stack)
	}
	b.trace.Cores[cpu].sl.trustLast(&d.slice, &b.slices)
}

// shiftNote moves the newest note, if it belongs to a row, to another row.
func (t *Thread) shiftNote(row, to int) {
	if k := len(t.notes) - 1; k >= 0 && int(t.notes[k].row) == row {
		t.notes[k].row = uint32(to)
	}
}
