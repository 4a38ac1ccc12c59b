package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"threadlens/model"
)

// Names of categories that the comparison treats specially.
var (
	unclassified = model.Unclassified.String()
	unknown      = model.UnknownCategory.String()
	preemption   = model.Preemption.String()
)

// waitTally compares logged waits with what is shown of them.
type waitTally struct {
	Logged int // calls that may have waited
	Met    int // those in which the trace shows a wait
	// Cells count, by category logged and category shown, waits and their time.
	Cells map[cell]tally
	// Kinds is the same by kind, with the evidence.
	Kinds map[kindCell]tally
	// Named counts waits with a known unblocker, Right those for which the trace names that thread,
	// or nobody where nobody did.
	Named, Right int
	Wrong        map[wrongWaker]int
	// Where is the first of each of Kinds and of Wrong, for inspection.
	Where map[any]string
}

type cell struct{ logged, shown string }

// kindCell is a kind of wait, and what was shown for it with what evidence.
type kindCell struct {
	cell
	kind, likely, reason, evidence, ctx string
}

// wrongWaker is a way of being wrong about who ended a wait.
type wrongWaker struct{ kind, how, ctx string }

type tally struct {
	count int
	time  model.Time
}

func (t tally) plus(o tally) tally { return tally{t.count + o.count, t.time + o.time} }

func newWaitTally() waitTally {
	return waitTally{Cells: map[cell]tally{}, Kinds: map[kindCell]tally{}, Wrong: map[wrongWaker]int{}, Where: map[any]string{}}
}

func (w *waitTally) add(o *waitTally) {
	w.Logged += o.Logged
	w.Met += o.Met
	w.Named += o.Named
	w.Right += o.Right
	for k, v := range o.Cells {
		w.Cells[k] = w.Cells[k].plus(v)
	}
	for k, v := range o.Kinds {
		w.Kinds[k] = w.Kinds[k].plus(v)
	}
	for k, v := range o.Wrong {
		w.Wrong[k] += v
	}
	for k, v := range o.Where {
		if w.Where[k] == "" {
			w.Where[k] = v
		}
	}
}

// shortWait is the shortest wait that is compared, ns: shorter ones may as well be the kernel's own
// waits inside the call.
const shortWait = 20_000

// judgeWaits compares the waits of a log with those of the trace.
func judgeWaits(r *recorded) waitTally {
	w := newWaitTally()
	for i := range r.log.Waits {
		l := &r.log.Waits[i]
		w.Logged++
		list := r.waitsIn(l)
		if len(list) == 0 {
			continue
		}
		w.Met++
		longest := slices.MaxFunc(list, func(a, b piece) int { return cmp.Compare(a.time, b.time) })
		for _, p := range list {
			count := 0
			if p == longest {
				count = 1
			}
			t := tally{count, p.time}
			c := cell{l.Category, p.Category.String()}
			w.Cells[c] = w.Cells[c].plus(t)
			k := kindCell{c, l.Kind, likelyOf(&p.Segment), p.Sub.String(), p.Evidence.String(), p.Ctx.String()}
			w.Kinds[k] = w.Kinds[k].plus(t)
			w.first(k, r, &p.Segment)
		}
		w.waker(r, l, &longest.Segment)
	}
	return w
}

// first notes where the first wait of a kind is, or of a kind of mistake.
func (w *waitTally) first(of any, r *recorded, s *model.Segment) {
	if w.Where[of] == "" {
		w.Where[of] = fmt.Sprintf("%s %d at %d", filepath.Base(r.Info.File), r.tid(s.Thread), s.From)
	}
}

// likelyOf is what an unclassified wait or a gap probably was, "" for others.
func likelyOf(s *model.Segment) string {
	if s.Category != model.Unclassified && s.Category != model.UnknownCategory {
		return ""
	}
	return s.Likely.String()
}

// piece is a segment, and how much of it is inside a logged wait.
type piece struct {
	model.Segment
	time model.Time
}

// waitsIn are the segments of the thread that can be a logged wait: those in which
// it waits, or is unknown, and for a yield those in which it is preempted.
func (r *recorded) waitsIn(l *loggedWait) (list []piece) {
	at := r.span(l.From, l.To)
	ix := r.thread(l.TID, at.From)
	if ix == model.NoThread {
		return nil
	}
	state := model.Waiting
	if l.Category == preemption {
		state = model.Preempted
	}
	for s := range r.Segments(ix, at) {
		if p := (piece{s, s.Overlap(at)}); (s.State == state || s.State == model.Unknown) && p.time >= shortWait {
			list = append(list, p)
		}
	}
	return list
}

// waker compares who ended a wait.
func (w *waitTally) waker(r *recorded, l *loggedWait, s *model.Segment) {
	if s.State != model.Waiting || s.To > r.at(l.To) {
		return // it is unknown when it ended, or it went on
	}
	shown := r.tid(s.Unblocker())
	switch l.By {
	case byNobody:
		if shown != 0 && r.kernels(s.Unblocker()) {
			shown = 0 // a kernel thread that does the work of an interrupt
		}
		w.judgeWaker(r, l, s, 0, shown)
	case byActs:
		if by, ok := r.actor(l, s.To); ok {
			w.judgeWaker(r, l, s, by, shown)
		}
	}
}

func (w *waitTally) judgeWaker(r *recorded, l *loggedWait, s *model.Segment, want, shown model.TID) {
	w.Named++
	how := "another thread"
	switch {
	case want == shown:
		w.Right++
		return
	case shown == 0:
		how = "no thread"
	case want == 0:
		how = "a thread, though none did"
	}
	k := wrongWaker{l.Kind, how, s.Ctx.String()}
	w.Wrong[k]++
	w.first(k, r, s)
}

// actor is the only other thread that logged an act on the object of a wait at the instant at which
// it ended.
func (r *recorded) actor(l *loggedWait, at model.Time) (by model.TID, ok bool) {
	for _, a := range r.log.Acts[l.Object] {
		if a.TID == l.TID || at < r.at(a.From) || at > r.at(a.To) || by == a.TID {
			continue
		}
		if by != 0 {
			return 0, false // it may have been either
		}
		by = a.TID
	}
	return by, by != 0
}

// sums are the counts and times of waits that are shown with a category, that are
// so rightly, that are unclassified, and whose state is unknown.
func (w *waitTally) sums() (classified, right, open, lost tally) {
	for c, t := range w.Cells {
		switch c.shown {
		case unclassified:
			open = open.plus(t)
		case unknown:
			lost = lost.plus(t)
		case c.logged:
			right = right.plus(t)
			fallthrough
		default:
			classified = classified.plus(t)
		}
	}
	return classified, right, open, lost
}
