package session

import (
	"slices"

	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/timeline"
)

// rankedSegments is the number of segments of a trace up to which its findings come so soon, in about
// half a second, that the lanes may still move.
const rankedSegments = 500_000

// Found makes the lanes follow the findings. Threads that a finding names leave the folds; the
// order uses the first finding of a trace or of new targets. It uses others when the lanes are
// sorted again, or are kept sorted: lanes that moved with each step of a zoom could not be
// followed. Nor could lanes that moved seconds after they appeared: the findings of a large trace
// wait until they are sorted again.
func (s *picture) Found(f *query.Found) {
	if s.trace == nil || s.opened != f.Query.Opened {
		return
	}
	first, named := query.Relevance(f.Told())
	opts := &s.rows.opts
	s.found.relevant, s.found.answered = first, true
	if !s.rows.keep && segments(s.trace) > rankedSegments {
		s.found.waiting, s.rows.ranked = named, true
		return
	}
	changed := false
	for ix := range named {
		if !opts.Named[ix] {
			opts.Named[ix] = true
			row, _ := s.Rows().OfThread(ix)
			changed = changed || row >= 0 && opts.Fold
		}
	}
	if !s.rows.ranked || s.rows.keep {
		changed = changed || opts.Sort == timeline.SortRelevance && !slices.Equal(opts.Relevant, first)
		opts.Relevant, s.rows.ranked = first, true
	}
	if changed {
		s.rowsChanged()
	}
}

// segments is the number of segments of a trace.
func segments(t *model.Trace) (n int) {
	for i := range t.Threads {
		n += t.Threads[i].Len()
	}
	return n
}
