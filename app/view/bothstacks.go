package view

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
)

// bothWidth is the width of the window from which both stacks have room side by
// side.
const bothWidth = 1500

// wide reports whether both stacks have room.
func (b *Panes) wide() bool { return b.Win.Content().Size().Width >= kit.Scaled(bothWidth) }

// joinStacks makes one tab of the two stacks, or two of it, as is chosen and there
// is room.
func (b *Panes) joinStacks() {
	both := b.Settings.BothStacks && b.wide()
	if both == b.details.both {
		return
	}
	if both && b.tabs.Chosen == tabUnblocking {
		b.tabs.Choose(tabCurrent)
	}
	b.details.both = both
	title, short := "", ""
	if both {
		title, short = "Both stacks", "Stacks"
	}
	b.tabs.Call(tabCurrent, title, short)
	b.tabs.Show(tabUnblocking, !both)
	b.details.root.Refresh()
	b.PanesSoon()
}

// tabOf is the tab that shows what a tab is about: another one while the stacks
// are joined.
func (b *Panes) tabOf(tab string) string {
	if tab == tabUnblocking && b.details.both {
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
