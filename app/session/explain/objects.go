package explain

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// ObjectFacts is what is known about something in a row that is not a thread's,
// for people.
type ObjectFacts struct {
	Title, Length, Thread string
	Lines                 []string
	// Category is the one whose colour it has, timeline.NoFocus without one.
	Category model.Category
}

// add appends a line unless it is empty.
func (f *ObjectFacts) add(parts ...string) {
	if text := joined(parts...); text != "" {
		f.Lines = append(f.Lines, text)
	}
}

// ObjectFactsOf are the facts about o.
func ObjectFactsOf(t *model.Trace, o timeline.Object, terms naming.Terms) ObjectFacts {
	f := ObjectFacts{Category: timeline.NoFocus}
	if ix := timeline.ObjectThread(t, o); ix != model.NoThread {
		f.Thread = terms.Thread(t, ix)
	}
	switch o.Kind {
	case timeline.ObjectSpan:
		f.span(t, o, terms)
	case timeline.ObjectPoint:
		f.point(t, o, terms)
	case timeline.ObjectTransfer:
		f.transfer(t, o, terms)
	case timeline.ObjectSlice:
		f.slice(t, o, terms)
	case timeline.ObjectInterrupt:
		f.interrupt(t, o, terms)
	case timeline.ObjectQueue:
		f.queue(t, o, terms)
	case timeline.ObjectFrequency:
		f.frequency(t, o, terms)
	case timeline.ObjectIdle:
		f.idleState(t, o, terms)
	}
	if f.Length != "" && o.Kind != timeline.ObjectQueue {
		f.add(precision(&t.Info.Clock))
	}
	if o.Others > 0 {
		f.add("and " + timeline.FormatCount(int64(o.Others)) + " more at this position")
	}
	return f
}

func (f *ObjectFacts) span(t *model.Trace, o timeline.Object, terms naming.Terms) {
	s := &t.Spans.List[o.Index]
	m := &t.Markers[s.Marker()]
	f.Title, f.Length = nameOr(t, m.Name, "Span"), timeline.SpanLength(s)
	f.add(terms.Clock.Range(s.Range), correlation(m))
	f.add(executed(t, o.Index))
	switch {
	case s.Begin < 0:
		f.add("start not recorded")
	case s.End < 0:
		f.add("end not recorded")
	case t.Markers[s.End].Thread != s.Thread && t.Markers[s.End].Thread != model.NoThread:
		f.add("ended by " + terms.Thread(t, t.Markers[s.End].Thread))
	}
}

func (f *ObjectFacts) point(t *model.Trace, o timeline.Object, terms naming.Terms) {
	m := &t.Markers[o.Index]
	kind := "Flag"
	if m.Kind == model.MarkStep {
		kind = "Message"
	}
	f.Title = nameOr(t, m.Name, kind)
	f.add(kind, terms.Clock.Instant(m.Time, 0), correlation(m))
}

func (f *ObjectFacts) transfer(t *model.Trace, o timeline.Object, terms naming.Terms) {
	io := &t.IOs[o.Index]
	f.Title, f.Category = [model.NumDirections]string{"Disk read", "Disk write", "Disk flush", "Disk discard"}[io.Direction], model.IO
	if io.Paging {
		f.Title, f.Category = f.Title+" (page file)", model.MemoryManagement
	}
	f.Length = timeline.FormatDuration(io.Len())
	size := ""
	if io.Bytes > 0 {
		size = timeline.FormatSize(io.Bytes)
	}
	f.add(terms.Clock.Range(io.Range), size)
	f.add(nameOr(t, io.File, ""))
	f.add(nameOr(t, io.Device, "unknown disk"))
	if io.Thread == model.NoThread {
		f.Thread = "unknown thread"
	}
}

func (f *ObjectFacts) slice(t *model.Trace, o timeline.Object, terms naming.Terms) {
	s, _ := t.SliceAt(model.CPU(o.Index), o.At)
	f.Length = timeline.FormatDuration(s.Len())
	switch s.Occupant {
	case model.OccupantIdle:
		f.Title = "CPU idle"
	case model.OccupantUnknown:
		f.Title, f.Category = "Unknown", model.UnknownCategory
	case model.OccupantOffline:
		f.Title, f.Category = "CPU offline", model.UnknownCategory
	case model.OccupantStolen:
		f.Title, f.Category = model.StolenTitle, model.Preemption
	default:
		f.Title, f.Category = "Running", model.Execution
		if ix, ok := s.Occupant.Thread(); ok {
			f.add(process(t, ix))
		}
	}
	f.add(terms.Clock.Range(s.Range), naming.CPUTitle(model.CPU(o.Index)))
}

func (f *ObjectFacts) interrupt(t *model.Trace, o timeline.Object, terms naming.Terms) {
	irq, _ := timeline.InterruptAt(t, o)
	f.Category = model.Interrupt
	f.Length = timeline.FormatDuration(irq.Len())
	f.Title = levelTitle(t, irq.Level)
	f.Thread = nameOr(t, irq.Name, "")
	f.add(terms.Clock.Range(irq.Range), naming.CPUTitle(model.CPU(o.Index)))
}

// levelTitle is the name of an interrupt level on the system of a trace.
func levelTitle(t *model.Trace, l model.Level) string {
	switch {
	case l == model.LevelNmi:
		return "Non-maskable interrupt"
	case l == model.LevelDpc && t.Info.OS.Family == "linux":
		return "Soft interrupt"
	case l == model.LevelDpc:
		return "DPC"
	}
	return "Interrupt"
}

// executed is how long the thread of a span executed in it, and how much the program measured.
func executed(t *model.Trace, span int) string {
	s := report.SpanOf(t, span)
	var known, told string
	if s.Thread != model.NoThread && t.Info.Has.Switches {
		known = "executed " + timeline.FormatDuration(s.Sums[model.Execution])
	}
	if s.Told {
		told = "CPU time measured by the traced program: " + timeline.FormatDuration(s.Measured)
	}
	return joined(known, told)
}

func correlation(m *model.Marker) string {
	if m.Correlation == 0 {
		return ""
	}
	return "correlation " + timeline.FormatCount(m.Correlation)
}

// ObjectText is o in a few words, for the status line.
func ObjectText(t *model.Trace, o timeline.Object, terms naming.Terms) string {
	return ObjectFactsOf(t, o, terms).Text()
}

// Text is the facts in a few words, for the status line.
func (f ObjectFacts) Text() string {
	text := strings.TrimSpace(f.Title + " " + f.Length)
	if f.Thread != "" {
		text = f.Thread + ": " + text
	}
	return joined(append([]string{text}, f.Lines...)...)
}

// queueNamed is the number of queued threads that are named.
const queueNamed = 3

// queue lists who is on the run queue at an instant, the longest waiting first.
func (f *ObjectFacts) queue(t *model.Trace, o timeline.Object, terms naming.Terms) {
	var list []model.Segment
	for ix := range t.Threads {
		if seg, ok := t.SegmentAt(model.ThreadIx(ix), o.At); ok && seg.State.Queued() {
			list = append(list, seg)
		}
	}
	slices.SortStableFunc(list, func(a, b model.Segment) int { return cmp.Compare(a.From, b.From) })
	f.Title, f.Length = "Run queue", measure.Plural(len(list), "thread", "threads")
	f.add(terms.Clock.Instant(o.At, 0))
	for _, seg := range list[:min(len(list), queueNamed)] {
		f.add(terms.Thread(t, seg.Thread), naming.InSentence(seg.Category)+" for "+timeline.FormatDuration(o.At-seg.From))
	}
	if more := len(list) - queueNamed; more > 0 {
		f.add("and " + timeline.FormatCount(int64(more)) + " more")
	}
}
