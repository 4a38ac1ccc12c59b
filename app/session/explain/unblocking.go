package explain

import (
	"threadlens/app/session/capture"
	"threadlens/app/session/naming"
	"threadlens/model"
)

// UnblockingStackOf is what ended a wait: the stack of the thread that did, or a sentence where no
// thread did or nothing is known. For ready time it is about the wait before it, and for execution
// about the time off the CPU before it.
func UnblockingStackOf(t *model.Trace, seg model.Segment, terms naming.Terms) StackView {
	e, ok := episodeOf(t, &seg)
	switch {
	case seg.State == model.Unknown:
		return StackView{Missing: "The thread's state in this segment is unknown."}
	case !ok:
		return StackView{Missing: "The trace does not show how this segment began."}
	case e.Kind == model.EpisodePreempt, e.Kind == model.EpisodeYield:
		return StackView{Title: "No wake-up was needed", Missing: notWoken(t, &e, terms)}
	case e.Open && !e.Queued:
		return StackView{Title: "Still waiting", Missing: "The thread is still waiting at the end of the trace."}
	case e.Unblocker != model.NoThread && int(e.Unblocker) < len(t.Threads):
		return unblockedBy(t, &e, terms)
	}
	v := unblockedByNone(t, &e, terms)
	if ran := RanMeanwhile(t, &seg, terms); ran != "" && endUnknown(&seg, &e) {
		v.Missing += " " + ran
	}
	return v
}

// notWoken describes how a thread lost the CPU without a wait.
func notWoken(t *model.Trace, e *model.Episode, terms naming.Terms) string {
	text := "The thread was runnable while off the CPU: "
	if e.Cut {
		text = "As far as is known, the thread was runnable while off the CPU: "
	}
	switch {
	case e.Kind == model.EpisodeYield:
		text += "it yielded the CPU"
	default:
		text += naming.SubWords(e.Sub)
	}
	if e.Displacer != model.NoThread {
		return text + "; " + terms.Thread(t, e.Displacer) + " took the CPU."
	}
	if seg, ok := t.SegmentAt(e.Thread, e.Out); ok && seg.State == model.Preempted && e.Sub != model.SubToIdle {
		text += "; preempted by " + t.NoDisplacer(&seg).String()
	}
	return text + "."
}

func unblockedBy(t *model.Trace, e *model.Episode, terms naming.Terms) StackView {
	v := StackView{Title: "Unblocked by " + terms.Thread(t, e.Unblocker), Note: wokenAt(t, e, terms)}
	if by, ok := t.SegmentAt(e.Unblocker, e.Ready); ok && by.State == model.Running {
		v.Note += " on " + naming.CPUTitle(by.CPU)
	}
	v.Note += ", wake-up event"
	v.Frames = framesOf(t, e.WakeStack)
	switch {
	case len(v.Frames) > 0:
	case capture.SwitchStacks(t):
		v.Missing = "No stack was recorded at this wake-up event."
	default:
		v.Missing, v.Command = capture.NoSwitchStacks(t)
	}
	return v
}

// wokenAt describes when a wait ended.
func wokenAt(t *model.Trace, e *model.Episode, terms naming.Terms) string {
	return "at " + terms.Clock.Instant(e.Ready, max(t.End, 10_000))
}

// endedBy describes what ended a wait where no thread did.
var endedBy = map[model.Context]string{
	model.CtxTimer:     "A timer, not a thread, ended this wait.",
	model.CtxNetRx:     "A received network packet ended this wait: the wake-up came from the interrupt that delivered the packet.",
	model.CtxBlockDone: "A completed disk transfer ended this wait: the wake-up came from the interrupt that reported the transfer.",
	model.CtxIsr:       "A hardware interrupt ended this wait; its number was not recorded.",
	model.CtxDpc:       "A deferred procedure call ended this wait, usually for a completed transfer or a timer.",
	model.CtxIpi:       "An interrupt from another CPU ended this wait; its sender was not recorded.",
	model.CtxIdle:      "The idle loop performed the wake-up on behalf of another CPU.",
	model.CtxExit:      "A thread ended the process (exit_group), which killed this thread before its wait was over.",
	model.CtxSignal:    "A signal from a thread interrupted this wait before its condition was met.",
	model.CtxUnknown:   "The wake-up was recorded, but it is unknown which thread was running on the CPU where it occurred.",
}

func unblockedByNone(t *model.Trace, e *model.Episode, terms naming.Terms) StackView {
	if text := endedBy[e.Ctx]; text != "" {
		return StackView{Title: "Unblocked by " + e.Ctx.Title(), Note: wokenAt(t, e, terms), Missing: text}
	}
	v := StackView{Title: "Unblocker not recorded", Missing: "No wake-up was recorded for this wait."}
	if t.NoWakeEvents {
		v.Missing, v.Command = capture.NoWakes(t)
	}
	return v
}
