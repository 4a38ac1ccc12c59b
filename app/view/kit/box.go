package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Box is a rectangle in the theme's colours; a canvas.Rectangle would keep its original colour when
// the theme changes.
type Box struct {
	widget.BaseWidget
	fill   fyne.ThemeColorName // "" for none
	Stroke fyne.ThemeColorName // "" for none
	Radius float32
	Min    fyne.Size
}

// NewBox is a filled rectangle without a size of its own.
func NewBox(fill fyne.ThemeColorName) *Box {
	b := &Box{fill: fill}
	b.ExtendBaseWidget(b)
	return b
}

// NewRule is a separator line, 1 dp thick.
func NewRule() *Box {
	b := NewBox(theme.ColorNameSeparator)
	b.Min = fyne.NewSquareSize(1)
	return b
}

// NewGap is an empty box of a fixed size.
func NewGap(w, h float32) *Box {
	b := NewBox("")
	b.Min = fyne.NewSize(w, h)
	return b
}

// Paint changes the colours.
func (b *Box) Paint(fill, stroke fyne.ThemeColorName) {
	if b.fill != fill || b.Stroke != stroke {
		b.fill, b.Stroke = fill, stroke
		b.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (b *Box) CreateRenderer() fyne.WidgetRenderer {
	r := &boxRenderer{b, canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type boxRenderer struct {
	b *Box
	r *canvas.Rectangle
}

func (r *boxRenderer) Destroy()                     {}
func (r *boxRenderer) Layout(size fyne.Size)        { r.r.Resize(size) }
func (r *boxRenderer) MinSize() fyne.Size           { return r.b.Min }
func (r *boxRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.r} }

func (r *boxRenderer) Refresh() {
	r.r.FillColor, r.r.StrokeColor, r.r.StrokeWidth = color.Transparent, color.Transparent, 0
	if r.b.fill != "" {
		r.r.FillColor = theme.Color(r.b.fill)
	}
	if r.b.Stroke != "" {
		r.r.StrokeColor, r.r.StrokeWidth = theme.Color(r.b.Stroke), 1
	}
	r.r.CornerRadius = r.b.Radius
	r.r.Refresh()
}
