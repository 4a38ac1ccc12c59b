package view

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
)

// regionCommands move the keyboard from one part of the window to the next.
func (w *window) regionCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "regionNext", Title: "Next Region", Help: "Keyboard to the next part of the window",
			Keys: []kit.Key{{Name: fyne.KeyF6}}, Run: func() { w.stepRegion(1) },
		},
		{
			ID: "regionPrev", Title: "Previous Region", Help: "Keyboard to the previous part of the window",
			Keys: []kit.Key{{Name: fyne.KeyF6, Mods: kit.Shift}}, Run: func() { w.stepRegion(-1) },
		},
	}
}

// regions are the parts of the window that can have the keyboard, in the order of F6: the command
// bar, the picture or the page in its place, the bottom pane.
func (w *window) regions() []fyne.CanvasObject {
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
func (w *window) stepRegion(dir int) {
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
