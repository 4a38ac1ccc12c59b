package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// CriticalPath is, for each instant of a window, the activity that accounts for it
// and the thread of that activity, from the point of view of one thread.
type CriticalPath struct {
	Thread model.ThreadIx
	Range  model.Range
	// Follow is set if the path follows causes indefinitely: it never returns from
	// a thread that ended a wait, and so shows why the work was late rather than
	// what Thread waited for.
	Follow bool
	// Hops tile Range, in order of time.
	Hops []Hop
}

// Hop is a piece of a critical path: what one thread did.
type Hop struct {
	model.Range
	Thread model.ThreadIx
	Index  int32 // the segment of Thread that the hop lies in, -1 outside its life
	// Depth is the number of waits that the hop explains: 0 on the path's own thread.
	Depth int32
	State model.State
	// Ctx is what ended a Waiting hop, CtxNone if that is not resolved.
	Ctx      model.Context
	Category model.Category
	Sub      model.Sub
	// Ended is set if the thread had ended.
	Ended bool
	// For is the thread whose wait the hop explains, NoThread at Depth 0 unless
	// causes are followed, and Through is the channel through which that wait was
	// ended.
	For     model.ThreadIx
	Through Channel
}

// Label is what the thread did, in data output: "Running", "Ready", "Preempted",
// "Wait.Timer.Sleep", "Wait.unresolved", "Ended", "Unresolved" or "Unknown (events
// lost)".
func (h *Hop) Label() string { return h.kind().label() }

// Title describes what the thread did to people: "Running" or "Sleep, ended by a timer".
func (h *Hop) Title() string { return h.kind().title() }

// hopKind is what hops that are summed up together have in common.
type hopKind struct {
	thread model.ThreadIx
	state  model.State
	ctx    model.Context
	cat    model.Category
	lost   bool // events were lost
	ended  bool // the thread had ended
	// through is the channel through which the explained wait was ended.
	through Channel
}

func (h *Hop) kind() hopKind {
	k := hopKind{thread: h.Thread, state: h.State, ctx: h.Ctx, ended: h.Ended, through: h.Through}
	if h.State == model.Waiting && h.Ctx != model.CtxNone {
		k.cat = h.Category
	}
	k.lost = h.State == model.Unknown && (h.Sub == model.SubGap || h.Sub == model.SubLoss)
	return k
}

func (k hopKind) label() string {
	switch {
	case k.lost:
		return "Unknown (events lost)"
	case k.ended:
		return "Ended"
	case k.state == model.Unknown:
		return "Unresolved"
	case k.state != model.Waiting:
		return k.state.String()
	case k.ctx == model.CtxNone:
		return "Wait.unresolved"
	}
	return "Wait." + k.ctx.String() + "." + k.cat.String()
}

func (k hopKind) title() string {
	switch {
	case k.lost:
		return "Unknown (events lost)"
	case k.ended:
		return "Exited"
	case k.state == model.Unknown:
		return "Unknown"
	case k.state != model.Waiting:
		return k.state.String()
	case k.ctx == model.CtxNone:
		return "Wait, cause not found"
	}
	return k.cat.Title() + ", ended by " + k.ctx.Title()
}

// IsSource reports whether a wake in a context has no further cause, so that a path
// ends there.
func IsSource(c model.Context) bool {
	switch c {
	case model.CtxTimer, model.CtxBlockDone, model.CtxNetRx, model.CtxIsr, model.CtxDpc, model.CtxExit, model.CtxSignal:
		return true
	}
	return false
}

// CriticalPathOf walks back from the end of a window over what a thread did, and
// what the threads did that ended its waits. If it follows causes it stays with
// those, otherwise it returns to each wait's own thread where the wait starts. The
// hops tile r, clipped to the trace; NoThread has none.
func CriticalPathOf(t *model.Trace, ix model.ThreadIx, r model.Range, follow bool) *CriticalPath {
	p := &CriticalPath{Thread: ix, Range: r.Clip(t.Whole()), Follow: follow}
	if int(ix) >= len(t.Threads) {
		return p
	}
	w := pathWalk{t: t, follow: follow, from: p.Range.From, now: p.Range.To, channels: NewChannels(t), cause: leftWait{thread: model.NoThread}}
	w.enter(ix, -1)
	for w.now > w.from {
		w.step()
	}
	slices.Reverse(w.hops)
	p.Hops = w.hops
	return p
}

// pathWalk is the state of a walk back in time. Time never increases; a step that
// takes no time continues at a thread that ran just before, so that the next step
// takes some.
type pathWalk struct {
	t      *model.Trace
	follow bool
	from   model.Time // of the window
	now    model.Time
	// seg is what the current thread of the walk did just before now; alive is
	// false outside its life.
	thread model.ThreadIx
	seg    model.Segment
	alive  bool
	left   []leftWait
	cause  leftWait // the wait that is explained if causes are followed
	ends   childEnds
	hops   []Hop

	channels *Channels
}

// leftWait is a wait that the walk has left for the thread that ended it.
type leftWait struct {
	thread  model.ThreadIx
	index   int32      // of the wait
	begin   model.Time // where the walk returns
	through Channel
}

// enter continues at a thread; index is the segment that probably ends now, -1 if
// unknown.
func (w *pathWalk) enter(ix model.ThreadIx, index int) {
	w.thread = ix
	if index >= 0 {
		w.seg, w.alive = w.t.Segment(ix, index), true
		if w.seg.Contains(w.now - 1) {
			return
		}
	}
	w.seg, w.alive = w.t.SegmentAt(ix, w.now-1)
}

// least is the instant up to which the walk stays at its thread.
func (w *pathWalk) least() model.Time {
	if n := len(w.left); n > 0 {
		return w.left[n-1].begin
	}
	return w.from
}

func (w *pathWalk) step() {
	least := w.least()
	if w.now <= least { // of a wait that was left
		wait := w.left[len(w.left)-1]
		w.left = w.left[:len(w.left)-1]
		w.enter(wait.thread, int(wait.index)-1)
		return
	}
	switch s := &w.seg; {
	case !w.alive:
		w.absent(least)
	case s.State == model.Waiting && w.ended():
		if by := s.Unblocker(); !w.jump(by) {
			w.emit(max(s.From, least), model.CtxNone)
		}
	case s.State == model.Waiting && IsSource(s.Ctx):
		w.emit(max(s.From, least), s.Ctx)
	case s.State == model.Waiting && s.Ctx == model.CtxNone && TimedOut(s.Sub):
		w.emit(max(s.From, least), model.CtxTimer)
	case s.State == model.Waiting && s.Sub == model.SubChildWait && s.Flags&model.WakeMissing != 0:
		w.child(max(s.From, least))
	default:
		w.emit(max(s.From, least), model.CtxNone)
	}
}

// ended reports whether a thread ended the wait now.
func (w *pathWalk) ended() bool { return w.seg.To == w.now && w.seg.Unblocker() != model.NoThread }

// jump leaves a wait for the thread that ended it, if that ran just before.
func (w *pathWalk) jump(by model.ThreadIx) bool {
	ran, ok := w.running(by)
	if !ok {
		return false
	}
	wait := leftWait{w.thread, int32(w.seg.Index), max(w.seg.From, w.least()), w.channels.segment(&w.seg)}
	if w.follow {
		w.cause = wait
	} else {
		w.left = append(w.left, wait)
	}
	w.thread, w.seg = by, ran
	return true
}

// running is the segment of a thread that ran just before now.
func (w *pathWalk) running(ix model.ThreadIx) (s model.Segment, ok bool) {
	if int(ix) >= len(w.t.Threads) {
		return s, false
	}
	s, ok = w.t.SegmentAt(ix, w.now-1)
	return s, ok && s.State == model.Running
}

// absent continues where the thread was not alive: at its start with its creator.
func (w *pathWalk) absent(least model.Time) {
	th := &w.t.Threads[w.thread]
	if w.now == th.Life.From && th.Started {
		if ran, ok := w.running(th.Creator); ok {
			w.thread, w.seg, w.alive = th.Creator, ran, true
			return
		}
	}
	ended := w.now > th.Life.To
	if ended {
		least = max(least, th.Life.To)
	}
	w.seg = model.Segment{Index: -1, Category: model.UnknownCategory}
	w.emit(least, model.CtxNone)
	w.hops[len(w.hops)-1].Ended = ended && th.Ended
}

// explained is the wait that the walk explains; its thread is NoThread if there is
// none.
func (w *pathWalk) explained() leftWait {
	if n := len(w.left); n > 0 {
		return w.left[n-1]
	}
	return w.cause
}

// emit adds what the thread did since an instant, and moves there.
func (w *pathWalk) emit(since model.Time, ctx model.Context) {
	wait := w.explained()
	w.hops = append(w.hops, Hop{
		Range: model.Range{From: since, To: w.now}, Thread: w.thread, Index: int32(w.seg.Index), Depth: int32(len(w.left)),
		State: w.seg.State, Ctx: ctx, Category: w.seg.Category, Sub: w.seg.Sub, For: wait.thread, Through: wait.through,
	})
	w.now = since
	if w.now > w.least() {
		w.enter(w.thread, w.seg.Index-1)
	}
}

// PathTotal is how much of a path is due to one activity of one thread.
type PathTotal struct {
	Thread model.ThreadIx
	Label  string // "" for everything that a thread did
	// Through is the channel of all the hops.
	Through Channel
	Hops    int
	First   Hop // of them
	Time    model.Time
	// Longest is the longest of the hops.
	Longest model.Range
}

// Totals sums up the path by thread and label, the largest first. They add up to
// the length of the window.
func (p *CriticalPath) Totals() []PathTotal {
	index := map[hopKind]int{}
	var list []PathTotal
	for i := range p.Hops {
		h := &p.Hops[i]
		k, ok := index[h.kind()]
		if !ok {
			k = len(list)
			index[h.kind()] = k
			list = append(list, PathTotal{Thread: h.Thread, Label: h.Label(), Through: h.Through, First: *h})
		}
		s := &list[k]
		s.Hops++
		s.Time += h.Len()
		if h.Len() > s.Longest.Len() {
			s.Longest = h.Range
		}
	}
	slices.SortStableFunc(list, func(a, b PathTotal) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// Add adds another total, of whatever activity.
func (k *PathTotal) Add(o PathTotal) {
	k.Thread = o.Thread
	k.Hops += o.Hops
	k.Time += o.Time
	if o.Longest.Len() > k.Longest.Len() {
		k.Longest = o.Longest
	}
}

// child continues from a wait for a child without a recorded wake: at the end of the
// only child that ended in it, if there is one.
func (w *pathWalk) child(since model.Time) {
	if w.ends == nil {
		w.ends = childEndsOf(w.t)
	}
	end, ok := w.ends.in(w.t.Threads[w.thread].Proc, w.seg.Range)
	switch {
	case !ok || end.at <= since || end.at > w.now:
		w.emit(since, model.CtxNone)
	case end.at < w.now:
		w.emit(end.at, model.CtxNone)
	case !w.jump(end.last):
		w.emit(since, model.CtxNone)
	}
}
