package view

import (
	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// tablePane is a place of the window that shows a table.
type tablePane struct {
	table  *kit.TableView
	filter *kit.TableFilter // nil without
	shown  func() bool      // it is to be seen
	tab    int              // of the bottom pane; noTab elsewhere
	forget func()           // resets for another trace; nil where others do so
}

const noTab = -1

// tabPanes are those of the bottom pane.
func (w *window) tabPanes() []tablePane {
	tab := func(i int) func() bool {
		return func() bool {
			return w.isOpen() && w.s.Viewing() == keep.ViewThreads && w.body.Open() && w.tabs.Chosen == i
		}
	}
	return []tablePane{
		{w.report.table, w.report.filter, tab(tabReport), tabReport, w.report.forget},
		{w.path.table, w.path.filter, tab(tabPath), tabPath, w.path.forget},
		{w.findings.table, w.findings.filter, tab(tabFindings), tabFindings, w.findings.forget},
		{w.calls.table, w.calls.filter, tab(tabCalls), tabCalls, w.calls.forget},
		{w.locks.table, w.locks.filter, tab(tabContention), tabContention, w.locks.forget},
		{w.reports.table, w.reports.filter, tab(tabReports), tabReports, w.reports.forget},
	}
}

// tablePanes are all of them. What is filtered, copied, exported and reset asks this list.
func (w *window) tablePanes() []tablePane {
	page := func(v keep.ViewKind) func() bool { return func() bool { return w.isOpen() && w.s.Viewing() == v } }
	return append(w.tabPanes(), []tablePane{
		{w.live.board.table, w.live.board.filter, func() bool { return w.page == pageLive }, noTab, nil},
		{w.cpu.table, w.cpu.filter, w.cpu.shown, noTab, w.cpu.forget},
		{w.cores.table.table, w.cores.table.filter, w.migrationsShown, noTab, w.cores.table.forget},
		{w.measurement.table, nil, page(keep.ViewMeasurement), noTab, w.measurement.forget},
		{w.monitor.table, w.monitor.filter, page(keep.ViewMonitor), noTab, w.monitor.forget},
	}...)
}

// shownPane is the one that is to be seen; ok is false without.
func (w *window) shownPane() (shown tablePane, ok bool) {
	for _, p := range w.tablePanes() {
		if p.shown() {
			return p, true
		}
	}
	return tablePane{}, false
}

// resetTables takes all layouts of tables back.
func (w *window) resetTables() {
	w.settings.Tables = nil
	for _, p := range w.tablePanes() {
		p.table.Relayout(grid.Layout{})
	}
	w.start.recent.table.Relayout(grid.Layout{})
}
