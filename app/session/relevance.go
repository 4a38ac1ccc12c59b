package session

import (
	"slices"

	"threadlens/app/session/query"
	"threadlens/timeline"
)

// Found makes the lanes follow the findings. Threads that a finding names leave the folds; the
// order uses the first finding of a trace or of new targets. It uses others when the lanes are
// sorted again, or are kept sorted: lanes that moved with each step of a zoom could not be
// followed.
func (s *picture) Found(f *query.Found) {
	if s.trace == nil || s.opened != f.Query.Opened {
		return
	}
	first, named := query.Relevance(f.Told())
	opts := &s.rows.opts
	changed := false
	for ix := range named {
		if !opts.Named[ix] {
			opts.Named[ix] = true
			row, _ := s.Rows().OfThread(ix)
			changed = changed || row >= 0 && opts.Fold
		}
	}
	s.found.relevant, s.found.answered = first, true
	if !s.rows.ranked || s.rows.keep {
		changed = changed || opts.Sort == timeline.SortRelevance && !slices.Equal(opts.Relevant, first)
		opts.Relevant, s.rows.ranked = first, true
	}
	if changed {
		s.rowsChanged()
	}
}
