package session

import (
	"slices"

	"threadlens/model"
)

// RowChoice is a kind of rows that the user can show or hide.
type RowChoice uint8

// Choices of rows.
const (
	ShowMarkers RowChoice = iota
	ShowSpans             // the markers of each thread below it
	ShowDisks
	ShowProcessors
)

// choice is where a choice is stored, and whether it is stored as its opposite.
func (s *rowList) choice(c RowChoice) (b *bool, not bool) {
	switch c {
	case ShowMarkers:
		return &s.rows.opts.NoMarkers, true
	case ShowSpans:
		return &s.rows.opts.Spans, false
	case ShowDisks:
		return &s.rows.opts.NoDisks, true
	}
	return &s.rows.opts.Processors, false
}

// Shows reports whether rows are shown if there are any.
func (s *rowList) Shows(c RowChoice) bool {
	b, not := s.choice(c)
	return *b != not
}

// ToggleRows shows rows, or hides them.
func (s *rowList) ToggleRows(c RowChoice) {
	b, _ := s.choice(c)
	*b = !*b
	if c == ShowSpans {
		s.rows.opts.SpansOf = nil
	}
	s.rowsChanged()
}

// HasRows reports whether there is anything to show in rows of a choice.
func (s *rowList) HasRows(c RowChoice) bool {
	switch t := s.trace; {
	case t == nil:
		return false
	case c == ShowDisks:
		return len(t.Disks) > 0
	case c == ShowProcessors:
		return slices.ContainsFunc(t.Cores, func(c model.Core) bool { return c.Known })
	default:
		return len(t.Markers) > 0
	}
}

// ToggleSpans shows the markers of a thread below it, or hides them.
func (s *rowList) ToggleSpans(ix model.ThreadIx) {
	s.spansOf(ix, !s.rows.opts.SpansOf[ix])
	s.rowsChanged()
}

// spansOf makes the markers of a thread an exception of Spans, or removes the exception.
func (s *rowList) spansOf(ix model.ThreadIx, other bool) {
	if s.rows.opts.SpansOf == nil {
		s.rows.opts.SpansOf = map[model.ThreadIx]bool{}
	}
	s.rows.opts.SpansOf[ix] = other
}
