package panes

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
)

// bothWidth is the width of the window from which both stacks have room side by
// side.
const bothWidth = 1500

// Wide reports whether both stacks have room.
func (b *Panes) Wide() bool { return b.Win.Content().Size().Width >= kit.Scaled(bothWidth) }

// JoinStacks makes one tab of the two stacks, or two of it, as is chosen and there
// is room.
func (b *Panes) JoinStacks() {
	both := b.Settings.BothStacks && b.Wide()
	if both == b.Details.Both {
		return
	}
	if both && b.Tabs.Chosen == TabUnblocking {
		b.Tabs.Choose(TabCurrent)
	}
	b.Details.Both, b.joined = both, both
	title, short := "", ""
	if both {
		title, short = "Both stacks", "Stacks"
	}
	b.Tabs.Call(TabCurrent, title, short)
	b.Tabs.Show(TabUnblocking, !both)
	b.Details.Root.Refresh()
	b.PanesSoon()
}

// panes are the stacks that are shown.
func (d *details) panes() []*stackPane {
	if d.Both {
		return []*stackPane{d.Stack, d.Second}
	}
	return []*stackPane{d.Stack}
}

// SetMine turns Just My Code on or off.
func (d *details) SetMine(on bool) { d.Stack.Mine, d.Second.Mine = on, on }

// StackText is what the stacks say, for the clipboard.
func (d *details) StackText() string {
	text := ""
	for i, p := range d.panes() {
		if i > 0 {
			text += "\n"
		}
		text += p.View.Text()
	}
	return text
}

// placeStacks places the stacks into the room beside the facts.
func (d *details) placeStacks(x, width float32, size fyne.Size, rule fyne.CanvasObject) {
	kit.Hide(rule, !d.Both)
	kit.Hide(d.Second.Root, !d.Both)
	if d.Both {
		half := float32(int(width-1) / 2)
		kit.Place(rule, x+half, 0, 1, size.Height)
		kit.Place(d.Second.Root, x+half+1, 0, width-half-1, size.Height)
		width = half
	}
	kit.Place(d.Stack.Root, x, 0, width, size.Height)
}
