package view

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
)

// bothWidth is the width of the window from which both stacks have room side by
// side.
const bothWidth = 1500

// bothCommand joins the two tabs of stacks.
func (w *window) bothCommand() *kit.Command {
	return &kit.Command{
		ID: "bothStacks", Title: "Both Stacks", Help: "Current and unblocking stack side by side, in wide windows",
		Enabled: func() bool { return w.isOpen() && w.wide() }, Why: "Needs a wider window.",
		Checked: func() bool { return w.settings.BothStacks },
		Run: func() {
			w.settings.BothStacks = !w.settings.BothStacks
			w.saveSettings()
			w.appState.each(func(w *window) {
				w.joinStacks()
				w.refresh()
			})
		},
	}
}

// wide reports whether both stacks have room.
func (w *window) wide() bool { return w.win.Content().Size().Width >= kit.Scaled(bothWidth) }

// joinStacks makes one tab of the two stacks, or two of it, as is chosen and there
// is room.
func (w *window) joinStacks() {
	both := w.settings.BothStacks && w.wide()
	if both == w.details.both {
		return
	}
	if both && w.tabs.Chosen == tabUnblocking {
		w.tabs.Choose(tabCurrent)
	}
	w.details.both = both
	title, short := "", ""
	if both {
		title, short = "Both stacks", "Stacks"
	}
	w.tabs.Call(tabCurrent, title, short)
	w.tabs.Show(tabUnblocking, !both)
	w.details.root.Refresh()
	w.panes.Soon()
}

// tabOf is the tab that shows what a tab is about: another one while the stacks
// are joined.
func (w *window) tabOf(tab string) string {
	if tab == tabUnblocking && w.details.both {
		return tabCurrent
	}
	return tab
}

// panes are the stacks that are shown.
func (d *details) panes() []*stackPane {
	if d.both {
		return []*stackPane{d.stack, d.second}
	}
	return []*stackPane{d.stack}
}

// setMine turns Just My Code on or off.
func (d *details) setMine(on bool) { d.stack.mine, d.second.mine = on, on }

// stackText is what the stacks say, for the clipboard.
func (d *details) stackText() string {
	text := ""
	for i, p := range d.panes() {
		if i > 0 {
			text += "\n"
		}
		text += p.view.Text()
	}
	return text
}

// placeStacks places the stacks into the room beside the facts.
func (d *details) placeStacks(x, width float32, size fyne.Size, rule fyne.CanvasObject) {
	kit.Hide(rule, !d.both)
	kit.Hide(d.second.root, !d.both)
	if d.both {
		half := float32(int(width-1) / 2)
		kit.Place(rule, x+half, 0, 1, size.Height)
		kit.Place(d.second.root, x+half+1, 0, width-half-1, size.Height)
		width = half
	}
	kit.Place(d.stack.root, x, 0, width, size.Height)
}
