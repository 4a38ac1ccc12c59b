package kit

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// handleSize is the thickness of a split's handle.
const handleSize = 5

// Split shows two objects with a handle between them. One of the two is sized, in dp or as a share
// of the whole, within limits; the other takes the remaining room. Fyne's own split has no limits.
type Split struct {
	widget.BaseWidget
	vertical      bool // one above the other; then the second is sized, else the first
	First, Second fyne.CanvasObject
	Handle        *splitHandle

	Extent   float32 // of the sized object; widths in dp for text of the usual size
	Share    bool    // Extent is a share of the whole, kept when the whole is resized
	Least    float32 // dp
	Most     float32 // dp, 0 for none
	MostPart float32 // of the whole, 0 for none
	shut     bool    // the sized object is hidden
	Dropped  func()  // called when the handle was moved
}

// NewSplit is two objects with a handle between them, one above the other if vertical.
func NewSplit(vertical bool, a, b fyne.CanvasObject) *Split {
	s := &Split{vertical: vertical, First: a, Second: b}
	s.Handle = &splitHandle{split: s}
	s.Handle.ExtendBaseWidget(s.Handle)
	s.ExtendBaseWidget(s)
	return s
}

// Open reports whether the sized object is shown.
func (s *Split) Open() bool { return !s.shut }

// SetOpen shows or hides the sized object.
func (s *Split) SetOpen(open bool) {
	if s.shut == open {
		s.shut = !open
		s.Refresh()
	}
}

// along is the extent of a size in the direction of the split.
func (s *Split) along(size fyne.Size) float32 {
	if s.vertical {
		return size.Height
	}
	return size.Width
}

// Sized is the extent of the sized object if the whole has the given extent.
func (s *Split) Sized(whole float32) float32 {
	if s.shut {
		return 0
	}
	v := s.Extent * s.unit(whole)
	text := s.textUnit()
	if s.Most > 0 {
		v = min(v, s.Most*text)
	}
	if s.MostPart > 0 {
		v = min(v, s.MostPart*whole)
	}
	// Whole dp: a picture whose height is between two pixels would lose a line of them.
	return min(max(float32(math.Round(float64(v))), s.Least*text), max(0, whole-handleSize))
}

// unit is the factor from Extent to dp.
func (s *Split) unit(whole float32) float32 {
	if s.Share {
		return whole
	}
	return s.textUnit()
}

// textUnit is the factor by which lengths grow with the text: only widths grow, since they have to
// hold it.
func (s *Split) textUnit() float32 {
	if s.vertical {
		return 1
	}
	return TextScale()
}

// moveBy moves the handle by a drag.
func (s *Split) moveBy(d fyne.Delta) {
	whole := s.along(s.Size())
	if whole <= 0 {
		return
	}
	by := d.DX
	if s.vertical {
		by = -d.DY
	}
	s.Extent = (s.Sized(whole) + by) / s.unit(whole)
	s.Extent = s.Sized(whole) / s.unit(whole)
	s.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *Split) CreateRenderer() fyne.WidgetRenderer { return &splitRenderer{s} }

type splitRenderer struct{ s *Split }

func (r *splitRenderer) Destroy() {}

func (r *splitRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.First, r.s.Second, r.s.Handle}
}

func (r *splitRenderer) MinSize() fyne.Size {
	a, b := r.s.First.MinSize(), r.s.Second.MinSize()
	if r.s.shut {
		if r.s.vertical {
			return a
		}
		return b
	}
	if r.s.vertical {
		return fyne.NewSize(max(a.Width, b.Width), a.Height+handleSize+r.s.Least)
	}
	return fyne.NewSize(r.s.Least*r.s.textUnit()+handleSize+b.Width, max(a.Height, b.Height))
}

func (r *splitRenderer) Layout(size fyne.Size) {
	s := r.s
	v := s.Sized(s.along(size))
	gap := float32(handleSize)
	if s.shut {
		gap = 0
	}
	Hide(s.Handle, s.shut)
	if s.vertical {
		Hide(s.Second, s.shut)
		top := size.Height - v - gap
		Place(s.First, 0, 0, size.Width, top)
		Place(s.Handle, 0, top, size.Width, gap)
		Place(s.Second, 0, top+gap, size.Width, v)
		return
	}
	Hide(s.First, s.shut)
	Place(s.First, 0, 0, v, size.Height)
	Place(s.Handle, v, 0, gap, size.Height)
	Place(s.Second, v+gap, 0, size.Width-v-gap, size.Height)
}

func (r *splitRenderer) Refresh() {
	r.Layout(r.s.Size())
	canvas.Refresh(r.s)
}

// Place moves and sizes an object, in dp.
func Place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

// splitHandle is the handle that the user drags.
type splitHandle struct {
	widget.BaseWidget
	split   *Split
	hovered bool
}

// Dragged implements fyne.Draggable.
func (h *splitHandle) Dragged(e *fyne.DragEvent) { h.split.moveBy(e.Dragged) }

// DragEnd implements fyne.Draggable.
func (h *splitHandle) DragEnd() {
	if h.split.Dropped != nil {
		h.split.Dropped()
	}
}

// MouseIn implements desktop.Hoverable.
func (h *splitHandle) MouseIn(*desktop.MouseEvent) { h.hovered = true; h.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (h *splitHandle) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *splitHandle) MouseOut() { h.hovered = false; h.Refresh() }

// Cursor implements desktop.Cursorable.
func (h *splitHandle) Cursor() desktop.Cursor {
	if h.split.vertical {
		return desktop.VResizeCursor
	}
	return desktop.HResizeCursor
}

// CreateRenderer implements fyne.Widget.
func (h *splitHandle) CreateRenderer() fyne.WidgetRenderer {
	r := &handleRenderer{h, canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type handleRenderer struct {
	h          *splitHandle
	back, grip *canvas.Rectangle
}

const gripLength = 40

func (r *handleRenderer) Destroy()           {}
func (r *handleRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(handleSize) }

func (r *handleRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.grip}
}

func (r *handleRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	if r.h.split.vertical {
		Place(r.grip, (size.Width-gripLength)/2, 2, gripLength, 1)
	} else {
		Place(r.grip, 2, (size.Height-gripLength)/2, 1, gripLength)
	}
}

func (r *handleRenderer) Refresh() {
	r.back.FillColor = theme.Color(ColorWindow)
	if r.h.hovered {
		r.back.FillColor = theme.Color(theme.ColorNameHover)
	}
	r.grip.FillColor = theme.Color(ColorLineStrong)
	r.back.Refresh()
	r.grip.Refresh()
}
