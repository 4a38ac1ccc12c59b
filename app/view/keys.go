package view

import (
	"runtime"
	"unicode"

	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// clusterCodes are the scan codes of the keys that a US keyboard labels W, A, S, D and I, J, K, L:
// navigation goes by position, not by letter. The numbers are those that GLFW passes on: evdev
// codes plus 8 under X11, set 1 codes on Windows, virtual key codes on macOS.
var clusterCodes = map[string]map[int]fyne.KeyName{
	"linux": {
		25: fyne.KeyW, 38: fyne.KeyA, 39: fyne.KeyS, 40: fyne.KeyD,
		31: fyne.KeyI, 44: fyne.KeyJ, 45: fyne.KeyK, 46: fyne.KeyL,
	},
	"windows": {
		0x11: fyne.KeyW, 0x1e: fyne.KeyA, 0x1f: fyne.KeyS, 0x20: fyne.KeyD,
		0x17: fyne.KeyI, 0x24: fyne.KeyJ, 0x25: fyne.KeyK, 0x26: fyne.KeyL,
	},
	"darwin": {
		13: fyne.KeyW, 0: fyne.KeyA, 1: fyne.KeyS, 2: fyne.KeyD,
		34: fyne.KeyI, 38: fyne.KeyJ, 40: fyne.KeyK, 37: fyne.KeyL,
	},
}

// physicalName is the name of a key, which for the navigation cluster depends on its position. A
// scan code of 0 (a key event made by software) says nothing about the position.
func physicalName(e *fyne.KeyEvent) fyne.KeyName {
	if code := e.Physical.ScanCode; code != 0 {
		if name, ok := clusterCodes[runtime.GOOS][code]; ok {
			return name
		}
	}
	return e.Name
}

// keyboard is the floor of a window that handles keys, and moves the keyboard from part to part.
type keyboard struct {
	opener
	finder *finder
}

// TypedKey handles the keys that no text field takes. Those with Ctrl or Alt arrive as shortcuts
// instead.
func (w *keyboard) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		w.Escape()
		return
	}
	if w.Win.Canvas().Overlays().Top() != nil {
		return
	}
	mods := w.Surface.Modifiers() & kit.Shift
	if c := w.Commands.ByKey(physicalName(e), mods); c != nil {
		c.Do()
		if f, ok := w.Win.Canvas().Focused().(*kit.Field); ok {
			f.Fresh = len(e.Name) == 1
		}
	}
}

// TypedRune handles the characters that no text field takes. Letters and named keys are left to
// TypedKey, which can tell Shift from Caps Lock.
func (w *keyboard) TypedRune(r rune) {
	if unicode.IsLetter(r) || w.Win.Canvas().Overlays().Top() != nil {
		return
	}
	if c := w.Commands.ByChar(r); c != nil {
		c.Do()
	}
}

// addShortcuts registers the commands with Ctrl or Alt. Those in the menu are found there first;
// both ways lead to Shortcut.
func (w *keyboard) addShortcuts() {
	for _, c := range w.Commands.List {
		for _, k := range c.Keys {
			if sc := k.Shortcut(); sc != nil {
				w.Win.Canvas().AddShortcut(sc, func(fyne.Shortcut) { w.Shortcut(c, sc) })
			}
		}
	}
	// The toolkit's own shortcut for redo works too, unless a command has Ctrl+Y.
	if w.Commands.ByKey(fyne.KeyY, kit.Ctrl) == nil {
		w.Win.Canvas().AddShortcut(&fyne.ShortcutRedo{}, func(sc fyne.Shortcut) { w.Shortcut(w.Commands.Get("redo"), sc) })
	}
}

// Shortcut runs a command, unless a text field has the keyboard and handles the shortcut itself:
// Fyne asks the menu before it asks the field. Below a dialog or a menu no command runs.
func (w *keyboard) Shortcut(c *kit.Command, sc fyne.Shortcut) {
	field, ok := w.Win.Canvas().Focused().(interface {
		fyne.Shortcutable
		SelectedText() string
	})
	_, custom := sc.(*desktop.CustomShortcut)
	top := w.Win.Canvas().Overlays().Top()
	typing := top != nil && !(top == w.finder && opensFinder(c))
	switch {
	case ok && (!custom || typing):
		field.TypedShortcut(sc)
	case top == nil || top == w.finder:
		c.Do()
	}
}

// Escape closes what is on top, or else clears the most transient state.
func (w *keyboard) Escape() {
	overlays := w.Win.Canvas().Overlays()
	switch {
	case overlays.Top() != nil:
		w.closeOverlay()
	case w.notice.hide():
	case w.Surface.Over.Card.Box.Visible():
		w.Surface.Over.Card.Hide()
	case w.UnreadChart():
	case w.page == pageLoading, w.page == pageLive:
		w.cancelLoading()
	case w.finder.hasHits():
		w.finder.endSearch()
	case w.page == pageTrace:
		w.Session.Escape()
	}
}

// closeOverlay closes the topmost dialog, menu or popup.
func (w *keyboard) closeOverlay() {
	overlays := w.Win.Canvas().Overlays()
	top := overlays.Top()
	switch {
	case top == w.finder:
		w.finder.cancel()
	case w.Modal != nil && top == w.ModalTop:
		w.Modal.Hide()
		w.Modal = nil
	default:
		if p, ok := top.(*widget.PopUp); ok {
			p.Hide()
		} else if m, ok := top.(*widget.PopUpMenu); ok {
			m.Dismiss()
		} else {
			overlays.Remove(top)
		}
	}
	w.FocusPicture()
}
