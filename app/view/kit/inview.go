package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// CheckBox is a check box that reports when it gets the keyboard.
type CheckBox struct {
	widget.Check
	reached func()
}

// NewCheckBox is a check box; changed gets its new state.
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

// FollowKeyboard makes s scroll to the widget in it that gets the keyboard; the toolkit leaves such
// a widget out of view.
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

// scrollTo scrolls s as little as is needed to show o.
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
