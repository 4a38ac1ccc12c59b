package symbols

import (
	"context"
	"strings"

	"threadlens/model"
)

// Resolve is the trace with names of functions in the frames of its stacks, as far as they can be
// found; everything else is shared with t, which does not change. The modules in Info state where
// names come from, or what would provide them. The error is the context's.
func Resolve(ctx context.Context, t *model.Trace, opt Options) (*model.Trace, error) {
	r := newResolver(t)
	if len(r.frames) == 0 {
		return t, ctx.Err()
	}
	s := newSearch(opt, t.Info)
	snapshots, unfit := s.snapshots(t)
	for _, snap := range snapshots {
		for i := range r.modules {
			r.take(i, snap)
		}
	}
	var kernel *names
	missing := ""
	if !s.windows && r.kernel() {
		kernel, missing = s.kernelNames(t.Info)
	}
	for i := range r.modules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if m := &r.modules[i]; len(r.frames[i]) == 0 {
			continue
		} else if m.Kernel && !s.windows {
			r.name(i, kernel, missing)
		} else {
			n, missing := s.namesOf(ctx, m)
			r.name(i, n, missing)
		}
		if m := &r.modules[i]; m.Missing != "" {
			m.Missing = unfit + m.Missing
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.trace(), nil
}

// namesOf finds the functions of a module; without any it states what would provide them.
func (s *search) namesOf(ctx context.Context, m *model.Module) (n *names, missing string) {
	switch {
	case s.windows:
		return s.windowsNames(ctx, m)
	case strings.HasPrefix(m.Name, "perf-") && strings.HasSuffix(m.Name, ".map"):
		return s.mapNames(m)
	}
	return s.fileNames(m)
}
