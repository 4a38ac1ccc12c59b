package picture

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/view/kit"
	"threadlens/timeline"
)

const doubleClick = 400 * time.Millisecond

// gestures is the floor of the pointer's gestures, as the toolkit reports them.
type gestures struct{ clicks }

// Cursor implements desktop.Cursorable.
func (f *gestures) Cursor() desktop.Cursor { return f.Mouse.cursor }

// MouseIn implements desktop.Hoverable.
func (f *gestures) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (f *gestures) MouseMoved(e *desktop.MouseEvent) {
	if !f.Ready() {
		return
	}
	f.Mouse.cursor = f.cursorAt(e.Position)
	f.Over.Pointer(e.Position, true)
}

// MouseOut implements desktop.Hoverable.
func (f *gestures) MouseOut() {
	f.Over.Pointer(f.Mouse.At, false)
}

func (f *gestures) cursorAt(p fyne.Position) desktop.StandardCursor {
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
func (f *gestures) MouseDown(e *desktop.MouseEvent) {
	f.TakeFocus()
	f.Over.Card.Hide()
	f.Mouse.button, f.Mouse.mods = e.Button, e.Modifier
	f.Mouse.down, f.Mouse.last, f.Mouse.kind = e.Position, e.Position, dragNone
	f.Mouse.scroll = f.Scroll
}

// MouseUp implements desktop.Mouseable. It comes before DragEnd.
func (f *gestures) MouseUp(e *desktop.MouseEvent) {
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

// Scrolled implements fyne.Scrollable.
func (f *gestures) Scrolled(e *fyne.ScrollEvent) {
	if !f.Ready() {
		return
	}
	f.Over.Card.Hide()
	f.Mouse.At, f.Mouse.Inside = e.Position, true
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
func (f *gestures) zoomAt(p fyne.Position, factor float64) {
	scene := f.Now()
	x := f.Point(p).X - scene.LaneArea().Min.X
	if x < 0 || x >= scene.View.Width || !f.Mouse.Inside {
		x = scene.View.Width / 2
	}
	f.s.Zoom(x, factor)
}

// ZoomKey zooms by key or menu, about the pointer if it is over the surface.
func (f *gestures) ZoomKey(factor float64) { f.zoomAt(f.Mouse.At, factor) }

// setPitch changes the height of the lanes by a scroll distance of the wheel.
func (f *gestures) setPitch(d float32) {
	f.Pitch = f.s.Metrics().Pitch/f.look.Text + d/kit.Notch*2
	f.Fitted()
}
