package view

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// tableWriter writes the table of threads for the time that the window sums up
// when it is called and in the order of its rows: the answer of the report
// “threads”. What it returns may run on any goroutine.
func (w *window) tableWriter(f export.Format, threads []model.ThreadIx) func(io.Writer) error {
	t, query := w.s.Trace(), w.report.query(threads, true)
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
func (w *window) copyTable(f export.Format) {
	if t := w.tableInUse(); t != nil && t != w.report.table {
		w.copyGrid(f, t.Grid)
		return
	}
	t, query := w.s.Trace(), w.report.query(w.s.VisibleThreads(), !w.reportShown())
	w.copyWritten(func(out io.Writer) error {
		g, err := query()
		if err != nil {
			return err
		}
		return export.WriteTable(out, g.Copied(), export.MetaOf(t), f)
	})
}

// copyGrid puts the selected rows of a table, or all that it shows, on the
// clipboard.
func (w *window) copyGrid(f export.Format, g *grid.Grid) {
	var m export.Meta
	if t := w.s.Trace(); t != nil {
		m = export.MetaOf(t)
	}
	var b strings.Builder
	if err := export.WriteTable(&b, g.Copied(), m, f); err != nil {
		w.complain("Not copied", err)
		return
	}
	w.clip(b.String())
}

// copyThreads puts a table of threads on the clipboard.
func (w *window) copyThreads(f export.Format, threads []model.ThreadIx) {
	w.copyWritten(w.tableWriter(f, threads))
}

// copyWritten puts on the clipboard what is written in the background.
func (w *window) copyWritten(write func(io.Writer) error) {
	go func() {
		var b bytes.Buffer
		err := write(&b)
		fyne.Do(func() {
			if err != nil {
				w.complain("Not copied", err)
				return
			}
			w.clip(b.String())
		})
	}()
}

// tableTitles are the formats of tables as people know them, in the order of
// session.TableFormats.
var tableTitles = []string{"CSV", "TSV", "JSON", "Markdown"}

// exportTable asks for the format of a table and then for its file.
func (w *window) exportTable() {
	if w.s.Viewing() == keep.ViewCores {
		w.exportMigrations()
		return
	}
	choice := &w.settings.Export
	formats := kit.NewPicker(tableTitles, keep.TableFormats(), choice.Table, func(v string) { choice.Table = v })
	e := w.exportedTable()
	content := container.New(kit.ColumnLayout(10),
		formRow("Format", formats.Root),
		formRow("Content", kit.NewLine(e.content, theme.ColorNameForeground)),
		formRow("", kit.NewLine(e.scope, kit.ColorText2)),
	)
	w.exportSheet("Export table", content, func() {
		f, _ := export.ParseFormat(choice.Table)
		w.exportAs(w.exportName(choice.Table), e.write(f))
	})
}

// exportedTable is a table that can be written to a file.
type exportedTable struct {
	content, scope string
	write          func(f export.Format) func(io.Writer) error
}

// exportedTable is the table of the view.
func (w *window) exportedTable() exportedTable {
	if w.s.Viewing() == keep.ViewUtilization {
		return w.cpu.exported()
	}
	if p, ok := w.shownPane(); ok && p.table != w.report.table {
		return w.exportedPage(p.table)
	}
	return exportedTable{
		"Time by category, switches and ready times",
		plural(len(w.s.VisibleThreads()), "thread") + " · " + w.s.Clock().Range(w.s.Scope()),
		func(f export.Format) func(io.Writer) error { return w.tableWriter(f, w.s.VisibleThreads()) },
	}
}

// formLabel is the width of the labels of a form.
const formLabel = 90

// formRow is a label and what belongs to it.
func formRow(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.RowLayout(8), container.New(kit.Fixed{formLabel, 0}, kit.NewLine(label, kit.ColorText2)), o)
}

// exportName is the file name that is offered: the trace's with another ending.
func (w *window) exportName(ending string) string { return w.exportNameOf(w.s.Viewing().Key(), ending) }

// exportNameOf is the name that is offered for what a file shows of the trace.
func (w *window) exportNameOf(what, ending string) string {
	name := withoutEndings(timeline.Printable(w.s.Source().Name))
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name) + "-" + what + "." + ending
}

// withoutEndings is the name of a trace without the endings of its formats.
func withoutEndings(name string) string {
	endings := []string{".gz"}
	for _, f := range capture.Formats() {
		endings = append(endings, f.Extensions...)
	}
	for {
		i := slices.IndexFunc(endings, func(e string) bool { return len(e) < len(name) && strings.HasSuffix(name, e) })
		if i < 0 {
			return name
		}
		name = strings.TrimSuffix(name, endings[i])
	}
}
