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
		return StackView{Missing: "What the thread did here is not known."}
	case !ok:
		return StackView{Missing: "How this segment came about was not recorded."}
	case e.Kind == model.EpisodePreempt, e.Kind == model.EpisodeYield:
		return StackView{Title: "Nobody had to wake it", Missing: notWoken(t, &e, terms)}
	case e.Open && !e.Queued:
		return StackView{Title: "Not unblocked", Missing: "It still waits where the trace ends."}
	case e.Unblocker != model.NoThread && int(e.Unblocker) < len(t.Threads):
		return unblockedBy(t, &e, terms)
	}
	return unblockedByNone(t, &e, terms)
}

// notWoken describes how a thread lost the CPU without a wait.
func notWoken(t *model.Trace, e *model.Episode, terms naming.Terms) string {
	text := "It could run all the time: "
	if e.Cut {
		text = "As far as is known it could run: "
	}
	switch {
	case e.Kind == model.EpisodeYield:
		text += "it gave up the processor itself"
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
	v.Note += ", ready event"
	v.Frames = framesOf(t, e.WakeStack)
	switch {
	case len(v.Frames) > 0:
	case capture.SwitchStacks(t):
		v.Missing = "No stack was recorded at this ready event."
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
	model.CtxTimer:     "A timer ended this wait: its time had come. No thread's code did it.",
	model.CtxNetRx:     "A received network packet ended this wait, in the interrupt that delivered it.",
	model.CtxBlockDone: "A completed disk transfer ended this wait, in the interrupt that reported it.",
	model.CtxIsr:       "A hardware interrupt ended this wait; which one was not recorded.",
	model.CtxDpc:       "A deferred interrupt routine ended this wait, mostly a completed transfer or a timer.",
	model.CtxIpi:       "An interrupt from another processor ended this wait; who sent it was not recorded.",
	model.CtxIdle:      "The idle loop carried out the wake, on behalf of another processor.",
	model.CtxExit:      "A thread that ended the process (exit_group) killed this one: the wait was cut short, not served.",
	model.CtxSignal:    "A signal of a thread cut this wait short: what was waited for had not come.",
	model.CtxUnknown:   "The wake was recorded, but not who was running where it was issued.",
}

func unblockedByNone(t *model.Trace, e *model.Episode, terms naming.Terms) StackView {
	if text := endedBy[e.Ctx]; text != "" {
		return StackView{Title: "Unblocked by " + naming.ContextWords(e.Ctx), Note: wokenAt(t, e, terms), Missing: text}
	}
	v := StackView{Title: "Unblocker not recorded", Missing: "No wake was recorded for this wait."}
	if t.NoWakeEvents {
		v.Missing, v.Command = capture.NoWakes(t)
	}
	return v
}
