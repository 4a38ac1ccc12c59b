package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/timeline"
)

// pathTable is the name under which the layout of the table of hops is kept.
const pathTable = "critical path"

// pathAtOnce is the number of hops whose table is made between two frames.
const pathAtOnce = 5000

// pathPane is the tab of the critical path: what it consists of in a line, and
// below that its hops.
type pathPane struct {
	tableFeed
	root *fyne.Container
	text *line
}

func newPathPane(w *window) *pathPane {
	p := &pathPane{tableFeed: tableFeed{s: w.s, table: newTableView(w.tips)}, text: newCaption("", colorText2).fitting()}
	p.ask = func() (func() (*grid.Content, error), bool) {
		path := w.s.Path()
		return w.s.PathQuery().Run, path == nil || len(path.Hops) <= pathAtOnce
	}
	p.filled = func() { w.settled() }
	p.filter = newTableFilter(p.table, w.look)
	p.table.chosen, p.table.preview, p.table.enter = p.choose, p.choose, p.enter
	w.wireTable(p.table, pathTable)
	head := container.New(fixed{0, tabBarHeight - 6}, container.New(insets{paneMargin, 0}, withTip(p.text, w.tips)))
	p.root = container.NewBorder(head, nil, nil, nil, p.table)
	return p
}

// update shows the path as it is now.
func (p *pathPane) update() {
	p.text.set(p.s.PathText())
	p.tableFeed.update()
}

// choose selects the hop of a row on its lane.
func (p *pathPane) choose(row *grid.Row) {
	seg, ok := p.s.Trace().SegmentAt(row.Thread, row.Span.From)
	if ok {
		p.s.Go(timeline.SegmentRef{Thread: row.Thread, Index: seg.Index})
	}
}

// enter goes to the lane of a row and to the time of its hop.
func (p *pathPane) enter(row *grid.Row) {
	p.s.Update(func() {
		p.choose(row)
		p.s.Show(row.Span, session.MoveJump)
	})
	p.table.leave()
}

// forget resets for another trace.
func (p *pathPane) forget() {
	p.table.g = p.table.g.Fresh()
	clear(p.table.usuals)
	p.table.update()
	p.filter.clear()
}

// pathCommands show the critical path of what is selected.
func (w *window) pathCommands() []*command {
	shown := func() bool { return w.isOpen() && w.s.Path() != nil }
	const noPath = "No critical path is shown."
	return []*command{
		{
			id: "criticalPath", title: "Critical Path", help: "Critical path of the selected wait or time range; again: take it away",
			keys: []key{{name: fyne.KeyX}}, why: "Neither a segment nor a thread is selected.",
			enabled: func() bool { _, _, ok := w.s.PathOf(); return w.isOpen() && (ok || w.s.Path() != nil) },
			checked: shown, run: w.toggleCriticalPath,
		},
		{
			id: "followCauses", title: "Follow Causes", help: "Critical paths do not come back from the thread that ended a wait",
			enabled: w.isOpen, checked: w.s.FollowsCauses,
			run: func() { w.s.FollowCauses(!w.s.FollowsCauses()); w.refresh() },
		},
		{
			id: "hopPrev", title: "Previous Hop", help: "Go to the hop before on the critical path", keys: []key{{name: fyne.KeyComma, mods: alt}},
			enabled: shown, why: noPath, run: func() { w.s.StepHop(-1) },
		},
		{
			id: "hopNext", title: "Next Hop", help: "Go to the next hop of the critical path", keys: []key{{name: fyne.KeyPeriod, mods: alt}},
			enabled: shown, why: noPath, run: func() { w.s.StepHop(1) },
		},
	}
}

// toggleCriticalPath shows the path of the selection with its hops, or none.
func (w *window) toggleCriticalPath() {
	w.s.ShowPath()
	if w.s.Path() == nil || w.s.Viewing() != session.ViewThreads {
		return
	}
	if !w.body.open() {
		w.table.get("pane").do()
	}
	w.tabs.choose(tabPath)
	w.refresh()
}

// pathChanged shows the tab of the critical path as long as there is one.
func (w *window) pathChanged() {
	shown := w.s.Path() != nil
	if !shown && w.tabs.chosen == tabPath {
		w.tabs.choose(tabCurrent)
	}
	w.tabs.show(tabPath, shown)
}

// callPath gives the tab a shorter name in narrow windows.
func (w *window) callPath(narrow bool) {
	title := ""
	if narrow {
		title = "Path"
	}
	w.tabs.call(tabPath, title)
}

// pick selects the segment at a place. That of a hop gets a lane, if it has none:
// paths lead over threads that are not shown, too.
func (f *surface) pick(p timeline.Place) {
	if p.Hop.Len() > 0 && p.Segment != timeline.NoSegment {
		f.s.Go(p.Segment)
		return
	}
	f.s.Select(p.Segment)
}

// hopText is what the hop at a place of the picture is, in words.
func (w *window) hopText(p timeline.Place) string {
	if p.Segment == timeline.NoSegment {
		return w.s.HopFacts(p.Hop).Text()
	}
	seg := w.s.Trace().Segment(p.Segment.Thread, p.Segment.Index)
	return segmentText(w.s, &seg) + ", " + w.s.HopText(p.Hop)
}
