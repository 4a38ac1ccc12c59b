package view

import (
	"bytes"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// tableWriter writes the table of threads for the time that the window sums up
// when it is called and in the order of its rows: the answer of the report
// “threads”. What it returns may run on any goroutine.
func (p *Panes) tableWriter(f export.Format, threads []model.ThreadIx) func(io.Writer) error {
	t, query := p.Session.Trace(), p.report.query(threads, true)
	return func(out io.Writer) error {
		g, err := query()
		if err != nil {
			return err
		}
		return export.WriteTable(out, g.All(), export.MetaOf(t), f)
	}
}

// copyTable puts the rows of the table in use on the clipboard, or those of the profile
// report: the selected ones, or all that it shows, or all when
// it is hidden. They are recomputed, since the report may be behind the picture.
func (p *Panes) copyTable(f export.Format) {
	if t := p.tableInUse(); t != nil && t != p.report.table {
		p.CopyGrid(f, t.Grid)
		return
	}
	t, query := p.Session.Trace(), p.report.query(p.Session.VisibleThreads(), !p.reportShown())
	p.copyWritten(func(out io.Writer) error {
		g, err := query()
		if err != nil {
			return err
		}
		return export.WriteTable(out, g.Copied(), export.MetaOf(t), f)
	})
}

// copyThreads puts a table of threads on the clipboard.
func (p *Panes) copyThreads(f export.Format, threads []model.ThreadIx) {
	p.copyWritten(p.tableWriter(f, threads))
}

// copyWritten puts on the clipboard what is written in the background.
func (p *Panes) copyWritten(write func(io.Writer) error) {
	go func() {
		var b bytes.Buffer
		err := write(&b)
		fyne.Do(func() {
			if err != nil {
				p.Complain("Not copied", err)
				return
			}
			p.Clip(b.String())
		})
	}()
}

// tableTitles are the formats of tables as people know them, in the order of
// session.TableFormats.
var tableTitles = []string{"CSV", "TSV", "JSON", "Markdown"}

// exportTable asks for the format of a table and then for its file.
func (p *Panes) exportTable() {
	if p.Session.Viewing() == keep.ViewCores {
		p.exportMigrations()
		return
	}
	choice := &p.Settings.Export
	formats := kit.NewPicker(tableTitles, keep.TableFormats(), choice.Table, func(v string) { choice.Table = v })
	e := p.exportedTable()
	content := container.New(kit.ColumnLayout(10),
		host.FormRow("Format", formats.Root),
		host.FormRow("Content", kit.NewLine(e.content, theme.ColorNameForeground)),
		host.FormRow("", kit.NewLine(e.scope, kit.ColorText2)),
	)
	p.ExportSheet("Export table", content, func() {
		f, _ := export.ParseFormat(choice.Table)
		p.ExportAs(p.exportName(choice.Table), e.write(f))
	})
}

// exportedTable is a table that can be written to a file.
type exportedTable struct {
	content, scope string
	write          func(f export.Format) func(io.Writer) error
}

// exportedTable is the table of the view.
func (p *Panes) exportedTable() exportedTable {
	if p.Session.Viewing() == keep.ViewUtilization {
		return p.cpu.exported()
	}
	if shown, ok := p.shownPane(); ok && shown.table != p.report.table {
		return p.exportedPage(shown.table)
	}
	return exportedTable{
		"Time by category, switches and ready times",
		kit.Plural(len(p.Session.VisibleThreads()), "thread") + " · " + p.Session.Clock().Range(p.Session.Scope()),
		func(f export.Format) func(io.Writer) error { return p.tableWriter(f, p.Session.VisibleThreads()) },
	}
}

// exportName is the file name that is offered: the trace's with another ending.
func (p *Panes) exportName(ending string) string {
	return p.ExportNameOf(p.Session.Viewing().Key(), ending)
}
