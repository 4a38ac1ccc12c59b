package picture

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

// Surface is the one widget that shows time: overview, ruler, gutter and lanes.
//
// Its picture is one raster, which timeline draws as a function of a Scene and which is redrawn
// only when the viewport, the rows or the theme change. Canvas objects above it (see overlay) show
// what follows the pointer or the selection, so that moving the mouse redraws no raster.
type Surface struct {
	widget.BaseWidget
	s    *session.Session
	look *kit.Look

	// Chosen by the user.
	LaneSize timeline.LaneSize
	Pitch    float32 // dp; 0 for the pitch of LaneSize
	Gutter   float32 // dp, for text of the usual size
	Overview bool
	Grid     bool
	Quiet    bool
	preview  model.Category // under the pointer in the legend

	Summary *lanes.Summary
	Use     *timeline.Utilization
	painter timeline.Painter
	Raster  *canvas.Raster
	Buffer  *image.RGBA
	Scroll  int // device pixels of the rows above the lane area
	Hits    *hitMarks
	Over    *overlay
	Filter  *filterBox
	Chart   *useChart
	Mouse   mouse
	focused bool
	Drawn   int // frames drawn

	laidOut   fyne.Size
	laidScale float32

	// Set by the window.
	Key          func(*fyne.KeyEvent)
	Rune         func(rune)
	Modifiers    func() fyne.KeyModifier
	Hovered      func(timeline.Place, bool) // what is under the pointer; false: nothing
	GutterDone   func()                     // the gutter was resized
	RowsScrolled func()                     // the rows were scrolled
	MenuAt       func(timeline.Place, fyne.Position)
	SortMenu     func(fyne.Position)
	ToWaker      func()
	ZoomMarked   func()
	ZoomHint     string // after the length of a selected range: how to zoom to it
	Fit          func()
	Clip         func(string) // copies text to the clipboard
}

// NewSurface is a surface that shows a session and updates with it.
func NewSurface(s *session.Session, l *kit.Look) *Surface {
	f := &Surface{
		s: s, look: l, Gutter: timeline.GutterDefault, Overview: true, Grid: true, Quiet: true, preview: timeline.NoFocus,
		Modifiers: kit.CurrentModifiers,
	}
	f.Raster = canvas.NewRaster(f.Generate)
	f.Raster.ScaleMode = canvas.ImageScalePixels
	f.Hits = newHitMarks(f)
	f.Over = newOverlay(f)
	f.Filter = newFilterBox(f)
	f.Chart = newUseChart(f)
	f.ExtendBaseWidget(f)
	s.Subscribe(f.changed)
	return f
}

// Scale is the number of device pixels per dp.
func (f *Surface) Scale() float32 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil && c.Scale() > 0 {
		return c.Scale()
	}
	return 1
}

// Px converts a length in dp to device pixels.
func (f *Surface) Px(dp float32) int { return int(math.Round(float64(dp * f.Scale()))) }

// Point converts a position on the widget to device pixels.
func (f *Surface) Point(p fyne.Position) image.Point {
	s := f.Scale()
	return image.Pt(int(p.X*s), int(p.Y*s))
}

// Metrics are the sizes for the user's choices.
func (f *Surface) Metrics() timeline.Metrics {
	m := timeline.NewMetrics(f.LaneSize, f.Scale(), f.look.Text)
	if f.Pitch > 0 {
		m = m.WithPitch(f.Pitch)
	}
	m.Gutter = f.Gutter * f.look.Text
	return m
}

func (f *Surface) parts() timeline.Parts {
	if f.Overview {
		return timeline.AllParts
	}
	return timeline.AllParts &^ timeline.PartOverview
}

// Scene is the scene of a frame whose size is in device pixels.
func (f *Surface) Scene(size image.Point) timeline.Scene {
	m := f.s.Metrics()
	v := f.s.View()
	v.Width = max(1, timeline.LaneWidth(size.X, f.parts(), m))
	sel := f.s.Selected()
	return timeline.Scene{
		Trace: f.s.Trace(), Summary: f.Summary, Utilization: f.Use,
		View: v, Rows: f.s.Lanes(), ScrollY: f.Scroll, Size: size,
		Palette: f.look.Current(), Metrics: m, Parts: f.parts(),
		Focus: f.Focus(), Row: f.s.SelectedLane(), Selected: sel, Filtering: f.Filter.shown(),
		QuietBackdrops: f.Quiet, Grid: f.Grid, Clock: f.s.Clock(), Marks: f.s.MarkTimes(), Covered: f.Over.Flags.covered,
		Chart: f.Chart.chart(), Path: f.s.PathMarks(),
	}
}

// Now is the scene of the widget at its current size.
func (f *Surface) Now() timeline.Scene {
	size := f.Size()
	return f.Scene(image.Pt(f.Px(size.Width), f.Px(size.Height)))
}

// Ready reports whether there is something to show.
func (f *Surface) Ready() bool { return f.s.Trace() != nil && f.Size().Width > 1 }

// Generate draws the picture of the raster.
func (f *Surface) Generate(w, h int) image.Image {
	if f.Buffer == nil || f.Buffer.Rect.Dx() != w || f.Buffer.Rect.Dy() != h {
		f.Buffer = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	if f.s.Trace() == nil || w < 2 || h < 2 {
		draw.Draw(f.Buffer, f.Buffer.Rect, image.NewUniform(f.look.Current().Lane), image.Point{}, draw.Src)
		return f.Buffer
	}
	scene := f.Scene(image.Pt(w, h))
	f.painter.Frame(&scene, f.Buffer)
	f.Drawn++
	return f.Buffer
}

// Redraw requests a new picture for the next frame.
func (f *Surface) Redraw() {
	f.Raster.Refresh()
	f.Hits.redraw()
	f.Over.place()
}

// changed updates the surface after a change of the session.
func (f *Surface) changed(c session.Change) {
	if c&session.ChangedTrace != 0 {
		f.Scroll, f.Summary, f.Use = 0, nil, nil
		f.Hits.Show(nil)
		f.Over.forget()
		f.Filter.forget()
	}
	if c&session.ChangedView != 0 {
		f.Scroll = 0
	}
	if c&(session.ChangedWindow|session.ChangedRows|session.ChangedView|session.ChangedPath) != 0 && f.Over.Card.Frozen.On {
		f.Over.Card.Hide() // what it describes has moved
	}
	if c&(session.ChangedSelection|session.ChangedRows|session.ChangedView) != 0 {
		f.showRow()
	}
	f.ClampScroll()
	if !f.Chart.changed(c) && c&^(session.ChangedRange|session.ChangedCursors) == 0 {
		f.Over.place()
		return
	}
	f.Redraw()
}

// Fitted applies the size, the scale and the user's choices.
func (f *Surface) Fitted() {
	f.s.Update(func() {
		m := f.Metrics()
		f.s.SetMetrics(m)
		f.s.SetWidth(timeline.LaneWidth(f.Px(f.Size().Width), f.parts(), m))
	})
	f.ClampScroll()
	f.Redraw()
}

// ClampScroll limits the scroll position of the rows to its range.
func (f *Surface) ClampScroll() {
	if f.Ready() {
		scene := f.Now()
		f.Scroll = min(max(f.Scroll, 0), scene.MaxScroll())
	}
}

// ScrollTo scrolls the rows to y device pixels.
func (f *Surface) ScrollTo(y int) {
	was := f.Scroll
	f.Scroll = y
	f.ClampScroll()
	if f.Scroll != was {
		f.Redraw()
		f.RowsScrolled()
	}
}

// showRow scrolls the selected row into view.
func (f *Surface) showRow() {
	if !f.Ready() {
		return
	}
	scene := f.Now()
	if scene.Row < 0 {
		return
	}
	f.Scroll = scene.ScrollTo(scene.Row)
}

// MinSize implements fyne.CanvasObject.
func (f *Surface) MinSize() fyne.Size { return fyne.NewSize(480, 160) }

// FocusGained implements fyne.Focusable. The ring is for users who come by keyboard; the program
// itself and clicks focus the surface with TakeFocus.
func (f *Surface) FocusGained() { f.focused = true; f.Over.place() }

// TakeFocus gives the keyboard to the surface, without the ring.
func (f *Surface) TakeFocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		c.Focus(f)
	}
	f.focused = false
	f.Over.place()
}

// FocusLost implements fyne.Focusable.
func (f *Surface) FocusLost() { f.focused, f.Mouse.space = false, false; f.Over.place() }

// TypedKey implements fyne.Focusable.
func (f *Surface) TypedKey(e *fyne.KeyEvent) { f.Key(e) }

// TypedRune implements fyne.Focusable.
func (f *Surface) TypedRune(r rune) { f.Rune(r) }

// KeyDown implements desktop.Keyable.
func (f *Surface) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		f.Mouse.space = true
	case desktop.KeyControlLeft, desktop.KeyControlRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		f.Over.Card.freeze(f) // the driver reports the key as held only after this event
	}
}

// KeyUp implements desktop.Keyable.
func (f *Surface) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		f.Mouse.space = false
	}
}

// CreateRenderer implements fyne.Widget.
func (f *Surface) CreateRenderer() fyne.WidgetRenderer {
	return &surfaceRenderer{f}
}

type surfaceRenderer struct{ f *Surface }

func (r *surfaceRenderer) Destroy()           {}
func (r *surfaceRenderer) MinSize() fyne.Size { return r.f.MinSize() }

func (r *surfaceRenderer) Objects() []fyne.CanvasObject {
	under := append([]fyne.CanvasObject{r.f.Raster, r.f.Hits.Raster}, r.f.Filter.objects()...)
	return append(append(under, r.f.Over.Objects()...), r.f.Chart.objects()...)
}

// Layout is also called when the hover card has grown; only a new size or scale needs a new
// picture.
func (r *surfaceRenderer) Layout(size fyne.Size) {
	if scale := r.f.Scale(); size != r.f.laidOut || scale != r.f.laidScale {
		r.f.laidOut, r.f.laidScale = size, scale
		r.f.Raster.Resize(size)
		r.f.Hits.Raster.Resize(size)
		r.f.Over.ring.Resize(size)
		r.f.Fitted()
	}
}

// Refresh is called for a new theme or scale.
func (r *surfaceRenderer) Refresh() {
	r.f.Over.colour()
	r.f.Fitted()
}

// PreviewFocus fades the other categories while the pointer is over one in the legend.
func (f *Surface) PreviewFocus(c model.Category) {
	if f.preview != c {
		f.preview = c
		f.Redraw()
	}
}

// Focus is the category that does not fade: the one under the pointer in the legend, or the chosen
// one.
func (f *Surface) Focus() model.Category {
	if f.preview != timeline.NoFocus {
		return f.preview
	}
	return f.s.Focus()
}

// ScrollRows scrolls by n lanes.
func (f *Surface) ScrollRows(n int) { f.ScrollTo(f.Scroll + n*f.Px(f.s.Metrics().Pitch)) }

// ScrollPage scrolls by nine tenths of the lane area's height; dir is -1 or 1.
func (f *Surface) ScrollPage(dir int) {
	scene := f.Now()
	f.ScrollTo(f.Scroll + dir*scene.LaneArea().Dy()*9/10)
}

// VisibleText implements kit.TextWidget.
func (f *Surface) VisibleText() (string, []fyne.CanvasObject) {
	return "", slices.Concat(f.Filter.objects(), f.Over.Objects(), f.Chart.objects())
}

// DisplayList returns what the surface draws, and its scale.
func (f *Surface) DisplayList() (*paint.DisplayList, float32) {
	if !f.Ready() {
		return nil, 1
	}
	scene := f.Now()
	return f.painter.Layout(&scene), f.Scale()
}
