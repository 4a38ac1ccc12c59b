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

// Host is what pages, panes and sheets see of the window that contains them. All its methods run on
// Fyne's goroutine.
type Host struct {
	App         fyne.App
	Win         fyne.Window
	Look        *kit.Look
	Tips        *kit.TipLayer
	Commands    *kit.CommandTable
	Session     *session.Session
	Settings    *keep.Settings // shared by all windows
	SettingsDir string         // "" if settings are not kept
	Kept        *keep.Settings // as last read or written
	KeptViews   keep.ViewStore // keeps nothing until it has a folder
	Settled     func()         // called after every change, for the state file
	Room

	Modal    dialog.Dialog     // the open dialog, nil if none is open
	ModalTop fyne.CanvasObject // the overlay of Modal; overlays above it belong to it
}

// Room is what only the window can do for its parts.
type Room interface {
	TypedKey(e *fyne.KeyEvent) // handles keys that nothing else takes
	TypedRune(r rune)
	Modifiers() fyne.KeyModifier      // currently held down
	FocusPicture()                    // returns the keyboard to the picture
	HideCards()                       // hides cards and tooltips that follow the pointer
	Escape()                          // closes the topmost thing, or undoes the last one
	Refresh()                         // updates bar and menu
	Relayout()                        // makes room for a strip that appeared or disappeared
	ShowMemory()                      // shows how much memory is in use
	ShowHelp(page string)             // shows a page of help
	Point(at, what string)            // shows in the status line what is at an instant
	Open(path string)                 // opens a trace or a view file
	Leave()                           // closes the window
	RecentChanged()                   // updates the list of recent files in all windows
	SetLimits(limits findings.Limits) // sets the limits of findings in all windows
	LookAgain()                       // looks for names of functions again
	Say(o session.Outcome)            // shows why a search found nothing
	ShowDetails()                     // shows the details of the selected segment in the pane, if that is shown
	PictureWidth() float32            // dp
	PreviewFocus(c model.Category)    // fades the other categories
	IsOpen() bool                     // reports whether a trace is open
	PaneOpen() bool                   // reports whether the pane below the picture is shown
	PanesSoon()                       // updates the panes soon
	PanesNow()                        // updates the panes now if they would be updated soon
	KeepSoon()                        // saves the view soon
	// Shortcut runs a command, unless a text field has the keyboard and handles the shortcut
	// itself.
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
