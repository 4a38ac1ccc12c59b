package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// FrameList is Fyne's list, for reading: ↑ ↓ move through it, and all other keys go to the window.
type FrameList struct{ widget.List }

// NewFrameList is a list of stack frames; its arguments are those of widget.NewList.
func NewFrameList(length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject)) *FrameList {
	l := &FrameList{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.HideSeparators = true
	l.OnSelected = l.Unselect // frames are read, not chosen
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *FrameList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(e)
	default:
		PassKey(l, e)
	}
}

// TypedRune implements fyne.Focusable.
func (l *FrameList) TypedRune(r rune) { PassRune(l, r) }

// PassKey passes a key that a widget does not use to the window.
func PassKey(o fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// PassRune is PassKey for a character.
func PassRune(o fyne.CanvasObject, r rune) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}
