package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// pathTable is the name under which the layout of the table of hops is kept.
const pathTable = "critical path"

// pathAtOnce is the number of hops whose table is made between two frames.
const pathAtOnce = 5000

const TabPath = "path"

// pathTab has the critical path, while one is shown.
func pathTab(at **pathPane) *tab {
	return &tab{
		Id: TabPath, Title: "Critical path", actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newPathPane(b)
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.update), Table: p.Table, Filter: p.Filter, Forget: p.forget}
		},
	}
}

// pathPane is the tab of the critical path: what it consists of in a line, and
// below that its hops.
type pathPane struct {
	TableFeed
	root *fyne.Container
	Text *kit.Line
}

func newPathPane(b *Bar) *pathPane {
	p := &pathPane{TableFeed: TableFeed{S: b.Session, Table: kit.NewTableView(b.Tips)}, Text: kit.NewCaption("", kit.ColorText2).Fitting()}
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

// update shows the path as it is now.
func (p *pathPane) update() {
	p.Text.Set(p.S.PathText())
	p.TableFeed.Update()
}

// choose selects the hop of a row on its lane.
func (p *pathPane) choose(row *grid.Row) {
	seg, ok := p.S.Trace().SegmentAt(row.Thread, row.Span.From)
	if ok {
		p.S.Go(timeline.SegmentRef{Thread: row.Thread, Index: seg.Index})
	}
}

// enter goes to the lane of a row and to the time of its hop.
func (p *pathPane) enter(row *grid.Row) {
	p.S.Update(func() {
		p.choose(row)
		p.S.Show(row.Span, session.MoveJump)
	})
	p.Table.Leave()
}

// PathCommands show the critical path of what is selected.
func (b *Panes) PathCommands() []*kit.Command {
	shown := func() bool { return b.IsOpen() && b.Session.Path() != nil }
	const noPath = "No critical path is shown."
	return []*kit.Command{
		{
			ID: "criticalPath", Title: "Critical Path", Help: "Critical path of the selected wait or time range; again: take it away",
			Keys: []kit.Key{{Name: fyne.KeyX}}, Why: "Neither a segment nor a thread is selected.",
			Enabled: func() bool { _, _, ok := b.Session.PathOf(); return b.IsOpen() && (ok || b.Session.Path() != nil) },
			Checked: shown, Run: b.toggleCriticalPath,
		},
		{
			ID: "followCauses", Title: "Follow Causes", Help: "Critical paths do not come back from the thread that ended a wait",
			Enabled: b.IsOpen, Checked: b.Session.FollowsCauses,
			Run: func() { b.Session.FollowCauses(!b.Session.FollowsCauses()); b.Refresh() },
		},
		{
			ID: "hopPrev", Title: "Previous Hop", Help: "Go to the hop before on the critical path", Keys: []kit.Key{{Name: fyne.KeyComma, Mods: kit.Alt}},
			Enabled: shown, Why: noPath, Run: func() { b.Session.StepHop(-1) },
		},
		{
			ID: "hopNext", Title: "Next Hop", Help: "Go to the next hop of the critical path", Keys: []kit.Key{{Name: fyne.KeyPeriod, Mods: kit.Alt}},
			Enabled: shown, Why: noPath, Run: func() { b.Session.StepHop(1) },
		},
	}
}

// toggleCriticalPath shows the path of the selection with its hops, or none.
func (b *Panes) toggleCriticalPath() {
	b.Session.ShowPath()
	if b.Session.Path() == nil || b.Session.Viewing() != keep.ViewThreads {
		return
	}
	b.showTab(TabPath)
}

// PathChanged shows the tab of the critical path as long as there is one.
func (b *Panes) PathChanged() {
	shown := b.Session.Path() != nil
	if !shown && b.Tabs.Chosen == TabPath {
		b.Tabs.Choose(TabCurrent)
	}
	b.Tabs.Show(TabPath, shown)
}

// CallPath gives the tab a shorter name in narrow windows.
func (b *Panes) CallPath(narrow bool) {
	title := ""
	if narrow {
		title = "Path"
	}
	b.Tabs.Call(TabPath, title, "")
}
