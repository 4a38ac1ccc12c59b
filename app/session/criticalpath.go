package session

import (
	"strings"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/model/report"
	"threadlens/timeline"
)

// pathState is the critical path that is shown.
type pathState struct {
	path   *blocking.CriticalPath // nil for none
	marks  *timeline.Path         // the same for the picture
	follow bool                   // causes are followed
	at     int                    // the hop that one went to last
}

// MostHops is the number of hops of a critical path that a table lists.
const MostHops = 20_000

// Path is the critical path that is shown, nil for none.
func (s *Session) Path() *blocking.CriticalPath { return s.path.path }

// PathMarks is the critical path as the picture shows it, nil for none.
func (s *Session) PathMarks() *timeline.Path { return s.path.marks }

// FollowsCauses reports whether critical paths follow causes without coming back.
func (s *Session) FollowsCauses() bool { return s.path.follow }

// PathOf is what ShowPath would show the critical path of: the selected thread, in
// the selected time range, else in the selected segment, else in the window. ok is
// false where no thread is selected.
func (s *Session) PathOf() (ix model.ThreadIx, r model.Range, ok bool) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return model.NoThread, r, false
	}
	r = s.Scope()
	if seg, ok := s.Segment(); ok && s.marked.Len() == 0 {
		r = seg.Range
	}
	return s.selected.Thread, r, r.Len() > 0
}

// ShowPath shows the critical path of the selection, or none if it is shown.
func (s *Session) ShowPath() {
	ix, r, ok := s.PathOf()
	if p := s.path.path; !ok || p != nil && p.Thread == ix && p.Range == r {
		s.HidePath()
		return
	}
	s.setPath(blocking.CriticalPathOf(s.trace, ix, r, s.path.follow))
}

// HidePath shows no critical path.
func (s *Session) HidePath() {
	if s.path.path != nil {
		s.setPath(nil)
	}
}

// FollowCauses has critical paths follow causes or come back; one that is shown is
// walked again.
func (s *Session) FollowCauses(on bool) {
	s.path.follow = on
	s.walkPath()
}

// walkPath walks a path that is shown again.
func (s *Session) walkPath() {
	if p := s.path.path; p != nil {
		s.setPath(blocking.CriticalPathOf(s.trace, p.Thread, p.Range, s.path.follow))
	}
}

func (s *Session) setPath(p *blocking.CriticalPath) {
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

// PathPicture is a critical path as pictures show it.
func PathPicture(t *model.Trace, p *blocking.CriticalPath) *timeline.Path {
	hops := make([]timeline.PathHop, len(p.Hops))
	for i := range p.Hops {
		h := &p.Hops[i]
		hops[i] = timeline.PathHop{From: h.From, Thread: h.Thread, Segment: h.Index, Category: h.Category}
	}
	return timeline.NewPath(t, p.Thread, p.Range, hops)
}

// PathQuery asks for the table of a critical path. It is a plain value, so that the
// table can be made in the background.
type PathQuery struct {
	Trace *model.Trace
	Path  *blocking.CriticalPath
	Terms naming.Terms
}

// PathQuery asks for the table of the path that is shown.
func (s *Session) PathQuery() PathQuery { return PathQuery{s.trace, s.path.path, s.Terms()} }

// pathColumns say what is in a column of a table of hops.
var pathColumns = map[string]string{
	"from_ns":   "When the hop begins; a click selects it on its lane",
	"length_ns": "How long it takes of the time that the path explains",
	"percent":   "Share of the time that the path explains",
	"thread":    "The thread that the time went to",
	"process":   "The process that the thread belongs to",
	"label":     "What the thread did, and what ended a wait",
	"sub":       "Why the thread waited, or how it came to be ready or preempted",
	"depth":     "How many waits within each other the hop explains; 0 is the thread itself",
	"for":       "The thread of which the hop explains a wait",
	"through":   "Through what that wait was ended",
}

// pathWidths are the usual widths of columns, dp.
var pathWidths = map[string]float32{"thread": 150, "process": 140, "label": 250, "sub": 240}

// hopWords says what a thread did in a hop.
func hopWords(h *blocking.Hop) string {
	switch {
	case h.State == model.Unknown && h.Sub == model.SubGap:
		return "Unknown (events lost)"
	case h.Ended:
		return "Had ended"
	case h.State == model.Unknown:
		return "Not known"
	case h.State != model.Waiting:
		return h.Category.Title()
	case h.Ctx == model.CtxNone:
		return "Wait, not resolved"
	}
	return h.Category.Title() + ", ended by " + naming.ContextWords(h.Ctx)
}

// Run makes the table: one row a hop, in order of time, and their sum; of a long
// path the first hops. Without a path there are no rows.
func (q PathQuery) Run() (*grid.Content, error) {
	path := blocking.CriticalPath{}
	if q.Path != nil {
		path = *q.Path
	}
	path.Hops = path.Hops[:min(len(path.Hops), MostHops)]
	table := report.PathTable(&path, q.Trace)
	n := 0
	content := grid.FromTable(table, grid.Shape{
		About: func(r *grid.Row) {
			h := &path.Hops[n]
			n++
			r.Thread, r.Span, r.Leads = h.Thread, h.Range, true
			for i, c := range table.Columns {
				switch v := &r.Cells[i]; c.Name {
				case "thread":
					v.Display = q.Terms.Thread(q.Trace, h.Thread)
				case "label":
					v.Display = hopWords(h)
				case "sub":
					v.Display = naming.SubWords(h.Sub)
				}
			}
		},
		Help: pathColumns,
	})
	for i := range content.Columns {
		content.Columns[i].Width = pathWidths[content.Columns[i].Name]
	}
	if q.Path == nil {
		content.Total = nil
	}
	return content, nil
}

// pathParts is the number of activities that PathText names.
const pathParts = 4

// PathText says what the path that is shown consists of, the largest parts first,
// "" without one.
func (s *Session) PathText() string {
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
		parts = append(parts, terms.Thread(s.trace, k.Thread)+" "+hopWords(&k.First)+" "+timeline.FormatDuration(k.Time)+
			" ("+timeline.FormatPercent(k.Time, p.Range.Len())+")")
	}
	text := terms.Thread(s.trace, p.Thread) + ", " + timeline.FormatDuration(p.Range.Len()) + " = " + strings.Join(parts, " + ")
	if len(p.Hops) > MostHops {
		text += "; the first " + timeline.FormatCount(MostHops) + " of " + timeline.FormatCount(int64(len(p.Hops))) + " hops"
	}
	return text
}
