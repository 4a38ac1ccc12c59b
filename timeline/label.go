package timeline

import (
	"strings"
	"unicode"

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

// subWords are the sub-reasons whose name alone does not read well.
var subWords = map[model.Sub]string{
	model.SubNotSeen:         "no event yet",
	model.SubLoss:            "events lost",
	model.SubGap:             "events lost",
	model.SubRace:            "the trace ended too early to show the state",
	model.SubHotplug:         "CPU offline",
	model.SubNew:             "new thread",
	model.SubRunnable:        "",
	model.SubUnknown:         "",
	model.SubNotHigher:       "same or lower priority",
	model.SubSliceEnd:        "time slice ended",
	model.SubQuantumEnd:      "time slice ended",
	model.SubToIdle:          switchWords[model.DisplacedByIdle],
	model.SubThrottled:       "CPU quota used up",
	model.SubStolen:          model.StolenWords,
	model.SubYield:           "yielded",
	model.SubCpuRateLimited:  "CPU rate limit",
	model.SubInterruptible:   "interruptible wait",
	model.SubUninterruptible: "uninterruptible wait",
	model.SubFutexTimeout:    "futex with timeout",
	model.SubPollTimeout:     "poll with timeout",
	model.SubIpc:             "message queue or semaphore",
	model.SubIpcCall:         "LPC call",
	model.SubIpcServerIdle:   "LPC server idle",
	model.SubBlock:           "block device",
	model.SubRcu:             "RCU",
	model.SubMdlCache:        "MDL cache",
	model.SubGcAssist:        "GC assist",
	model.SubGcSweep:         "GC sweep",
	model.SubGcEnd:           "waiting for GC to end",
	model.SubGcWeak:          "weak pointer, waiting for GC",
	model.SubGcSuspend:       "suspended by GC",
	model.SubGcWait:          "GC wait",
	model.SubAlloc:           "memory allocation",
	model.SubTimed:           "",
	model.SubGenericWait:     "",
}

// SubWords is a sub-reason in words, "time slice ended", "page in"; "" if it adds
// nothing.
func SubWords(s model.Sub) string {
	if w, ok := subWords[s]; ok {
		return w
	}
	var b strings.Builder
	for i, r := range s.String() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
