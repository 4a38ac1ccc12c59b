package blocking

import "threadlens/model"

// Ender is what ends waits.
type Ender uint8

// Enders.
const (
	EndedByThread    Ender = iota // of the group Peer
	EndedByTimer                  // a time limit, or the end of a sleep
	EndedByNetwork                // data from the network arrived
	EndedByDisk                   // a transfer was complete
	EndedByInterrupt              // another interrupt, or one of an unknown kind
	EndedByExit                   // the process was ended
	EndedBySignal                 // a signal cut it short
	NotEnded                      // the wait was not over when the trace or the thread ended
	EnderUnknown                  // the trace does not show it
	numEnders
)

var enderNames = [numEnders]string{"thread", "timer", "network", "disk", "interrupt", "exit", "signal", "none", "unknown"}

// String is the ender's name in data output.
func (e Ender) String() string { return enderNames[e] }

var enderTitles = [numEnders]string{
	"another thread", "the timer", "the network", "a disk", "an interrupt", "the process's exit", "a signal", "still waiting", "unknown",
}

// Title is the ender's name for people.
func (e Ender) Title() string { return enderTitles[e] }

// TimedOut reports whether the reason of a wait shows that its time limit ended it,
// even if that was not recorded.
func TimedOut(reason model.Sub) bool {
	return reason == model.SubFutexTimeout || reason == model.SubPollTimeout
}

// WaitEnd is what ended a wait that a segment is part of.
type WaitEnd struct {
	Ctx       model.Context
	unblocker model.ThreadIx
	Reason    model.Sub
	// again is set for a further part of a wait that lost events interrupt.
	again bool
}

// waitEndOf is what ended the wait of a segment that is in r. If events were lost in it, the
// wake may be after the loss, or inside.
func waitEndOf(t *model.Trace, s *model.Segment, r model.Range) WaitEnd {
	if s.Flags&(model.LossOverlap|model.WakeMissing) == 0 && s.Ctx != model.CtxNone {
		return WaitEnd{s.Ctx, s.Unblocker(), s.Sub, false}
	}
	e, ok := t.EpisodeOf(s)
	if !ok {
		return WaitEnd{s.Ctx, s.Unblocker(), s.Sub, false}
	}
	return WaitEnd{e.Ctx, e.Unblocker, s.Sub, s.Index > firstSync(t, &e, r)}
}

// firstSync is the first segment of an episode for synchronization in r.
func firstSync(t *model.Trace, e *model.Episode, r model.Range) int {
	for i := e.First; i < e.Last; i++ {
		if s := t.Segment(e.Thread, i); s.Category == model.Synchronization && s.Overlap(r) > 0 {
			return i
		}
	}
	return e.Last
}

// Ender is what ended a wait.
func (e WaitEnd) Ender() Ender {
	switch e.Ctx {
	case model.CtxThread:
		if e.unblocker != model.NoThread {
			return EndedByThread
		}
	case model.CtxTimer:
		return EndedByTimer
	case model.CtxNetRx:
		return EndedByNetwork
	case model.CtxBlockDone:
		return EndedByDisk
	case model.CtxIsr, model.CtxDpc, model.CtxIpi:
		return EndedByInterrupt
	case model.CtxExit:
		return EndedByExit
	case model.CtxSignal:
		return EndedBySignal
	}
	if TimedOut(e.Reason) {
		return EndedByTimer
	}
	return EnderUnknown
}
