package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// box is a rectangle in the theme's colours; a canvas.Rectangle would keep the
// colour it was made with when the theme changes.
type box struct {
	widget.BaseWidget
	fill   fyne.ThemeColorName // "" for none
	stroke fyne.ThemeColorName // "" for none
	radius float32
	min    fyne.Size
}

// newBox is a filled rectangle of any size.
func newBox(fill fyne.ThemeColorName) *box {
	b := &box{fill: fill}
	b.ExtendBaseWidget(b)
	return b
}

// newRule is a separator line, 1 dp thick.
func newRule() *box {
	b := newBox(theme.ColorNameSeparator)
	b.min = fyne.NewSquareSize(1)
	return b
}

// newGap is an empty box of a fixed size.
func newGap(w, h float32) *box {
	b := newBox("")
	b.min = fyne.NewSize(w, h)
	return b
}

// paint changes the colours.
func (b *box) paint(fill, stroke fyne.ThemeColorName) {
	if b.fill != fill || b.stroke != stroke {
		b.fill, b.stroke = fill, stroke
		b.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (b *box) CreateRenderer() fyne.WidgetRenderer {
	r := &boxRenderer{b, canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type boxRenderer struct {
	b *box
	r *canvas.Rectangle
}

func (r *boxRenderer) Destroy()                     {}
func (r *boxRenderer) Layout(size fyne.Size)        { r.r.Resize(size) }
func (r *boxRenderer) MinSize() fyne.Size           { return r.b.min }
func (r *boxRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.r} }

func (r *boxRenderer) Refresh() {
	r.r.FillColor, r.r.StrokeColor, r.r.StrokeWidth = color.Transparent, color.Transparent, 0
	if r.b.fill != "" {
		r.r.FillColor = theme.Color(r.b.fill)
	}
	if r.b.stroke != "" {
		r.r.StrokeColor, r.r.StrokeWidth = theme.Color(r.b.stroke), 1
	}
	r.r.CornerRadius = r.b.radius
	r.r.Refresh()
}
