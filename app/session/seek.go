package session

import (
	"cmp"
	"slices"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// Sought is the category for searches: the focused one, else that of the selected segment, else
// synchronization.
func (s *steps) Sought() model.Category {
	if s.focus != timeline.NoFocus {
		return s.focus
	}
	if seg, ok := s.Segment(); ok {
		return seg.Category
	}
	return model.Synchronization
}

// GoLongest selects the segment of some categories that takes up most of the window, among the
// threads searched.
func (s *steps) GoLongest(of ...model.Category) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	if seg, ok := s.longest(s.view.Clip(s.trace.Held()), anySegment, of...); ok {
		s.goSegment(&seg)
		return Outcome{}
	}
	return s.noneInWindow(of...)
}

// GoFirst selects the first segment of a category in the window, among the threads searched: the
// first that begins there, or else one that extends into it.
func (s *steps) GoFirst(c model.Category) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	window := s.view.Clip(s.trace.Held())
	var first model.Segment
	found := false
	before := func(a, b *model.Segment) bool {
		if begins := a.From >= window.From; begins != (b.From >= window.From) {
			return begins
		}
		return a.From < b.From
	}
	for _, ix := range s.searched() {
		for seg := range s.trace.Segments(ix, window) {
			if seg.Category != c {
				continue
			}
			if !found || before(&seg, &first) {
				first, found = seg, true
			}
			if seg.From >= window.From {
				break
			}
		}
	}
	if !found {
		return s.noneInWindow(c)
	}
	s.goSegment(&first)
	return Outcome{}
}

// otherWaits are the categories of waits besides synchronization.
var otherWaits = []model.Category{model.IO, model.MemoryManagement, model.UIProcessing, model.Sleep, model.Unclassified}

// longerWait is a wait for something else than synchronization that was passed over for a shorter one
// for synchronization, which was selected in a window.
type longerWait struct {
	passed, selected timeline.SegmentRef
	window           model.Range
}

// GoLongestWait selects the longest wait in the window, among the threads searched: for
// synchronization, or likely for it, if there is any, else for something else, which it reports.
// Waits that begin or end in the window and are not an idle worker's come first: what waits
// throughout is usually meant to. A longer wait for something else is offered; asked again, it
// selects that.
func (s *steps) GoLongestWait() Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	if l := s.longer; l.window == s.view.Range && l.selected == s.selected {
		s.Go(l.passed)
		return Outcome{}
	}
	window := s.view.Clip(s.trace.Held())
	eventful := func(seg *model.Segment) bool {
		return seg.Flags&model.IdleWorker == 0 && (seg.From > window.From || seg.To < window.To)
	}
	for _, accept := range []func(*model.Segment) bool{eventful, anySegment} {
		synchronizes := func(seg *model.Segment) bool { return synchronizing(seg) && accept(seg) }
		if seg, ok := s.longest(window, synchronizes, model.Synchronization, model.Unclassified); ok {
			other, _ := s.longest(window, accept, otherWaits...)
			s.goSegment(&seg)
			if other.Overlap(window) <= seg.Overlap(window) {
				return Outcome{}
			}
			s.longer = longerWait{timeline.SegmentRef{Thread: other.Thread, Index: other.Index}, s.selected, s.view.Range}
			return Outcome{
				Text: "Selected: the longest synchronization wait. Longer wait of another kind: " + naming.InSentence(other.Category) + ", " +
					timeline.FormatDuration(other.Len()) + ", of " + s.Title(other.Thread) + ".",
				Way: "Go to longer wait ({longestWait})", Run: func() { s.goSegment(&other) },
			}
		}
	}
	none := s.noneInWindow(model.Synchronization)
	for _, accept := range []func(*model.Segment) bool{eventful, anySegment} {
		if seg, ok := s.longest(window, accept, otherWaits...); ok {
			s.goSegment(&seg)
			none.Text += " Selected instead: the longest wait of another kind."
			return none
		}
	}
	return none
}

// synchronizing reports whether a wait is for synchronization, or likely is.
func synchronizing(seg *model.Segment) bool {
	return seg.Category == model.Synchronization || seg.Category == model.Unclassified && seg.Likely == model.Synchronization
}

// searched are the threads that are searched for segments: the one selected as a whole, else those
// visible.
func (s *steps) searched() []model.ThreadIx {
	if s.selected.Thread != model.NoThread && s.selected.Index < 0 {
		return []model.ThreadIx{s.selected.Thread}
	}
	return s.VisibleThreads()
}

func anySegment(*model.Segment) bool { return true }

func (s *steps) goSegment(seg *model.Segment) {
	s.Go(timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index})
}

// longest is the accepted segment of some categories with the most time in r, among the threads
// searched.
func (s *steps) longest(r model.Range, accept func(*model.Segment) bool, of ...model.Category) (best model.Segment, ok bool) {
	return s.longestOf(s.searched(), r, accept, of...)
}

// longestOf is longest among the given threads. The sums of a thread bound its longest segment, so few
// threads have to be walked.
func (s *steps) longestOf(threads []model.ThreadIx, r model.Range, accept func(*model.Segment) bool, of ...model.Category) (best model.Segment, ok bool) {
	type candidate struct {
		ix    model.ThreadIx
		bound model.Time
	}
	var list []candidate
	for _, ix := range threads {
		sums := s.trace.Sums(ix, r)
		var bound model.Time
		for _, c := range of {
			bound += sums[c]
			if c == model.Execution {
				bound += sums[model.Interrupt] // segments include interrupts
			}
		}
		if bound > 0 {
			list = append(list, candidate{ix, bound})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.bound, a.bound) })
	for _, l := range list {
		if ok && l.bound <= best.Overlap(r) {
			break
		}
		for seg := range s.trace.Segments(l.ix, r) {
			if slices.Contains(of, seg.Category) && accept(&seg) && (!ok || seg.Overlap(r) > best.Overlap(r)) {
				best, ok = seg, true
			}
		}
	}
	return best, ok
}

// noneInWindow reports that categories, named by the first of them, do not occur in the window, and
// where they do.
func (s *steps) noneInWindow(of ...model.Category) Outcome {
	switch c := of[0]; {
	case c == model.Interrupt:
		return Outcome{Text: "Interrupts have no segments of their own: segments of execution include them."}
	case !s.trace.Recorded(c):
		return Outcome{Text: "Ready time was not recorded: the trace has no wake-up events."}
	}
	if seg, ok := s.longest(s.trace.Held(), anySegment, of...); ok {
		at := s.clock.Instant(seg.From, s.trace.End)
		return Outcome{
			Text: "No segment of the category " + naming.InSentence(of[0]) + " in this time window. Longest in the whole trace: " + timeline.FormatDuration(seg.Len()) + " at " + at + ".",
			Way:  "Go to segment", Run: func() { s.goSegment(&seg) },
		}
	}
	none := Outcome{Text: "No segment of the category " + naming.InSentence(of[0]) + " in the whole trace, for the selected thread or, if no thread is selected, for the visible threads."}
	if s.Hidden() > 0 {
		none.Text += " Hidden threads: " + timeline.FormatCount(int64(s.Hidden())) + "."
		none.Way, none.Run = "Show hidden threads", s.ShowHidden
	}
	return none
}
