package session

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// forCPU are the categories of waits for a CPU.
var forCPU = []model.Category{model.Dispatch, model.Preemption}

// GoLongestForCPU selects the longest wait for a CPU in the window, among the threads searched. A longer one of a
// thread that is not shown is offered: the user may not know that others are left out.
func (s *Session) GoLongestForCPU() Outcome {
	asked := s.trace != nil && s.selected.Thread != model.NoThread && s.selected.Index < 0 // for a thread as a whole
	o := s.GoLongest(forCPU...)
	seg, ok := s.Segment()
	if asked || o.Text != "" || !ok {
		return o
	}
	return s.longerHidden(&seg)
}

// longerHidden offers a wait for a CPU that takes up more of the window than the one that was found, of a thread that is
// not shown.
func (s *Session) longerHidden(found *model.Segment) Outcome {
	shown := map[model.ThreadIx]bool{}
	for _, ix := range s.VisibleThreads() {
		shown[ix] = true
	}
	var hidden []model.ThreadIx
	for _, ix := range measure.Visible(s.trace) {
		if !shown[ix] {
			hidden = append(hidden, ix)
		}
	}
	window := s.view.Clip(s.trace.Held())
	seg, ok := s.longestOf(hidden, window, anySegment, forCPU...)
	if !ok || seg.Overlap(window) <= found.Overlap(window) {
		return Outcome{}
	}
	before := s.rows.opts.Targets
	return Outcome{
		Text: "A thread that is not shown waited longer for a CPU: " + s.Title(seg.Thread) + ", " + timeline.FormatDuration(seg.Len()) + ".",
		Way:  "Show thread", Run: func() {
			s.Choose(s.AllProcesses())
			s.ShowHidden()
			s.goSegment(&seg)
		},
		Then: &Outcome{Text: "All processes are the target now.", Way: "Restore the previous target", Run: func() { s.Choose(before) }},
	}
}
