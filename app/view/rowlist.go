package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// rowList is Fyne's list with a keyboard that selects as it goes: ↑ ↓, Home and
// End move the selection, Enter goes to what the row is about, and all other
// keys are the window's.
type rowList struct {
	widget.List
	length  func() int
	current int // the selected row, -1 without

	// What the owner provides.
	selected func(i int)
	enter    func(i int)
	key      func(*fyne.KeyEvent)
	rune     func(rune)
}

func newRowList(length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject)) *rowList {
	l := &rowList{
		length: length, current: -1,
		selected: func(int) {}, enter: func(int) {}, key: func(*fyne.KeyEvent) {}, rune: func(rune) {},
	}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.OnSelected = func(i int) {
		l.current = i
		l.selected(i)
	}
	l.HideSeparators = true
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *rowList) TypedKey(e *fyne.KeyEvent) {
	last := l.length() - 1
	to := l.current
	switch e.Name {
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = last
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.current >= 0 && l.current <= last {
			l.enter(l.current)
		}
		return
	default:
		l.key(e)
		return
	}
	if last >= 0 {
		l.Select(min(max(to, 0), last))
	}
}

// TypedRune implements fyne.Focusable.
func (l *rowList) TypedRune(r rune) { l.rune(r) }
