package host

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// fileKeys adds keys to the toolkit's file dialog, those that its own widgets do not use: the
// arrows move through the files, Enter opens a file or enters a folder. The list of files itself
// never gets the keyboard, because it would swallow Escape.
type fileKeys struct {
	files fyne.Focusable
	open  *widget.Button
}

// newFileKeys finds the list of files and the name field in a dialog; it returns nil if they are
// missing.
func newFileKeys(dialog fyne.CanvasObject) *fileKeys {
	k := &fileKeys{}
	kit.Within(dialog, func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *widget.GridWrap:
			k.files = o
		case *widget.List: // the last list is the files; the first is the places
			k.files = o
		case *widget.Button:
			if o.Importance == widget.HighImportance {
				k.open = o
			}
		}
		return false
	})
	if k.files == nil || k.open == nil {
		return nil
	}
	k.files.FocusGained() // shows which file the keys act on
	return k
}

// Key handles a key while the file dialog is open.
func (k *fileKeys) Key(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeySpace:
		k.files.TypedKey(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		k.files.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		if !k.open.Disabled() {
			k.open.OnTapped()
		}
	}
}
