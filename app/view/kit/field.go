package kit

import (
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Field is a text field in a popup: the popup sees its keys first.
type Field struct {
	widget.Entry
	// keys gets each key before the text does, and reports whether it has handled the key.
	keys func(*fyne.KeyEvent) bool
	// Fresh: a letter key has just opened the popup. The toolkit sends the letter afterwards, and
	// it does not belong to the text.
	Fresh bool
	// Tab is set where keys wants the Tab key too.
	Tab bool
	// Rune gets each character before the text does, and reports whether it has handled it; may be
	// nil.
	Rune func(rune) bool
	Left func() // called when it loses the keyboard; may be nil
	// Reached is called when it gets the keyboard; may be nil.
	Reached func()
}

// NewField is a text field with a hint; keys handles its keys first.
func NewField(hint string, keys func(*fyne.KeyEvent) bool) *Field {
	f := &Field{keys: keys}
	f.ExtendBaseWidget(f)
	f.SetPlaceHolder(hint)
	return f
}

// OnEscape handles the keys of a field: it calls cancel on Escape.
func OnEscape(cancel func()) func(*fyne.KeyEvent) bool {
	return func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyEscape {
			cancel()
			return true
		}
		return false
	}
}

// TypedKey implements fyne.Focusable.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	f.Fresh = false
	if !f.keys(e) {
		f.Entry.TypedKey(e)
	}
}

// AcceptsTab implements fyne.Tabbable.
func (f *Field) AcceptsTab() bool { return f.Tab }

// FocusGained implements fyne.Focusable.
func (f *Field) FocusGained() {
	typing[f] = true
	f.Entry.FocusGained()
	if f.Reached != nil {
		f.Reached()
	}
}

// FocusLost implements fyne.Focusable.
func (f *Field) FocusLost() {
	delete(typing, f)
	f.Entry.FocusLost()
	if f.Left != nil {
		f.Left()
	}
}

// typing are the fields that got the keyboard and have not lost it since: several where one is below
// a popup.
var typing = map[*Field]bool{}

// LeaveFields takes the keyboard from the fields that were closed while they had it. The toolkit
// forgets these; their cursors would keep blinking, and each blink draws the window again.
func LeaveFields() {
	focused := map[fyne.Focusable]bool{}
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		focused[w.Canvas().Focused()] = true
	}
	for f := range typing {
		if !focused[f] {
			f.FocusLost()
		}
	}
}

// TypedRune implements fyne.Focusable.
func (f *Field) TypedRune(r rune) {
	drop := f.Fresh && unicode.IsLetter(r)
	f.Fresh = false
	if !drop && (f.Rune == nil || !f.Rune(r)) {
		f.Entry.TypedRune(r)
	}
}
