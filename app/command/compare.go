package command

import (
	"fmt"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	window, windowA, windowB string
	align, marker            string
	process, thread, target  string
	all                      bool
	failOn                   []string
}

func setupCompare(c *call) func() error {
	var f compareFlags
	c.flags.StringVar(&f.window, "window", "", "window of both traces, `FROM-TO`, measured from the point where they are aligned; default: from that point to the ends of the traces")
	c.flags.StringVar(&f.windowA, "window-a", "", "window of trace A, `FROM-TO`, from the start of A")
	c.flags.StringVar(&f.windowB, "window-b", "", "window of trace B, `FROM-TO`, from the start of B")
	c.flags.StringVar(&f.align, "align", "start", "align both traces by `WHAT`: start, or the first marker of each")
	c.flags.StringVar(&f.marker, "marker", "", "`NAME` of the marker to align by; default: the first marker of any name")
	c.flags.StringVar(&f.process, "process", "", "only threads of processes that match `FILTER`")
	c.flags.StringVar(&f.thread, "thread", "", "only threads that match `FILTER`")
	c.flags.StringVar(&f.target, "target", "", "the target process of each trace, a `FILTER`; default: the process that the trace was recorded for")
	c.flags.BoolVar(&f.all, "all", false, "threads of the whole machines; default: threads of the target processes")
	c.flags.Func("fail-on", "exit with 3 when B differs more than `ROW>CHANGE`: ready.p99>+20%, preempted.mean>+10%, or What and Name of a row: \"span: load, p95>+5%\"; may be repeated", func(s string) error {
		f.failOn = append(f.failOn, s)
		return nil
	})
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
}

// parse checks the flags, before a long load.
func (f *compareFlags) parse() (p comparison, err error) {
	for _, x := range []struct {
		name, text string
		to         *filter.Filter
	}{{"process", f.process, &p.scope.process}, {"thread", f.thread, &p.scope.thread}, {"target", f.target, &p.scope.target}} {
		if *x.to, err = filter.Parse(x.text); err != nil {
			return p, fmt.Errorf("--%s %s: %w", x.name, x.text, err)
		}
	}
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
			err = fmt.Errorf("the window ends at %s, which is not after its start", measure.Duration(x.to.To))
		}
		if err != nil {
			return p, fmt.Errorf("--%s %s: %w", x.name, x.text, err)
		}
	}
	for _, text := range f.failOn {
		x, err := parseCondition(text)
		if err != nil {
			return p, err
		}
		p.failOn = append(p.failOn, x)
	}
	p.scope.all = f.all
	if p.hasBoth && (p.hasA || p.hasB) {
		return p, usagef("--window covers both traces: leave out --window-a and --window-b")
	}
	switch f.align {
	case "start", "marker":
		p.alignMarker, p.marker = f.align == "marker" || f.marker != "", f.marker
	default:
		return p, fmt.Errorf("--align %s: needs start or marker", f.align)
	}
	return p, nil
}

func (c *call) compare(f *compareFlags) error {
	if len(c.args) != 2 {
		return usagef("two trace files are compared, not %d", len(c.args))
	}
	p, err := f.parse()
	if err != nil {
		return err
	}
	format, err := c.tableFormat()
	if err != nil {
		return err
	}
	var traces [2]*model.Trace
	for i, path := range c.args {
		if traces[i], err = c.load(path); err != nil {
			return err
		}
	}
	windows, err := p.windows(traces)
	if err != nil {
		return err
	}
	var sides [2]report.Side
	for i, t := range traces {
		scope := p.scope
		scope.from, scope.to, scope.hasTo = windows[i].From, windows[i].To, true
		if sides[i].Scope, err = scope.of(t); err != nil {
			return err
		}
		sides[i].Trace, sides[i].Starts = t, query.StartsOf(t, sides[i].Scope.Threads)
	}
	table, err := report.Compare(sides[0], sides[1])
	if err != nil {
		return err
	}
	found, err := failing(table, p.failOn)
	if err != nil {
		return err
	}
	if err := c.writeTable(table, export.MetaOf(traces[0]), format); err != nil {
		return err
	}
	if len(found) > 0 {
		return foundError(c.args[1] + ": " + strings.Join(found, ", "))
	}
	return nil
}

// windows are the windows of both traces: the given ones, or both from the point at which the
// traces are aligned to their ends.
func (p *comparison) windows(traces [2]*model.Trace) (w [2]model.Range, err error) {
	var starts [2]model.Time
	for i, t := range traces {
		if p.alignMarker {
			if starts[i], err = firstMarker(t, p.marker); err != nil {
				return w, err
			}
		}
	}
	for i, start := range starts {
		end := traces[i].End
		w[i] = model.Range{From: start, To: end}
		if p.hasBoth {
			w[i] = model.Range{From: start + min(p.both.From, end), To: start + min(p.both.To, end)}
		}
	}
	if p.hasA {
		w[0] = p.a
	}
	if p.hasB {
		w[1] = p.b
	}
	return w, nil
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
	return 0, fmt.Errorf("%s: no marker %q to align by; list the markers with: threadlens dump %s", t.Info.File, name, t.Info.File)
}
