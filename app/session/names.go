package session

import (
	"context"

	"threadlens/assets"
	"threadlens/ingest/symbols"
	"threadlens/model"
	"threadlens/timeline"
)

// FindNames is the trace with the names of its functions, as far as files on this machine contain
// them: those in paths, and those that prove to be what was traced. It takes a while and fails when
// ctx ends.
func FindNames(ctx context.Context, t *model.Trace, paths []string) (*model.Trace, error) {
	return symbols.Resolve(ctx, t, SymbolOptions(paths))
}

// SymbolOptions are where to look for names of functions: in paths that the user named, on this
// machine, and for the demo trace in what comes with the program.
func SymbolOptions(paths []string) symbols.Options {
	opt := symbols.Local(paths)
	opt.Snapshots = [][]byte{assets.DemoNames()}
	return opt
}

// Learn replaces the open trace by one with more results: t has the same threads, segments and
// stacks, and differs only in what is known about them. The window, the selection and all choices
// stay.
func (s *Session) Learn(t *model.Trace) {
	if s.trace == nil || t == s.trace {
		return
	}
	s.Update(func() {
		s.trace = t
		s.rows.rows, s.rows.starts = nil, nil // starts are functions
		s.cores.rows, s.cores.colours = nil, nil
		if s.rows.opts.Group == timeline.GroupStart {
			s.rows.opts.Starts = s.starts()
			s.rowsChanged()
		}
		s.walkPath() // its hops have the categories of t
		s.tell(ChangedKnown)
	})
}
