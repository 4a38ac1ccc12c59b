package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// pathTable is the name under which the layout of the table of hops is kept.
const pathTable = "critical path"

// pathAtOnce is the number of hops up to which the table is made between two frames.
const pathAtOnce = 5000

// TabPath is the id of the tab of the critical path.
const TabPath = "path"

// pathTab shows the critical path, while there is one.
func pathTab(at **pathPane) *tab {
	return &tab{
		ID: TabPath, Help: "critical-path", Title: "Critical path", actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newPathPane(b)
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.update), Table: p.Table, Filter: p.Filter, Forget: p.Forget, About: whole("critical-path")}
		},
	}
}

// pathPane is the tab of the critical path: its composition in a line, and below that its hops.
type pathPane struct {
	TableFeed
	root *fyne.Container
	Text *kit.Line
}

func newPathPane(b *Bar) *pathPane {
	p := &pathPane{TableFeed: TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips)}, Text: kit.NewCaption("", kit.ColorText2).Fitting()}
	p.Ask = func() (func() (*grid.Content, error), bool) {
		path := b.Session.Path()
		return b.Session.PathQuery().Run, path == nil || len(path.Hops) <= pathAtOnce
	}
	p.Filled = func() { b.Settled() }
	p.Filter = kit.NewTableFilter(p.Table, b.Look)
	p.Table.Chosen, p.Table.Preview, p.Table.Enter = p.choose, p.choose, p.enter
	b.WireTable(p.Table, pathTable)
	head := container.New(kit.Fixed{0, kit.TabBarHeight - 6}, container.New(kit.Insets{kit.PaneMargin, 0}, kit.WithTip(p.Text, b.Tips)))
	p.root = container.NewBorder(head, nil, nil, nil, p.Table)
	return p
}

// update shows the current path.
func (p *pathPane) update() {
	p.Text.Set(p.Session.PathText())
	p.TableFeed.Update()
}

// choose selects the hop of a row on its lane.
func (p *pathPane) choose(row *grid.Row) {
	seg, ok := p.Session.Trace().SegmentAt(row.Thread, row.Span.From)
	if ok {
		p.Session.Go(timeline.SegmentRef{Thread: row.Thread, Index: seg.Index})
	}
}

// enter goes to the lane of a row and the time of its hop.
func (p *pathPane) enter(row *grid.Row) {
	p.Session.Update(func() {
		p.choose(row)
		p.Session.Show(row.Span, session.MoveJump)
	})
	p.Table.Leave()
}
