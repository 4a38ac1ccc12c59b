package views

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// PlotView shows a timeline.Plot of the session's window. It shows the values under the pointer,
// and selects, zooms and pans like the picture of the lanes.
type PlotView struct {
	widget.BaseWidget
	h       *host.Host
	plot    func() timeline.Plot         // nil before the first values
	read    func(at model.Time) []string // the lines that describe an instant
	entered func()                       // called when the pointer enters
	scroll  func(e *fyne.ScrollEvent)    // handles what the wheel does apart from zoom and pan
	least   float32                      // minimum height, dp
	raster  *canvas.Raster
	Marked  *canvas.Rectangle // the selected range
	Cursor  *canvas.Rectangle // at the pointer
	Card    *panes.PlotCard

	over   bool
	At     fyne.Position
	anchor model.Time // where a drag began
	drags  bool
}

func newPlotView(h *host.Host, least float32) *PlotView {
	v := &PlotView{
		h: h, least: least, Marked: canvas.NewRectangle(color.Transparent), Cursor: canvas.NewRectangle(color.Transparent),
		Card: panes.NewPlotCard(), read: func(model.Time) []string { return nil }, scroll: func(*fyne.ScrollEvent) {},
	}
	v.raster = canvas.NewRaster(v.Draw)
	v.raster.ScaleMode = canvas.ImageScalePixels
	v.ExtendBaseWidget(v)
	return v
}

// scale is the number of device pixels per dp.
func (v *PlotView) scale() float32 { return v.h.Session.Metrics().Scale }

// now is the plot at a size in device pixels.
func (v *PlotView) now(size image.Point) (p timeline.Plot, ok bool) {
	if v.plot == nil {
		return p, false
	}
	p = v.plot()
	p.Size, p.Metrics = size, v.h.Session.Metrics()
	return p, true
}

// Placed is the plot at the widget's size.
func (v *PlotView) Placed() (timeline.Plot, bool) {
	s := v.Size()
	return v.now(image.Pt(int(s.Width*v.scale()+0.5), int(s.Height*v.scale()+0.5)))
}

// Draw draws the plot; w and h are in device pixels.
func (v *PlotView) Draw(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if p, ok := v.now(img.Rect.Max); ok {
		paint.Raster(p.Layout(), img)
	} else {
		paint.Raster(&paint.DisplayList{Size: img.Rect.Max}, img)
	}
	return img
}

// show shows other values.
func (v *PlotView) show(plot func() timeline.Plot, read func(model.Time) []string) {
	v.plot, v.read = plot, read
	v.raster.Refresh()
	v.follow()
}

// follow updates the selected range and the description at the pointer.
func (v *PlotView) follow() {
	p, ok := v.Placed()
	area := p.Area()
	r := v.h.Session.Marked()
	kit.Hide(v.Marked, !ok || area.Empty() || r.Overlap(p.Window) == 0)
	if v.Marked.Visible() {
		r = r.Clip(p.Window)
		v.put(v.Marked, image.Rect(p.X(r.From), area.Min.Y, p.X(r.To), area.Max.Y))
		accent := v.h.Look.Current().Accent
		v.Marked.FillColor, v.Marked.StrokeColor, v.Marked.StrokeWidth = kit.WithAlpha(accent, 26), accent, 1
		v.Marked.Refresh()
	}
	v.point(&p, ok && v.over && !area.Empty())
}

// point describes what is under the pointer.
func (v *PlotView) point(p *timeline.Plot, on bool) {
	var lines []string
	if on {
		x := int(v.At.X * v.scale())
		if a := p.Area(); x >= a.Min.X && x < a.Max.X {
			lines = v.read(p.TimeAt(x))
			v.put(v.Cursor, image.Rect(x, a.Min.Y, x+p.Metrics.Line(), a.Max.Y))
			v.Cursor.FillColor = v.h.Look.Current().Accent
		}
	}
	kit.Hide(v.Cursor, len(lines) == 0)
	v.Card.Show(lines, v.At, v.Size())
}

func (v *PlotView) put(o fyne.CanvasObject, r image.Rectangle) {
	s := v.scale()
	kit.Place(o, float32(r.Min.X)/s, float32(r.Min.Y)/s, float32(r.Dx())/s, float32(r.Dy())/s)
}

// TimeAt is the instant at a position; ok is false without a plot.
func (v *PlotView) TimeAt(at fyne.Position) (model.Time, bool) {
	p, ok := v.Placed()
	return p.TimeAt(int(at.X * v.scale())), ok && !p.Area().Empty()
}

// MouseIn implements desktop.Hoverable.
func (v *PlotView) MouseIn(e *desktop.MouseEvent) {
	v.entered()
	v.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (v *PlotView) MouseMoved(e *desktop.MouseEvent) {
	v.over, v.At = true, e.Position
	v.follow()
}

// MouseOut implements desktop.Hoverable.
func (v *PlotView) MouseOut() {
	v.over = false
	v.follow()
}

// Tapped implements fyne.Tappable: a click clears the selected range.
func (v *PlotView) Tapped(*fyne.PointEvent) {
	v.h.FocusPicture()
	v.h.Session.Mark(model.Range{})
}

// DoubleTapped implements fyne.DoubleTappable: inside the selected range it zooms to that,
// elsewhere to the whole trace.
func (v *PlotView) DoubleTapped(e *fyne.PointEvent) {
	if t, ok := v.TimeAt(e.Position); ok && v.h.Session.Marked().Contains(t) {
		v.h.Session.ShowMarked()
		return
	}
	v.h.Session.ShowWhole()
}

// Dragged implements fyne.Draggable: it selects a range.
func (v *PlotView) Dragged(e *fyne.DragEvent) {
	if !v.drags {
		from, ok := v.TimeAt(e.Position.Subtract(e.Dragged))
		if !ok {
			return
		}
		v.drags, v.anchor = true, from
	}
	if at, ok := v.TimeAt(e.Position); ok {
		v.h.Session.Mark(model.Range{From: min(v.anchor, at), To: max(v.anchor, at)})
		v.follow()
	}
}

// DragEnd implements fyne.Draggable.
func (v *PlotView) DragEnd() { v.drags = false }

// Scrolled implements fyne.Scrollable: it zooms and pans with the same keys as over the lanes.
func (v *PlotView) Scrolled(e *fyne.ScrollEvent) {
	mods := v.h.Modifiers()
	at, ok := v.TimeAt(e.Position)
	window := v.h.Session.Window()
	switch {
	case !ok || mods&kit.Ctrl == 0 && mods&kit.Shift == 0 && e.Scrolled.DX == 0:
		v.scroll(e)
	case mods&kit.Ctrl != 0:
		factor := math.Pow(kit.WheelZoom, float64(e.Scrolled.DY)/kit.Notch)
		v.h.Session.Show(zoomed(window, at, factor), session.MoveZoom)
	default:
		by := model.Time(float64(e.Scrolled.DX+e.Scrolled.DY) / kit.Notch * float64(window.Len()) / 4)
		v.h.Session.Show(model.Range{From: window.From - by, To: window.To - by}, session.MovePan)
	}
}

// zoomed is a window zoomed by a factor about an instant.
func zoomed(r model.Range, at model.Time, factor float64) model.Range {
	length := func(t model.Time) model.Time { return model.Time(math.Round(float64(t) / factor)) }
	return model.Range{From: at - length(at-r.From), To: at + max(1, length(r.To-at))}
}

// CreateRenderer implements fyne.Widget.
func (v *PlotView) CreateRenderer() fyne.WidgetRenderer { return &plotRenderer{v} }

type plotRenderer struct{ v *PlotView }

func (r *plotRenderer) Destroy() {}

func (r *plotRenderer) MinSize() fyne.Size { return fyne.NewSize(200, kit.Scaled(r.v.least)) }

func (r *plotRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.v.raster, r.v.Marked, r.v.Cursor, r.v.Card.Root}
}

func (r *plotRenderer) Layout(size fyne.Size) {
	r.v.raster.Resize(size)
	r.v.follow()
}

func (r *plotRenderer) Refresh() {
	r.v.raster.Refresh()
	r.v.follow()
}

// VisibleText implements kit.TextWidget.
func (v *PlotView) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{v.Card.Root}
}

// DisplayList returns what the plot draws, and its scale.
func (v *PlotView) DisplayList() (*paint.DisplayList, float32) {
	p, ok := v.Placed()
	if !ok {
		return nil, 1
	}
	return p.Layout(), v.scale()
}
