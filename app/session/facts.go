package session

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// Fact is one line of what is known about a segment.
type Fact struct {
	Label, Value string
}

// Facts is what is known about a segment, for people.
type Facts struct {
	Segment  model.Segment
	Category string // as on screen
	Duration string
	Thread   string // name and id
	Instance string // "instance 12 of 31 in this window"
	Rows     []Fact
	// Waker is the segment to go to for the cause, where HasWaker.
	Waker    timeline.SegmentRef
	HasWaker bool
	// Blocker is what the thread that ended a wait did meanwhile.
	Blocker *Blocker
}

// Blocker is what the thread that ended a wait did while it was waited for.
type Blocker struct {
	Thread model.ThreadIx
	Title  string
	Range  model.Range
	Sums   model.Sums
}

// Facts are the facts about the selected segment; ok is false without one.
func (s *Session) Facts() (f Facts, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return f, false
	}
	return FactsOf(s.trace, seg, s.view.Range), true
}

// FactsOf are the facts about a segment; the instances are counted inside
// window.
func FactsOf(t *model.Trace, seg model.Segment, window model.Range) Facts {
	f := Facts{
		Segment:  seg,
		Category: seg.Category.Title(),
		Duration: openLength(&seg),
		Thread:   ThreadTitle(t, seg.Thread),
		Instance: instance(t, &seg, window),
	}
	f.Waker, f.HasWaker = WakerOf(t, seg)
	f.add("Interval", timeline.FormatRange(seg.Range))
	f.add("State", StateWords(seg.State))
	if seg.State != model.Running || seg.Sub != model.SubNone {
		f.add("Reason", SubWords(seg.Sub))
	}
	f.add(place(&seg))
	f.cause(t, &seg)
	f.add("Then ready", readyAfter(t, &seg))
	f.add("Process", process(t, seg.Thread))
	f.add("Notes", strings.Join(FlagWords(seg.Flags), "; "))
	if u := seg.Unblocker(); seg.State == model.Waiting && u != model.NoThread {
		f.Blocker = &Blocker{u, ThreadTitle(t, u), seg.Range, t.Sums(u, seg.Range)}
	}
	return f
}

// add appends a fact unless there is nothing to say.
func (f *Facts) add(label, value string) {
	if value != "" {
		f.Rows = append(f.Rows, Fact{label, value})
	}
}

// cause adds who or what ended a wait, or took the processor away.
func (f *Facts) cause(t *model.Trace, seg *model.Segment) {
	switch {
	case seg.State == model.Preempted && seg.Displacer() != model.NoThread:
		f.add("Displaced by", ThreadTitle(t, seg.Displacer()))
	case seg.State == model.Waiting || seg.State == model.Ready && seg.Ctx != model.CtxNone:
		f.add("Woken by", wokenBy(t, seg))
	}
}

func wokenBy(t *model.Trace, seg *model.Segment) string {
	switch {
	case seg.Ctx == model.CtxThread:
		return ThreadTitle(t, seg.Peer)
	case seg.Flags&model.OpenEnd != 0:
		return "not yet at the end of the trace"
	case seg.Flags&model.WakeMissing != 0 || seg.Ctx == model.CtxNone:
		if t.NoWakeEvents {
			return "not recorded: the trace holds no wake events"
		}
		return "not recorded"
	}
	text := contextWords[seg.Ctx]
	if seg.Peer != model.NoThread {
		text += ", while " + ThreadTitle(t, seg.Peer) + " ran there"
	}
	return text
}

// place is the processor of a segment: where it runs or for which it queues.
func place(seg *model.Segment) (label, value string) {
	switch {
	case seg.State == model.Running:
		return "Processor", cpuTitle(seg.CPU)
	case seg.State.Queued() && seg.CPU != model.NoCPU:
		return "Queue of", cpuTitle(seg.CPU)
	}
	return "", ""
}

// readyAfter is how long the thread stood in the run queue after a wait.
func readyAfter(t *model.Trace, seg *model.Segment) string {
	if seg.State != model.Waiting || seg.Index+1 >= t.Threads[seg.Thread].Len() {
		return ""
	}
	next := t.Segment(seg.Thread, seg.Index+1)
	if next.State == model.Running {
		return "dispatched at once on " + cpuTitle(next.CPU)
	}
	if next.State != model.Ready {
		return ""
	}
	text := openLength(&next)
	if seg.Index+2 < t.Threads[seg.Thread].Len() {
		if run := t.Segment(seg.Thread, seg.Index+2); run.State == model.Running {
			text += ", dispatched on " + cpuTitle(run.CPU)
		}
	}
	return text
}

// openLength is a segment's length; "≥" where its beginning or end is not known.
func openLength(seg *model.Segment) string {
	d := timeline.FormatDuration(seg.Len())
	if seg.Flags&(model.OpenStart|model.OpenEnd|model.LostEnd) != 0 {
		return "≥ " + d
	}
	return d
}

func process(t *model.Trace, ix model.ThreadIx) string {
	p := t.Process(ix)
	if p.Name == "" && !p.Known {
		return ""
	}
	if p.PID == model.NoPID {
		return timeline.Printable(p.Name)
	}
	return strings.TrimSpace(timeline.Printable(p.Name) + " " + strconv.FormatUint(uint64(p.PID), 10))
}

// countLimit bounds the segments that are walked to number an instance.
const countLimit = 500_000

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
		return "outside this window"
	}
	return "instance " + timeline.FormatCount(int64(n)) + " of " + timeline.FormatCount(int64(of)) + " in this window"
}

// Around are the segments of the selected one's lane from before it to after it,
// at most n on either side, in order.
func (s *Session) Around(n int) []model.Segment {
	seg, ok := s.Segment()
	if !ok {
		return nil
	}
	last := s.trace.Threads[seg.Thread].Len() - 1
	var list []model.Segment
	for i := max(0, seg.Index-n); i <= min(last, seg.Index+n); i++ {
		list = append(list, s.trace.Segment(seg.Thread, i))
	}
	return list
}

// Text is all facts as lines of text, for the clipboard.
func (f *Facts) Text() string {
	var b strings.Builder
	b.WriteString(f.Category + ", " + f.Duration + "\n")
	b.WriteString(strings.TrimSuffix(f.Thread+" · "+f.Instance, " · ") + "\n")
	for _, r := range f.Rows {
		b.WriteString(r.Label + ": " + r.Value + "\n")
	}
	seg := &f.Segment
	b.WriteString("From: " + strconv.FormatInt(int64(seg.From), 10) + " ns\n")
	b.WriteString("To: " + strconv.FormatInt(int64(seg.To), 10) + " ns\n")
	return b.String()
}
