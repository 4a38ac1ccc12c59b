package views

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// TableWriter writes the table of threads, the answer of the report “threads”, for the time that
// the window sums up and in the order of the rows, both as they are when it is called. The function
// that it returns may run on any goroutine.
func (p *Views) TableWriter(f export.Format, threads []model.ThreadIx) func(io.Writer) error {
	t, query := p.Session.Trace(), p.Report.Query(threads, true)
	return func(out io.Writer) error {
		g, err := query()
		if err != nil {
			return err
		}
		return export.WriteTable(out, g.All(), export.MetaOf(t), f)
	}
}

// CopyTable copies rows of the table in use to the clipboard, or of the profile report: the
// selected rows, or all rows shown, or all rows if the report is hidden. The report's rows are
// recomputed, since it may be behind the picture.
func (p *Views) CopyTable(f export.Format) {
	if t := p.TableInUse(); t != nil && t != p.Report.Table {
		p.CopyGrid(f, t.Grid)
		return
	}
	t, query := p.Session.Trace(), p.Report.Query(p.Session.VisibleThreads(), !p.reportShown())
	p.copyWritten(func(out io.Writer) error {
		g, err := query()
		if err != nil {
			return err
		}
		return export.WriteTable(out, g.Copied(), export.MetaOf(t), f)
	})
}

// CopyThreads copies a table of threads to the clipboard.
func (p *Views) CopyThreads(f export.Format, threads []model.ThreadIx) {
	p.copyWritten(p.TableWriter(f, threads))
}

// copyWritten runs write in the background and copies what it writes to the clipboard.
func (p *Views) copyWritten(write func(io.Writer) error) {
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

// TableTitles are the common names of the table formats, in the order of keep.TableFormats.
var TableTitles = []string{"CSV", "TSV", "JSON", "Markdown"}

// ExportTable asks for the format of a table and then for its file.
func (p *Views) ExportTable() {
	if p.Session.Viewing() == keep.ViewCores {
		p.exportMigrations()
		return
	}
	choice := &p.Settings.Export
	formats := kit.NewPicker(TableTitles, keep.TableFormats(), choice.Table, func(v string) { choice.Table = v })
	e := p.ExportedTable()
	content := container.New(kit.ColumnLayout(10),
		host.FormRow("Format", formats.Root),
		host.FormRow("Content", kit.NewLine(e.Content, theme.ColorNameForeground)),
		host.FormRow("", kit.NewLine(e.scope, kit.ColorText2)),
	)
	p.ExportSheet("Export table", content, func() {
		f, _ := export.ParseFormat(choice.Table)
		p.ExportAs(p.ExportNameOf(e.Name, choice.Table), e.Write(f))
	})
}

// ExportedTable is the table of the view.
func (p *Views) ExportedTable() exportedTable {
	if p.Session.Viewing() == keep.ViewUtilization {
		e := p.Summary.exported()
		e.Name = p.tableName(nil, p.Session.Scope())
		return e
	}
	if shown, ok := p.shownPane(); ok && shown.Table != p.Report.Table {
		return p.exportedPage(shown)
	}
	return exportedTable{
		Content: "For each thread: time by category, context switches and ready times",
		scope:   kit.Plural(len(p.Session.VisibleThreads()), "thread") + " · " + p.Session.Clock().Range(p.Session.Scope()),
		Write:   func(f export.Format) func(io.Writer) error { return p.TableWriter(f, p.Session.VisibleThreads()) },
		Name:    p.tableName(nil, p.Session.Scope()),
	}
}

// tableName is what the name of a file with a table contains besides that of the trace: the report,
// or else the view; the thread; and the time r, where it was selected.
func (p *Views) tableName(about func() session.ReportPart, r model.Range) string {
	part := session.ReportPart{Report: p.Session.Viewing().Key(), Thread: model.NoThread}
	if about != nil {
		part = about()
	}
	name, t := part.Report, p.Session.Trace()
	if part.Thread != model.NoThread {
		name += "-thread-" + strconv.Itoa(int(t.Threads[part.Thread].TID))
	}
	if selected := r == p.Session.Marked() || r == part.Range; selected && r.Len() > 0 && r != t.Held() {
		name += fmt.Sprintf("-%.3f-%.3fms", float64(r.From)/1e6, float64(r.To)/1e6)
	}
	return name
}

// ExportName is the suggested file name: the trace's name with the view and an ending.
func (p *Views) ExportName(ending string) string {
	return p.ExportNameOf(p.Session.Viewing().Key(), ending)
}

// exportMigrations asks for the format of the table and then for its file.
func (p *Views) exportMigrations() {
	choice := &p.Settings.Export
	formats := kit.NewPicker(TableTitles, keep.TableFormats(), choice.Table, func(v string) { choice.Table = v })
	content := container.New(kit.ColumnLayout(10),
		host.FormRow("Format", formats.Root),
		host.FormRow("Content", kit.NewLine("Context switches and migrations of all threads", theme.ColorNameForeground)),
		host.FormRow("", kit.NewLine(p.Session.Clock().Range(p.Session.Scope()), kit.ColorText2)),
	)
	p.ExportSheet("Export table", content, func() {
		f, _ := export.ParseFormat(choice.Table)
		p.ExportAs(p.ExportNameOf(p.tableName(nil, p.Session.Scope()), choice.Table), p.MigrationWriter(f))
	})
}

// MigrationWriter writes the table for the time that the window sums up and in the order of the
// rows, both as they are when it is called. The function that it returns may run on any goroutine.
func (p *Views) MigrationWriter(f export.Format) func(io.Writer) error {
	t, query, scope := p.Session.Trace(), p.Session.MigrationQuery(), p.Session.GridScope()
	look := grid.New()
	look.SetLayout(grid.Layout{Sort: p.Cores.Table.Table.Grid.Layout().Sort})
	return func(out io.Writer) error {
		content, err := query.Run()
		if err != nil {
			return err
		}
		return export.WriteTable(out, look.With(content, scope).All(), export.MetaOf(t), f)
	}
}

// exportedPage is the current table of a page or a tab.
func (p *Views) exportedPage(shown TablePane) exportedTable {
	all, meta := shown.Table.Grid.All(), export.MetaOf(p.Session.Trace())
	return exportedTable{
		Content: all.Title, scope: p.Session.Clock().Range(all.Range), Name: p.tableName(shown.About, all.Range),
		Write: func(f export.Format) func(io.Writer) error {
			return func(out io.Writer) error { return export.WriteTable(out, all, meta, f) }
		},
	}
}
