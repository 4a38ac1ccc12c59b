package command

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	window, windowA, windowB string
	align, marker            string
	process, thread, target  string
	all                      bool
	failOn, with             []string
	tree                     string
}

func setupCompare(c *call) func() error {
	var f compareFlags
	c.flags.StringVar(&f.window, "window", "", "time window of both traces, `FROM-TO`, measured from the point where they are aligned; default: from that point to the ends of the traces")
	c.flags.StringVar(&f.windowA, "window-a", "", "time window of trace A, `FROM-TO`, measured from the start of A")
	c.flags.StringVar(&f.windowB, "window-b", "", "time window of trace B, `FROM-TO`, measured from the start of B")
	c.flags.StringVar(&f.align, "align", "start", "align both traces by `WHAT`: start (the default), or marker (the first marker in each trace; --marker selects it by name)")
	c.flags.StringVar(&f.marker, "marker", "", "`NAME` of the marker to align by; default: the first marker of any name")
	c.flags.StringVar(&f.process, "process", "", "only threads of processes that match `FILTER` (see: threadlens help report)")
	c.flags.StringVar(&f.thread, "thread", "", "only threads that match `FILTER` (see: threadlens help report)")
	c.flags.StringVar(&f.target, "target", "", "the target process of each trace, given by one `FILTER`; default: the process that the trace was recorded for")
	c.flags.BoolVar(&f.all, "all", false, "compare all threads of each trace; default: only threads of the target processes")
	c.flags.Func("fail-on", "exit with 3 if the change from A to B meets the condition `ROW>CHANGE`, such as ready.p99>+20% or preempted.mean>+10%; other rows are given as WHAT: NAME, by their columns What and Name: \"span: load, p95>+5%\"; the flag may be repeated", func(s string) error {
		f.failOn = append(f.failOn, s)
		return nil
	})
	c.flags.Func("with", "a trace of side `B`; may be repeated. With --with, all other traces are side A; without --with, the second trace is side B. Give one trace per side, or at least two per side", func(s string) error {
		f.with = append(f.with, s)
		return nil
	})
	c.flags.StringVar(&f.tree, "tree", "", "compare nothing but call trees, of this `KIND`: "+strings.Join(calltree.TreeNames(), ", ")+"; with -o OUT.svg, .png or .pdf, drawn as a flame graph")
	c.tables()
	c.common()
	c.outputs()
	return func() error { return c.compare(&f) }
}

// comparison is the values of the flags of compare before there are traces.
type comparison struct {
	scope             parsedScope // of both
	both, a, b        model.Range
	hasBoth, hasA     bool
	hasB, alignMarker bool
	marker            string
	failOn            []condition
	trees             bool
	tree              calltree.TreeKind
}

// parse checks the flags, before a long load.
func (f *compareFlags) parse() (p comparison, err error) {
	for _, part := range []func(*comparison) error{f.filters, f.windows, f.conditions, f.trees} {
		if err := part(&p); err != nil {
			return p, err
		}
	}
	p.scope.all = f.all
	if p.hasBoth && (p.hasA || p.hasB) {
		return p, usagef("--window applies to both traces: leave out --window-a and --window-b")
	}
	switch f.align {
	case "start", "marker":
		p.alignMarker, p.marker = f.align == "marker" || f.marker != "", f.marker
	default:
		return p, fmt.Errorf("--align %s: needs start or marker", f.align)
	}
	return p, nil
}

func (f *compareFlags) filters(p *comparison) (err error) {
	for _, x := range []struct {
		name, text string
		to         *filter.Filter
	}{{"process", f.process, &p.scope.process}, {"thread", f.thread, &p.scope.thread}, {"target", f.target, &p.scope.target}} {
		if *x.to, err = filter.Parse(x.text); err != nil {
			return fmt.Errorf("--%s %s: %w", x.name, x.text, err)
		}
	}
	return nil
}

func (f *compareFlags) windows(p *comparison) (err error) {
	for _, x := range []struct {
		name, text string
		to         *model.Range
		given      *bool
	}{{"window", f.window, &p.both, &p.hasBoth}, {"window-a", f.windowA, &p.a, &p.hasA}, {"window-b", f.windowB, &p.b, &p.hasB}} {
		if x.text == "" {
			continue
		}
		*x.given = true
		if *x.to, err = parseWindow(x.text); err == nil && x.to.Len() == 0 {
			err = fmt.Errorf("the time window ends at %s, which is not after its start", measure.Duration(x.to.To))
		}
		if err != nil {
			return fmt.Errorf("--%s %s: %w", x.name, x.text, err)
		}
	}
	return nil
}

func (f *compareFlags) conditions(p *comparison) error {
	for _, text := range f.failOn {
		x, err := parseCondition(text)
		if err != nil {
			return err
		}
		p.failOn = append(p.failOn, x)
	}
	return nil
}

func (f *compareFlags) trees(p *comparison) error {
	if f.tree == "" {
		return nil
	}
	if p.tree, p.trees = calltree.ParseTree(f.tree); !p.trees {
		return usagef("--tree %s: needs one of: %s", f.tree, strings.Join(calltree.TreeNames(), ", "))
	}
	if len(f.failOn) > 0 || len(f.with) > 0 {
		return usagef("--tree compares only the call trees of two traces, without limits: leave out --fail-on and --with")
	}
	return nil
}

func (c *call) compare(f *compareFlags) error {
	paths := [2][]string{c.args, f.with}
	if len(f.with) == 0 {
		if len(c.args) != 2 {
			return usagef("needs two trace files, not %d; to compare several per side: compare A1 A2 --with B1 --with B2", len(c.args))
		}
		paths = [2][]string{c.args[:1], c.args[1:]}
	}
	one := len(paths[0]) == 1 && len(paths[1]) == 1
	if !one && min(len(paths[0]), len(paths[1])) < 2 {
		return usagef("needs one trace on each side of the comparison, or at least two on each side, not %d and %d", len(paths[0]), len(paths[1]))
	}
	p, err := f.parse()
	if err != nil {
		return err
	}
	write, err := c.writesComparison(paths, &p)
	if err != nil {
		return err
	}
	compare := c.compareMany
	if one {
		compare = c.compareTwo
	}
	table, meta, err := compare(paths, &p)
	if err != nil {
		return err
	}
	found, err := failing(table, p.failOn)
	if err != nil {
		return err
	}
	if err := write(table, meta); err != nil {
		return err
	}
	if len(found) > 0 {
		return foundError(paths[1][0] + ": " + strings.Join(found, ", "))
	}
	return nil
}

// writesComparison is how the comparison is written: as a table, or call trees as a picture if the
// output is one.
func (c *call) writesComparison(paths [2][]string, p *comparison) (func(*report.Table, export.Meta) error, error) {
	kind, isPicture := export.KindOf(c.output.path)
	if !isPicture {
		format, err := c.tableFormat()
		return func(t *report.Table, meta export.Meta) error { return c.writeTable(t, meta, format) }, err
	}
	if !p.trees {
		return nil, usagef("-o %s: a picture can compare only call trees; add --tree and one of: %s", c.output.path, strings.Join(calltree.TreeNames(), ", "))
	}
	return func(t *report.Table, _ export.Meta) error {
		g := export.FlameDifference{
			Table: t, Title: "A: " + filepath.Base(paths[0][0]) + " · B: " + filepath.Base(paths[1][0]),
			Palette: paint.NewPalette(false, false), Scale: 1, Width: pictureWidth,
		}
		return c.output.write(c.ctx, c.out, func(w io.Writer) error { return g.Draw().Write(w, kind) })
	}, nil
}

// compareTwo compares a trace with another.
func (c *call) compareTwo(paths [2][]string, p *comparison) (table *report.Table, meta export.Meta, err error) {
	var sides [2]report.Side
	for i := range sides {
		if sides[i], err = c.side(paths[i][0], p, i); err != nil {
			return nil, meta, err
		}
	}
	if p.trees {
		table, err = report.CompareTrees(sides[0], sides[1], p.tree)
	} else {
		table, err = report.Compare(sides[0], sides[1])
	}
	return table, export.MetaOf(sides[0].Trace), err
}

// compareMany compares several recordings a side, of which it holds one at a time in memory.
func (c *call) compareMany(paths [2][]string, p *comparison) (table *report.Table, meta export.Meta, err error) {
	var sets [2][]*report.Recording
	for i, list := range paths {
		for _, path := range list {
			s, err := c.side(path, p, i)
			if err != nil {
				return nil, meta, err
			}
			r, err := report.Record(s)
			if err != nil {
				return nil, meta, err
			}
			if len(sets[0]) == 0 {
				meta = export.MetaOf(s.Trace)
			}
			sets[i] = append(sets[i], r)
		}
	}
	table, err = report.CompareMany(sets[0], sets[1])
	return table, meta, err
}

// side opens a trace of side A (0) or B (1).
func (c *call) side(path string, p *comparison, of int) (s report.Side, err error) {
	if s.Trace, err = c.load(path); err != nil {
		return s, err
	}
	window, err := p.window(s.Trace, of)
	if err != nil {
		return s, err
	}
	scope := p.scope
	scope.from, scope.to, scope.hasTo = window.From, window.To, true
	if s.Scope, err = scope.of(s.Trace); err != nil {
		return s, err
	}
	s.Starts = query.StartsOf(s.Trace, s.Scope.Threads)
	if !p.trees {
		s.Found, err = query.FoundIn(c.ctx, &s, c.userLimits())
	}
	return s, err
}

// window is the window of a trace of side A (0) or B (1): the given one, or that from the point at which
// traces are aligned to its end.
func (p *comparison) window(t *model.Trace, of int) (w model.Range, err error) {
	switch {
	case of == 0 && p.hasA:
		return p.a, nil
	case of == 1 && p.hasB:
		return p.b, nil
	}
	var start model.Time
	if p.alignMarker {
		if start, err = firstMarker(t, p.marker); err != nil {
			return w, err
		}
	}
	if p.hasBoth {
		return model.Range{From: start + min(p.both.From, t.End), To: start + min(p.both.To, t.End)}, nil
	}
	return model.Range{From: start, To: t.End}, nil
}

// firstMarker is the time of the first marker with a name, or of any.
func firstMarker(t *model.Trace, name string) (model.Time, error) {
	for i := range t.Markers {
		if m := &t.Markers[i]; name == "" || t.String(m.Name) == name {
			return m.Time, nil
		}
	}
	if name == "" {
		return 0, fmt.Errorf("%s: no markers to align by; use --align start", t.Info.File)
	}
	return 0, fmt.Errorf("%s: no marker %q to align by; all events, with the markers, are listed by: threadlens dump %s", t.Info.File, name, t.Info.File)
}
