package picture

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

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

// Tolerances in dp.
const (
	GrabReach  = 5  // from a handle of the overview, an edge of the range, the gutter
	snapReach  = 12 // from a segment boundary
	ClickReach = 4  // between the two clicks of a double click
)

const doubleClick = 400 * time.Millisecond

// mouse is the state of the pointer on the surface.
type mouse struct {
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

func (m *mouse) dragging() bool { return m.kind != dragNone }

// Cursor implements desktop.Cursorable.
func (f *Surface) Cursor() desktop.Cursor { return f.Mouse.cursor }

// MouseIn implements desktop.Hoverable.
func (f *Surface) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (f *Surface) MouseMoved(e *desktop.MouseEvent) {
	if !f.Ready() {
		return
	}
	f.Mouse.cursor = f.cursorAt(e.Position)
	f.Over.Pointer(e.Position, true)
}

// MouseOut implements desktop.Hoverable.
func (f *Surface) MouseOut() {
	f.Over.Pointer(f.Over.At, false)
}

func (f *Surface) cursorAt(p fyne.Position) desktop.StandardCursor {
	scene := f.Now()
	switch f.Grab(&scene, p) {
	case dragGutter, DragWindow, dragRange:
		return desktop.HResizeCursor
	}
	place := scene.Hit(f.Point(p))
	legend := place.Classed && place.Region == timeline.RegionGutter
	if legend || place.Toggle || place.Region == timeline.RegionSort || f.Over.ChipHit.Contains(p) || f.Over.UnmarkHit.Contains(p) {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// MouseDown implements desktop.Mouseable.
func (f *Surface) MouseDown(e *desktop.MouseEvent) {
	f.TakeFocus()
	f.Over.Card.Hide()
	f.Mouse.button, f.Mouse.mods = e.Button, e.Modifier
	f.Mouse.down, f.Mouse.last, f.Mouse.kind = e.Position, e.Position, dragNone
	f.Mouse.scroll = f.Scroll
}

// pageTo scrolls by a page towards a click on the scroll bar outside its thumb.
func (f *Surface) pageTo(scene *timeline.Scene, y int) {
	switch thumb := scene.Thumb(); {
	case y < thumb.Min.Y:
		f.ScrollPage(-1)
	case y >= thumb.Max.Y:
		f.ScrollPage(1)
	}
}

// MouseUp implements desktop.Mouseable. It comes before DragEnd.
func (f *Surface) MouseUp(e *desktop.MouseEvent) {
	if f.Mouse.dragging() || !f.Ready() {
		return
	}
	scene := f.Now()
	place := scene.Hit(f.Point(e.Position))
	switch e.Button {
	case desktop.MouseButtonSecondary:
		f.rightClick(place, e.AbsolutePosition)
	case desktop.MouseButtonPrimary:
		at := time.Now()
		d := e.Position.Subtract(f.Mouse.ClickPos)
		double := at.Sub(f.Mouse.ClickAt) < doubleClick &&
			math.Abs(float64(d.X)) <= ClickReach && math.Abs(float64(d.Y)) <= ClickReach
		f.Mouse.ClickAt, f.Mouse.ClickPos = at, e.Position
		if double {
			f.Mouse.ClickAt = time.Time{}
			f.DoubleClick(&scene, place, e.Position)
			return
		}
		f.click(&scene, place, e)
	}
}

func (f *Surface) click(scene *timeline.Scene, place timeline.Place, e *desktop.MouseEvent) {
	if f.Over.ChipHit.Contains(e.Position) {
		f.ToWaker()
		return
	}
	if f.Over.UnmarkHit.Contains(e.Position) {
		f.s.Mark(model.Range{})
		return
	}
	switch place.Region {
	case timeline.RegionOverview:
		half := scene.View.Len() / 2
		f.s.Show(model.Range{From: place.Time - half, To: place.Time + scene.View.Len() - half}, session.MoveJump)
	case timeline.RegionScroll:
		f.pageTo(scene, f.Point(e.Position).Y)
	case timeline.RegionSort:
		f.SortMenu(e.AbsolutePosition)
	case timeline.RegionGutter:
		f.clickRow(scene, place)
	case timeline.RegionRuler:
		f.clickRuler(place.Time, e.Position, e.Modifier)
	case timeline.RegionLane:
		f.clickLane(place, e.Modifier)
	}
}

// clickRow expands or collapses a process, or selects a thread.
func (f *Surface) clickRow(scene *timeline.Scene, place timeline.Place) {
	if place.Classed {
		f.s.SetFocusClass(place.Class)
	}
	if place.Row < 0 {
		return
	}
	row := &scene.Rows.List[place.Row]
	switch row.Kind {
	case timeline.RowThread, timeline.RowSpans:
		if place.Toggle {
			f.s.ToggleSpans(row.Thread)
			return
		}
		f.s.Select(timeline.SegmentRef{Thread: row.Thread, Index: -1})
	case timeline.RowHidden:
		f.s.ShowHidden()
	default:
		switch {
		case place.Toggle:
			f.s.Toggle(row.Key())
		case row.Kind.Heads():
			f.s.SelectHead(row.Key())
		}
	}
}

// DoubleClick handles a double click at p: on overview and ruler it shows the whole trace, on the
// lanes it zooms to what was clicked; in the gutter it resets the width or opens or closes a heading.
func (f *Surface) DoubleClick(scene *timeline.Scene, place timeline.Place, p fyne.Position) {
	switch place.Region {
	case timeline.RegionOverview, timeline.RegionRuler:
		f.s.ShowWhole()
	case timeline.RegionGutter:
		if f.Grab(scene, p) == dragGutter {
			f.SetGutter(timeline.GutterDefault)
			f.GutterDone()
		} else if row := place.Row; row >= 0 && !place.Toggle && scene.Rows.List[row].Kind.Heads() {
			f.s.Toggle(scene.Rows.List[row].Key())
		}
	case timeline.RegionLane:
		if marked := f.s.Marked(); marked.Len() > 0 && marked.Contains(place.Time) {
			f.ZoomMarked()
		} else if place.Object.Kind != timeline.NoObject {
			f.s.SelectObject(place.Object)
			f.Fit()
		} else if place.Segment != timeline.NoSegment {
			f.pick(place)
			f.Fit()
		}
	}
}

func (f *Surface) rightClick(place timeline.Place, at fyne.Position) {
	f.Over.Card.Hide()
	switch {
	case place.Segment != timeline.NoSegment:
		f.pick(place)
	case place.Row >= 0 && f.s.Lanes().List[place.Row].Kind == timeline.RowThread:
		f.s.Select(timeline.SegmentRef{Thread: f.s.Lanes().List[place.Row].Thread, Index: -1})
	case place.Row >= 0 && f.s.Lanes().List[place.Row].Kind.Heads():
		f.s.SelectHead(f.s.Lanes().List[place.Row].Key())
	default:
		return
	}
	f.MenuAt(place, at)
}

// Scrolled implements fyne.Scrollable.
func (f *Surface) Scrolled(e *fyne.ScrollEvent) {
	if !f.Ready() {
		return
	}
	f.Over.Card.Hide()
	f.Over.At, f.Over.Inside = e.Position, true
	mods := f.Modifiers()
	dx, dy := e.Scrolled.DX, e.Scrolled.DY
	switch {
	case mods&kit.Ctrl != 0 && mods&kit.Shift != 0:
		f.setPitch(dy + dx)
	case mods&kit.Ctrl != 0:
		f.zoomAt(e.Position, math.Pow(kit.WheelZoom, float64(dy)/kit.Notch))
	case mods&kit.Shift != 0 && dx == 0:
		f.s.Pan(int(-dy / kit.Notch * float32(f.s.View().Width) / 4))
	case dx != 0:
		f.s.Pan(-f.Px(dx * 2))
	default:
		f.ScrollTo(f.Scroll - f.Px(dy/kit.Notch*3*f.s.Metrics().Pitch))
	}
}

// zoomAt zooms about p if that is on the time axis, otherwise about the middle.
func (f *Surface) zoomAt(p fyne.Position, factor float64) {
	scene := f.Now()
	x := f.Point(p).X - scene.LaneArea().Min.X
	if x < 0 || x >= scene.View.Width || !f.Over.Inside {
		x = scene.View.Width / 2
	}
	f.s.Zoom(x, factor)
}

// ZoomKey zooms by key or menu, about the pointer if it is over the surface.
func (f *Surface) ZoomKey(factor float64) { f.zoomAt(f.Over.At, factor) }

// setPitch changes the height of the lanes by a scroll distance of the wheel.
func (f *Surface) setPitch(d float32) {
	f.Pitch = f.s.Metrics().Pitch/f.look.Text + d/kit.Notch*2
	f.Fitted()
}
