package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
)

// callTable is the name under which the layout of the table is kept.
const callTable = "call tree"

// callHead is the minimum width of the text about the trees, dp.
const callHead = 90

// TabCalls is the id of the tab of the call trees.
const TabCalls = "calls"

// callsTab shows the call trees; mine reports whether Just My Code is on.
func callsTab(at **callPane, mine func() bool) *tab {
	return &tab{
		ID: TabCalls, Help: "stacks", Title: "Call tree", short: "Calls", command: "Call Tree", key: fyne.Key7, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newCallPane(b, mine)
			*at = p
			return tabPage{root: p.Root, follow: ifSeen(p.Update), Table: p.Table, Filter: p.Filter, Drawn: p.Flame.Root.Visible, Forget: p.forget, About: p.shows}
		},
	}
}

// callPane is the tab of the call trees: which trees are shown and which threads and time they
// cover, and below that a table of them or a flame graph.
type callPane struct {
	TableFeed
	b    *Bar
	Root *fyne.Container

	What, Noise *kit.Button // which trees, and how much is left out; both open menus
	mine        *kit.Button // Just My Code
	Of          *kit.Line   // the threads and the time that the trees cover
	Back        *kit.Button // back to all threads, to this window, to the whole graph
	form        *kit.Segmented
	Flame       *FlameView

	justMine func() bool      // reports whether Just My Code is on
	AtOnce   int              // reportAtOnce, except in tests
	Asked    query.Calls      // the last query, its trace nil for none
	next     *callAnswer      // about to be shown in the table
	Shown    *query.CallTrees // nil before the first answer
	rows     map[string]int   // of Shown, by key

	path     calltree.CallPath // to the selected node
	selected bool              // there is one
	at       calltree.Instance // the instance of that node that was visited last
	Stepping bool              // the next instance is being searched for
}

// callAnswer is the answer to a query, once it has arrived.
type callAnswer struct{ trees *query.CallTrees }

func newCallPane(b *Bar, mine func() bool) *callPane {
	p := &callPane{TableFeed: TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips)}, b: b, justMine: mine, AtOnce: reportAtOnce}
	p.Ask = func() (func() (*grid.Content, error), bool) {
		q := p.query()
		answer := &callAnswer{}
		p.Asked, p.next = q, answer
		return func() (*grid.Content, error) {
			trees, err := q.Run()
			if err != nil {
				return nil, err
			}
			answer.trees = trees
			return trees.Content, nil
		}, b.Session.ReportCost() <= p.AtOnce && q.Quick()
	}
	p.Filled = p.fill
	p.Filter = kit.NewTableFilter(p.Table, b.Look)
	b.WireTable(p.Table, callTable)
	p.Table.Chosen = func(r *grid.Row) { p.chooseRow(r, false) }
	p.Table.Preview = p.Table.Chosen
	p.Table.Enter = func(r *grid.Row) {
		p.chooseRow(r, true)
		p.Table.Leave()
	}
	p.Table.More = p.items
	p.Flame = newFlameView(p)
	p.buildHead()
	p.showForm(false)
	return p
}

// buildHead makes the row above the table.
func (p *callPane) buildHead() {
	drop := func(tip string, items func() []*fyne.MenuItem) *kit.Button {
		b := kit.NewButton(kit.Flat, "", "", nil)
		b.Trailing, b.Height = kit.IconDown, 24
		b.Run = func() {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
			p.b.PopUp(items(), at.AddXY(0, b.Size().Height))
		}
		return b.Explain(p.b.Tips, tip)
	}
	p.What = drop("Choose call trees", p.choices)
	p.Noise = drop("Leave out functions whose share of the call tree is below this percentage", func() []*fyne.MenuItem { return p.b.Passing("noise.", NoiseTitle) })
	p.mine = kit.NewButton(kit.Flat, "", "", p.b.Commands.Get("justMyCode").Do).Explain(p.b.Tips, p.b.Commands.Get("justMyCode").Tip())
	p.mine.Height = 24
	p.Of = kit.NewCaption("", kit.ColorText2).Fitting()
	p.Back = kit.NewLink("", p.goBack)
	p.form = kit.NewSegmented([]string{"Table", "Flame graph"}, p.b.Tips,
		func(i int) string {
			return [...]string{"Functions listed below their callers", "Functions below their callers; the width of a function shows its time"}[i]
		},
		func(i int) { p.showForm(i == 1) })
	row := container.New(callHeadLayout{kit.YieldLayout{RowLayout: 8, Least: callHead, Yield: []fyne.CanvasObject{p.Noise, p.mine}}, p},
		p.What, kit.WithTip(p.Of, p.b.Tips), p.Back, p.mine, p.Noise, p.form.Root)
	head := container.New(kit.Fixed{0, kit.TabBarHeight}, container.New(kit.Insets{4, 0}, row))
	p.Root = container.NewBorder(head, nil, nil, nil, container.NewStack(p.Table, p.Flame.Root))
}

// callHeadLayout is the row above the trees. Above a flame graph it has no button for noise: a
// flame graph shows whatever there is room for, however small its share.
type callHeadLayout struct {
	kit.YieldLayout
	p *callPane
}

// Layout implements fyne.Layout.
func (l callHeadLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	if l.p.Flame.Root.Visible() {
		kit.Hide(l.p.Noise, true)
		l.Yield = l.Yield[1:]
	}
	l.YieldLayout.Layout(o, size)
}

// query is the query for the trees to show now.
func (p *callPane) query() query.Calls { return p.b.Session.CallQuery(p.justMine()) }

// Update shows the current trees.
func (p *callPane) Update() {
	p.tell()
	q := p.query()
	if q.Trace == nil || q.Same(&p.Asked) {
		return // already shown, or on their way
	}
	p.TableFeed.Update()
	p.busy(p.Running)
}

// busy shows that something is computed in the background.
func (p *callPane) busy(on bool) {
	var colour fyne.ThemeColorName
	if on {
		colour = theme.ColorNamePrimary
	}
	p.Table.Busy(on)
	p.Flame.working.Paint(colour, "")
}

// tell shows the threads and the time that the trees cover.
func (p *callPane) tell() {
	q := p.query()
	if q.Trace == nil {
		return
	}
	text := q.Of()
	switch {
	case q.Choice.Kind == calltree.TreeExecution && len(q.Trace.Samples) == 0:
		text += " · the trace has no samples"
	case q.Choice.Kind != calltree.TreeExecution && !q.Trace.Info.Has.Stacks:
		text += " · the trace has no stacks"
	case p.Shown != nil && p.Shown.More > 0:
		text += " · " + kit.Plural(p.Shown.More, "function") + " more"
	}
	p.Of.Set(text)
	p.What.Set(q.Choice.Title(), "")
	p.mine.Set("Just my code: "+kit.OnOff(q.Mine), "")
	p.Noise.Set("Noise: "+noiseText(q.Noise), "")
	back := ""
	switch {
	case p.Flame.Root.Visible() && p.Flame.IsZoomed():
		back = "Whole graph"
	case p.b.Session.CallsBehind():
		back = "This time window"
	case q.Choice.Thread != model.NoThread:
		back = "All threads"
	}
	p.Back.Set(back, "")
	kit.Hide(p.Back, back == "")
	p.Table.Hint = "The call tree is empty for this time window"
	p.Root.Refresh()
}

// goBack undoes what narrows the trees, as the link says.
func (p *callPane) goBack() {
	switch {
	case p.Flame.Root.Visible() && p.Flame.IsZoomed():
		p.Flame.Zoom(-1)
	case p.b.Session.CallsBehind():
		p.b.Session.CatchUpCalls()
	default:
		p.allThreads()
	}
}

// allThreads shows the trees of all visible threads.
func (p *callPane) allThreads() {
	c := p.b.Session.CallChoice()
	c.Thread = model.NoThread
	p.b.Session.ChooseCalls(c)
}

// fill adopts the trees of the table's new content.
func (p *callPane) fill() {
	p.Shown, p.rows = nil, map[string]int{}
	if p.next != nil && p.next.trees != nil {
		p.Shown = p.next.trees
		for i := range p.Shown.Content.Rows {
			p.rows[p.Shown.Content.Rows[i].Key] = i
		}
	}
	p.next = nil
	p.busy(false)
	p.Flame.show(p.Shown)
	p.tell()
	p.b.Settled()
}

// showForm shows the table or the flame graph.
func (p *callPane) showForm(flame bool) {
	kit.Hide(p.Table, flame)
	kit.Hide(p.Flame.Root, !flame)
	p.form.Take(int(kit.Bit(flame)))
	p.Flame.show(p.Shown)
	if p.b.Tabs != nil {
		p.tell()
		p.b.TabChosen()
	}
}

// follow selects the row of the selected node, if it is shown.
func (p *callPane) follow() {
	if of, ok := p.Node(); ok {
		p.Table.Follow(func(r *grid.Row) bool {
			i, ok := p.rows[r.Key]
			return ok && p.Shown.Rows[i] == of
		})
	}
}

// Visible reports whether the tab is visible.
func (p *callPane) Visible() bool {
	return p.b.TabSeen(TabCalls)
}

// Flaming reports whether the flame graph is visible.
func (p *callPane) Flaming() bool { return p.Visible() && p.Flame.Root.Visible() }

// forget resets for another trace.
func (p *callPane) forget() {
	p.Asked, p.Shown, p.next, p.rows = query.Calls{}, nil, nil, nil
	p.selected, p.path = false, calltree.CallPath{}
	p.TableFeed.Forget()
	p.busy(false)
	p.Flame.show(nil)
}

// chooseRow selects the node of a row and its longest instance.
func (p *callPane) chooseRow(r *grid.Row, zoom bool) {
	if i, ok := p.rows[r.Key]; ok && p.Shown != nil {
		p.choose(p.Shown.Rows[i], zoom)
	}
}

// choose selects a node and its longest instance, and with zoom shows only that instance.
func (p *callPane) choose(of report.ShownNode, zoom bool) {
	p.note(of)
	p.b.Session.GoInstance(&p.Shown.Query, p.at, zoom)
	p.tell()
}

// note makes a node the selected one.
func (p *callPane) note(of report.ShownNode) {
	p.selected, p.path = true, p.Shown.Trees[of.Tree].Path(of.Node)
	p.at = p.Shown.Node(of).Longest
	p.Flame.point()
}

// Node is the selected node; ok is false if there is none.
func (p *callPane) Node() (of report.ShownNode, ok bool) {
	if !p.selected || p.Shown == nil {
		return of, false
	}
	return p.Shown.Find(p.path)
}

// Step goes to the next instance of the selected node in time (dir 1) or to the previous one (dir
// -1); it searches in the background if there are many.
func (p *callPane) Step(dir int) {
	of, ok := p.Node()
	if !ok || p.Stepping {
		return
	}
	trees, from := p.Shown, p.at
	if p.b.Session.ReportCost() <= p.AtOnce && trees.Query.Quick() {
		p.goTo(trees.Instance(of, from, dir))
		return
	}
	p.Stepping = true
	p.busy(true)
	go func() {
		step, ok := trees.Instance(of, from, dir)
		fyne.Do(func() {
			p.Stepping = false
			p.busy(p.Running)
			if p.Shown == trees && p.at == from {
				p.goTo(step, ok)
			}
		})
	}()
}

// goTo selects an instance and shows which one it is.
func (p *callPane) goTo(step calltree.InstanceStep, ok bool) {
	if !ok {
		p.b.Say(session.Outcome{Text: "No sample, wait or preemption in the trace has the selected function on its call stack."})
		return
	}
	p.at = step.Instance
	p.b.Session.GoInstance(&p.Shown.Query, step.Instance, false)
	p.tell()
	p.b.Point("", p.Shown.Query.InstanceText(step))
	p.b.Settled()
}

// choices are the menu items that choose other call trees.
func (p *callPane) choices() []*fyne.MenuItem {
	return append(p.b.Passing("calls.", CallsTitle), p.b.Items(host.Separator, "callsOfAll")...)
}

// items are the menu items for the selected function.
func (p *callPane) items() []*fyne.MenuItem {
	return p.b.Items("instanceNext", "instancePrev", "instances.function", "lengths.function", host.Separator, "flameGraph", "exportFlame")
}

// shows is which call trees are shown, of which thread.
func (p *callPane) shows() session.ReportPart {
	c := p.Session.CallChoice()
	if p.Shown != nil {
		c = p.Shown.Query.Choice
	}
	return session.ReportPart{Report: callKey(c), Thread: c.Thread}
}
