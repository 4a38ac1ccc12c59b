package panes

import (
	"context"
	"image"
	"image/color"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/export"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// ChartView shows the chart of a report of the window: the page that would be exported, drawn in
// the background. It describes what is under the pointer; a click goes there.
type ChartView struct {
	b       *Bar
	Root    *fyne.Container
	Sheet   *chartSheet
	scroll  *container.Scroll
	Over    *canvas.Rectangle // outlines what is under the pointer
	Card    *PlotCard
	Hint    *kit.Line // why there is no chart
	working *kit.Box  // shown while the chart is drawn

	Name  string        // of the chart
	Asked *export.Chart // the last request, nil for none
	Shown *export.Drawing
	kit.Background
}

func newChartView(b *Bar) *ChartView {
	v := &ChartView{b: b, Over: canvas.NewRectangle(color.Transparent), Card: NewPlotCard(), Hint: kit.NewLine("", kit.ColorText2), working: kit.NewBox("")}
	v.Over.StrokeWidth = 1
	v.Over.Hide()
	v.Sheet = &chartSheet{v: v, Page: canvas.NewImageFromImage(nil)}
	v.Sheet.Page.ScaleMode = canvas.ImageScalePixels
	v.Sheet.ExtendBaseWidget(v.Sheet)
	v.scroll = container.NewVScroll(v.Sheet)
	v.scroll.OnScrolled = func(fyne.Position) { v.leave() }
	v.Root = container.New(chartLayout{v}, kit.NewBox(kit.ColorPanel), v.scroll, v.Over, v.Hint, v.working, v.Card.Root)
	return v
}

// Scale is the number of device pixels per dp.
func (v *ChartView) Scale() float32 { return v.b.Session.Metrics().Scale }

// Ask is the chart to show now.
func (v *ChartView) Ask() *export.Chart {
	c := v.b.Chart(v.Name, host.PictureOptions{Dark: v.b.Look.Current().Dark}, 1)
	size := v.Root.Size()
	c.Title, c.Bare, c.Scale, c.Width, c.Room = "", false, v.Scale(), size.Width, size.Height
	return c
}

// update draws the chart in the background, if it is visible and has changed.
func (v *ChartView) update() {
	if !v.b.IsOpen() || !v.Root.Visible() || v.Root.Size().Width <= 0 {
		return
	}
	if v.Busy(v.update) {
		return
	}
	c := v.Ask()
	// Traces are compared by pointer only: they are large.
	if v.Asked != nil && v.Asked.Trace == c.Trace && reflect.DeepEqual(c, v.Asked) {
		return
	}
	v.Asked = c
	v.working.Paint(theme.ColorNamePrimary, "")
	kit.Make(&v.Background, func(context.Context) (chartPage, error) { return drawn(c) }, func(p chartPage, err error) {
		v.working.Paint("", "")
		if v.Asked == c {
			v.fill(p, err)
			v.b.Settled()
		} else {
			v.update()
		}
	})
}

// chartPage is a drawn chart; its zero value is none.
type chartPage struct {
	drawing *export.Drawing
	pixels  image.Image
}

// drawn draws a chart.
func drawn(c *export.Chart) (chartPage, error) {
	d, err := c.Draw()
	if err != nil {
		return chartPage{}, err
	}
	return chartPage{d, d.Pixels()}, nil
}

// fill shows a page, or why there is no chart.
func (v *ChartView) fill(p chartPage, err error) {
	v.Shown, v.Sheet.Page.Image = p.drawing, p.pixels
	text := ""
	if err != nil {
		text = kit.Sentence(err)
	}
	v.Hint.Set(text)
	v.leave()
	v.Sheet.Refresh()
	v.scroll.Refresh()
}

// forget resets for another trace or another chart.
func (v *ChartView) forget() {
	v.Asked = nil
	v.fill(chartPage{}, nil)
}

// spot is what is at a place of the page.
func (v *ChartView) spot(at fyne.Position) (s export.Spot, ok bool) {
	if v.Shown == nil {
		return s, false
	}
	return v.Shown.Spot(image.Pt(int(at.X*v.Scale()), int(at.Y*v.Scale())))
}

// point describes what is at a place of the page.
func (v *ChartView) point(at fyne.Position) {
	s, ok := v.spot(at)
	up := v.scroll.Offset.Y
	kit.Hide(v.Over, !ok)
	if ok {
		k := v.Scale()
		v.Over.StrokeColor = v.b.Look.Current().Ink
		kit.Place(v.Over, float32(s.Rect.Min.X)/k-1, float32(s.Rect.Min.Y)/k-up-1, float32(s.Rect.Dx())/k+2, float32(s.Rect.Dy())/k+2)
		v.Over.Refresh()
	}
	v.Card.Show(s.Lines, at.SubtractXY(0, up), v.Root.Size())
}

// leave hides what point shows.
func (v *ChartView) leave() {
	kit.Hide(v.Over, true)
	v.Card.Show(nil, fyne.Position{}, v.Root.Size())
}

// GoTo selects what the thread of a spot did there; if the spot has no thread, it selects the time.
func (v *ChartView) GoTo(s export.Spot) {
	ref := timeline.SegmentRef{Thread: s.Thread, Index: -1}
	if s.Thread == model.NoThread {
		v.b.Session.Mark(s.Range)
		return
	}
	if seg, ok := v.b.Session.Trace().SegmentAt(s.Thread, s.Range.From); ok {
		ref.Index = seg.Index
	}
	v.b.Session.Go(ref)
}

// chartLayout gives the whole view to the scrolling page; outline and card are placed elsewhere. A
// new size needs a new chart.
type chartLayout struct{ v *ChartView }

// MinSize implements fyne.Layout.
func (chartLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

// Layout implements fyne.Layout.
func (l chartLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	v := l.v
	kit.Place(o[0], 0, 0, size.Width, size.Height)
	kit.Place(v.scroll, 0, 0, size.Width, size.Height)
	kit.Place(v.Hint, kit.CellPad, 0, max(0, size.Width-2*kit.CellPad), kit.Scaled(kit.TableRow))
	kit.Place(v.working, 0, 0, size.Width, 2)
	v.update()
}

// chartSheet is the widget that shows the page and receives pointer events.
type chartSheet struct {
	widget.BaseWidget
	v    *ChartView
	Page *canvas.Image
}

// MinSize implements fyne.CanvasObject: the height is that of the page.
func (s *chartSheet) MinSize() fyne.Size {
	if s.v.Shown == nil {
		return fyne.Size{}
	}
	return fyne.NewSize(0, float32(s.v.Shown.Size().Y)/s.v.Scale())
}

// CreateRenderer implements fyne.Widget.
func (s *chartSheet) CreateRenderer() fyne.WidgetRenderer {
	return &sheetRenderer{s}
}

// sheetRenderer shows the page pixel by pixel, whatever the size of its sheet.
type sheetRenderer struct{ s *chartSheet }

func (r *sheetRenderer) Destroy() {}

func (r *sheetRenderer) MinSize() fyne.Size { return r.s.MinSize() }

func (r *sheetRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.s.Page} }

func (r *sheetRenderer) Layout(fyne.Size) {
	size := fyne.Size{}
	if d := r.s.v.Shown; d != nil {
		k := r.s.v.Scale()
		size = fyne.NewSize(float32(d.Size().X)/k, float32(d.Size().Y)/k)
	}
	r.s.Page.Resize(size)
}

func (r *sheetRenderer) Refresh() {
	kit.Hide(r.s.Page, r.s.v.Shown == nil)
	r.Layout(r.s.Size())
	r.s.Page.Refresh()
}

// MouseIn implements desktop.Hoverable.
func (s *chartSheet) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (s *chartSheet) MouseMoved(e *desktop.MouseEvent) { s.v.point(e.Position) }

// MouseOut implements desktop.Hoverable.
func (s *chartSheet) MouseOut() { s.v.leave() }

// Tapped implements fyne.Tappable: it goes to what the clicked part of the chart shows.
func (s *chartSheet) Tapped(e *fyne.PointEvent) {
	if spot, ok := s.v.spot(e.Position); ok && (spot.Thread != model.NoThread || spot.Range.Len() > 0) {
		s.v.GoTo(spot)
	}
}
