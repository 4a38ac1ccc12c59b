package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// regionCommands go from one part of the window to the next, and to the tabs.
func (w *window) regionCommands() []*command {
	list := []*command{
		{
			id: "regionNext", title: "Next Region", help: "Keyboard to the next part of the window",
			keys: []key{{name: fyne.KeyF6}}, run: func() { w.stepRegion(1) },
		},
		{
			id: "regionPrev", title: "Previous Region", help: "Keyboard to the previous part of the window",
			keys: []key{{name: fyne.KeyF6, mods: shift}}, run: func() { w.stepRegion(-1) },
		},
	}
	for i, name := range []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6} {
		list = append(list, &command{
			id: "tab." + string(name), title: "Tab " + string(name), help: "Tab " + string(name) + " of the bottom pane",
			keys:    []key{{name: name, mods: alt}},
			enabled: func() bool { return w.isOpen() && w.tabs.nth(i) >= 0 },
			why:     "The bottom pane has no such tab.",
			run:     func() { w.showTab(w.tabs.nth(i)) },
		})
	}
	return list
}

// nth is the index of the n-th tab in the bar, from 0; -1 when there are fewer.
func (t *tabs) nth(n int) int {
	for i, h := range t.heads {
		if !h.Visible() {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// showTab chooses a tab, and opens the bottom pane for it.
func (w *window) showTab(i int) {
	if !w.body.open() {
		w.body.setOpen(true)
		w.paneToggled()
	}
	w.tabs.choose(i)
}

// regions are the parts of the window that take the keyboard, in the order of
// F6: the command bar, the picture or the page in its place, the bottom pane.
func (w *window) regions() []fyne.CanvasObject {
	if w.page != pageTrace {
		return []fyne.CanvasObject{w.bar.root, w.main}
	}
	return []fyne.CanvasObject{w.bar.root, w.surface, w.bottom}
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
