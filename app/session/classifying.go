package session

import (
	"threadlens/model"
	"threadlens/model/classify"
)

// Classify settles by the functions on their stacks why the threads of a trace
// waited, with the rules of the program and those of the user's file in dir, a
// folder of settings, "" for none. It returns the trace that knows, and what of that
// file cannot be read.
func Classify(t *model.Trace, dir string) (*model.Trace, []error) {
	table, problems := classify.Load(dir)
	return table.Apply(t), problems
}

// Replace shows the open trace as it is known better meanwhile: t must have the same
// threads, segments and stacks, and differ only in what is said of them. All that is
// looked at, selected and chosen stays.
func (s *Session) Replace(t *model.Trace) {
	if s.trace == nil || t == s.trace {
		return
	}
	s.trace = t
	s.rows.rows, s.rows.starts = nil, nil
	s.cores.rows, s.cores.colours = nil, nil
	s.tell(ChangedKnown)
}
