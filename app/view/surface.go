package view

import (
	"image"
	"image/draw"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// surface is the one widget that shows time: overview, ruler, gutter and lanes.
//
// Its picture is one raster, which timeline draws as a function of a Scene and
// which is rebuilt only when the viewport, the rows or the theme change. What
// follows the pointer or the selection lies above it as canvas objects (see
// overlay), so that moving the mouse costs no raster.
type surface struct {
	widget.BaseWidget
	s    *session.Session
	look *kit.Look

	// Choices of the user.
	laneSize timeline.LaneSize
	pitch    float32 // dp; 0 for that of laneSize
	gutter   float32 // dp, for text of the usual size
	overview bool
	grid     bool
	quiet    bool
	preview  model.Category // under the pointer in the legend

	summary *lanes.Summary
	use     *timeline.Utilization
	painter timeline.Painter
	raster  *canvas.Raster
	buffer  *image.RGBA
	scroll  int // device pixels of the rows above the lane area
	hits    *hitMarks
	over    *overlay
	filter  *filterBox
	chart   *useChart
	mouse   mouse
	focused bool
	drawn   int // frames made

	laidOut   fyne.Size
	laidScale float32

	// What the window provides.
	key        func(*fyne.KeyEvent)
	rune       func(rune)
	modifiers  func() fyne.KeyModifier
	hovered    func(timeline.Place, bool) // what is under the pointer; false: nothing
	gutterDone func()                     // the gutter was resized
	rowsScrolled   func()                     // the rows were scrolled
	menuAt     func(timeline.Place, fyne.Position)
	sortMenu   func(fyne.Position)
	toWaker    func()
	zoomMarked func()
	zoomHint   string // behind the length of a selected range: how to zoom to it
	fit        func()
	clip       func(string) // puts text on the clipboard
}

func newSurface(s *session.Session, l *kit.Look) *surface {
	f := &surface{
		s: s, look: l, gutter: timeline.GutterDefault, overview: true, grid: true, quiet: true, preview: timeline.NoFocus,
		modifiers: kit.CurrentModifiers,
	}
	f.raster = canvas.NewRaster(f.generate)
	f.raster.ScaleMode = canvas.ImageScalePixels
	f.hits = newHitMarks(f)
	f.over = newOverlay(f)
	f.filter = newFilterBox(f)
	f.chart = newUseChart(f)
	f.ExtendBaseWidget(f)
	s.Subscribe(f.changed)
	return f
}

// scale is the number of device pixels in a dp.
func (f *surface) scale() float32 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil && c.Scale() > 0 {
		return c.Scale()
	}
	return 1
}

// px converts a length in dp to device pixels.
func (f *surface) px(dp float32) int { return int(math.Round(float64(dp * f.scale()))) }

// point converts a position on the widget to device pixels.
func (f *surface) point(p fyne.Position) image.Point {
	s := f.scale()
	return image.Pt(int(p.X*s), int(p.Y*s))
}

// metrics are the sizes for the user's choices.
func (f *surface) metrics() timeline.Metrics {
	m := timeline.NewMetrics(f.laneSize, f.scale(), f.look.Text)
	if f.pitch > 0 {
		m = m.WithPitch(f.pitch)
	}
	m.Gutter = f.gutter * f.look.Text
	return m
}

func (f *surface) parts() timeline.Parts {
	if f.overview {
		return timeline.AllParts
	}
	return timeline.AllParts &^ timeline.PartOverview
}

// scene is what a frame of a size in device pixels shows.
func (f *surface) scene(size image.Point) timeline.Scene {
	m := f.s.Metrics()
	v := f.s.View()
	v.Width = max(1, timeline.LaneWidth(size.X, f.parts(), m))
	sel := f.s.Selected()
	return timeline.Scene{
		Trace: f.s.Trace(), Summary: f.summary, Utilization: f.use,
		View: v, Rows: f.s.Lanes(), ScrollY: f.scroll, Size: size,
		Palette: f.look.Current(), Metrics: m, Parts: f.parts(),
		Focus: f.focus(), Row: f.s.SelectedLane(), Selected: sel, Filtering: f.filter.shown(),
		QuietBackdrops: f.quiet, Grid: f.grid, Clock: f.s.Clock(), Marks: f.s.MarkTimes(), Covered: f.over.flags.covered,
		Chart: f.chart.chart(), Path: f.s.PathMarks(),
	}
}

// now is the scene of the widget as it is.
func (f *surface) now() timeline.Scene {
	size := f.Size()
	return f.scene(image.Pt(f.px(size.Width), f.px(size.Height)))
}

// ready reports whether there is something to show.
func (f *surface) ready() bool { return f.s.Trace() != nil && f.Size().Width > 1 }

// generate makes the raster's picture.
func (f *surface) generate(w, h int) image.Image {
	if f.buffer == nil || f.buffer.Rect.Dx() != w || f.buffer.Rect.Dy() != h {
		f.buffer = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	if f.s.Trace() == nil || w < 2 || h < 2 {
		draw.Draw(f.buffer, f.buffer.Rect, image.NewUniform(f.look.Current().Lane), image.Point{}, draw.Src)
		return f.buffer
	}
	scene := f.scene(image.Pt(w, h))
	f.painter.Frame(&scene, f.buffer)
	f.drawn++
	return f.buffer
}

// redraw makes a new picture at the next frame.
func (f *surface) redraw() {
	f.raster.Refresh()
	f.hits.redraw()
	f.over.place()
}

// changed follows the session.
func (f *surface) changed(c session.Change) {
	if c&session.ChangedTrace != 0 {
		f.scroll, f.summary, f.use = 0, nil, nil
		f.hits.show(nil)
		f.over.forget()
		f.filter.forget()
	}
	if c&session.ChangedView != 0 {
		f.scroll = 0
	}
	if c&(session.ChangedWindow|session.ChangedRows|session.ChangedView|session.ChangedPath) != 0 && f.over.card.frozen.on {
		f.over.card.hide() // what it tells about is elsewhere now
	}
	if c&(session.ChangedSelection|session.ChangedRows|session.ChangedView) != 0 {
		f.showRow()
	}
	f.clampScroll()
	if !f.chart.changed(c) && c&^(session.ChangedRange|session.ChangedCursors) == 0 {
		f.over.place()
		return
	}
	f.redraw()
}

// fitted adopts the size, the scale and the user's choices.
func (f *surface) fitted() {
	f.s.Update(func() {
		m := f.metrics()
		f.s.SetMetrics(m)
		f.s.SetWidth(timeline.LaneWidth(f.px(f.Size().Width), f.parts(), m))
	})
	f.clampScroll()
	f.redraw()
}

func (f *surface) clampScroll() {
	if f.ready() {
		scene := f.now()
		f.scroll = min(max(f.scroll, 0), scene.MaxScroll())
	}
}

// scrollTo scrolls the rows.
func (f *surface) scrollTo(y int) {
	was := f.scroll
	f.scroll = y
	f.clampScroll()
	if f.scroll != was {
		f.redraw()
		f.rowsScrolled()
	}
}

// showRow scrolls the selected row into view.
func (f *surface) showRow() {
	if !f.ready() {
		return
	}
	scene := f.now()
	if scene.Row < 0 {
		return
	}
	f.scroll = scene.ScrollTo(scene.Row)
}

// MinSize implements fyne.CanvasObject.
func (f *surface) MinSize() fyne.Size { return fyne.NewSize(480, 160) }

// FocusGained implements fyne.Focusable. The ring is for those who come by the
// keyboard; the program itself and a click focus the surface with takeFocus.
func (f *surface) FocusGained() { f.focused = true; f.over.place() }

// takeFocus gives the surface the keyboard, without the ring.
func (f *surface) takeFocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		c.Focus(f)
	}
	f.focused = false
	f.over.place()
}

// FocusLost implements fyne.Focusable.
func (f *surface) FocusLost() { f.focused, f.mouse.space = false, false; f.over.place() }

// TypedKey implements fyne.Focusable.
func (f *surface) TypedKey(e *fyne.KeyEvent) { f.key(e) }

// TypedRune implements fyne.Focusable.
func (f *surface) TypedRune(r rune) { f.rune(r) }

// KeyDown implements desktop.Keyable.
func (f *surface) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		f.mouse.space = true
	case desktop.KeyControlLeft, desktop.KeyControlRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		f.over.card.freeze(f) // the driver counts the key as held only after this
	}
}

// KeyUp implements desktop.Keyable.
func (f *surface) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		f.mouse.space = false
	}
}

// CreateRenderer implements fyne.Widget.
func (f *surface) CreateRenderer() fyne.WidgetRenderer {
	return &surfaceRenderer{f}
}

type surfaceRenderer struct{ f *surface }

func (r *surfaceRenderer) Destroy()           {}
func (r *surfaceRenderer) MinSize() fyne.Size { return r.f.MinSize() }

func (r *surfaceRenderer) Objects() []fyne.CanvasObject {
	under := append([]fyne.CanvasObject{r.f.raster, r.f.hits.raster}, r.f.filter.objects()...)
	return append(append(under, r.f.over.objects()...), r.f.chart.objects()...)
}

// Layout is also called when the hover card has grown; only another size or
// scale is a reason to draw.
func (r *surfaceRenderer) Layout(size fyne.Size) {
	if scale := r.f.scale(); size != r.f.laidOut || scale != r.f.laidScale {
		r.f.laidOut, r.f.laidScale = size, scale
		r.f.raster.Resize(size)
		r.f.hits.raster.Resize(size)
		r.f.over.ring.Resize(size)
		r.f.fitted()
	}
}

// Refresh comes with another theme or scale.
func (r *surfaceRenderer) Refresh() {
	r.f.over.colour()
	r.f.fitted()
}

// previewFocus fades the other categories for as long as the pointer is over one
// in the legend.
func (f *surface) previewFocus(c model.Category) {
	if f.preview != c {
		f.preview = c
		f.redraw()
	}
}

// focus is the category that stays: the one under the pointer in the legend, or
// the chosen one.
func (f *surface) focus() model.Category {
	if f.preview != timeline.NoFocus {
		return f.preview
	}
	return f.s.Focus()
}

// scrollRows scrolls by lanes, scrollPage by the height of the lane area.
func (f *surface) scrollRows(n int) { f.scrollTo(f.scroll + n*f.px(f.s.Metrics().Pitch)) }

func (f *surface) scrollPage(dir int) {
	scene := f.now()
	f.scrollTo(f.scroll + dir*scene.LaneArea().Dy()*9/10)
}

// VisibleText implements kit.TextWidget.
func (f *surface) VisibleText() (string, []fyne.CanvasObject) {
	return "", slices.Concat(f.filter.objects(), f.over.objects(), f.chart.objects())
}

// DisplayList implements picture.
func (f *surface) DisplayList() (*paint.DisplayList, float32) {
	if !f.ready() {
		return nil, 1
	}
	scene := f.now()
	return f.painter.Layout(&scene), f.scale()
}
