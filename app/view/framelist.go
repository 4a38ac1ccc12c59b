package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// frameList is Fyne's list to read in: ↑ ↓ move through it, and all other keys
// are the window's.
type frameList struct{ widget.List }

func newFrameList(length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject)) *frameList {
	l := &frameList{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.HideSeparators = true
	l.OnSelected = l.Unselect // frames are read, not chosen
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *frameList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(e)
	default:
		passKey(l, e)
	}
}

// TypedRune implements fyne.Focusable.
func (l *frameList) TypedRune(r rune) { passRune(l, r) }

// passKey gives a key that a widget has no use for to the window.
func passKey(o fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// passRune is passKey for a character.
func passRune(o fyne.CanvasObject, r rune) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}
