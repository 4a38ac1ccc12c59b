package kit

import (
	"image"
	"image/draw"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Palette is the palette of the theme in use.
func Palette() *paint.Palette {
	if l, ok := fyne.CurrentApp().Settings().Theme().(*Look); ok {
		return l.Current()
	}
	return paint.NewPalette(false, false)
}

// CategoryOrder is the order in which categories are listed.
var CategoryOrder = timeline.LegendOrder()

// PaintCategory fills r with the look of a category: fill, pattern, and an edge of
// line pixels around it.
func PaintCategory(img *image.RGBA, r image.Rectangle, c model.Category, line int) {
	p := Palette()
	draw.Draw(img, r, image.NewUniform(p.Category(c).Edge), image.Point{}, draw.Src)
	p.Paint(img, r.Inset(line), c, float32(line))
}

// Painted is a small picture that is painted again when the theme changes.
type Painted struct {
	widget.BaseWidget
	Min   fyne.Size
	Grows bool                            // with the text
	Paint func(img *image.RGBA, line int) // line is the device pixels of a 1 dp line
}

// CreateRenderer implements fyne.Widget.
func (p *Painted) CreateRenderer() fyne.WidgetRenderer {
	r := canvas.NewRaster(func(w, h int) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, w, h))
		line := 1
		if width := p.Size().Width; width > 0 {
			line = max(1, int(float32(w)/width))
		}
		p.Paint(img, line)
		return img
	})
	r.ScaleMode = canvas.ImageScalePixels
	return &paintedRenderer{p, r}
}

type paintedRenderer struct {
	p *Painted
	r *canvas.Raster
}

func (r *paintedRenderer) Destroy()              {}
func (r *paintedRenderer) Layout(size fyne.Size) { r.r.Resize(size) }

func (r *paintedRenderer) MinSize() fyne.Size {
	if r.p.Grows {
		return fyne.NewSize(Scaled(r.p.Min.Width), Scaled(r.p.Min.Height))
	}
	return r.p.Min
}

func (r *paintedRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.r} }
func (r *paintedRenderer) Refresh()                     { r.r.Refresh() }

// Swatch is a small square in the look of a category.
type Swatch struct {
	Painted
	Category model.Category
}

// NewSwatch shows the colour and the pattern of a category.
func NewSwatch(c model.Category) *Swatch {
	s := &Swatch{Category: c}
	s.Min = fyne.NewSquareSize(11)
	s.Grows = true
	s.Painted.Paint = func(img *image.RGBA, line int) { PaintCategory(img, img.Rect, s.Category, line) }
	s.ExtendBaseWidget(s)
	return s
}

// Set shows another category.
func (s *Swatch) Set(c model.Category) {
	if s.Category != c {
		s.Category = c
		s.Refresh()
	}
}

// MixBar shows the shares of the categories side by side.
type MixBar struct {
	Painted
	Sums  model.Sums
	of    model.Time // the time that Sums are parts of, 0 for their sum
	share classShare // shown instead of Sums
	gauge GaugeBar   // likewise
}

// NewMixBar is an empty bar with a minimum size.
func NewMixBar(min fyne.Size) *MixBar {
	b := &MixBar{}
	b.Min = min
	b.Painted.Paint = b.Draw
	b.ExtendBaseWidget(b)
	return b
}

// Set shows other sums, ns by category, as parts of a time, or with 0 as parts of their sum.
func (b *MixBar) Set(sums model.Sums, of model.Time) {
	if b.Sums != sums || b.of != of {
		b.Sums, b.of = sums, of
		b.Refresh()
	}
}

// whole is the time that sums are parts of.
func whole(sums model.Sums, of model.Time) model.Time { return max(of, sums.Total()) }

// at is the category at x of a bar that shows a mix; ok is false outside the mix.
func (b *MixBar) at(x float32) (c model.Category, ok bool) {
	width, total := b.Size().Width, whole(b.Sums, b.of)
	if b.share.whole > 0 || b.gauge.On || total == 0 || x < 0 || x >= width {
		return c, false
	}
	var before model.Time
	for _, c = range CategoryOrder {
		if before += b.Sums[c]; x < float32(float64(before)/float64(total)*float64(width)) {
			return c, true
		}
	}
	return c, false
}

// Draw paints the bar; line is the width of a line in pixels.
func (b *MixBar) Draw(img *image.RGBA, line int) {
	switch {
	case b.share.whole > 0:
		b.share.draw(img)
		return
	case b.gauge.On:
		b.gauge.Draw(img)
		return
	}
	total := whole(b.Sums, b.of)
	if total == 0 {
		return
	}
	if b.of > 0 {
		draw.Draw(img, img.Rect, image.NewUniform(Palette().Hover), image.Point{}, draw.Src)
	}
	var before model.Time
	x := func(t model.Time) int { return int(float64(t) / float64(total) * float64(img.Rect.Dx())) }
	for _, c := range CategoryOrder {
		after := before + b.Sums[c]
		to := x(after)
		if b.of > 0 && b.Sums[c] > 0 {
			to = max(to, x(before)+1) // at least one pixel if it is not zero
		}
		if r := image.Rect(x(before), 0, to, img.Rect.Dy()); !r.Empty() {
			PaintCategory(img, r, c, line)
		}
		before = after
	}
}

// mixText lists the shares of the categories in a time, or with 0 in their sum.
func mixText(sums model.Sums, of model.Time) string {
	var parts []string
	for _, c := range CategoryOrder {
		if sums[c] > 0 {
			parts = append(parts, c.Title()+" "+timeline.FormatPercent(sums[c], whole(sums, of)))
		}
	}
	return strings.Join(parts, ", ")
}

// ClassSwatch is a small square in the look of a class of CPU use.
func ClassSwatch(c paint.Class) *Painted {
	p := &Painted{Min: fyne.NewSquareSize(11), Grows: true}
	p.Paint = func(img *image.RGBA, line int) { Palette().PaintClass(img, img.Rect, c, line) }
	p.ExtendBaseWidget(p)
	return p
}

// MarkShape is the shape of the coloured mark before a row.
type MarkShape uint8

// Shapes of marks.
const (
	MarkSquare MarkShape = iota
	MarkCircle
	MarkRing
)

// markStroke is the width of a ring, dp, and markCorner the radius of a square's corners.
const markStroke, markCorner = 2, 2
