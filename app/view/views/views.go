package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
)

// Views are the views in which a trace is shown.
type Views struct {
	*panes.Panes // of the Threads view
	ViewPages    []*ViewPage
	Summary      *cpuPane
	Cores        *coresPane
	Measurement  *measurePage
	Monitor      *monitorPage
	More         []TablePane // tables outside the views
}

// ViewPage is one of the views in which a trace is shown. The views with a time axis share the
// picture, the surface; below it each one has its own pane.
type ViewPage struct {
	Kind  keep.ViewKind
	Title string
	Short string // where space is short
	key   fyne.KeyName
	Pane  fyne.CanvasObject // below the picture, nil if there is none
	Page  fyne.CanvasObject // instead of picture and pane, nil for views with a time axis
	// Update updates the pane or the page; it is called soon after every change of the session,
	// while the view is shown.
	Update func()
}

// New makes the views in the order of the switch, without content yet.
func New(h *host.Host) *Views {
	return &Views{Panes: panes.New(h), ViewPages: []*ViewPage{
		{Kind: keep.ViewUtilization, Title: "CPU utilization", Short: "CPU", key: fyne.Key1},
		{Kind: keep.ViewThreads, Title: "Threads", Short: "Threads", key: fyne.Key2},
		{Kind: keep.ViewCores, Title: "Cores", Short: "Cores", key: fyne.Key3},
		{Kind: keep.ViewMeasurement, Title: "Measurement", Short: "Measure", key: fyne.Key4},
		{Kind: keep.ViewMonitor, Title: "Monitor", Short: "Monitor", key: fyne.Key5},
	}}
}

// FillViews makes the contents of the views.
func (p *Views) FillViews() {
	p.Summary, p.Cores = newCPUPane(p.Host), newCoresPane(p.Host)
	for _, v := range p.ViewPages {
		switch v.Kind {
		case keep.ViewUtilization:
			v.Pane, v.Update = p.Summary.Root, p.Summary.Update
		case keep.ViewThreads:
			v.Pane, v.Update = p.Split, p.Panes.Update
		case keep.ViewCores:
			v.Pane, v.Update = p.Cores.Root, p.Cores.update
		case keep.ViewMeasurement:
			p.Measurement = newMeasurePage(p.Host)
			v.Page, v.Update = p.Measurement.Root, p.Measurement.update
		case keep.ViewMonitor:
			p.Monitor = newMonitorPage(p.Host)
			v.Page, v.Update = p.Monitor.root, p.Monitor.update
		}
	}
}

// ViewPage is the view that is shown.
func (p *Views) ViewPage() *ViewPage {
	for _, v := range p.ViewPages {
		if v.Kind == p.Session.Viewing() {
			return v
		}
	}
	return p.ViewPages[0]
}

// PageCommands switch between the views.
func (p *Views) PageCommands() []*kit.Command {
	var list []*kit.Command
	for _, v := range p.ViewPages {
		list = append(list, &kit.Command{
			ID: "view." + v.Kind.Key(), Title: v.Title, Help: "Show the trace in the view " + v.Title,
			Keys: []kit.Key{{Name: v.key, Mods: kit.Ctrl}}, Enabled: p.IsOpen,
			Checked: func() bool { return p.Session.Viewing() == v.Kind },
			Run:     func() { p.Session.SetViewing(v.Kind) },
		})
	}
	return list
}

// PanesOfViews are the panes below the picture, stacked on each other.
func (p *Views) PanesOfViews() *fyne.Container {
	stack := container.NewStack()
	for _, v := range p.ViewPages {
		if v.Pane != nil {
			stack.Add(v.Pane)
		}
	}
	return stack
}

// PagesOfViews are the pages of the views without a time axis.
func (p *Views) PagesOfViews() []fyne.CanvasObject {
	var pages []fyne.CanvasObject
	for _, v := range p.ViewPages {
		if v.Page != nil {
			pages = append(pages, v.Page)
		}
	}
	return pages
}

// ViewTitlesWidth is the width of the window from which the switch shows the full titles of the
// views.
const ViewTitlesWidth = 1080

// NewViewSwitch makes the switch between the views.
func NewViewSwitch(p *Views) *kit.Segmented {
	var titles, ids []string
	for _, v := range p.ViewPages {
		titles, ids = append(titles, v.Title), append(ids, "view."+v.Kind.Key())
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
