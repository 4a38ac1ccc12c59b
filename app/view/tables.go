package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// Names under which the layouts of tables are kept.
const (
	reportTable  = "profile report"
	recentTable  = "recent files"
	recordsTable = "records"
	cpuTable     = "cpu"
	foundTable   = "findings"
)

// tableCommands are those of the table that has the keyboard, or else of the
// profile report.
func (w *window) tableCommands() []*kit.Command {
	const why = "No table is shown."
	shown := func() bool { return w.tableInUse() != nil }
	return []*kit.Command{
		{
			ID: "selectAll", Title: "Select All", Help: "Select all rows of the table",
			Keys: []kit.Key{{Name: fyne.KeyA, Mods: kit.Ctrl}}, Enabled: shown, Why: why,
			Run: func() {
				t := w.tableInUse()
				t.SelectAll()
				t.TakeFocus()
			},
		},
		{
			ID: "tableFilter", Title: "Filter Rows of Table", Help: "Keyboard to the filter of the table",
			Enabled: func() bool { return w.tableFilter() != nil }, Why: "No table with a filter is shown.",
			Run: func() { w.tableFilter().Open() },
		},
		{
			ID: "tableMenu", Title: "Columns of Table", Help: "Sort, show, hide and fit the columns of the table",
			Enabled: shown, Why: why, Run: func() { w.tableInUse().MenuByKey() },
		},
	}
}

// reportShown reports whether the profile report is to be seen.
func (w *window) reportShown() bool {
	return w.tabSeen(tabReport)
}

// tableInUse is the table that has the keyboard, or else the one that is to be seen; nil
// without.
func (w *window) tableInUse() *kit.TableView {
	if t, ok := w.win.Canvas().Focused().(*kit.TableView); ok {
		return t
	}
	if p, ok := w.shownPane(); ok {
		return p.table
	}
	return nil
}

// wireTable connects a table with the window; name is that under which its layout
// is kept.
func (w *window) wireTable(t *kit.TableView, name string) {
	t.Key, t.Rune, t.Leave = w.typedKey, w.typedRune, w.focusSurface
	t.Modifiers = func() fyne.KeyModifier { return w.surface.modifiers() }
	t.Relayout(w.settings.Tables[name])
	t.Kept = func() {
		w.keepTable(name, t.Grid.Layout())
		w.refresh()
	}
}

// keepTable remembers the layout of a table for the next time.
func (w *window) keepTable(name string, l grid.Layout) {
	tables := map[string]grid.Layout{}
	for k, v := range w.settings.Tables {
		tables[k] = v
	}
	tables[name] = l
	if len(l.Sort) == 0 && len(l.Widths) == 0 && len(l.Shown) == 0 && !l.Percent {
		delete(tables, name)
	}
	w.settings.Tables = tables
	if len(tables) == 0 {
		w.settings.Tables = nil
	}
	w.saveSettings()
}

// filterRows gives the filter of the rows the keyboard; where the picture has none,
// that of the table.
func (w *window) filterRows() {
	if w.s.Viewing() == keep.ViewThreads {
		w.surface.filter.open()
		return
	}
	if !w.body.Open() {
		w.table.Get("pane").Do()
	}
	if f := w.tableFilter(); f != nil {
		f.Open()
	}
}

// tableFilter is the filter of the table that is shown, nil without.
func (w *window) tableFilter() *kit.TableFilter {
	if p, ok := w.shownPane(); ok && (p.drawn == nil || !p.drawn()) {
		return p.filter
	}
	return nil
}
