package model

import "iter"

// Stop is a stretch in which a thread waits, or is runnable but lost its CPU.
type Stop struct {
	Range    // clipped
	State    State
	Category Category
	Ctx      Context // of the wake that ended a wait
	Flags    SegmentFlags
	// Stack is where the thread was, Wake where the thread was that ended the wait.
	Stack, Wake StackID
}

// Stops yields the stretches of r in which a thread waits or is preempted, in
// order. The result is that of Segments and Episodes, several times faster.
func (t *Trace) Stops(ix ThreadIx, r Range) iter.Seq[Stop] {
	return func(yield func(Stop) bool) {
		th := &t.Threads[ix]
		r := r.Clip(th.Life)
		if r.Len() == 0 {
			return
		}
		u := th.col.seek(max(0, th.col.find(r.From)))
		for ; u.k < len(th.col.blocks) && th.col.blocks[u.k].base < r.To; u.k, u.i = u.k+1, 0 {
			b := &th.col.blocks[u.k]
			for i := u.i; i < len(b.cells); i++ {
				row := &b.cells[i].row
				if row.state != Waiting && row.state != Preempted {
					continue
				}
				at := Range{b.start(i), th.col.endOf(u.k, i, th.Life.To)}
				if at.From >= r.To {
					return
				}
				s := Stop{at.Clip(r), row.state, row.counted(), row.ctx, row.flags &^ evidenceBits, th.stack(b.first + i), NoStack}
				if row.state == Waiting && row.ctx == CtxThread {
					s.Wake = th.wakeStack(u.k, i)
				}
				if s.Len() > 0 && !yield(s) {
					return
				}
			}
		}
	}
}

// wakeStack is the stack of the thread that ended the wait in row i of block k.
func (t *Thread) wakeStack(k, i int) StackID {
	for u := (cursor[segRow]{&t.col, k, i}); ; {
		u.next() // the wait, or that its stack was swapped in
		if u.k >= len(u.c.blocks) {
			return t.wokenLater()
		}
		b := &u.c.blocks[u.k]
		row, index := &b.cells[u.i].row, b.first+u.i
		switch {
		case row.state == Ready:
			return t.stack(index)
		case row.state == Running: // it was ready for no time
			if n := t.note(index); n != nil {
				return n.wakeStack
			}
			return NoStack
		case row.sub != SubInSwap:
			return NoStack
		}
	}
}
