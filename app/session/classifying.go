package session

import (
	"threadlens/model"
	"threadlens/model/classify"
)

// Classify determines from the functions on their stacks why the threads of a trace waited, with
// the program's rules and those of the user's file in dir, a folder of settings, "" for none. It
// returns the classified trace, and what could not be read of that file.
func Classify(t *model.Trace, dir string) (*model.Trace, []error) {
	table, problems := classify.Load(dir)
	return table.Apply(t), problems
}

// CountLikely is the trace with its unclassified waits counted as what they probably were, if on is
// set, otherwise without that.
func CountLikely(t *model.Trace, on bool) *model.Trace {
	if !on {
		return t.Attested()
	}
	return classify.CountLikely(t)
}
