package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/report"
)

func setupReport(c *call) func() error {
	var list bool
	var scope scopeFlags
	c.flags.BoolVar(&list, "list", false, "list the names of the reports")
	c.tables()
	scope.declare(c.flags)
	scope.declareSome(c.flags)
	c.symbols.declare(c.flags)
	c.countLikely()
	c.common()
	c.outputs()
	return func() error {
		if list {
			return listReports(c.ctx, c.out)
		}
		return c.report(&scope)
	}
}

func listReports(ctx context.Context, w io.Writer) error {
	for _, a := range reports(ctx, findings.NewLimits()) {
		if _, err := fmt.Fprintf(w, "%-13s %s\n", a.Name, a.Doc); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) report(flags *scopeFlags) error {
	if len(c.args) == 0 {
		return usagef("the name of the report is missing; list the reports with: threadlens report --list")
	}
	a, ok := c.findReport(c.args[0])
	if !ok {
		return usagef("unknown report %q; list the reports with: threadlens report --list", c.args[0])
	}
	path, err := c.oneFile(c.args[1:])
	if err != nil {
		return err
	}
	if err := c.useless(a); err != nil {
		return err
	}
	f, err := c.tableFormat()
	if err != nil {
		return err
	}
	return c.table(a, path, f, flags)
}

// table writes the table of a report.
func (c *call) table(a report.Report, path string, f export.Format, flags *scopeFlags) error {
	scope, err := flags.parse()
	if err != nil {
		return err
	}
	t, err := c.load(path)
	if err != nil {
		return err
	}
	table, err := answer(t, a, scope)
	if err != nil {
		return err
	}
	return c.writeTable(table, export.MetaOf(t), f)
}

// answer is the table of a report of an open trace.
func answer(t *model.Trace, a report.Report, scope parsedScope) (*report.Table, error) {
	scope.all = scope.all || a.OfMachine()
	s, err := scope.of(t)
	if err != nil {
		return nil, err
	}
	table, err := a.Run(t, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Info.File, err)
	}
	return table, nil
}

// writeTable writes what is chosen of a table. If the format has no room for whose times it
// contains, that goes to stderr.
func (c *call) writeTable(table *report.Table, m export.Meta, f export.Format) error {
	if f != export.Text && f != export.Markdown {
		table = table.Data()
	} else {
		table = table.ForPeople()
	}
	table, err := c.layout.choose(table)
	if err != nil {
		return err
	}
	if (f == export.CSV || f == export.TSV) && table.Scope != "" && !c.quiet {
		fmt.Fprintf(c.err, "threadlens: %s: %s\n", table.Name, table.Scope)
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error {
		if f == export.Text {
			return export.WriteText(w, table, c.look())
		}
		return export.WriteTable(w, table, m, f)
	})
}

// tableFormat is the requested format, or the one of the output's extension. It fails too where
// another flag of tables is wrong.
func (c *call) tableFormat() (export.Format, error) {
	if err := c.layout.check(); err != nil {
		return export.Text, err
	}
	name := c.layout.format
	if name == "" {
		f, _ := export.ParseFormat(strings.TrimPrefix(strings.ToLower(filepath.Ext(c.output.path)), "."))
		return f, nil
	}
	f, ok := export.ParseFormat(name)
	if !ok {
		return f, fmt.Errorf("--format %s: needs text, csv, tsv, json or md", name)
	}
	return f, nil
}
