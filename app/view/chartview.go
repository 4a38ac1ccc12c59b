package view

import (
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

// chartView shows the chart of a report of the window: the page that is exported, drawn in
// the background. It tells what is under the pointer, and a click leads there.
type chartView struct {
	b       *Panes
	root    *fyne.Container
	sheet   *chartSheet
	scroll  *container.Scroll
	over    *canvas.Rectangle // around what is under the pointer
	card    *plotCard
	hint    *kit.Line // why there is no chart
	working *kit.Box  // while it is drawn

	name    string        // of the chart
	asked   *export.Chart // the last question, nil for none
	shown   *export.Drawing
	running bool // a chart is drawn in the background
	again   bool // and is out of date already
}

func newChartView(b *Panes) *chartView {
	v := &chartView{b: b, over: canvas.NewRectangle(color.Transparent), card: newPlotCard(), hint: kit.NewLine("", kit.ColorText2), working: kit.NewBox("")}
	v.over.StrokeWidth = 1
	v.over.Hide()
	v.sheet = &chartSheet{v: v, page: canvas.NewImageFromImage(nil)}
	v.sheet.page.ScaleMode = canvas.ImageScalePixels
	v.sheet.ExtendBaseWidget(v.sheet)
	v.scroll = container.NewVScroll(v.sheet)
	v.scroll.OnScrolled = func(fyne.Position) { v.leave() }
	v.root = container.New(chartLayout{v}, kit.NewBox(kit.ColorPanel), v.scroll, v.over, v.hint, v.working, v.card.root)
	return v
}

// scale is how many device pixels a dp has.
func (v *chartView) scale() float32 { return v.b.Session.Metrics().Scale }

// ask is the chart as it is to be shown now.
func (v *chartView) ask() *export.Chart {
	c := v.b.Chart(v.name, host.PictureOptions{Dark: v.b.Look.Current().Dark}, 1)
	size := v.root.Size()
	c.Title, c.Bare, c.Scale, c.Width, c.Room = "", false, v.scale(), size.Width, size.Height
	return c
}

// update has the chart drawn, if it is to be seen and is another one now.
func (v *chartView) update() {
	if !v.b.IsOpen() || !v.root.Visible() || v.root.Size().Width <= 0 {
		return
	}
	if v.running {
		v.again = true
		return
	}
	c := v.ask()
	// Of two traces not all that is in them is compared: they are large.
	if v.asked != nil && v.asked.Trace == c.Trace && reflect.DeepEqual(c, v.asked) {
		return
	}
	v.asked, v.running = c, true
	v.working.Paint(theme.ColorNamePrimary, "")
	go func() {
		d, err := c.Draw()
		var pixels image.Image
		if err == nil {
			pixels = d.Pixels()
		}
		fyne.Do(func() {
			again := v.again
			v.running, v.again = false, false
			v.working.Paint("", "")
			if v.asked == c {
				v.fill(d, pixels, err)
				v.b.Settled()
			}
			if again || v.asked == nil {
				v.update()
			}
		})
	}()
}

// fill shows a page, or why there is none.
func (v *chartView) fill(d *export.Drawing, pixels image.Image, err error) {
	v.shown, v.sheet.page.Image = d, pixels
	text := ""
	if err != nil {
		text = kit.Sentence(err)
	}
	v.hint.Set(text)
	v.leave()
	v.sheet.Refresh()
	v.scroll.Refresh()
}

// forget resets for another trace or another chart.
func (v *chartView) forget() {
	v.asked = nil
	v.fill(nil, nil, nil)
}

// spot is what is at a place of the page.
func (v *chartView) spot(at fyne.Position) (s export.Spot, ok bool) {
	if v.shown == nil {
		return s, false
	}
	return v.shown.Spot(image.Pt(int(at.X*v.scale()), int(at.Y*v.scale())))
}

// point tells what is at a place of the page.
func (v *chartView) point(at fyne.Position) {
	s, ok := v.spot(at)
	up := v.scroll.Offset.Y
	kit.Hide(v.over, !ok)
	if ok {
		k := v.scale()
		v.over.StrokeColor = v.b.Look.Current().Ink
		kit.Place(v.over, float32(s.Rect.Min.X)/k-1, float32(s.Rect.Min.Y)/k-up-1, float32(s.Rect.Dx())/k+2, float32(s.Rect.Dy())/k+2)
		v.over.Refresh()
	}
	v.card.show(s.Lines, at.SubtractXY(0, up), v.root.Size())
}

// leave ends what point shows.
func (v *chartView) leave() {
	kit.Hide(v.over, true)
	v.card.show(nil, fyne.Position{}, v.root.Size())
}

// goTo selects what a thread did where a part of a chart leads; without a thread it marks
// the time.
func (v *chartView) goTo(s export.Spot) {
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

// chartLayout places what scrolls over all of the view; the outline and the card have
// places of their own. In another size the chart is another one.
type chartLayout struct{ v *chartView }

// MinSize implements fyne.Layout.
func (chartLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

// Layout implements fyne.Layout.
func (l chartLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	v := l.v
	kit.Place(o[0], 0, 0, size.Width, size.Height)
	kit.Place(v.scroll, 0, 0, size.Width, size.Height)
	kit.Place(v.hint, kit.CellPad, 0, max(0, size.Width-2*kit.CellPad), kit.Scaled(kit.TableRow))
	kit.Place(v.working, 0, 0, size.Width, 2)
	v.update()
}

// chartSheet is the page, which the pointer is on.
type chartSheet struct {
	widget.BaseWidget
	v    *chartView
	page *canvas.Image
}

// MinSize implements fyne.CanvasObject: as high as the page.
func (s *chartSheet) MinSize() fyne.Size {
	if s.v.shown == nil {
		return fyne.Size{}
	}
	return fyne.NewSize(0, float32(s.v.shown.Size().Y)/s.v.scale())
}

// CreateRenderer implements fyne.Widget.
func (s *chartSheet) CreateRenderer() fyne.WidgetRenderer {
	return &sheetRenderer{s}
}

// sheetRenderer shows the page a pixel a pixel, however large its sheet is.
type sheetRenderer struct{ s *chartSheet }

func (r *sheetRenderer) Destroy() {}

func (r *sheetRenderer) MinSize() fyne.Size { return r.s.MinSize() }

func (r *sheetRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.s.page} }

func (r *sheetRenderer) Layout(fyne.Size) {
	size := fyne.Size{}
	if d := r.s.v.shown; d != nil {
		k := r.s.v.scale()
		size = fyne.NewSize(float32(d.Size().X)/k, float32(d.Size().Y)/k)
	}
	r.s.page.Resize(size)
}

func (r *sheetRenderer) Refresh() {
	kit.Hide(r.s.page, r.s.v.shown == nil)
	r.Layout(r.s.Size())
	r.s.page.Refresh()
}

// MouseIn implements desktop.Hoverable.
func (s *chartSheet) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (s *chartSheet) MouseMoved(e *desktop.MouseEvent) { s.v.point(e.Position) }

// MouseOut implements desktop.Hoverable.
func (s *chartSheet) MouseOut() { s.v.leave() }

// Tapped implements fyne.Tappable: it goes where a part of the chart leads.
func (s *chartSheet) Tapped(e *fyne.PointEvent) {
	if spot, ok := s.v.spot(e.Position); ok && (spot.Thread != model.NoThread || spot.Range.Len() > 0) {
		s.v.goTo(spot)
	}
}
