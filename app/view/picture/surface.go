package picture

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// Surface is the one widget that shows time: overview, ruler, gutter and lanes.
//
// Its picture is one raster, which timeline draws as a function of a Scene and which is redrawn
// only when the viewport, the rows or the theme change. Canvas objects above it (see overlay) show
// what follows the pointer or the selection, so that moving the mouse redraws no raster.
type Surface struct {
	gestures
	laidOut   fyne.Size
	laidScale float32

	// Set by the window.
	Key  func(*fyne.KeyEvent)
	Rune func(rune)
}

// NewSurface is a surface that shows a session and updates with it.
func NewSurface(s *session.Session, l *kit.Look) *Surface {
	f := &Surface{}
	f.self, f.s, f.look = f, s, l
	f.Gutter, f.Overview, f.Grid, f.Quiet = timeline.GutterDefault, true, true, true
	f.preview, f.selected = timeline.NoFocus, newSelectedUse(s)
	f.Modifiers = kit.CurrentModifiers
	f.addRaster()
	f.addLayers()
	f.ExtendBaseWidget(f)
	s.Subscribe(f.changed)
	return f
}

// MinSize implements fyne.CanvasObject.
func (f *Surface) MinSize() fyne.Size { return fyne.NewSize(480, 160) }

// FocusGained implements fyne.Focusable. The ring is for users who come by keyboard; the program
// itself and clicks focus the surface with TakeFocus.
func (f *Surface) FocusGained() { f.focused = true; f.Over.place() }

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
		f.Over.Card.freeze() // the driver reports the key as held only after this event
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

// VisibleText implements kit.TextWidget.
func (f *Surface) VisibleText() (string, []fyne.CanvasObject) {
	return "", slices.Concat(f.Filter.objects(), f.Over.Objects(), f.Chart.objects())
}
