package explain

import (
	"cmp"
	"slices"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// queueNamed is the number of queued threads that are named.
const queueNamed = 3

// queue tells who stands in the run queue at an instant, who has waited longest
// first.
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

// Followed is what is known about the way of a thread over the processors.
type Followed struct {
	Thread model.ThreadIx
	Title  string
	// Switches counts the times it was given a processor of which it is known
	// where it ran before, Cross those of them onto another one.
	Switches, Cross int
	// Span is the time that the figures are about.
	Span model.Range
	// On is the time on each processor of the trace, gross.
	On []model.Time
	// Lossy says that lost events may have cut the figures.
	Lossy bool
}

// Share is the part of the switches onto another processor.
func (f *Followed) Share() string {
	return timeline.FormatPercent(model.Time(f.Cross), model.Time(f.Switches))
}

// PerSecond is how often a second it went to another processor.
func (f *Followed) PerSecond() float64 {
	if f.Span.Len() == 0 {
		return 0
	}
	return float64(f.Cross) * 1e9 / float64(f.Span.Len())
}
