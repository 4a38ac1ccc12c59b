package session

import (
	"context"

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

// KnownOf is a trace with the names of its functions, looked up also in paths, and what they tell
// about why its threads waited, by the rules in the settings' folder too; likely is that of
// CountLikely. problems are about those rules; the error is the context's.
func KnownOf(ctx context.Context, t *model.Trace, paths []string, settings string, likely bool) (known *model.Trace, problems []error, err error) {
	named, err := FindNames(ctx, t, paths)
	if err != nil {
		return t, nil, err
	}
	known, problems = Classify(named, settings)
	return CountLikely(known, likely), problems, nil
}

// CountLikely is the trace with its unclassified waits counted as what they probably were, if on is
// set, otherwise without that.
func CountLikely(t *model.Trace, on bool) *model.Trace {
	if !on {
		return t.Attested()
	}
	return classify.CountLikely(t)
}
