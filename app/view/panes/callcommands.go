package panes

import (
	"strconv"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/export/profiles"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline/paint"
)

// CallCommands are the commands of the call trees.
func (b *Panes) CallCommands() []*kit.Command {
	p := func() *callPane { return b.Calls } // made after the commands
	one := func() bool {
		_, ok := p().Node()
		return b.IsOpen() && ok
	}
	const none = "No function is selected in a call tree."
	list := []*kit.Command{
		{
			ID: "callsOfSelection", Title: "Call Tree of Thread", Help: "Call tree of the selected thread, for the category of the selected segment",
			Enabled: b.HasThread, Why: "No thread is selected.", Run: func() { callsOfSelection(b.Host) },
		},
		{
			ID: "callsOfAll", Title: "Call Trees of All Threads", Help: "Call trees of all visible threads",
			Enabled: func() bool { return b.IsOpen() && b.Session.CallChoice().Thread != model.NoThread },
			Why:     "The call trees already cover all visible threads.", Run: func() { p().allThreads() },
		},
		b.categoryCalls(),
		{
			ID: "flameGraph", Title: "Flame Graph", Help: "Call trees as a flame graph, or as a table",
			Enabled: b.IsOpen, Checked: func() bool { return p().Flame.Root.Visible() },
			Run: func() {
				flame := !p().Flame.Root.Visible()
				b.Commands.Get("tab.calls").Do()
				p().showForm(flame)
			},
		},
		{
			ID: "instanceNext", Title: "Next Instance of Function", Help: "Go to the next sample, wait or preemption in the selected function",
			Keys: []kit.Key{{Name: fyne.KeyF7}}, Enabled: one, Why: none, Run: func() { p().Step(1) },
		},
		{
			ID: "instancePrev", Title: "Previous Instance of Function", Help: "Go to the previous sample, wait or preemption in the selected function",
			Keys: []kit.Key{{Name: fyne.KeyF7, Mods: kit.Shift}}, Enabled: one, Why: none, Run: func() { p().Step(-1) },
		},
		{
			ID: "exportFlame", Title: "Export Flame Graph…", Help: "Export the call trees as a flame graph: PNG, SVG or PDF",
			Enabled: func() bool { return b.IsOpen() && p().Shown != nil }, Why: "No call tree is shown.", Run: b.ExportFlame,
		},
		b.differenceCommand(),
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
				chooseCalls(b.Host, c)
			},
		})
	}
	return list
}

// noiseCommands choose how much of the call trees is left out.
func (b *Panes) noiseCommands() []*kit.Command {
	var list []*kit.Command
	for _, percent := range noises {
		list = append(list, &kit.Command{
			ID: "noise." + strconv.FormatFloat(percent, 'f', -1, 64), Title: NoiseTitle + noiseText(percent),
			Help:    "Leave out functions whose share of the call tree is below " + strconv.FormatFloat(percent, 'f', -1, 64) + "%",
			Checked: func() bool { return b.Session.Noise() == percent }, Run: func() { b.Session.SetNoise(percent) },
		})
	}
	return list
}

// ExportFlame asks what the picture of the flame graph should look like, and then for its file.
func (b *Panes) ExportFlame() {
	kind := b.Calls.Shown.Query.Choice.Kind.String()
	f := b.NewPictureForm()
	f.Alone = "Flame graph only"
	f.Name = func(ending string) string { return b.ExportNameOf(kind, ending) }
	f.Draw = b.FlamePicture()
	f.Present("Export flame graph")
}

// FlamePicture draws the call trees that are shown now as a flame graph.
func (b *Panes) FlamePicture() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	trees := b.Calls.Shown
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
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
			Stacks: profiles.Stacks{Trace: q.Trace, Kind: q.Choice.Kind, Range: q.Window, Trees: trees.Trees},
			Title:  b.Session.Source().Name, Clock: q.Terms.Clock, Scale: float32(scale), Width: b.PictureWidth(), Bare: b.Settings.Export.Plain,
			Palette: paint.NewPalette(o.Dark, look.Safe).WithPatterns(look.Patterns),
		}
		return g.Draw(), nil
	}
}

// CallsFocused reports whether the keyboard is in the tab of the call trees.
func (b *Panes) CallsFocused() bool {
	focused, ok := b.Win.Canvas().Focused().(fyne.CanvasObject)
	return ok && b.Calls.Visible() && kit.Within(b.Calls.Root, func(o fyne.CanvasObject) bool { return o == focused })
}
