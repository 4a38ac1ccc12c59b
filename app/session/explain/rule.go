package explain

import (
	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// RuleWords describes the rule by which a segment has its category, as far as the model knows it.
func RuleWords(t *model.Trace, seg *model.Segment) string {
	switch {
	case seg.Sub == model.SubThrottled:
		return "throttling, counted by the kernel: no thread of the control group ran until the next quota period began"
	case t.LikelyThrottled(seg):
		return "probably throttling: no thread of the control group ran until the next quota period began, but the " +
			"kernel counted no throttling"
	}
	switch seg.State {
	case model.Running:
		return "the thread was on a CPU"
	case model.Ready:
		if seg.Sub == model.SubNew {
			return "created, waiting for its first run"
		}
		return "woken, waiting for a CPU"
	case model.Preempted:
		return preemptedRule(t, seg)
	case model.Waiting:
		if words := verdictRule(t, seg); words != "" {
			return words
		}
		return waitRule(t, seg)
	}
	return unknownRule(seg)
}

// unknownRule explains why nothing is known about a segment.
func unknownRule(seg *model.Segment) string {
	switch seg.Sub {
	case model.SubGap:
		return "events were lost: in this time, the thread may have woken up, run and waited again"
	case model.SubLoss:
		return "events are missing: the thread's states before and after this segment do not fit together"
	case model.SubRace:
		return "the trace ends too early to show whether the thread was woken before it left the CPU"
	}
	return "no event shows what the thread did"
}

func preemptedRule(t *model.Trace, seg *model.Segment) string {
	switch {
	case seg.Sub == model.SubStolen:
		return "the CPU time that the kernel counted is less than the time from switch-in to switch-out"
	case t.Info.OS.Family == "windows":
		return "the kernel's thread state at switch-out: still runnable"
	case t.Info.OS.Family == "linux":
		return "the task state at switch-out: still runnable"
	}
	return "switched out while still runnable"
}

// onItsStack means that the rule of the blocking API decided.
const onItsStack = "the functions on the thread's stack"

// verdictRule describes how a wait was classified that the source alone did not decide, "" for
// others.
func verdictRule(t *model.Trace, seg *model.Segment) string {
	b, ok := classify.Of(t).Wait(seg.Thread, seg.From, seg.Stack)
	switch ofOther := seg.Sub == model.SubIpc; {
	case ok && b.Sampled && seg.Evidence == model.ByStack:
		return "the functions on the stack of a sample shortly before the wait"
	case seg.Evidence == model.ByStack, ok && seg.Evidence == model.ByMemory && seg.Sub == b.Rule.Sub:
		return onItsStack
	case seg.Evidence != model.ByWake:
		return ""
	case seg.Ctx == model.CtxTimer:
		return "a timer ended the wait, and nothing else is known"
	case ofOther:
		return "a thread of another process ended the wait, and nothing else is known"
	}
	return "a thread of the same process ended the wait, and nothing else is known"
}

// blockingWords are the function in which a thread waits with the rule that names it, and the
// program's own function that called it; "" where nothing shows it.
func blockingWords(t *model.Trace, seg *model.Segment) (api, site string) {
	if seg.State != model.Waiting {
		return "", ""
	}
	b, ok := classify.Of(t).Wait(seg.Thread, seg.From, seg.Stack)
	if !ok {
		return "", ""
	}
	api = functionWords(t, b.Frame) + " (rule " + b.Rule.Name + ")"
	if b.HasSite {
		site = functionWords(t, b.Site)
	}
	return api, site
}

// functionWords is a frame on the card: its function, or the module and offset where the function
// is unknown.
func functionWords(t *model.Trace, f model.Frame) string {
	name, _ := splitOffset(timeline.Printable(t.String(f.Name)))
	if name == "" {
		return timeline.Printable(measure.FrameName(t, f))
	}
	return name
}

// waitRule follows the order in which the model decides about waits: what happened during the wait
// takes precedence over what was known at its start.
func waitRule(t *model.Trace, seg *model.Segment) string {
	switch seg.Evidence {
	case model.ByResult:
		return "the result of the system call, or what its file descriptor refers to"
	case model.ByCall:
		return "the system call in which the thread waited" + doubt(seg)
	case model.ByRequest:
		return "a pending disk request of this thread" + doubt(seg)
	}
	switch sub := seg.Sub; {
	case sub == model.SubHardFault:
		return "reading a page from disk took as long as the wait"
	case sub == model.SubSoftFault:
		return "the kernel's wait reason; no disk read by this thread overlaps the wait"
	case sub == model.SubBlock && seg.Ctx == model.CtxBlockDone:
		return "a completed disk transfer ended the wait"
	case sub == model.SubBlock:
		return "a disk transfer of this thread overlaps the wait, or the kernel counted the wait as an I/O wait"
	case sub == model.SubNetwork && !t.Info.Has.Calls:
		return "a received network packet ended the wait"
	case sub == model.SubCreated:
		return "created, not yet started"
	case sub == model.SubUnknown || sub == model.SubNone:
		return "the trace shows no wait reason, or an unknown one"
	}
	return sourceRule(t, seg.Sub) + doubt(seg)
}

// sourceRule names the record that gave the wait reason.
func sourceRule(t *model.Trace, sub model.Sub) string {
	family := t.Info.OS.Family
	switch {
	case sub >= model.SubStackInSwap && sub <= model.SubRcu, family == "windows":
		return "the kernel's wait reason"
	case sub >= model.SubInterruptible && sub <= model.SubKernelIdle, family == "linux" && sub == model.SubSuspended:
		return "the task state at switch-out"
	case sub >= model.SubChanSend && sub <= model.SubSyscall && sub != model.SubMutex, family == "go":
		return "the Go runtime's wait reason"
	case sub == model.SubMutex:
		return "a lock-contention event of the kernel or the runtime"
	case sub >= model.SubFutex && sub <= model.SubFileLock, family == "linux" && sub == model.SubSleep:
		return "the system call in which the thread waited"
	}
	return "the recorded wait reason"
}

// doubt is what to add where the source does not determine the category.
func doubt(seg *model.Segment) string {
	if seg.Flags&model.LowConfidence != 0 {
		return " is ambiguous"
	}
	return ""
}
