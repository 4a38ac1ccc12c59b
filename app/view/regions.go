package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/sheets"
)

// regionCommands move the keyboard from one part of the window to the next, and explain the part
// that has it.
func (w *keyboard) regionCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "regionNext", Title: "Next Pane", Help: "Focus the next pane",
			Keys: []kit.Key{{Name: fyne.KeyF6}}, Run: func() { w.stepRegion(1) },
		},
		{
			ID: "regionPrev", Title: "Previous Pane", Help: "Focus the previous pane",
			Keys: []kit.Key{{Name: fyne.KeyF6, Mods: kit.Shift}}, Run: func() { w.stepRegion(-1) },
		},
		{
			ID: "help", Title: "Help for This View", Help: "Explain the view, or the pane that has the keyboard focus",
			Keys: []kit.Key{{Name: fyne.KeyF1}}, Run: func() { w.ShowHelp(w.helpHere()) },
		},
	}
}

// regions are the parts of the window that can have the keyboard, in the order of F6: the command
// bar, the picture or the page in its place, the bottom pane.
func (w *keyboard) regions() []fyne.CanvasObject {
	if w.page != pageTrace {
		return []fyne.CanvasObject{w.bar.root, w.main}
	}
	v := w.ViewPage()
	if v.Page != nil {
		return []fyne.CanvasObject{w.bar.root, v.Page}
	}
	return []fyne.CanvasObject{w.bar.root, w.Surface, v.Pane}
}

// stepRegion gives the keyboard to the first widget that takes it in the next (dir 1) or the
// previous (dir -1) region that has one.
func (w *keyboard) stepRegion(dir int) {
	c, regions := w.Win.Canvas(), w.regions()
	if c.Overlays().Top() != nil {
		return
	}
	n, at := len(regions), 0
	focused, _ := c.Focused().(fyne.CanvasObject)
	for i, r := range regions {
		if kit.Within(r, func(o fyne.CanvasObject) bool { return o == focused }) {
			at = i
		}
	}
	for k := 1; k < n; k++ {
		found := kit.Within(regions[((at+dir*k)%n+n)%n], func(o fyne.CanvasObject) bool {
			f, ok := o.(fyne.Focusable)
			if b, isButton := o.(*kit.Button); !ok || isButton && b.Off {
				return false
			}
			c.Focus(f)
			return true
		})
		if found {
			return
		}
	}
}

// helpHere is the page of help about the pane that has the keyboard, or else the view.
func (w *keyboard) helpHere() string {
	switch w.page {
	case pageTrace:
		v := w.ViewPage()
		focused, _ := w.Win.Canvas().Focused().(fyne.CanvasObject)
		inPane := v.Pane != nil && kit.Within(v.Pane, func(o fyne.CanvasObject) bool { return o == focused })
		if inPane && v.Kind == keep.ViewThreads && w.Tab().Help != "" {
			return w.Tab().Help
		}
		return v.Kind.Key()
	case pageLive:
		return keep.ViewMonitor.Key()
	default:
		return sheets.HelpStart
	}
}
