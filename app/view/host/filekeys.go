package host

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// fileKeys works the toolkit's dialog in which a file is chosen, by the keys that
// nothing in it wants: the arrows move through the files, Enter opens one or
// enters a folder. The list of files itself is not given the keyboard, because it
// would keep Escape to itself.
type fileKeys struct {
	files fyne.Focusable
	open  *widget.Button
}

// newFileKeys finds the parts of a dialog; nil without them.
func newFileKeys(dialog fyne.CanvasObject) *fileKeys {
	k := &fileKeys{}
	kit.Within(dialog, func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *widget.GridWrap:
			k.files = o
		case *widget.List: // the last one; the first is that of places
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
	k.files.FocusGained() // it shows which file the keys are at
	return k
}

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
