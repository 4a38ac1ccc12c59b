package panes

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/timeline/paint"
)

// What the titles of commands begin with.
const (
	CallsTitle = "Call Tree: "
	NoiseTitle = "Noise Reduction: "
)

// noises are the shares in percent that the menu offers.
var noises = []float64{0, 0.5, 1, query.DefaultNoise, 5, 10, 20}

func noiseText(percent float64) string {
	if percent == 0 {
		return "none"
	}
	return strconv.FormatFloat(percent, 'f', -1, 64) + "%"
}

// CallCommands are those of the call trees.
func (b *Panes) CallCommands() []*kit.Command {
	p := func() *callPane { return b.Calls } // which is made after the commands
	one := func() bool {
		_, ok := p().Node()
		return b.IsOpen() && ok
	}
	const none = "No function of a call tree is selected."
	list := []*kit.Command{
		{
			ID: "callsOfSelection", Title: "Call Tree of Thread", Help: "Call tree of the selected thread, for the category of the selected segment",
			Enabled: b.HasThread, Why: "No thread is selected.", Run: b.callsOfSelection,
		},
		{
			ID: "callsOfAll", Title: "Call Trees of All Threads", Help: "Call trees of all threads in view again",
			Enabled: func() bool { return b.IsOpen() && b.Session.CallChoice().Thread != model.NoThread },
			Why:     "The call trees are those of all threads in view.", Run: func() { p().allThreads() },
		},
		{
			ID: "flameGraph", Title: "Flame Graph", Help: "Call trees as a flame graph, or as a table",
			Enabled: b.IsOpen, Checked: func() bool { return p().Flame.Root.Visible() },
			Run: func() {
				flame := !p().Flame.Root.Visible()
				b.showCalls()
				p().showForm(flame)
			},
		},
		{
			ID: "instanceNext", Title: "Next Instance", Help: "Next instance of the function that is selected in the call tree",
			Keys: []kit.Key{{Name: fyne.KeyF7}}, Enabled: one, Why: none, Run: func() { p().Step(1) },
		},
		{
			ID: "instancePrev", Title: "Previous Instance", Help: "Previous instance of the function that is selected in the call tree",
			Keys: []kit.Key{{Name: fyne.KeyF7, Mods: kit.Shift}}, Enabled: one, Why: none, Run: func() { p().Step(-1) },
		},
		{
			ID: "exportFlame", Title: "Export Flame Graph…", Help: "Export the call trees as a flame graph: PNG, SVG or PDF",
			Enabled: func() bool { return b.IsOpen() && p().Shown != nil }, Why: "No call tree is shown.", Run: b.ExportFlame,
		},
	}
	return append(append(list, b.choiceCommands()...), b.noiseCommands()...)
}

// choiceCommands choose which call trees are shown.
func (b *Panes) choiceCommands() []*kit.Command {
	var list []*kit.Command
	for _, c := range callChoices() {
		list = append(list, &kit.Command{
			ID: "calls." + callKey(c), Title: CallsTitle + c.Title(), Enabled: b.IsOpen,
			Checked: func() bool {
				now := b.Session.CallChoice()
				return now.Kind == c.Kind && now.Category == c.Category
			},
			Run: func() {
				c := c
				c.Thread = b.Session.CallChoice().Thread
				b.chooseCalls(c)
			},
		})
	}
	return list
}

// noiseCommands choose how much of call trees is left out.
func (b *Panes) noiseCommands() []*kit.Command {
	var list []*kit.Command
	for _, percent := range noises {
		list = append(list, &kit.Command{
			ID: "noise." + strconv.FormatFloat(percent, 'f', -1, 64), Title: NoiseTitle + noiseText(percent),
			Help:    "Leave out functions that take less of their call tree than " + strconv.FormatFloat(percent, 'f', -1, 64) + "%",
			Checked: func() bool { return b.Session.Noise() == percent }, Run: func() { b.Session.SetNoise(percent) },
		})
	}
	return list
}

// callChoices are the call trees that can be chosen, of all threads.
func callChoices() []query.CallChoice {
	list := []query.CallChoice{
		{Kind: calltree.TreeExecution, Category: query.AllBlocking}, {Kind: calltree.TreeBlocking, Category: query.AllBlocking},
	}
	for _, c := range query.BlockingCategories() {
		list = append(list, query.CallChoice{Kind: calltree.TreeBlocking, Category: c})
	}
	return append(list, query.CallChoice{Kind: calltree.TreeUnblocking, Category: query.AllBlocking})
}

// callKey is a choice in the id of a command.
func callKey(c query.CallChoice) string {
	if c.Kind == calltree.TreeBlocking && c.Category != query.AllBlocking {
		return strings.ToLower(c.Category.String())
	}
	return c.Kind.String()
}

// choices are the items that choose other call trees.
func (p *callPane) choices() []*fyne.MenuItem {
	return append(p.b.Passing("calls.", CallsTitle), p.b.Items(host.Separator, "callsOfAll")...)
}

// showCalls shows the tab of the call trees.
func (b *Panes) showCalls() {
	if b.Session.Viewing() != keep.ViewThreads {
		b.Session.SetViewing(keep.ViewThreads)
	}
	if !b.Calls.Visible() {
		b.Commands.Get("tab.calls").Do()
	}
}

// chooseCalls shows other call trees.
func (b *Panes) chooseCalls(c query.CallChoice) {
	b.Session.ChooseCalls(c)
	b.showCalls()
	b.Refresh()
}

// callsOfSelection shows the call tree of the selected thread: that of the category
// of the selected segment, or of all waits.
func (b *Panes) callsOfSelection() {
	ix := b.Session.Selected().Thread
	c := query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: ix}
	if seg, ok := b.Session.Segment(); ok {
		if of, ok := query.CallChoiceOf(seg.Category, ix); ok {
			c = of
		}
	}
	b.chooseCalls(c)
}

// CallsOf shows the call tree in which the time of a category is, of a thread or,
// for NoThread, of all.
func (b *Panes) CallsOf(category model.Category, ix model.ThreadIx) {
	c, ok := query.CallChoiceOf(category, ix)
	if !ok {
		b.Say(session.Outcome{Text: category.Title() + " time has no call tree: the thread is not anywhere in its code meanwhile."})
		return
	}
	b.chooseCalls(c)
}

// LegendMenu drops the menu of a category in the legend.
func (b *Panes) LegendMenu(c model.Category, at fyne.Position) { b.PopUp(b.LegendItems(c), at) }

// LegendItems are its items.
func (b *Panes) LegendItems(c model.Category) []*fyne.MenuItem {
	_, ok := query.CallChoiceOf(c, model.NoThread)
	tree := fyne.NewMenuItem("Call Tree of "+c.Title(), func() { b.CallsOf(c, model.NoThread) })
	tree.Disabled = !ok
	return []*fyne.MenuItem{tree}
}

// callItems are an item with those of the call trees of a thread below it, one a
// category in which it spent some time; none where there is no such category.
func (b *Panes) callItems(sums *model.Sums, ix model.ThreadIx) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range kit.CategoryOrder {
		if _, ok := query.CallChoiceOf(c, ix); ok && sums[c] > 0 {
			items = append(items, fyne.NewMenuItem(c.Title(), func() { b.CallsOf(c, ix) }))
		}
	}
	if items == nil {
		return nil
	}
	return []*fyne.MenuItem{host.Submenu("Call Tree", items)}
}

// items are those of the menu about the selected function.
func (p *callPane) items() []*fyne.MenuItem {
	return p.b.Items("instanceNext", "instancePrev", host.Separator, "flameGraph", "exportFlame")
}

// ExportFlame asks what the picture of the flame graph is to look like, and then
// for its file.
func (b *Panes) ExportFlame() {
	trees := b.Calls.Shown
	f := b.NewPictureForm()
	f.Alone = "Graph alone"
	f.Name = func(ending string) string { return b.ExportNameOf(trees.Query.Choice.Kind.String(), ending) }
	f.Draw = func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		q := trees.Query
		if m := b.Session.Marked(); m.Len() > 0 {
			q.Window = b.Session.Window()
			if o.Marked {
				q.Window = m
			}
		}
		if !q.Same(&trees.Query) {
			other, err := q.Run()
			if err != nil {
				return nil, err
			}
			trees = other
		}
		look := b.Look.Current()
		g := export.FlameGraph{
			Stacks: export.Stacks{Trace: q.Trace, Kind: q.Choice.Kind, Range: q.Window, Trees: trees.Trees},
			Title:  b.Session.Source().Name, Clock: q.Terms.Clock, Scale: float32(scale), Width: b.PictureWidth(), Bare: b.Settings.Export.Plain,
			Palette: paint.NewPalette(o.Dark, look.Safe).WithPatterns(look.Patterns),
		}
		return g.Draw(), nil
	}
	f.Present("Export flame graph")
}

// CallsFocused reports whether the keyboard is in the tab of the call trees.
func (b *Panes) CallsFocused() bool {
	focused, ok := b.Win.Canvas().Focused().(fyne.CanvasObject)
	return ok && b.Calls.Visible() && kit.Within(b.Calls.Root, func(o fyne.CanvasObject) bool { return o == focused })
}
