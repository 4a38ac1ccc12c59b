package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// regionCommands go from one part of the window to the next.
func (w *window) regionCommands() []*command {
	return []*command{
		{
			id: "regionNext", title: "Next Region", help: "Keyboard to the next part of the window",
			keys: []key{{name: fyne.KeyF6}}, run: func() { w.stepRegion(1) },
		},
		{
			id: "regionPrev", title: "Previous Region", help: "Keyboard to the previous part of the window",
			keys: []key{{name: fyne.KeyF6, mods: shift}}, run: func() { w.stepRegion(-1) },
		},
	}
}

// regions are the parts of the window that take the keyboard, in the order of
// F6: the command bar, the picture or the page in its place, the bottom pane.
func (w *window) regions() []fyne.CanvasObject {
	if w.page != pageTrace {
		return []fyne.CanvasObject{w.bar.root, w.main}
	}
	v := w.viewPage()
	if v.page != nil {
		return []fyne.CanvasObject{w.bar.root, v.page}
	}
	return []fyne.CanvasObject{w.bar.root, w.surface, v.pane}
}

// stepRegion gives the keyboard to the first thing in the next (dir 1) or the
// previous (dir -1) region that has one.
func (w *window) stepRegion(dir int) {
	c, regions := w.win.Canvas(), w.regions()
	if c.Overlays().Top() != nil {
		return
	}
	n, at := len(regions), 0
	focused, _ := c.Focused().(fyne.CanvasObject)
	for i, r := range regions {
		if within(r, func(o fyne.CanvasObject) bool { return o == focused }) {
			at = i
		}
	}
	for k := 1; k < n; k++ {
		found := within(regions[((at+dir*k)%n+n)%n], func(o fyne.CanvasObject) bool {
			f, ok := o.(fyne.Focusable)
			if b, isButton := o.(*button); !ok || isButton && b.off {
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

// within reports whether ok holds for something that is to be seen in o, which
// it walks in the order of the Tab key.
func within(o fyne.CanvasObject, ok func(fyne.CanvasObject) bool) bool {
	if o == nil || !o.Visible() {
		return false
	}
	if ok(o) {
		return true
	}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case *container.Scroll:
		parts = []fyne.CanvasObject{o.Content}
	case *container.Split:
		parts = []fyne.CanvasObject{o.Leading, o.Trailing}
	case *split:
		parts = []fyne.CanvasObject{o.a, o.b}
	case *listRow:
		parts = []fyne.CanvasObject{o.content}
	}
	for _, p := range parts {
		if within(p, ok) {
			return true
		}
	}
	return false
}
