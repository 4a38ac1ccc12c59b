package view

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
	dragWindow          // draw or resize the window on the overview
	dragGutter          // resize the gutter
	dragThumb           // scroll bar
	dragLane            // move the row of a thread
	dragDead            // nothing, until the button is up
)

// Tolerances in dp.
const (
	grabReach  = 5  // of a brush handle, an edge of the range, the gutter
	snapReach  = 12 // of a segment boundary
	clickReach = 4  // between the two clicks of a double click
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
	anchor model.Time
	scroll int // of the rows when the button went down
	cursor desktop.StandardCursor

	clickAt  time.Time
	clickPos fyne.Position
}

func (m *mouse) dragging() bool { return m.kind != dragNone }

// Cursor implements desktop.Cursorable.
func (f *surface) Cursor() desktop.Cursor { return f.mouse.cursor }

// MouseIn implements desktop.Hoverable.
func (f *surface) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (f *surface) MouseMoved(e *desktop.MouseEvent) {
	if !f.ready() {
		return
	}
	f.mouse.cursor = f.cursorAt(e.Position)
	f.over.pointer(e.Position, true)
}

// MouseOut implements desktop.Hoverable.
func (f *surface) MouseOut() {
	f.over.pointer(f.over.at, false)
}

func (f *surface) cursorAt(p fyne.Position) desktop.StandardCursor {
	scene := f.now()
	switch f.grab(&scene, p) {
	case dragGutter, dragWindow, dragRange:
		return desktop.HResizeCursor
	}
	place := scene.Hit(f.point(p))
	legend := place.Classed && place.Region == timeline.RegionGutter
	if legend || place.Toggle || place.Region == timeline.RegionSort || f.over.chipHit.contains(p) {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// MouseDown implements desktop.Mouseable.
func (f *surface) MouseDown(e *desktop.MouseEvent) {
	f.takeFocus()
	f.over.card.hide()
	f.mouse.button, f.mouse.mods = e.Button, e.Modifier
	f.mouse.down, f.mouse.last, f.mouse.kind = e.Position, e.Position, dragNone
	f.mouse.scroll = f.scroll
}

// pageTo scrolls by a page towards a click beside the thumb of the scroll bar.
func (f *surface) pageTo(scene *timeline.Scene, y int) {
	switch thumb := scene.Thumb(); {
	case y < thumb.Min.Y:
		f.scrollPage(-1)
	case y >= thumb.Max.Y:
		f.scrollPage(1)
	}
}

// MouseUp implements desktop.Mouseable. It comes before DragEnd.
func (f *surface) MouseUp(e *desktop.MouseEvent) {
	if f.mouse.dragging() || !f.ready() {
		return
	}
	scene := f.now()
	place := scene.Hit(f.point(e.Position))
	switch e.Button {
	case desktop.MouseButtonSecondary:
		f.rightClick(place, e.AbsolutePosition)
	case desktop.MouseButtonPrimary:
		at := time.Now()
		d := e.Position.Subtract(f.mouse.clickPos)
		double := at.Sub(f.mouse.clickAt) < doubleClick &&
			math.Abs(float64(d.X)) <= clickReach && math.Abs(float64(d.Y)) <= clickReach
		f.mouse.clickAt, f.mouse.clickPos = at, e.Position
		if double {
			f.mouse.clickAt = time.Time{}
			f.doubleClick(&scene, place, e.Position)
			return
		}
		f.click(&scene, place, e)
	}
}

func (f *surface) click(scene *timeline.Scene, place timeline.Place, e *desktop.MouseEvent) {
	if f.over.chipHit.contains(e.Position) {
		f.toWaker()
		return
	}
	switch place.Region {
	case timeline.RegionOverview:
		half := scene.View.Len() / 2
		f.s.Show(model.Range{From: place.Time - half, To: place.Time + scene.View.Len() - half}, session.MoveJump)
	case timeline.RegionScroll:
		f.pageTo(scene, f.point(e.Position).Y)
	case timeline.RegionSort:
		f.sortMenu(e.AbsolutePosition)
	case timeline.RegionGutter:
		f.clickRow(scene, place)
	case timeline.RegionRuler:
		f.clickRuler(place.Time, e.Position, e.Modifier)
	case timeline.RegionLane:
		f.clickLane(place, e.Modifier)
	}
}

// clickRow works the triangle of a process, or selects a thread.
func (f *surface) clickRow(scene *timeline.Scene, place timeline.Place) {
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

func (f *surface) doubleClick(scene *timeline.Scene, place timeline.Place, p fyne.Position) {
	switch place.Region {
	case timeline.RegionOverview, timeline.RegionRuler:
		f.s.ShowWhole()
	case timeline.RegionGutter:
		if f.grab(scene, p) == dragGutter {
			f.setGutter(timeline.GutterDefault)
			f.gutterDone()
		} else if row := place.Row; row >= 0 && !place.Toggle && scene.Rows.List[row].Kind.Heads() {
			f.s.Toggle(scene.Rows.List[row].Key())
		}
	case timeline.RegionLane:
		if marked := f.s.Marked(); marked.Len() > 0 && marked.Contains(place.Time) {
			f.zoomMarked()
		} else if place.Object.Kind != timeline.NoObject {
			f.s.SelectObject(place.Object)
			f.fit()
		} else if place.Segment != timeline.NoSegment {
			f.pick(place)
			f.fit()
		}
	}
}

func (f *surface) rightClick(place timeline.Place, at fyne.Position) {
	f.over.card.hide()
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
	f.menuAt(place, at)
}

// notch is what a wheel reports for one click of it.
const notch = 25

// wheelZoom is the zoom of one click of the wheel, keyZoom of one key.
const (
	wheelZoom = 1.25
	keyZoom   = 1.5
)

// Scrolled implements fyne.Scrollable.
func (f *surface) Scrolled(e *fyne.ScrollEvent) {
	if !f.ready() {
		return
	}
	f.over.card.hide()
	f.over.at, f.over.inside = e.Position, true
	mods := f.modifiers()
	dx, dy := e.Scrolled.DX, e.Scrolled.DY
	switch {
	case mods&kit.Ctrl != 0 && mods&kit.Shift != 0:
		f.setPitch(dy + dx)
	case mods&kit.Ctrl != 0:
		f.zoomAt(e.Position, math.Pow(wheelZoom, float64(dy)/notch))
	case mods&kit.Shift != 0 && dx == 0:
		f.s.Pan(int(-dy / notch * float32(f.s.View().Width) / 4))
	case dx != 0:
		f.s.Pan(-f.px(dx * 2))
	default:
		f.scrollTo(f.scroll - f.px(dy/notch*3*f.s.Metrics().Pitch))
	}
}

// zoomAt zooms about p where that is on the time axis, else about the middle.
func (f *surface) zoomAt(p fyne.Position, factor float64) {
	scene := f.now()
	x := f.point(p).X - scene.LaneArea().Min.X
	if x < 0 || x >= scene.View.Width || !f.over.inside {
		x = scene.View.Width / 2
	}
	f.s.Zoom(x, factor)
}

// zoomKey zooms by keys or menu, about the pointer if it is over the surface.
func (f *surface) zoomKey(factor float64) { f.zoomAt(f.over.at, factor) }

// setPitch changes the height of the lanes by notches of the wheel.
func (f *surface) setPitch(d float32) {
	f.pitch = f.s.Metrics().Pitch/f.look.Text + d/notch*2
	f.fitted()
}
