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

// CountLikely is the trace with its unclassified waits counted as what they probably
// were, if on is set, else the one without.
func CountLikely(t *model.Trace, on bool) *model.Trace {
	if !on {
		return t.Attested()
	}
	return classify.CountLikely(t)
}
