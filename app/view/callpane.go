package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
)

// callTable is the name under which the layout of the table is kept.
const callTable = "call tree"

// callHead is the least that is left of the words about the trees, dp.
const callHead = 90

const tabCalls = "calls"

// callsTab has the call trees.
func callsTab() *tab {
	return &tab{
		id: tabCalls, title: "Call tree", short: "Calls", command: "Call Tree", key: fyne.Key7, actions: []string{"copy"},
		make: func(b *Panes) tabPage {
			p := newCallPane(b)
			b.calls = p
			return tabPage{root: p.root, follow: ifSeen(p.update), table: p.table, filter: p.filter, drawn: p.flame.root.Visible, forget: p.forget}
		},
	}
}

// callPane is the tab of the call trees: which trees these are, of whom and when,
// and below that a table of them or a flame graph.
type callPane struct {
	tableFeed
	b    *Panes
	root *fyne.Container

	what, noise *kit.Button // which trees, and how much is left out; both open menus
	mine        *kit.Button // Just My Code
	of          *kit.Line   // whose trees, and of when
	back        *kit.Button // to all threads, to this window, to the whole graph
	form        *kit.Segmented
	flame       *flameView

	atOnce int              // reportAtOnce, but for tests
	asked  query.Calls      // the last question, without a trace for none
	next   *callAnswer      // on its way to the table
	shown  *query.CallTrees // nil before the first answer
	rows   map[string]int   // of shown, by key

	path     calltree.CallPath // to the selected node
	selected bool              // there is one
	at       calltree.Instance // the instance of it that was gone to last
	stepping bool              // the next one is being looked for
}

// callAnswer is the answer to a question, once it is there.
type callAnswer struct{ trees *query.CallTrees }

func newCallPane(b *Panes) *callPane {
	p := &callPane{tableFeed: tableFeed{s: b.Session, table: kit.NewTableView(b.Tips)}, b: b, atOnce: reportAtOnce}
	p.ask = func() (func() (*grid.Content, error), bool) {
		q := p.query()
		answer := &callAnswer{}
		p.asked, p.next = q, answer
		return func() (*grid.Content, error) {
			trees, err := q.Run()
			if err != nil {
				return nil, err
			}
			answer.trees = trees
			return trees.Content, nil
		}, b.Session.ReportCost() <= p.atOnce && q.Quick()
	}
	p.filled = p.fill
	p.filter = kit.NewTableFilter(p.table, b.Look)
	b.WireTable(p.table, callTable)
	p.table.Chosen = func(r *grid.Row) { p.chooseRow(r, false) }
	p.table.Preview = p.table.Chosen
	p.table.Enter = func(r *grid.Row) {
		p.chooseRow(r, true)
		p.table.Leave()
	}
	p.table.More = p.items
	p.flame = newFlameView(p)
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
	p.what = drop("Which call trees", p.choices)
	p.noise = drop("Functions below this share of their tree are left out", func() []*fyne.MenuItem { return p.b.Passing("noise.", noiseTitle) })
	p.mine = kit.NewButton(kit.Flat, "", "", p.b.Commands.Get("justMyCode").Do).Explain(p.b.Tips, p.b.Commands.Get("justMyCode").Tip())
	p.mine.Height = 24
	p.of = kit.NewCaption("", kit.ColorText2).Fitting()
	p.back = kit.NewLink("", p.goBack)
	p.form = kit.NewSegmented([]string{"Table", "Flame graph"}, p.b.Tips,
		func(i int) string {
			return [...]string{"Functions below those that called them", "Functions as wide as their time, below those that called them"}[i]
		},
		func(i int) { p.showForm(i == 1) })
	row := container.New(callHeadLayout{kit.YieldLayout{RowLayout: 8, Least: callHead, Yield: []fyne.CanvasObject{p.noise, p.mine}}, p},
		p.what, kit.WithTip(p.of, p.b.Tips), p.back, p.mine, p.noise, p.form.Root)
	head := container.New(kit.Fixed{0, kit.TabBarHeight}, container.New(kit.Insets{4, 0}, row))
	p.root = container.NewBorder(head, nil, nil, nil, container.NewStack(p.table, p.flame.root))
}

// callHeadLayout is the row above the trees. Beside a flame graph it has no noise:
// that shows what there is room for, whatever its share.
type callHeadLayout struct {
	kit.YieldLayout
	p *callPane
}

// Layout implements fyne.Layout.
func (l callHeadLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	if l.p.flame.root.Visible() {
		kit.Hide(l.p.noise, true)
		l.Yield = l.Yield[1:]
	}
	l.YieldLayout.Layout(o, size)
}

// query asks for the trees as they are to be shown now.
func (p *callPane) query() query.Calls { return p.b.Session.CallQuery(p.b.details.stack.mine) }

// update shows the trees as they are to be shown now.
func (p *callPane) update() {
	p.tell()
	q := p.query()
	if q.Trace == nil || q.Same(&p.asked) {
		return // they are shown, or on their way
	}
	p.tableFeed.update()
	p.busy(p.running)
}

// busy shows that something is computed in the background.
func (p *callPane) busy(on bool) {
	var colour fyne.ThemeColorName
	if on {
		colour = theme.ColorNamePrimary
	}
	p.table.Working.Paint(colour, "")
	p.flame.working.Paint(colour, "")
}

// tell says whose trees these are.
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
	case p.shown != nil && p.shown.More > 0:
		text += " · " + kit.Plural(p.shown.More, "function") + " more"
	}
	p.of.Set(text)
	p.what.Set(q.Choice.Title(), "")
	p.mine.Set("Just my code: "+kit.OnOff(q.Mine), "")
	p.noise.Set("Noise "+noiseText(q.Noise), "")
	back := ""
	switch {
	case p.flame.root.Visible() && p.flame.isZoomed():
		back = "Whole graph"
	case p.b.Session.CallsBehind():
		back = "This window"
	case q.Choice.Thread != model.NoThread:
		back = "All threads"
	}
	p.back.Set(back, "")
	kit.Hide(p.back, back == "")
	p.table.Hint = "No time of this kind in this window"
	p.root.Refresh()
}

// goBack takes back what narrows the trees, as the link says.
func (p *callPane) goBack() {
	switch {
	case p.flame.root.Visible() && p.flame.isZoomed():
		p.flame.zoom(-1)
	case p.b.Session.CallsBehind():
		p.b.Session.CatchUpCalls()
	default:
		p.allThreads()
	}
}

// allThreads shows the trees of all threads in view.
func (p *callPane) allThreads() {
	c := p.b.Session.CallChoice()
	c.Thread = model.NoThread
	p.b.Session.ChooseCalls(c)
}

// fill takes over the trees of the table's new content.
func (p *callPane) fill() {
	p.shown, p.rows = nil, map[string]int{}
	if p.next != nil && p.next.trees != nil {
		p.shown = p.next.trees
		for i := range p.shown.Content.Rows {
			p.rows[p.shown.Content.Rows[i].Key] = i
		}
	}
	p.next = nil
	p.busy(false)
	p.flame.show(p.shown)
	p.tell()
	p.b.Settled()
}

// showForm shows the table or the flame graph.
func (p *callPane) showForm(flame bool) {
	kit.Hide(p.table, flame)
	kit.Hide(p.flame.root, !flame)
	p.form.Take(int(kit.Bit(flame)))
	p.flame.show(p.shown)
	if p.b.tabs != nil {
		p.tell()
		p.b.tabChosen()
	}
}

// follow selects the row of the selected node, if it is shown.
func (p *callPane) follow() {
	if of, ok := p.node(); ok {
		p.table.Follow(func(r *grid.Row) bool {
			i, ok := p.rows[r.Key]
			return ok && p.shown.Rows[i] == of
		})
	}
}

// visible reports whether the page is to be seen.
func (p *callPane) visible() bool {
	return p.b.tabSeen(tabCalls)
}

// flaming reports whether the flame graph is to be seen.
func (p *callPane) flaming() bool { return p.visible() && p.flame.root.Visible() }

// forget resets for another trace.
func (p *callPane) forget() {
	p.asked, p.shown, p.next, p.rows = query.Calls{}, nil, nil, nil
	p.selected, p.path = false, calltree.CallPath{}
	p.table.Grid = p.table.Grid.Fresh()
	clear(p.table.Usuals)
	p.busy(false)
	p.table.Update()
	p.filter.Clear()
	p.flame.show(nil)
}

// chooseRow selects the node of a row and its longest instance.
func (p *callPane) chooseRow(r *grid.Row, zoom bool) {
	if i, ok := p.rows[r.Key]; ok && p.shown != nil {
		p.choose(p.shown.Rows[i], zoom)
	}
}

// choose selects a node and its longest instance, and shows that alone if it is
// meant to.
func (p *callPane) choose(of report.ShownNode, zoom bool) {
	p.note(of)
	p.b.Session.GoInstance(&p.shown.Query, p.at, zoom)
	p.tell()
}

// note has a node be the selected one.
func (p *callPane) note(of report.ShownNode) {
	p.selected, p.path = true, p.shown.Trees[of.Tree].Path(of.Node)
	p.at = p.shown.Node(of).Longest
	p.flame.point()
}

// node is the selected node; ok is false without.
func (p *callPane) node() (of report.ShownNode, ok bool) {
	if !p.selected || p.shown == nil {
		return of, false
	}
	return p.shown.Find(p.path)
}

// step goes to the next instance of the selected node in time (dir 1), or to the
// one before (dir -1): in the background where many are to be looked at.
func (p *callPane) step(dir int) {
	of, ok := p.node()
	if !ok || p.stepping {
		return
	}
	trees, from := p.shown, p.at
	if p.b.Session.ReportCost() <= p.atOnce && trees.Query.Quick() {
		p.goTo(trees.Instance(of, from, dir))
		return
	}
	p.stepping = true
	p.busy(true)
	go func() {
		step, ok := trees.Instance(of, from, dir)
		fyne.Do(func() {
			p.stepping = false
			p.busy(p.running)
			if p.shown == trees && p.at == from {
				p.goTo(step, ok)
			}
		})
	}()
}

// goTo selects an instance and says which one it is.
func (p *callPane) goTo(step calltree.InstanceStep, ok bool) {
	if !ok {
		p.b.Say(session.Outcome{Text: "The trace has no instance of it."})
		return
	}
	p.at = step.Instance
	p.b.Session.GoInstance(&p.shown.Query, step.Instance, false)
	p.tell()
	p.b.Point("", p.shown.Query.InstanceText(step))
	p.b.Settled()
}
