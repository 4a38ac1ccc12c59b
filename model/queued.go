package model

import (
	"iter"
	"sort"
)

// Queue describes a stretch during which a thread was runnable, but not running.
type Queue struct {
	// CPU is the one in whose run queue the thread was, NoCPU if that is unknown; in what Queued yields
	// the first one.
	CPU   CPU
	State State
	Sub   Sub
	peer  ThreadIx
}

// Displacer is the thread that took the CPU from a preempted one, NoThread for
// the idle thread and for other states.
func (q Queue) Displacer() ThreadIx {
	if q.State == Preempted {
		return q.peer
	}
	return NoThread
}

// Queued yields the stretches of r in which a thread is in a run queue, in order,
// clipped to r. The result is that of Segments, several times faster.
func (t *Trace) Queued(ix ThreadIx, r Range) iter.Seq2[Queue, Range] {
	return func(yield func(Queue, Range) bool) {
		for row, s := range t.queuedRows(ix, r) {
			if c := s.Clip(r); c.Len() > 0 && !yield(row.queue(), c) {
				return
			}
		}
	}
}

// RunQueues is Queued, but a stretch during which the thread is moved to the run queue of another CPU
// comes in pieces, each with its CPU.
func (t *Trace) RunQueues(ix ThreadIx, r Range) iter.Seq2[Queue, Range] {
	return func(yield func(Queue, Range) bool) {
		th := &t.Threads[ix]
		for row, s := range t.queuedRows(ix, r) {
			q := row.queue()
			for _, m := range th.movesIn(s) {
				if c := (Range{s.From, m.at}).Clip(r); c.Len() > 0 && !yield(q, c) {
					return
				}
				s.From, q.CPU = m.at, m.to
			}
			if c := s.Clip(r); c.Len() > 0 && !yield(q, c) {
				return
			}
		}
	}
}

// queuedRows yields the rows of a thread that overlap r and in which it is in a run queue, in order,
// and their times.
func (t *Trace) queuedRows(ix ThreadIx, r Range) iter.Seq2[*segRow, Range] {
	return func(yield func(*segRow, Range) bool) {
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
				if !row.state.Queued() {
					continue
				}
				s := Range{b.start(i), th.col.endOf(u.k, i, th.Life.To)}
				if s.From >= r.To || !yield(row, s) {
					return
				}
			}
		}
	}
}

func (row *segRow) queue() Queue { return Queue{row.cpu, row.state, row.sub, row.peer} }

// queueMove is that a queued thread was moved to the run queue of another CPU.
type queueMove struct {
	at Time
	to CPU
}

// movesIn are the moves inside a segment.
func (t *Thread) movesIn(s Range) []queueMove {
	if len(t.moves) == 0 {
		return nil
	}
	first := sort.Search(len(t.moves), func(i int) bool { return t.moves[i].at > s.From })
	n := sort.Search(len(t.moves)-first, func(i int) bool { return t.moves[first+i].at >= s.To })
	return t.moves[first : first+n]
}

// StolenTime is how much of r the host took from a thread that had a CPU, net of the
// interrupts recorded during that time: for all threads together it is what CoreTime
// reports for all CPUs.
func (t *Trace) StolenTime(ix ThreadIx, r Range) (sum Time) {
	if t.Counters[CountStolen] == 0 {
		return 0
	}
	for cpu, s := range t.Stolen(ix, r) {
		sum += s.Len() - t.Cores[cpu].irqIn(s)
	}
	return sum
}

// Stolen yields the stretches of r during which something that the trace does not
// record had the CPU of a running thread, and which CPU, in order, clipped to r.
func (t *Trace) Stolen(ix ThreadIx, r Range) iter.Seq2[CPU, Range] {
	return func(yield func(CPU, Range) bool) {
		th := &t.Threads[ix]
		r := r.Clip(th.Life)
		if r.Len() == 0 {
			return
		}
		u := th.col.seek(max(0, th.col.find(r.From)))
		for ; u.k < len(th.col.blocks) && th.col.blocks[u.k].base < r.To; u.k, u.i = u.k+1, 0 {
			if th.sums[u.k][Preemption] == th.sums[u.k+1][Preemption] {
				continue // stolen time is preemption
			}
			b := &th.col.blocks[u.k]
			for i := u.i; i < len(b.cells); i++ {
				row := &b.cells[i].row
				if row.sub != SubStolen {
					continue
				}
				s := Range{b.start(i), th.col.endOf(u.k, i, th.Life.To)}.Clip(r)
				if s.Len() > 0 && !yield(row.cpu, s) {
					return
				}
			}
		}
	}
}

// Idle yields the stretches of r in which a CPU is idle, in order, clipped to r.
func (t *Trace) Idle(cpu CPU, r Range) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		r := r.Clip(t.Whole())
		col := &t.Cores[cpu].sl
		u := col.seek(max(0, col.find(r.From)))
		for ; u.k < len(col.blocks) && col.blocks[u.k].base < r.To; u.k, u.i = u.k+1, 0 {
			b := &col.blocks[u.k]
			for i := u.i; i < len(b.cells); i++ {
				if b.cells[i].row.occ != OccupantIdle {
					continue
				}
				s := Range{b.start(i), col.endOf(u.k, i, t.End)}
				if s.From >= r.To {
					return
				}
				if s = s.Clip(r); s.Len() > 0 && !yield(s) {
					return
				}
			}
		}
	}
}

// Wakes yields the instants in r at which a thread was made ready, in order, and
// the context of each. Wakes that are not in the trace are left out.
func (t *Trace) Wakes(ix ThreadIx, r Range) iter.Seq2[Context, Time] {
	return func(yield func(Context, Time) bool) {
		th := &t.Threads[ix]
		if r.Clip(Range{th.Life.From, th.Life.To + 1}).Len() == 0 {
			return
		}
		u := th.col.seek(max(0, th.col.find(r.From-1)))
		for ; u.k < len(th.col.blocks) && th.col.blocks[u.k].base < r.To; u.k, u.i = u.k+1, 0 {
			b := &th.col.blocks[u.k]
			for i := u.i; i < len(b.cells); i++ {
				row := &b.cells[i].row
				if row.ctx == CtxNone || row.state != Waiting && row.state != Ready {
					continue
				}
				at := b.start(i)
				if row.state == Waiting {
					at = th.col.endOf(u.k, i, th.Life.To)
				}
				if r.Contains(at) && !yield(row.ctx, at) {
					return
				}
			}
		}
	}
}
