package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// viewPage is one of the views in which a trace is shown. The views with a time
// axis share the picture, the surface; below it each has a pane of its own.
type viewPage struct {
	kind  keep.ViewKind
	title string
	short string // where there is little room
	key   fyne.KeyName
	pane  fyne.CanvasObject // below the picture, nil without
	page  fyne.CanvasObject // in place of picture and pane, nil for views with a time axis
	// update brings what is shown of the pane or the page up to date with the
	// session; it is called soon after every change, while the view is shown.
	update func()
}

// viewList are the views, in the order of the switch, as yet without what they
// show.
func viewList() []*viewPage {
	return []*viewPage{
		{kind: keep.ViewUtilization, title: "CPU utilization", short: "CPU", key: fyne.Key1},
		{kind: keep.ViewThreads, title: "Threads", short: "Threads", key: fyne.Key2},
		{kind: keep.ViewCores, title: "Cores", short: "Cores", key: fyne.Key3},
		{kind: keep.ViewMeasurement, title: "Measurement", short: "Measure", key: fyne.Key4},
		{kind: keep.ViewMonitor, title: "Monitor", short: "Monitor", key: fyne.Key5},
	}
}

// fillViews makes what the views show.
func (p *Panes) fillViews() {
	for _, v := range p.viewPages {
		switch v.kind {
		case keep.ViewUtilization:
			v.pane, v.update = p.cpu.root, p.cpu.update
		case keep.ViewThreads:
			v.pane, v.update = p.split, p.updateThreads
		case keep.ViewCores:
			v.pane, v.update = p.cores.root, p.cores.update
		case keep.ViewMeasurement:
			p.measurement = newMeasurePage(p)
			v.page, v.update = p.measurement.root, p.measurement.update
		case keep.ViewMonitor:
			p.monitor = newMonitorPage(p)
			v.page, v.update = p.monitor.root, p.monitor.update
		}
	}
}

// viewPage is the view that is shown.
func (p *Panes) viewPage() *viewPage {
	for _, v := range p.viewPages {
		if v.kind == p.Session.Viewing() {
			return v
		}
	}
	return p.viewPages[0]
}

// pageCommands go to the views.
func (p *Panes) pageCommands() []*kit.Command {
	var list []*kit.Command
	for _, v := range p.viewPages {
		list = append(list, &kit.Command{
			ID: "view." + v.kind.Key(), Title: v.title, Help: "Show the trace as " + v.title,
			Keys: []kit.Key{{Name: v.key, Mods: kit.Ctrl}}, Enabled: p.IsOpen,
			Checked: func() bool { return p.Session.Viewing() == v.kind },
			Run:     func() { p.Session.SetViewing(v.kind) },
		})
	}
	return list
}

// panesOfViews are the panes below the picture, one over the other.
func (p *Panes) panesOfViews() *fyne.Container {
	stack := container.NewStack()
	for _, v := range p.viewPages {
		if v.pane != nil {
			stack.Add(v.pane)
		}
	}
	return stack
}

// pagesOfViews are the pages of the views without a time axis.
func (p *Panes) pagesOfViews() []fyne.CanvasObject {
	var pages []fyne.CanvasObject
	for _, v := range p.viewPages {
		if v.page != nil {
			pages = append(pages, v.page)
		}
	}
	return pages
}

// viewTitlesWidth is the width of the window from which the switch has the views'
// whole names.
const viewTitlesWidth = 1080

// newViewSwitch makes the switch between the views.
func newViewSwitch(p *Panes) *kit.Segmented {
	var titles, ids []string
	for _, v := range p.viewPages {
		titles, ids = append(titles, v.title), append(ids, "view."+v.kind.Key())
	}
	command := func(i int) *kit.Command { return p.Commands.Get(ids[i]) }
	var s *kit.Segmented
	s = kit.NewSegmented(titles, p.Tips, func(i int) string { return command(i).Tip() }, func(i int) {
		if !s.Folded {
			command(i).Do()
			return
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.Root)
		p.PopUp(p.Items(ids...), at.AddXY(0, s.Root.Size().Height+2))
	})
	kit.Hide(s.Root, len(titles) < 2)
	return s
}
