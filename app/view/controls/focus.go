package controls

import (
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline/paint"
)

// ClassCommands focus a class of CPU use.
func (k *Controls) ClassCommands() []*kit.Command {
	var list []*kit.Command
	for c := range paint.NoClass {
		list = append(list, &kit.Command{
			ID: "class." + classKeys[c], Title: "Focus " + c.Title(), Help: "Highlight this class of CPU use and fade the others",
			Why:     "Only available in the CPU utilization view.",
			Enabled: func() bool { return k.IsOpen() && k.Surface.Chart.Shown() },
			Checked: func() bool { return k.Session.FocusClass() == c },
			Run:     func() { k.Session.SetFocusClass(c) },
		})
	}
	return list
}

// classKeys are the ids of the classes, as used in the ids of commands.
var classKeys = [...]string{"target", "other", "system", "interrupt", "unknown", "stolen", "idle", "offline"}

// focusNth focuses what the digit key n (from 0) represents: a category or, in the chart of CPU
// use, the n-th class from the bottom.
func (k *Controls) focusNth(n int, c model.Category) {
	switch {
	case !k.Surface.Chart.Shown():
		k.Session.SetFocus(c)
	case n < len(classKeys):
		k.Session.SetFocusClass(paint.Class(n))
	}
}
