package view

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// plotView shows a timeline.Plot of the session's window: it tells the values under
// the pointer, and selects, zooms and pans as the picture of the lanes does.
type plotView struct {
	widget.BaseWidget
	h      *Panes
	plot   func() timeline.Plot         // nil: nothing yet
	read   func(at model.Time) []string // what is there, line by line
	scroll func(e *fyne.ScrollEvent)    // what the wheel does otherwise
	least  float32                      // height, dp
	raster *canvas.Raster
	marked *canvas.Rectangle // the selected range
	cursor *canvas.Rectangle // at the pointer
	card   *plotCard

	over   bool
	at     fyne.Position
	anchor model.Time // where a drag began
	drags  bool
}

func newPlotView(h *Panes, least float32) *plotView {
	v := &plotView{
		h: h, least: least, marked: canvas.NewRectangle(color.Transparent), cursor: canvas.NewRectangle(color.Transparent),
		card: newPlotCard(), read: func(model.Time) []string { return nil }, scroll: func(*fyne.ScrollEvent) {},
	}
	v.raster = canvas.NewRaster(v.draw)
	v.raster.ScaleMode = canvas.ImageScalePixels
	v.ExtendBaseWidget(v)
	return v
}

// scale is how many device pixels a dp has.
func (v *plotView) scale() float32 { return v.h.Session.Metrics().Scale }

// now is the plot in a size in device pixels.
func (v *plotView) now(size image.Point) (p timeline.Plot, ok bool) {
	if v.plot == nil {
		return p, false
	}
	p = v.plot()
	p.Size, p.Metrics = size, v.h.Session.Metrics()
	return p, true
}

// placed is the plot as large as the widget is.
func (v *plotView) placed() (timeline.Plot, bool) {
	s := v.Size()
	return v.now(image.Pt(int(s.Width*v.scale()+0.5), int(s.Height*v.scale()+0.5)))
}

func (v *plotView) draw(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if p, ok := v.now(img.Rect.Max); ok {
		paint.Raster(p.Layout(), img)
	} else {
		paint.Raster(&paint.DisplayList{Size: img.Rect.Max}, img)
	}
	return img
}

// show shows other values.
func (v *plotView) show(plot func() timeline.Plot, read func(model.Time) []string) {
	v.plot, v.read = plot, read
	v.raster.Refresh()
	v.follow()
}

// follow brings the selected range and the description of the pointer's place up to date.
func (v *plotView) follow() {
	p, ok := v.placed()
	area := p.Area()
	r := v.h.Session.Marked()
	kit.Hide(v.marked, !ok || area.Empty() || r.Overlap(p.Window) == 0)
	if v.marked.Visible() {
		r = r.Clip(p.Window)
		v.put(v.marked, image.Rect(p.X(r.From), area.Min.Y, p.X(r.To), area.Max.Y))
		accent := v.h.Look.Current().Accent
		v.marked.FillColor, v.marked.StrokeColor, v.marked.StrokeWidth = kit.WithAlpha(accent, 26), accent, 1
		v.marked.Refresh()
	}
	v.point(&p, ok && v.over && !area.Empty())
}

// point tells what is under the pointer.
func (v *plotView) point(p *timeline.Plot, on bool) {
	var lines []string
	if on {
		x := int(v.at.X * v.scale())
		if a := p.Area(); x >= a.Min.X && x < a.Max.X {
			lines = v.read(p.TimeAt(x))
			v.put(v.cursor, image.Rect(x, a.Min.Y, x+p.Metrics.Line(), a.Max.Y))
			v.cursor.FillColor = v.h.Look.Current().Accent
		}
	}
	kit.Hide(v.cursor, len(lines) == 0)
	v.card.show(lines, v.at, v.Size())
}

func (v *plotView) put(o fyne.CanvasObject, r image.Rectangle) {
	s := v.scale()
	kit.Place(o, float32(r.Min.X)/s, float32(r.Min.Y)/s, float32(r.Dx())/s, float32(r.Dy())/s)
}

// timeAt is the instant at a place; ok is false without a plot.
func (v *plotView) timeAt(at fyne.Position) (model.Time, bool) {
	p, ok := v.placed()
	return p.TimeAt(int(at.X * v.scale())), ok && !p.Area().Empty()
}

// MouseIn implements desktop.Hoverable.
func (v *plotView) MouseIn(e *desktop.MouseEvent) {
	v.h.measurement.unread()
	v.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (v *plotView) MouseMoved(e *desktop.MouseEvent) {
	v.over, v.at = true, e.Position
	v.follow()
}

// MouseOut implements desktop.Hoverable.
func (v *plotView) MouseOut() {
	v.over = false
	v.follow()
}

// Tapped implements fyne.Tappable: a click takes the selected range away.
func (v *plotView) Tapped(*fyne.PointEvent) {
	v.h.FocusPicture()
	v.h.Session.Mark(model.Range{})
}

// DoubleTapped implements fyne.DoubleTappable: inside the selected range it zooms
// there, elsewhere to the whole trace.
func (v *plotView) DoubleTapped(e *fyne.PointEvent) {
	if t, ok := v.timeAt(e.Position); ok && v.h.Session.Marked().Contains(t) {
		v.h.Session.ShowMarked()
		return
	}
	v.h.Session.ShowWhole()
}

// Dragged implements fyne.Draggable: it selects a range.
func (v *plotView) Dragged(e *fyne.DragEvent) {
	if !v.drags {
		from, ok := v.timeAt(e.Position.Subtract(e.Dragged))
		if !ok {
			return
		}
		v.drags, v.anchor = true, from
	}
	if at, ok := v.timeAt(e.Position); ok {
		v.h.Session.Mark(model.Range{From: min(v.anchor, at), To: max(v.anchor, at)})
		v.follow()
	}
}

// DragEnd implements fyne.Draggable.
func (v *plotView) DragEnd() { v.drags = false }

// Scrolled implements fyne.Scrollable: it zooms and pans with the keys that do so
// over the lanes.
func (v *plotView) Scrolled(e *fyne.ScrollEvent) {
	mods := v.h.Modifiers()
	at, ok := v.timeAt(e.Position)
	window := v.h.Session.Window()
	switch {
	case !ok || mods&kit.Ctrl == 0 && mods&kit.Shift == 0 && e.Scrolled.DX == 0:
		v.scroll(e)
	case mods&kit.Ctrl != 0:
		factor := math.Pow(picture.WheelZoom, float64(e.Scrolled.DY)/picture.Notch)
		v.h.Session.Show(zoomed(window, at, factor), session.MoveZoom)
	default:
		by := model.Time(float64(e.Scrolled.DX+e.Scrolled.DY) / picture.Notch * float64(window.Len()) / 4)
		v.h.Session.Show(model.Range{From: window.From - by, To: window.To - by}, session.MovePan)
	}
}

// zoomed is a window narrowed by a factor about an instant.
func zoomed(r model.Range, at model.Time, factor float64) model.Range {
	length := func(t model.Time) model.Time { return model.Time(math.Round(float64(t) / factor)) }
	return model.Range{From: at - length(at-r.From), To: at + max(1, length(r.To-at))}
}

// CreateRenderer implements fyne.Widget.
func (v *plotView) CreateRenderer() fyne.WidgetRenderer { return &plotRenderer{v} }

type plotRenderer struct{ v *plotView }

func (r *plotRenderer) Destroy() {}

func (r *plotRenderer) MinSize() fyne.Size { return fyne.NewSize(200, kit.Scaled(r.v.least)) }

func (r *plotRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.v.raster, r.v.marked, r.v.cursor, r.v.card.root}
}

func (r *plotRenderer) Layout(size fyne.Size) {
	r.v.raster.Resize(size)
	r.v.follow()
}

func (r *plotRenderer) Refresh() {
	r.v.raster.Refresh()
	r.v.follow()
}

// plotCard tells the values under the pointer.
type plotCard struct {
	root  *fyne.Container
	lines []*kit.Line
	list  *fyne.Container
	named bool // the first line is a name, not when or where the values are
}

func newPlotCard() *plotCard {
	c := &plotCard{list: container.New(kit.ColumnLayout(2))}
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	c.root = container.NewStack(back, container.New(kit.Insets{picture.CardInset, 7}, c.list))
	c.root.Hide()
	return c
}

// show writes lines beside a place in a room, or nothing.
func (c *plotCard) show(lines []string, at fyne.Position, room fyne.Size) {
	kit.Hide(c.root, len(lines) == 0)
	if len(lines) == 0 {
		return
	}
	for len(c.lines) < len(lines) {
		color := kit.ColorText2
		if len(c.lines) > 0 || c.named {
			color = theme.ColorNameForeground
		}
		l := kit.NewCaption("", color)
		c.lines = append(c.lines, l)
		c.list.Add(l)
	}
	for i, l := range c.lines {
		kit.Hide(l, i >= len(lines))
		if i < len(lines) {
			l.Set(lines[i])
		}
	}
	const away = 14
	size := c.root.MinSize()
	x := at.X + away
	if x+size.Width > room.Width {
		x = max(0, at.X-away-size.Width)
	}
	c.root.Resize(size)
	c.root.Move(fyne.NewPos(x, max(0, min(at.Y+away, room.Height-size.Height))))
}

// VisibleText implements kit.TextWidget.
func (v *plotView) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{v.card.root}
}

// DisplayList implements picture.
func (v *plotView) DisplayList() (*paint.DisplayList, float32) {
	p, ok := v.placed()
	if !ok {
		return nil, 1
	}
	return p.Layout(), v.scale()
}
