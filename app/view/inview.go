package view

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// checkBox is a check box that tells when it gets the keyboard.
type checkBox struct {
	widget.Check
	reached func()
}

func newCheckBox(text string, changed func(bool)) *checkBox {
	c := &checkBox{}
	c.Text, c.OnChanged = text, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements fyne.Focusable.
func (c *checkBox) FocusGained() {
	c.Check.FocusGained()
	if c.reached != nil {
		c.reached()
	}
}

// followKeyboard has s scroll to whatever in it gets the keyboard: the toolkit leaves
// it out of sight.
func followKeyboard(s *container.Scroll) {
	within(s.Content, func(o fyne.CanvasObject) bool {
		reached := func() { scrollTo(s, o) }
		switch o := o.(type) {
		case *kit.Button:
			o.Reached = reached
		case *kit.Field:
			o.Reached = reached
		case *checkBox:
			o.reached = reached
		}
		return false
	})
}

// scrollTo scrolls as little as shows o, which is in s.
func scrollTo(s *container.Scroll, o fyne.CanvasObject) {
	const room = 8
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s.Content).Y
	y := max(s.Offset.Y, top+o.Size().Height+room-s.Size().Height)
	y = max(min(y, top-room), 0)
	if y != s.Offset.Y {
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, y))
	}
}
