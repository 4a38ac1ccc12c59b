package host

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/findings"
)

// Host is what pages, panes and sheets have of the window in which they stand. All its
// methods run on Fyne's goroutine.
type Host struct {
	App         fyne.App
	Win         fyne.Window
	Look        *kit.Look
	Tips        *kit.TipLayer
	Commands    *kit.CommandTable
	Session     *session.Session
	Settings    *keep.Settings // of all windows
	SettingsDir string         // "" keeps nothing
	Kept        *keep.Settings // as they were last read or written
	KeptViews   keep.ViewStore // remembers nothing until it has a folder
	Settled     func()         // called after every change; for the state file
	Room

	Modal    dialog.Dialog     // open, nil without
	ModalTop fyne.CanvasObject // the overlay that it is; others above it are its own
	Files    *fileKeys         // of a dialog in which a file is chosen
}

// Room is what only the window around them can do for them.
type Room interface {
	TypedKey(e *fyne.KeyEvent) // keys that nothing else takes
	TypedRune(r rune)
	Modifiers() fyne.KeyModifier      // that are down
	FocusPicture()                    // gives the keyboard back to the picture
	HideCards()                       // hides what follows the pointer
	Escape()                          // closes the topmost thing, or takes the last thing back
	Refresh()                         // brings bar and menu up to date
	Relayout()                        // makes room for a strip that came or went
	ShowMemory()                      // shows how much memory is in use
	Point(at, what string)            // says in the status line what is at an instant
	Open(path string)                 // opens a trace or a view file
	Leave()                           // closes the window
	RecentChanged()                   // lists the recent files again, in all windows
	SetLimits(limits findings.Limits) // of all windows
	LookAgain()                       // for names of functions
	Say(o session.Outcome)            // says why a search came to nothing
	PictureWidth() float32            // dp
	PreviewFocus(c model.Category)    // fades the other categories
	IsOpen() bool                     // a trace is shown
	PaneOpen() bool                   // the pane below the picture is shown
	PanesSoon()                       // brings the panes up to date soon
	KeepSoon()                        // remembers the view soon
	// Shortcut gives a command, unless a text field has the keyboard and knows the shortcut.
	Shortcut(c *kit.Command, sc fyne.Shortcut)
}

// HasThread reports whether a thread is selected.
func (h *Host) HasThread() bool {
	return h.IsOpen() && h.Session.Selected().Thread != model.NoThread
}

// HasSegment reports whether a segment is selected.
func (h *Host) HasSegment() bool {
	_, ok := h.Session.Segment()
	return ok && h.IsOpen()
}

// HasMarked reports whether a range of time is selected.
func (h *Host) HasMarked() bool { return h.IsOpen() && h.Session.Marked().Len() > 0 }
