package model

import "iter"

// segRow is a stored segment: 12 bytes plus its 4-byte start.
type segRow struct {
	// peer is the thread that displaced this one (Preempted), or that was running
	// where the wake was issued (Waiting, and Ready if no wait is stored before
	// it).
	peer  ThreadIx
	cpu   CPU
	flags SegmentFlags
	state State
	sub   Sub
	cat   Category // of a wait with LowConfidence and of a gap: what it probably was
	ctx   Context
}

// counted is the category in which the row's time counts: a wait without strong
// evidence is Unclassified, whatever it probably was.
func (r *segRow) counted() Category {
	switch r.state {
	case Waiting:
		if r.flags&LowConfidence != 0 || r.cat == UnknownCategory {
			return Unclassified
		}
	case Unknown:
		return UnknownCategory
	}
	return r.cat
}

// Judge sets what a wait was for and by what evidence; weak evidence leaves it
// Unclassified, with cat as what it probably was.
func (s *Segment) Judge(cat Category, sub Sub, by Evidence, weak bool) {
	s.Likely, s.Category, s.Sub, s.Evidence = cat, cat, sub, by
	s.Flags &^= LowConfidence
	if weak {
		s.Flags |= LowConfidence
	}
	if weak || cat == UnknownCategory {
		s.Category = Unclassified
	}
}

// Segment is a piece of a thread's life in one state.
type Segment struct {
	Thread ThreadIx
	Index  int // 0 … Thread.Len()-1
	Range
	State State
	Sub   Sub
	// Category is the category in which the segment counts: Unclassified for a wait
	// whose reason is not attested, UnknownCategory for the state Unknown.
	Category Category
	// Likely is what an Unclassified wait or a gap probably was, UnknownCategory
	// without any hint; for all others it equals Category. It is counted nowhere. It
	// is Unclassified for a gap in a wait without a likely reason.
	Likely   Category
	Flags    SegmentFlags
	Evidence Evidence // of a wait: what its category was decided by
	// CPU is where the thread runs, or for Ready and Preempted in whose run queue it is at
	// first (NoCPU if unknown); see RunQueues.
	CPU CPU
	// Ctx is the context of the wake that ended a wait, CtxNone for others.
	Ctx Context
	// Peer is the thread that displaced this one (Preempted), or that was
	// running where the wake was issued (see Unblocker).
	Peer ThreadIx
	// Stack is the stack of a wait or preemption, of the waker for Ready, of the
	// switch-in for Running, if recorded.
	Stack StackID
}

// Unblocker is the thread whose action ended the wait, NoThread if the wake came
// from no thread or was not seen.
func (s *Segment) Unblocker() ThreadIx {
	if s.Ctx == CtxThread && s.State != Preempted {
		return s.Peer
	}
	return NoThread
}

// Sender is the thread that sent the data which ended the wait to a socket of the
// same machine, NoThread if unknown.
func (s *Segment) Sender() ThreadIx {
	if s.Ctx == CtxNetRx && s.Flags&Sent != 0 {
		return s.Peer
	}
	return NoThread
}

// Displacer is the thread that took the CPU from a preempted one, NoThread for
// the idle thread and for other states.
func (s *Segment) Displacer() ThreadIx {
	if s.State == Preempted {
		return s.Peer
	}
	return NoThread
}

// Switched reports whether a Running segment begins with a switch-in, which is not
// the case if the thread merely continues after stolen time. prev is the previous
// segment.
func (s *Segment) Switched(prev *Segment) bool {
	return s.State == Running && prev.Sub != SubStolen
}

// LikelyState is the state that a gap or an undecided race probably was, Unknown
// without any hint; for other segments it is State.
func (s *Segment) LikelyState() State {
	if s.State != Unknown {
		return s.State
	}
	switch s.Likely {
	case UnknownCategory:
		return Unknown
	case Execution:
		return Running
	case Dispatch:
		return Ready
	case Preemption:
		return Preempted
	}
	return Waiting
}

// Label is the category and sub-reason as data output writes them:
// "Synchronization.Futex", or the category alone where the sub-reason repeats
// it.
func (s *Segment) Label() string {
	c, sub := s.Category.String(), s.Sub.String()
	if sub == "" || sub == c {
		return c
	}
	return c + "." + sub
}

// segCursor walks a thread's rows and makes them into Segments.
type segCursor struct {
	cursor[segRow]
	t  *Trace
	ix ThreadIx
	i  int
}

func (t *Trace) segCursor(ix ThreadIx, i int) segCursor {
	th := &t.Threads[ix]
	return segCursor{th.col.seek(i), t, ix, i}
}

func (u *segCursor) next(s *Segment) bool {
	start, r := u.cursor.next()
	if r == nil {
		return false
	}
	th := &u.t.Threads[u.ix]
	*s = r.segment(Range{start, u.peek(th.Life.To)})
	s.Thread, s.Index, s.Stack = u.ix, u.i, th.stack(u.i)
	u.i++
	return true
}

// segment is the Segment of a row and its time.
func (r *segRow) segment(at Range) Segment {
	return Segment{
		Range: at, State: r.state, Sub: r.sub, Category: r.counted(), Likely: r.cat,
		Flags: r.flags &^ evidenceBits, Evidence: r.flags.evidence(),
		CPU: r.cpu, Ctx: r.ctx, Peer: r.peer,
	}
}

// segment is the segment of row i of block k.
func (t *Thread) segment(ix ThreadIx, k, i int) Segment {
	b := &t.col.blocks[k]
	s := b.cells[i].row.segment(Range{b.start(i), t.col.endOf(k, i, t.Life.To)})
	s.Thread, s.Index, s.Stack = ix, b.first+i, t.stack(b.first+i)
	return s
}

// Segment returns segment i of a thread, 0 <= i < Thread.Len().
func (t *Trace) Segment(ix ThreadIx, i int) Segment {
	var s Segment
	u := t.segCursor(ix, i)
	u.next(&s)
	return s
}

// SegmentAt returns the segment of a thread that contains at; ok is false
// outside the thread's life.
func (t *Trace) SegmentAt(ix ThreadIx, at Time) (s Segment, ok bool) {
	th := &t.Threads[ix]
	if !th.Life.Contains(at) {
		return s, false
	}
	i := th.col.find(at)
	if i < 0 {
		return s, false
	}
	return t.Segment(ix, i), true
}

// Segments yields the segments of a thread that overlap r, in order, unclipped.
func (t *Trace) Segments(ix ThreadIx, r Range) iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		th := &t.Threads[ix]
		if r.Clip(th.Life).Len() == 0 {
			return
		}
		u := t.segCursor(ix, max(0, th.col.find(r.From)))
		var s Segment
		for u.next(&s) && s.From < r.To {
			if s.To > r.From && !yield(s) {
				return
			}
		}
	}
}

// stack is the stack of segment i.
func (t *Thread) stack(i int) StackID {
	k := i / stackChunk
	if k >= len(t.stacks) || t.stacks[k] == nil {
		return NoStack
	}
	return t.stacks[k][i%stackChunk]
}

// HasStacks reports whether any segment of the thread has a stack.
func (t *Thread) HasStacks() bool { return len(t.stacks) > 0 }

// stackChunk is the number of segments whose stacks are allocated together, as soon
// as one of them has a stack.
const stackChunk = 64

func (t *Thread) setStack(i int, id StackID) {
	k := i / stackChunk
	if id == NoStack && (k >= len(t.stacks) || t.stacks[k] == nil) {
		return
	}
	for len(t.stacks) <= k {
		t.stacks = append(t.stacks, nil)
	}
	if t.stacks[k] == nil {
		t.stacks[k] = new([stackChunk]StackID)
	}
	t.stacks[k][i%stackChunk] = id
}
