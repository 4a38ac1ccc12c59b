package view

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

// split shows two objects with a handle between them. One of the two is sized,
// in dp or as a share of the whole, within limits; the other takes the rest.
// Fyne's own split knows no limits.
type split struct {
	widget.BaseWidget
	vertical bool // one above the other; the second is sized, else the first
	a, b     fyne.CanvasObject
	handle   *splitHandle

	size     float32 // of the sized side; widths in dp for text of the usual size
	share    bool    // size is a share of the whole, kept when that is resized
	least    float32 // dp
	most     float32 // dp, 0 for none
	mostPart float32 // of the whole, 0 for none
	shut     bool    // the sized side is hidden
	dropped  func()  // the handle was moved
}

func newSplit(vertical bool, a, b fyne.CanvasObject) *split {
	s := &split{vertical: vertical, a: a, b: b}
	s.handle = &splitHandle{split: s}
	s.handle.ExtendBaseWidget(s.handle)
	s.ExtendBaseWidget(s)
	return s
}

func (s *split) open() bool { return !s.shut }

func (s *split) setOpen(open bool) {
	if s.shut == open {
		s.shut = !open
		s.Refresh()
	}
}

// along is the extent of a size in the direction of the split.
func (s *split) along(size fyne.Size) float32 {
	if s.vertical {
		return size.Height
	}
	return size.Width
}

// sized is the extent of the sized side in a whole of the given extent.
func (s *split) sized(whole float32) float32 {
	if s.shut {
		return 0
	}
	v := s.size * s.unit(whole)
	text := s.textUnit()
	if s.most > 0 {
		v = min(v, s.most*text)
	}
	if s.mostPart > 0 {
		v = min(v, s.mostPart*whole)
	}
	// Whole dp: a picture of a height between two pixels loses a line of them.
	return min(max(float32(math.Round(float64(v))), s.least*text), max(0, whole-handleSize))
}

// unit is what size is multiplied with.
func (s *split) unit(whole float32) float32 {
	if s.share {
		return whole
	}
	return s.textUnit()
}

// textUnit is by how much lengths grow with the text: widths, which have to hold
// it.
func (s *split) textUnit() float32 {
	if s.vertical {
		return 1
	}
	return textScale()
}

// moveBy moves the handle.
func (s *split) moveBy(d fyne.Delta) {
	whole := s.along(s.Size())
	if whole <= 0 {
		return
	}
	by := d.DX
	if s.vertical {
		by = -d.DY
	}
	s.size = (s.sized(whole) + by) / s.unit(whole)
	s.size = s.sized(whole) / s.unit(whole)
	s.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *split) CreateRenderer() fyne.WidgetRenderer { return &splitRenderer{s} }

type splitRenderer struct{ s *split }

func (r *splitRenderer) Destroy() {}

func (r *splitRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.a, r.s.b, r.s.handle}
}

func (r *splitRenderer) MinSize() fyne.Size {
	a, b := r.s.a.MinSize(), r.s.b.MinSize()
	if r.s.shut {
		if r.s.vertical {
			return a
		}
		return b
	}
	if r.s.vertical {
		return fyne.NewSize(max(a.Width, b.Width), a.Height+handleSize+r.s.least)
	}
	return fyne.NewSize(r.s.least*r.s.textUnit()+handleSize+b.Width, max(a.Height, b.Height))
}

func (r *splitRenderer) Layout(size fyne.Size) {
	s := r.s
	v := s.sized(s.along(size))
	gap := float32(handleSize)
	if s.shut {
		gap = 0
	}
	hide(s.handle, s.shut)
	if s.vertical {
		hide(s.b, s.shut)
		top := size.Height - v - gap
		place(s.a, 0, 0, size.Width, top)
		place(s.handle, 0, top, size.Width, gap)
		place(s.b, 0, top+gap, size.Width, v)
		return
	}
	hide(s.a, s.shut)
	place(s.a, 0, 0, v, size.Height)
	place(s.handle, v, 0, gap, size.Height)
	place(s.b, v+gap, 0, size.Width-v-gap, size.Height)
}

func (r *splitRenderer) Refresh() {
	r.Layout(r.s.Size())
	canvas.Refresh(r.s)
}

func place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

// splitHandle is what one takes hold of.
type splitHandle struct {
	widget.BaseWidget
	split   *split
	hovered bool
}

// Dragged implements fyne.Draggable.
func (h *splitHandle) Dragged(e *fyne.DragEvent) { h.split.moveBy(e.Dragged) }

// DragEnd implements fyne.Draggable.
func (h *splitHandle) DragEnd() {
	if h.split.dropped != nil {
		h.split.dropped()
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
		place(r.grip, (size.Width-gripLength)/2, 2, gripLength, 1)
	} else {
		place(r.grip, 2, (size.Height-gripLength)/2, 1, gripLength)
	}
}

func (r *handleRenderer) Refresh() {
	r.back.FillColor = theme.Color(colorWindow)
	if r.h.hovered {
		r.back.FillColor = theme.Color(theme.ColorNameHover)
	}
	r.grip.FillColor = theme.Color(colorLineStrong)
	r.back.Refresh()
	r.grip.Refresh()
}
