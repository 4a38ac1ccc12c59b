package blocking

import (
	"threadlens/model"
)

// endWork is how long a thread runs at most between being woken to end and its end,
// ns. It may have to free all the memory of its process.
const endWork model.Time = 20e6

// LastWait is the wait of a thread that ended only with the trace or with the thread
// itself; ok is false if it was woken for something else.
func LastWait(t *model.Trace, ix model.ThreadIx) (w model.Segment, ok bool) {
	th := &t.Threads[ix]
	var ran model.Time
	for i := th.Len() - 1; i >= 0; i-- {
		s := t.Segment(ix, i)
		switch s.State {
		case model.Waiting:
			return s, s.To == t.End || th.Ended && endedWith(t, &s)
		case model.Running:
			ran += s.Len()
		case model.Unknown:
			return s, false
		}
		if ran > endWork || !th.Ended {
			return w, false
		}
	}
	return w, false
}

// endedWith reports whether the last wait of a thread ended because its process did:
// it was killed, by a thread of another process or by one of its own that ends the
// process. No other thread outside can have ended a wait for a lock of the process.
func endedWith(t *model.Trace, s *model.Segment) bool {
	if s.Ctx != model.CtxThread {
		return s.Ctx == model.CtxNone || s.Ctx == model.CtxUnknown || s.Ctx == model.CtxExit || s.Ctx == model.CtxSignal
	}
	by := s.Unblocker()
	return by == model.NoThread || t.Threads[by].Proc != t.Threads[s.Thread].Proc || endsSoon(t, by, s.To)
}

// endsSoon reports whether a thread ends without another wait after an instant.
func endsSoon(t *model.Trace, ix model.ThreadIx, at model.Time) bool {
	th := &t.Threads[ix]
	if !th.Ended {
		return false
	}
	for s := range t.Segments(ix, model.Range{From: at, To: th.Life.To}) {
		if s.State == model.Waiting && s.Sub != model.SubExit {
			return false
		}
	}
	return true
}
