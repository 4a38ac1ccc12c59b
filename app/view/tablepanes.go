package view

import (
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
func (p *Panes) tablePanes() []tablePane {
	page := func(v keep.ViewKind) func() bool {
		return func() bool { return p.IsOpen() && p.Session.Viewing() == v }
	}
	var list []tablePane
	for _, t := range p.tabList {
		if t.table != nil {
			list = append(list, tablePane{t.table, t.filter, func() bool { return p.tabSeen(t.id) }, t.drawn, t.forget})
		}
	}
	return append(append(list, p.more...), []tablePane{
		{p.cpu.table, p.cpu.filter, p.cpu.shown, nil, p.cpu.forget},
		{p.cores.table.table, p.cores.table.filter, p.migrationsShown, nil, p.cores.table.forget},
		{p.measurement.table, nil, page(keep.ViewMeasurement), nil, p.measurement.forget},
		{p.monitor.table, p.monitor.filter, page(keep.ViewMonitor), nil, p.monitor.forget},
	}...)
}

// shownPane is the one that is to be seen; ok is false without.
func (p *Panes) shownPane() (shown tablePane, ok bool) {
	for _, p := range p.tablePanes() {
		if p.shown() {
			return p, true
		}
	}
	return tablePane{}, false
}
