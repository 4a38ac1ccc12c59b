package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/session"
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
func (w *window) tableCommands() []*command {
	const why = "No table is shown."
	shown := func() bool { return w.tableInUse() != nil }
	return []*command{
		{
			id: "selectAll", title: "Select All", help: "Select all rows of the table",
			keys: []key{{name: fyne.KeyA, mods: ctrl}}, enabled: shown, why: why,
			run: func() {
				t := w.tableInUse()
				t.selectAll()
				t.takeFocus()
			},
		},
		{
			id: "tableFilter", title: "Filter Rows of Table", help: "Keyboard to the filter of the table",
			enabled: func() bool { return w.tableFilter() != nil }, why: "No table with a filter is shown.",
			run: func() { w.tableFilter().open() },
		},
		{
			id: "tableMenu", title: "Columns of Table", help: "Sort, show, hide and fit the columns of the table",
			enabled: shown, why: why, run: func() { w.tableInUse().menuByKey() },
		},
	}
}

// reportShown reports whether the profile report is to be seen.
func (w *window) reportShown() bool {
	return w.isOpen() && w.s.Viewing() == session.ViewThreads && w.body.open() && w.tabs.chosen == tabReport
}

// tableInUse is the table that has the keyboard, or else the one that is to be seen; nil
// without.
func (w *window) tableInUse() *tableView {
	if t, ok := w.win.Canvas().Focused().(*tableView); ok {
		return t
	}
	if p, ok := w.shownPane(); ok {
		return p.table
	}
	return nil
}

// wireTable connects a table with the window; name is that under which its layout
// is kept.
func (w *window) wireTable(t *tableView, name string) {
	t.key, t.rune, t.leave = w.typedKey, w.typedRune, w.focusSurface
	t.modifiers = func() fyne.KeyModifier { return w.surface.modifiers() }
	t.relayout(w.settings.Tables[name])
	t.kept = func() {
		w.keepTable(name, t.g.Layout())
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
	if w.s.Viewing() == session.ViewThreads {
		w.surface.filter.open()
		return
	}
	if !w.body.open() {
		w.table.get("pane").do()
	}
	if f := w.tableFilter(); f != nil {
		f.open()
	}
}

// tableFilter is the filter of the table that is shown, nil without.
func (w *window) tableFilter() *tableFilter {
	if p, ok := w.shownPane(); ok && !w.calls.flaming() {
		return p.filter
	}
	return nil
}
