package panes

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
)

// panes are the stacks shown.
func (d *details) panes() []*stackPane {
	if d.Both {
		return []*stackPane{d.Stack, d.Second}
	}
	return []*stackPane{d.Stack}
}

// SetMine turns Just My Code on or off.
func (d *details) SetMine(on bool) { d.Stack.Mine, d.Second.Mine = on, on }

// StackText is the text of the stacks, for the clipboard.
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

// placeStacks places the stacks in the room next to the facts.
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
