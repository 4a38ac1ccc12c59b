package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// CheckBox is a check box that tells when it gets the keyboard.
type CheckBox struct {
	widget.Check
	reached func()
}

func NewCheckBox(text string, changed func(bool)) *CheckBox {
	c := &CheckBox{}
	c.Text, c.OnChanged = text, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements fyne.Focusable.
func (c *CheckBox) FocusGained() {
	c.Check.FocusGained()
	if c.reached != nil {
		c.reached()
	}
}

// FollowKeyboard has s scroll to whatever in it gets the keyboard: the toolkit leaves
// it out of sight.
func FollowKeyboard(s *container.Scroll) {
	Within(s.Content, func(o fyne.CanvasObject) bool {
		reached := func() { scrollTo(s, o) }
		switch o := o.(type) {
		case *Button:
			o.Reached = reached
		case *Field:
			o.Reached = reached
		case *CheckBox:
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
