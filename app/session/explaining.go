package session

import (
	"threadlens/app/session/explain"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Facts are the facts about the selected segment; ok is false without one.
func (s *Session) Facts() (f explain.Facts, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return f, false
	}
	return explain.FactsOf(s.trace, seg, s.view.Range, s.Terms()), true
}

// Hint is the help for the selection: a segment, a thread without one, or nothing.
func (s *Session) Hint() explain.Hint {
	seg, ok := s.Segment()
	switch {
	case ok:
		return explain.HintOf(&seg)
	case s.trace != nil && s.selected != timeline.NoSegment:
		return explain.HintThread
	case s.headed:
		return explain.HintHead
	}
	return explain.HintNothing
}

// CurrentStack is the stack of the selected segment's thread in it.
func (s *Session) CurrentStack() explain.StackView {
	seg, ok := s.Segment()
	if !ok {
		return explain.StackView{Missing: "Select a segment to see the stack of its thread."}
	}
	return explain.CurrentStackOf(s.trace, seg, s.Terms())
}

// UnblockingStack is the stack of the thread that ended the selected wait, at that moment.
func (s *Session) UnblockingStack() explain.StackView {
	seg, ok := s.Segment()
	if !ok {
		return explain.StackView{Missing: "Select a wait or a later segment to see what ended the wait."}
	}
	return explain.UnblockingStackOf(s.trace, seg, s.Terms())
}

// ThreadFacts are the facts about the selected thread; ok is false without one.
func (s *Session) ThreadFacts() (f explain.ThreadFacts, ok bool) {
	if s.trace == nil || int(s.selected.Thread) >= len(s.trace.Threads) {
		return f, false
	}
	return explain.ThreadFactsOf(s.trace, s.selected.Thread, s.Terms()), true
}

// SampledText is the note next to the profile: why its time is unknown, and how much CPU time of
// the visible threads was sampled; "" without samples on CPUs that record no context switches.
func (s *Session) SampledText() string {
	if s.trace == nil {
		return ""
	}
	sampled := measure.SampledOf(s.trace, s.Scope())
	return sampled.Beside(s.trace, s.VisibleThreads())
}

// Followed is the selected thread's moves in the session's scope; ok is false without one.
func (s *Session) Followed() (f explain.Followed, ok bool) {
	ix := s.selected.Thread
	if s.trace == nil || ix == model.NoThread || int(ix) >= len(s.trace.Threads) {
		return f, false
	}
	t := s.trace
	f = explain.Followed{Thread: ix, Title: s.Title(ix), Span: s.Scope(), On: make([]model.Time, len(t.Cores))}
	counts, _ := t.Scheduling(ix, f.Span, nil)
	f.Switches, f.Cross, f.Lossy = counts.Known, counts.Cross, counts.Lost
	for seg := range t.Segments(ix, f.Span) {
		if seg.State == model.Running && int(seg.CPU) < len(f.On) {
			f.On[seg.CPU] += seg.Overlap(f.Span)
		}
	}
	return f, true
}

// PickInherited selects the preemptions that the selected wait inherited: the only one, or all of
// them together with the wait.
func (s *Session) PickInherited() Outcome {
	f, ok := s.Facts()
	if !ok || f.Blocker == nil || len(f.Blocker.Preempted) == 0 {
		return Outcome{Text: "No preemption prolonged the selected segment. Select a wait for another thread that was preempted during the wait."}
	}
	refs := f.Blocker.Preempted
	if len(refs) == 1 {
		s.Go(refs[0])
		return Outcome{}
	}
	s.Update(func() {
		for _, ref := range refs {
			s.ShowThread(ref.Thread)
		}
		s.Reveal(f.Segment.Range)
		s.picked = refs
		s.tell(ChangedSelection)
	})
	text := timeline.FormatCount(int64(len(refs)))
	if n := f.Blocker.Preemptions; n > len(refs) {
		text = "The " + text + " longest of " + timeline.FormatCount(int64(n))
	}
	return Outcome{Text: text + " preemptions are outlined. They prolonged the selected wait."}
}
