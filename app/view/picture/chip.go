package picture

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
)

// chip is a label on a filled, rounded background.
type chip struct {
	Box  *fyne.Container
	back *canvas.Rectangle
	Text *canvas.Text
}

func newChip() *chip {
	c := &chip{back: canvas.NewRectangle(color.Transparent), Text: canvas.NewText("", color.Transparent)}
	c.back.CornerRadius = 4
	c.Box = container.NewStack(c.back, container.New(kit.Insets{8, 3}, c.Text))
	return c
}

func (c *chip) colour(back, ink color.Color) {
	c.back.FillColor, c.Text.Color = back, ink
	c.Text.TextSize = theme.CaptionTextSize()
	c.Box.Refresh()
}

func (c *chip) hide(hidden bool) { kit.Hide(c.Box, hidden) }

func (c *chip) set(text string) {
	if c.Text.Text != text {
		c.Text.Text = text
		c.Text.Refresh()
	}
}
