package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
)

// PlotCard shows the values under the pointer.
type PlotCard struct {
	Root  *fyne.Container
	Lines []*kit.Line
	list  *fyne.Container
	named bool // the first line is a name, not the time or place of the values
}

// NewPlotCard is a card without lines.
func NewPlotCard() *PlotCard {
	c := &PlotCard{list: container.New(kit.ColumnLayout(2))}
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	c.Root = container.NewStack(back, container.New(kit.Insets{kit.CardInset, 7}, c.list))
	c.Root.Hide()
	return c
}

// Show shows lines next to a position in a room, or hides the card if there are none.
func (c *PlotCard) Show(lines []string, at fyne.Position, room fyne.Size) {
	kit.Hide(c.Root, len(lines) == 0)
	if len(lines) == 0 {
		return
	}
	for len(c.Lines) < len(lines) {
		color := kit.ColorText2
		if len(c.Lines) > 0 || c.named {
			color = theme.ColorNameForeground
		}
		l := kit.NewCaption("", color)
		c.Lines = append(c.Lines, l)
		c.list.Add(l)
	}
	for i, l := range c.Lines {
		kit.Hide(l, i >= len(lines))
		if i < len(lines) {
			l.Set(lines[i])
		}
	}
	const away = 14
	size := c.Root.MinSize()
	x := at.X + away
	if x+size.Width > room.Width {
		x = max(0, at.X-away-size.Width)
	}
	c.Root.Resize(size)
	c.Root.Move(fyne.NewPos(x, max(0, min(at.Y+away, room.Height-size.Height))))
}
