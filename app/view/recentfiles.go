package view

import (
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// recentInMenu is the number of recent files that the menu shows.
const recentInMenu = 10

// recentTable is the name under which the layout of the table is saved.
const recentTable = "recent files"

// recentFiles is the table of recent files on the start page. A click on a name or Enter opens the
// file; Remove and Delete take a file that no longer exists off the list.
type recentFiles struct {
	h     *host.Host
	root  *fyne.Container
	room  *fyne.Container // as high as the table is
	table *kit.TableView
}

func newRecentFiles(h *host.Host) *recentFiles {
	r := &recentFiles{h: h, table: kit.NewTableView(h.Tips)}
	h.WireTable(r.table, recentTable)
	r.table.Enter = func(row *grid.Row) {
		if !row.Gone {
			h.Open(row.Key)
		}
	}
	r.table.Act = r.remove
	r.table.Key = func(e *fyne.KeyEvent) {
		at := r.table.Grid.Cursor()
		if e.Name != fyne.KeyDelete || at < 0 {
			h.TypedKey(e)
		} else if row := r.table.Grid.Row(at); row.Gone {
			r.remove(row)
		}
	}
	r.room = container.New(kit.Fixed{}, r.table)
	r.root = container.New(kit.ColumnLayout(4), kit.Heading("Recent files"), r.room, kit.NewGap(0, 10))
	return r
}

// remove takes a file off the list.
func (r *recentFiles) remove(row *grid.Row) {
	r.h.Settings.Forget(row.Key)
	r.h.RecentChanged()
}

// recentItems are the recent files, and an item that clears them.
func recentItems(h *host.Host) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for i, r := range h.Settings.Recent {
		if i == recentInMenu {
			break
		}
		path := kit.Shorten(timeline.Printable(r.Path), 520, theme.TextSize(), fyne.TextStyle{}, true)
		items = append(items, fyne.NewMenuItem(path, func() { h.Open(r.Path) }))
	}
	return append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Clear", func() { forgetRecent(h) }))
}

// forgetRecent empties the list of recent files.
func forgetRecent(h *host.Host) {
	h.Settings.Recent = nil
	h.RecentChanged()
}

// recentColumns are those of the table.
var recentColumns = []grid.Column{
	{Name: "name", Title: "Name", Kind: report.KindText, Width: 264, Link: true, Help: "Click to open the file"},
	{Name: "format", Title: "Format", Kind: report.KindText, Width: 88},
	{Name: "span_ns", Title: "Length", Kind: report.KindCount, Help: "Time from the first to the last event"},
	{Name: "opened", Title: "Opened", Kind: report.KindText, Width: 128, Help: "When the file was last opened, in local time"},
	{Name: "size_bytes", Title: "Size", Kind: report.KindCount, Help: "Size of the file"},
	{Name: "remove", Kind: report.KindText, Width: 68, Act: true, Help: "Remove a missing file from the list"},
}

// fill lists the files, the most recently opened first.
func (r *recentFiles) fill(files []keep.Recent) {
	gone := false
	content := &grid.Content{Columns: slices.Clone(recentColumns), Table: &report.Table{Name: "recent", Title: "Recent files"}}
	content.Table.Columns = []report.Column{
		{Name: "path", Kind: report.KindText},
		{Name: "format", Kind: report.KindText},
		{Name: "span_ns", Kind: report.KindDuration},
		{Name: "opened", Kind: report.KindText},
		{Name: "size_bytes", Kind: report.KindCount},
	}
	for i, f := range files {
		if i == recentInMenu {
			break
		}
		row := recentRow(f)
		content.Rows = append(content.Rows, row)
		gone = gone || row.Gone
	}
	content.Columns[len(recentColumns)-1].Off = !gone
	kit.Hide(r.root, len(content.Rows) == 0)
	r.room.Layout = kit.Fixed{0, kit.TableHead + 1 + kit.TableRow*float32(len(content.Rows))}
	r.table.Fill(content, grid.Scope{})
}

func recentRow(f keep.Recent) grid.Row {
	text := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	count := func(n int64, s string) report.Value {
		return report.Value{Kind: report.KindCount, Int: n, Display: s}
	}
	_, err := os.Stat(f.Path)
	remove := ""
	if err != nil {
		remove = "Remove"
	}
	opened := text(f.Opened.Format("2006-01-02 15:04"))
	return grid.Row{
		Key: f.Path, Parent: grid.NoParent, Thread: model.NoThread, Proc: model.NoProc, Leads: true, Gone: err != nil,
		Cells: []report.Value{
			text(filepath.Base(f.Path)), text(f.Format), count(f.SpanNS, timeline.FormatDuration(model.Time(f.SpanNS))),
			opened, count(f.Size, timeline.FormatSize(f.Size)), text(remove),
		},
		Data: []report.Value{
			text(f.Path), text(f.Format), {Kind: report.KindDuration, Int: f.SpanNS}, opened, {Kind: report.KindCount, Int: f.Size},
		},
	}
}
