package picture

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/model"
	"threadlens/timeline"
)

// pointer is the floor that knows where the pointer is, and what it drags.
type pointer struct {
	drawing
	Mouse mouse

	// Set by the window.
	Modifiers func() fyne.KeyModifier
	Hovered   func(timeline.Place, bool) // what is under the pointer; false: nothing
	ZoomHint  string                     // after the length of a selected range: how to zoom to it
	Clip      func(string)               // copies text to the clipboard
}

// mouse is the state of the pointer on the surface.
type mouse struct {
	At     fyne.Position
	Inside bool // it is over the surface
	button desktop.MouseButton
	mods   fyne.KeyModifier
	down   fyne.Position
	last   fyne.Position
	space  bool // the space key is down: any drag pans
	kind   dragKind
	Anchor model.Time
	scroll int // scroll position of the rows when the button was pressed
	cursor desktop.StandardCursor

	ClickAt  time.Time
	ClickPos fyne.Position
}

// dragKind is what a drag on the surface does.
type dragKind uint8

const (
	dragNone   dragKind = iota
	dragPan             // move the window and the rows
	dragRange           // select a time range; its fixed end is mouse.anchor
	dragBrush           // move the window on the overview
	DragWindow          // draw or resize the window on the overview
	dragGutter          // resize the gutter
	dragThumb           // move the thumb of the scroll bar
	dragLane            // move the row of a thread
	dragDead            // nothing, until the button is released
)

func (m *mouse) dragging() bool { return m.kind != dragNone }

// Tolerances in dp.
const (
	GrabReach  = 5  // from a handle of the overview, an edge of the range, the gutter
	snapReach  = 12 // from a segment boundary
	ClickReach = 4  // between the two clicks of a double click
)
