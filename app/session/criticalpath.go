package session

import (
	"slices"
	"strings"

	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/timeline"
)

// Path is the visible critical path, nil for none.
func (s *choices) Path() *blocking.CriticalPath { return s.path.path }

// PathMarks is the critical path for the picture, nil for none.
func (s *choices) PathMarks() *timeline.Path { return s.path.marks }

// FollowsCauses reports whether critical paths follow causes without returning.
func (s *choices) FollowsCauses() bool { return s.path.follow }

// PathOf is the thread and time for ShowPath: the selected thread, in the selected time range, else
// in the selected segment, else in the window. ok is false where no thread is selected.
func (s *picture) PathOf() (ix model.ThreadIx, r model.Range, ok bool) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return model.NoThread, r, false
	}
	r = s.Scope()
	if seg, ok := s.Segment(); ok && s.marked.Len() == 0 {
		r = seg.Range
	}
	return s.selected.Thread, r, r.Len() > 0
}

// ShowPath shows the critical path of the selection, or hides it if it is already visible.
func (s *picture) ShowPath() {
	ix, r, ok := s.PathOf()
	if p := s.path.path; !ok || p != nil && p.Thread == ix && p.Range == r {
		s.HidePath()
		return
	}
	s.setPath(blocking.CriticalPathOf(s.trace, ix, r, s.path.follow))
}

// HidePath hides the critical path.
func (s *picture) HidePath() {
	if s.path.path != nil {
		s.setPath(nil)
	}
}

// FollowCauses makes critical paths follow causes or return; a visible one is computed again.
func (s *picture) FollowCauses(on bool) {
	s.path.follow = on
	s.walkPath()
}

// walkPath recomputes a visible path.
func (s *picture) walkPath() {
	if p := s.path.path; p != nil {
		s.setPath(blocking.CriticalPathOf(s.trace, p.Thread, p.Range, s.path.follow))
	}
}

func (s *picture) setPath(p *blocking.CriticalPath) {
	s.path.path, s.path.marks, s.path.at = p, nil, 0
	if p != nil {
		s.path.marks = PathPicture(s.trace, p)
		s.unfold(func(yield func(model.ThreadIx) bool) {
			for i := range p.Hops {
				if !yield(p.Hops[i].Thread) {
					return
				}
			}
		})
	}
	s.tell(ChangedPath)
}

// PathPicture is a critical path for pictures.
func PathPicture(t *model.Trace, p *blocking.CriticalPath) *timeline.Path {
	hops := make([]timeline.PathHop, len(p.Hops))
	for i := range p.Hops {
		h := &p.Hops[i]
		hops[i] = timeline.PathHop{From: h.From, Thread: h.Thread, Segment: h.Index, Category: h.Category}
	}
	return timeline.NewPath(t, p.Thread, p.Range, hops)
}

// pathParts is the number of activities that PathText names.
const pathParts = 4

// PathText lists what the visible path consists of, the largest parts first, "" without one.
func (s *picture) PathText() string {
	p := s.path.path
	if p == nil {
		return ""
	}
	terms := s.Terms()
	var parts []string
	totals := p.Totals()
	for i, k := range totals {
		if i == pathParts && len(totals) > pathParts+1 {
			parts = append(parts, timeline.FormatCount(int64(len(totals)-i))+" more")
			break
		}
		parts = append(parts, terms.Thread(s.trace, k.Thread)+" "+k.First.Title()+" "+timeline.FormatDuration(k.Time)+
			" ("+timeline.FormatPercent(k.Time, p.Range.Len())+")")
	}
	text := terms.Thread(s.trace, p.Thread) + ", " + timeline.FormatDuration(p.Range.Len()) + " = " + strings.Join(parts, " + ")
	if slices.ContainsFunc(totals, func(k blocking.PathTotal) bool { return k.First.State == model.Waiting && k.First.Ctx == model.CtxNone }) {
		text += "; if the trace does not show what ended a wait, the facts of that wait in the tab “Current stack” list the threads that ran during it"
	}
	if len(p.Hops) > query.MostHops {
		text += "; listed: the first " + timeline.FormatCount(query.MostHops) + " of " + timeline.FormatCount(int64(len(p.Hops))) + " hops"
	}
	return text
}
