package panes

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// BlockedReport is the report that the tab shows, and the name under which the layout of its
// table is kept.
const BlockedReport = "blocked-on"

// blockedTab shows what the threads are blocked on.
func blockedTab(at **blockedPane) *tab {
	return &tab{
		ID: "blocked", Help: "categories", Title: "Blocked on", short: "Blocked", command: "Blocked On", key: fyne.Key9, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newBlockedPane(b)
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.update), Table: p.Table, Filter: p.Filter, Forget: p.forget, About: p.shows}
		},
	}
}

// blockedColumns describe columns of the report; widths are in dp.
var blockedColumns = map[string]struct {
	help  string
	width float32
}{
	"category":      {"Why the threads waited. Click a row to go to its longest wait", 212},
	"reason":        {"", 110},
	"object":        {"", 216},
	"held_by":       {"", 166},
	"ended_by":      {"", 170},
	"threads":       {"Number of threads that waited for the object during the time window; each may also have waited for other objects", 0},
	"waits":         {"Number of waits that lie at least partly in the time window", 0},
	"total_ns":      {"Total time that threads waited for the object during the time window", 0},
	"percent":       {"Share of this row in the total waiting time of all threads in the table during the time window", 0},
	"max_ns":        {"Duration of the longest wait, counted only inside the time window", 0},
	"longest_at_ns": {"When the longest wait began", 0},
	"longest_of":    {"The thread that had the longest wait", 150},
}

// blockedPane is the tab of what threads are blocked on in the window: of which threads, and below
// that the report, with the colours of categories. A row leads to its longest wait.
type blockedPane struct {
	TableFeed
	root *fyne.Container
	Of   *kit.Line      // the threads and the time that the table covers
	Who  *kit.Segmented // the visible threads, or the selected one
	one  bool           // the selected one is chosen
}

func newBlockedPane(b *Bar) *blockedPane {
	p := &blockedPane{
		TableFeed: TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips), Filled: func() { b.Settled() }},
		Of:        kit.NewCaption("", kit.ColorText2).Fitting(),
	}
	p.Ask = p.question
	p.Filter = kit.NewTableFilter(p.Table, b.Look)
	p.Table.Swatch = func(r *grid.Row) color.Color {
		c, _ := model.ParseCategory(r.Data[p.Table.Grid.Content().Table.Column("category")].Text)
		return kit.Palette().Category(c).Edge
	}
	p.leads(b.Session.GoContention)
	b.WireTable(p.Table, BlockedReport)
	p.Who = kit.NewSegmented([]string{"All threads", "Selected thread"}, b.Tips,
		func(i int) string {
			return [...]string{"What the visible threads were blocked on", "What the selected thread was blocked on"}[i]
		},
		func(i int) { p.choose(i == 1); p.update() })
	p.choose(false)
	row := container.New(kit.RowLayout(8), kit.WithTip(p.Of, b.Tips), p.Who.Root)
	head := container.New(kit.Fixed{0, kit.TabBarHeight}, container.New(kit.Insets{kit.PaneMargin, 0}, row))
	p.root = container.NewBorder(head, nil, nil, nil, p.Table)
	return p
}

// choose covers the selected thread, or the visible threads.
func (p *blockedPane) choose(one bool) {
	p.one = one
	p.Who.Take(int(kit.Bit(one)))
}

// thread is the thread that the table is about, NoThread for the visible ones.
func (p *blockedPane) thread() model.ThreadIx {
	if !p.one {
		return model.NoThread
	}
	return p.Session.Selected().Thread
}

// update shows what the table covers, and the figures of that.
func (p *blockedPane) update() {
	if p.Session.Trace() == nil {
		return
	}
	ix, who := p.thread(), kit.Plural(len(p.Session.VisibleThreads()), "visible thread")
	p.Table.Hint = "No visible thread waited in this time window"
	switch {
	case ix != model.NoThread:
		who = p.Session.Terms().Thread(p.Session.Trace(), ix)
		p.Table.Hint = "The selected thread did not wait in this time window"
	case p.one:
		who = "No thread is selected, so the table covers " + who
	}
	p.Of.Set(who + " · " + p.Session.Clock().Range(p.Session.Scope()))
	p.TableFeed.Update()
}

// question is the query of the table.
func (p *blockedPane) question() (run func() (*grid.Content, error), quick bool) {
	query, _ := p.Session.AnyReport(BlockedReport)
	if ix := p.thread(); ix != model.NoThread {
		query.Scope.Threads = []model.ThreadIx{ix}
	}
	run = func() (*grid.Content, error) {
		content, err := query.Run()
		if err != nil {
			return nil, err
		}
		for i := range content.Columns {
			c := &content.Columns[i]
			if about, ok := blockedColumns[c.Name]; ok {
				c.Help, c.Width, c.Grow, c.Link = about.help, about.width, c.Name == "object", i == 0
			}
		}
		return content, nil
	}
	return run, p.Session.ReportCost() <= reportAtOnce && p.Session.ContentionQuery().Quick()
}

// shows is the report, and to which thread it is narrowed.
func (p *blockedPane) shows() session.ReportPart {
	return session.ReportPart{Report: BlockedReport, Thread: p.thread()}
}

// forget resets for another trace.
func (p *blockedPane) forget() {
	p.TableFeed.Forget()
	p.choose(false)
}
