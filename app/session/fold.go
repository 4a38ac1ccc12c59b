package session

import (
	"iter"

	"threadlens/model"
	"threadlens/timeline"
)

// Folds reports whether threads that only wait share a row.
func (s *rowList) Folds() bool { return s.rows.opts.Fold }

// SetFolds makes threads that only wait share a row, which is closed at first, or gives each its
// lane.
func (s *rowList) SetFolds(fold bool) {
	if s.trace == nil || fold == s.rows.opts.Fold {
		return
	}
	s.rows.opts.Fold = fold
	for key := range s.rows.opts.Expanded {
		if key.Kind == timeline.RowFold {
			delete(s.rows.opts.Expanded, key)
		}
	}
	s.rowsChanged()
}

// unfold opens the folds that contain some threads.
func (s *rowList) unfold(threads iter.Seq[model.ThreadIx]) {
	rows, opened := s.Rows(), false
	for ix := range threads {
		row, exact := rows.OfThread(ix)
		if exact || row < 0 || rows.List[row].Kind != timeline.RowFold {
			continue
		}
		s.rows.opts.Expanded[rows.List[row].Key()], opened = true, true
	}
	if opened {
		s.rowsChanged()
	}
}
