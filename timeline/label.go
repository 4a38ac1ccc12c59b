package timeline

import (
	"strings"

	"threadlens/model"
)

// How detailed a label is.
const (
	labelCategory = iota
	labelDuration
	labelReason
)

// labelText is a segment's label at the given level of detail: its category, its
// duration, its reason. ‹ and › mean that it starts before the window or ends after
// it, ≥ that it reaches beyond the trace.
func labelText(t *model.Trace, seg *model.Segment, window model.Range, detail int) string {
	text := seg.Category.Title()
	if detail >= labelDuration {
		text += " "
		if seg.Flags&(model.OpenStart|model.OpenEnd) != 0 {
			text += "≥ "
		}
		text += FormatDuration(seg.Len())
	}
	if detail >= labelReason {
		if r := Reason(t, seg); r != "" {
			text += " · " + r
		}
	}
	if seg.From < window.From {
		text = "‹ " + text
	}
	if seg.To > window.To {
		text += " ›"
	}
	return text
}

// subReason is a segment's sub-reason in words, "" if they add nothing to its
// category or state.
func subReason(t *model.Trace, seg *model.Segment) string {
	if seg.Sub == model.SubNotSeen && t.SwitchCount() == 0 {
		return "no context switches"
	}
	why := SubWords(seg.Sub)
	if strings.EqualFold(why, seg.Category.Title()) || strings.EqualFold(why, seg.State.String()) {
		return ""
	}
	return why
}

// Reason describes why a segment is what it is: what a thread waits on and what
// woke it, or why it lost its CPU and to which thread. It is "" if there is nothing
// to add to the category.
func Reason(t *model.Trace, seg *model.Segment) string {
	why := subReason(t, seg)
	who := ""
	switch seg.State {
	case model.Preempted:
		if d := seg.Displacer(); d != model.NoThread {
			who = threadID(t, d) + " dispatched"
		} else if words := switchWords[t.NoDisplacer(seg)]; words != why {
			who = words
		}
	case model.Waiting, model.Ready:
		if u := seg.Unblocker(); u != model.NoThread {
			who = "woken by " + threadID(t, u)
		}
		if seg.Sub == model.SubDispatch {
			why = ""
		}
	}
	if seg.State == model.Waiting || seg.State == model.Unknown {
		if likely := Likely(seg); likely != "" {
			why = strings.TrimPrefix(why+", "+likely, ", ")
		}
	}
	if why != "" && who != "" {
		return why + ", " + who
	}
	return why + who
}

// likelyStates is what a thread in an unknown state was probably doing.
var likelyStates = map[model.State]string{
	model.Running: "probably running", model.Ready: "probably ready",
	model.Preempted: "probably preempted", model.Waiting: "probably still waiting",
}

// Likely describes what an Unclassified wait was probably for, "likely Sleep", or
// what a thread in a gap was probably doing; "" if nothing is likely, and for all
// other segments.
func Likely(seg *model.Segment) string {
	if seg.State == model.Unknown {
		return likelyStates[seg.LikelyState()]
	}
	if seg.Category != model.Unclassified || seg.Likely == model.UnknownCategory || seg.Likely == model.Unclassified {
		return ""
	}
	return "likely " + seg.Likely.Title()
}

// switchWords are the labels of preemptions if no thread is known to have taken the
// CPU.
var switchWords = map[model.NoDisplacer]string{
	model.DisplacedByIdle: "CPU went idle",
	model.DisplacedUnseen: "context switch lost",
}

// SubWords is a sub-reason's title, "time slice ended"; "" if it adds nothing to the
// category or state.
func SubWords(s model.Sub) string {
	switch s {
	case model.SubRunnable, model.SubUnknown, model.SubTimed, model.SubGenericWait:
		return ""
	}
	return s.Title()
}
