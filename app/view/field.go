package view

import (
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// field is a text field in a popup: the popup sees its keys first.
type field struct {
	widget.Entry
	// keys gets a key before the text does, and reports whether that was all.
	keys func(*fyne.KeyEvent) bool
	// fresh: a letter key has just opened the popup. The letter that the
	// toolkit sends after it is not meant for the text.
	fresh bool
	left  func() // it has lost the keyboard; may be nil
	// reached: it has got the keyboard; may be nil.
	reached func()
}

func newField(hint string, keys func(*fyne.KeyEvent) bool) *field {
	f := &field{keys: keys}
	f.ExtendBaseWidget(f)
	f.SetPlaceHolder(hint)
	return f
}

// onEscape makes a field's keys of what Escape does.
func onEscape(cancel func()) func(*fyne.KeyEvent) bool {
	return func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyEscape {
			cancel()
			return true
		}
		return false
	}
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	f.fresh = false
	if !f.keys(e) {
		f.Entry.TypedKey(e)
	}
}

// FocusGained implements fyne.Focusable.
func (f *field) FocusGained() {
	f.Entry.FocusGained()
	if f.reached != nil {
		f.reached()
	}
}

// FocusLost implements fyne.Focusable.
func (f *field) FocusLost() {
	f.Entry.FocusLost()
	if f.left != nil {
		f.left()
	}
}

// TypedRune implements fyne.Focusable.
func (f *field) TypedRune(r rune) {
	drop := f.fresh && unicode.IsLetter(r)
	f.fresh = false
	if !drop {
		f.Entry.TypedRune(r)
	}
}
