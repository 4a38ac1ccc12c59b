package explain

import (
	"fmt"
	"strings"

	"threadlens/app/session/find"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/timeline"
)

// FactsOf are the facts about a segment; the instances are counted inside
// window.
func FactsOf(t *model.Trace, seg model.Segment, window model.Range, terms naming.Terms) Facts {
	f := Facts{
		terms:    terms,
		Segment:  seg,
		Category: naming.CategoryWords(&seg),
		Duration: OpenLength(&seg),
		Thread:   terms.Thread(t, seg.Thread),
		Instance: instance(t, &seg, window),
	}
	f.Waker, f.HasWaker = find.WakerOf(t, seg)
	f.add("Interval", terms.Clock.Range(seg.Range))
	f.add("Precision", precision(&t.Info.Clock))
	if namesReason(&seg) {
		f.add("Reason", stateReason(t, &seg))
	}
	f.sampled(t, &seg)
	api, site := blockingWords(t, &seg)
	f.add("Wait function", api)
	f.add(place(t, &seg))
	f.lock(t, &seg)
	f.cause(t, &seg)
	f.pageRead(t, &seg)
	f.add("Then ready", readyAfter(t, &seg))
	f.add("Interrupts", interrupts(t, &seg))
	main := len(f.Rows)
	f.add("Called from", site)
	if rule := RuleWords(t, &seg); rule != onItsStack { // otherwise it is in the line of the blocking API
		f.add("Evidence", rule)
	}
	f.episode(t, &seg)
	f.add("Process", process(t, seg.Thread))
	f.add("Notes", strings.Join(naming.FlagWords(seg.Flags), "; "))
	for i := range f.Rows[main:] {
		f.Rows[main+i].More = true
	}
	f.Blocker = blocker(t, &seg, terms)
	if f.Meanwhile = meanwhile(t, &seg, terms, sliceLimit); f.Meanwhile == nil {
		f.Meanwhile = ranMeanwhile(t, &seg, terms)
	}
	return f
}

// coarse is the step of a clock, in ns, from which on the precision of an interval is said: that of
// texts that have microseconds. The clocks of Windows count 100 ns.
const coarse = 1_000

// precision says how far the times of an interval can be off because the trace has only some of
// their digits. Whether the program that wrote it rounded them or cut them off, each end is off by
// less than a step, the length by at most a step. It is empty for a trace with finer times.
func precision(c *model.Clock) string {
	if c.ResolutionNS < coarse {
		return ""
	}
	step := timeline.FormatDuration(model.Time(c.ResolutionNS))
	return "±" + step + " (the trace records times in steps of " + step + ")"
}

// namesReason reports whether the reason of a segment is a fact of its own. It is not for the time in
// which a thread runs, and not where who preempted it says it.
func namesReason(seg *model.Segment) bool {
	if seg.Sub == model.SubHigherPriority && seg.Displacer() != model.NoThread {
		return false
	}
	return seg.State != model.Running || seg.Sub != model.SubNone
}

// episode adds what is known of the time off the CPU to which a segment belongs.
func (f *Facts) episode(t *model.Trace, seg *model.Segment) {
	e, ok := episodeOf(t, seg)
	if !ok || seg.State == model.Running {
		return
	}
	f.add("Wake-up", wakeContext(t, seg))
	f.add("CPUs", processors(&e))
	if d := e.Enqueued - e.Ready; d > 0 {
		f.add("Queued", timeline.FormatDuration(d)+" after the wake-up")
	}
	if e.Spurious > 0 {
		f.add("Further wake-ups", timeline.FormatCount(int64(e.Spurious))+", while the thread was already runnable")
	}
}

// processors describes where the thread ran before and after.
func processors(e *model.Episode) string {
	before, after := naming.CPUTitle(e.FromCPU)+" before", naming.CPUTitle(e.ToCPU)+" after"
	switch {
	case e.FromCPU == model.NoCPU && e.ToCPU == model.NoCPU:
		return ""
	case e.Open:
		return before
	case e.FromCPU == model.NoCPU:
		return after
	case e.FromCPU == e.ToCPU:
		return before + " and after"
	}
	return before + ", " + after
}

// interrupts is how much of a running segment interrupts took.
func interrupts(t *model.Trace, seg *model.Segment) string {
	if seg.State != model.Running || !t.Info.Has.Interrupts {
		return ""
	}
	if d := t.Sums(seg.Thread, seg.Range)[model.Interrupt]; d > 0 {
		return "took " + timeline.FormatDuration(d) + " of this segment"
	}
	return "none"
}

// cause adds who or what ended a wait, or took the CPU away.
func (f *Facts) cause(t *model.Trace, seg *model.Segment) {
	switch {
	case seg.State == model.Preempted && seg.Displacer() != model.NoThread:
		by := f.terms.Thread(t, seg.Displacer())
		if seg.Sub == model.SubHigherPriority {
			by = "higher-priority " + by
		}
		f.addWaker("Preempted by", by)
	case seg.State == model.Preempted:
		f.add("Preempted by", t.NoDisplacer(seg).String())
	case seg.State == model.Waiting || seg.State == model.Ready && seg.Ctx != model.CtxNone:
		f.addWaker("Woken by", wokenBy(t, seg, f.terms))
	}
}

func wokenBy(t *model.Trace, seg *model.Segment, terms naming.Terms) string {
	switch {
	case seg.Ctx == model.CtxThread:
		return terms.Thread(t, seg.Peer) + through(t, seg)
	case seg.Flags&model.OpenEnd != 0:
		return "not yet woken at the end of the trace"
	case seg.Flags&model.WakeMissing != 0 || seg.Ctx == model.CtxNone:
		if t.NoWakeEvents {
			return "not recorded: the trace has no wake-up events"
		}
		if blocking.TimedOut(seg.Sub) {
			return "the timeout of the wait; the wake-up was not recorded"
		}
		return "not recorded"
	}
	text := seg.Ctx.Title()
	if seg.Peer != model.NoThread {
		text += ", while " + terms.Thread(t, seg.Peer) + " ran on the same CPU"
	}
	return text
}

// through describes through what a wait was ended, "" where that does not show.
func through(t *model.Trace, seg *model.Segment) string {
	if c := blocking.Through(t, seg); c != blocking.ChannelUnknown {
		return ", through " + c.Title()
	}
	return ""
}

// wakeContext describes in which context the wake of a wait was issued, and where.
func wakeContext(t *model.Trace, seg *model.Segment) string {
	if seg.Ctx == model.CtxNone {
		return ""
	}
	text := "by a thread"
	if seg.Ctx != model.CtxThread {
		text = "timer or interrupt"
	}
	at := seg.To
	if seg.State == model.Ready {
		at = seg.From
	}
	if seg.Peer == model.NoThread || int(seg.Peer) >= len(t.Threads) {
		return text
	}
	if by, ok := t.SegmentAt(seg.Peer, at); ok && by.State == model.Running {
		text += ", on " + naming.CPUTitle(by.CPU)
	}
	if seg.Ctx == model.CtxThread && t.Threads[seg.Peer].Proc != t.Threads[seg.Thread].Proc {
		text += ", from another process"
	}
	return text
}

// place is the CPU of a segment: where it runs, or in whose run queues it is.
func place(t *model.Trace, seg *model.Segment) (label, value string) {
	switch {
	case seg.State == model.Running:
		return "CPU", naming.CPUTitle(seg.CPU)
	case seg.State.Queued() && seg.CPU != model.NoCPU:
		var cpus []model.CPU
		for q := range t.RunQueues(seg.Thread, seg.Range) {
			cpus = append(cpus, q.CPU)
		}
		return "Run queue", queueTitle(cpus)
	}
	return "", ""
}

// queuesNamed is the number of run queues that are named.
const queuesNamed = 3

// queueTitle names the CPUs in whose run queues a thread was: "CPU 1, then CPU 0".
func queueTitle(cpus []model.CPU) string {
	var names []string
	for _, cpu := range cpus[:min(len(cpus), queuesNamed)] {
		name := "an unknown CPU"
		if cpu != model.NoCPU {
			name = naming.CPUTitle(cpu)
		}
		names = append(names, name)
	}
	text := strings.Join(names, ", then ")
	if more := len(cpus) - queuesNamed; more > 0 {
		text += fmt.Sprintf(" and %s more", timeline.FormatCount(int64(more)))
	}
	return text
}

// readyAfter is how long the thread was on the run queue after a wait.
func readyAfter(t *model.Trace, seg *model.Segment) string {
	if seg.State != model.Waiting || seg.Index+1 >= t.Threads[seg.Thread].Len() {
		return ""
	}
	next := t.Segment(seg.Thread, seg.Index+1)
	switch {
	case next.State != model.Running:
	case t.NoWakeEvents || seg.Flags&model.WakeMissing != 0:
		return "unknown: no wake-up was recorded; the thread then ran on " + naming.CPUTitle(next.CPU)
	default:
		return "none; ran immediately on " + naming.CPUTitle(next.CPU)
	}
	if next.State != model.Ready {
		return ""
	}
	text := OpenLength(&next)
	if seg.Index+2 < t.Threads[seg.Thread].Len() {
		if run := t.Segment(seg.Thread, seg.Index+2); run.State == model.Running {
			text += ", then ran on " + naming.CPUTitle(run.CPU)
		}
	}
	return text
}

// instance numbers a segment among those of its category in the window.
func instance(t *model.Trace, seg *model.Segment, window model.Range) string {
	n, of, walked := 0, 0, 0
	for other := range t.Segments(seg.Thread, window) {
		if walked++; walked > countLimit {
			return ""
		}
		if other.Category != seg.Category {
			continue
		}
		of++
		if other.Index == seg.Index {
			n = of
		}
	}
	if n == 0 {
		return "outside the time window"
	}
	return "instance " + timeline.FormatCount(int64(n)) + " of " + timeline.FormatCount(int64(of)) + " in this window"
}

// pageRead adds the disk read that a page fault waited for.
func (f *Facts) pageRead(t *model.Trace, seg *model.Segment) {
	i, ok := t.PageRead(seg)
	if !ok {
		return
	}
	io := &t.IOs[i]
	size := ""
	if io.Bytes > 0 {
		size = timeline.FormatSize(io.Bytes)
	}
	text := joined(timeline.FormatDuration(io.Len())+" from "+f.terms.Clock.Instant(io.From, max(t.End, 10_000)),
		size, nameOr(t, io.File, ""), nameOr(t, io.Device, "unknown disk"))
	f.Rows = append(f.Rows, Fact{Label: "Page read", Value: text, PageRead: true})
}
