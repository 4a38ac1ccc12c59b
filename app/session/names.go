package session

import (
	"context"

	"threadlens/app/session/naming"
	"threadlens/assets"
	"threadlens/ingest/symbols"
	"threadlens/model"
	"threadlens/timeline"
)

// FindNames is the trace with the names of its functions, as far as files on this
// machine tell them: those in paths, and those that prove to be what was traced.
// It takes a while and fails when ctx ends it.
func FindNames(ctx context.Context, t *model.Trace, paths []string) (*model.Trace, error) {
	return symbols.Resolve(ctx, t, SymbolOptions(paths))
}

// SymbolOptions say where names of functions are looked for: in paths that the user
// named, on this machine, and for the demo trace in what comes with the program.
func SymbolOptions(paths []string) symbols.Options {
	opt := symbols.Local(paths)
	opt.Snapshots = [][]byte{assets.DemoNames()}
	return opt
}

// Opened tells how often a trace was opened or closed: as long as it is the same,
// so is the trace, whatever more is learnt of it.
func (s *Session) Opened() int { return s.opened }

// Learn puts in the place of the open trace one that is known better: t has the same
// threads, segments and stacks, and differs only in what is said of them. All that is
// looked at, selected and chosen stays.
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
		s.walkPath() // its hops are of the categories of t
		s.tell(ChangedKnown)
	})
}

// Terms are those of the open trace. They may be kept and read on any goroutine.
func (s *Session) Terms() naming.Terms { return naming.Terms{Clock: s.clock, Names: s.rows.opts.Names} }

// Title is the name and id of a thread for the screen, with the user's name for
// it if there is one.
func (s *Session) Title(ix model.ThreadIx) string { return s.Terms().Thread(s.trace, ix) }
