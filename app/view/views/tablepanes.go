package views

import (
	"threadlens/app/session/keep"
)

// TablePanes lists all places that show a table; filter, copy, export and reset use this list.
func (p *Views) TablePanes() []TablePane {
	page := func(v keep.ViewKind) func() bool {
		return func() bool { return p.IsOpen() && p.Session.Viewing() == v }
	}
	var list []TablePane
	for _, t := range p.TabList {
		if t.Table != nil {
			list = append(list, TablePane{t.Table, t.Filter, func() bool { return p.TabSeen(t.ID) }, t.Drawn, t.Forget, t.About})
		}
	}
	return append(append(list, p.More...), []TablePane{
		{p.Summary.Table, p.Summary.Filter, p.Summary.Shown, nil, p.Summary.forget, nil},
		{p.Cores.Table.Table, p.Cores.Table.Filter, p.migrationsShown, nil, p.Cores.Table.forget, nil},
		{p.Measurement.Table, nil, page(keep.ViewMeasurement), nil, p.Measurement.forget, nil},
		{p.Monitor.Table, p.Monitor.Filter, page(keep.ViewMonitor), nil, p.Monitor.forget, nil},
	}...)
}

// shownPane is the visible one; ok is false if there is none.
func (p *Views) shownPane() (shown TablePane, ok bool) {
	for _, p := range p.TablePanes() {
		if p.Shown() {
			return p, true
		}
	}
	return TablePane{}, false
}

// migrationsShown reports whether the table of migrations is visible.
func (p *Views) migrationsShown() bool {
	return p.IsOpen() && p.PaneOpen() && p.Session.Viewing() == keep.ViewCores
}
