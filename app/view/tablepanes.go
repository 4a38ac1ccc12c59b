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
	drawn  func() bool      // a picture is shown instead; nil for never
	forget func()           // resets for another trace; nil where others do so
}

// tablePanes are all of them. What is filtered, copied, exported and reset asks this list.
func (w *window) tablePanes() []tablePane {
	page := func(v keep.ViewKind) func() bool { return func() bool { return w.isOpen() && w.s.Viewing() == v } }
	var list []tablePane
	for _, t := range w.tabList {
		if t.table != nil {
			list = append(list, tablePane{t.table, t.filter, func() bool { return w.tabSeen(t.id) }, t.drawn, t.forget})
		}
	}
	return append(list, []tablePane{
		{w.live.board.table, w.live.board.filter, func() bool { return w.page == pageLive }, nil, nil},
		{w.cpu.table, w.cpu.filter, w.cpu.shown, nil, w.cpu.forget},
		{w.cores.table.table, w.cores.table.filter, w.migrationsShown, nil, w.cores.table.forget},
		{w.measurement.table, nil, page(keep.ViewMeasurement), nil, w.measurement.forget},
		{w.monitor.table, w.monitor.filter, page(keep.ViewMonitor), nil, w.monitor.forget},
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
