package view

import (
	"image"
	"image/draw"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"threadlens/model"
	"threadlens/timeline"
)

// palette is that of the theme in use.
func palette() *timeline.Palette {
	if l, ok := fyne.CurrentApp().Settings().Theme().(*look); ok {
		return l.current()
	}
	return timeline.NewPalette(false, false)
}

// categoryOrder is the order in which categories are listed.
var categoryOrder = timeline.LegendOrder()

// paintCategory fills r with the look of a category: fill, pattern, and an edge of
// line pixels around it.
func paintCategory(img *image.RGBA, r image.Rectangle, c model.Category, line int) {
	p := palette()
	draw.Draw(img, r, image.NewUniform(p.Category(c).Edge), image.Point{}, draw.Src)
	p.Paint(img, r.Inset(line), c, float32(line))
}

// painted is a small picture that is redrawn when the theme changes.
type painted struct {
	widget.BaseWidget
	min   fyne.Size
	grows bool                            // with the text
	paint func(img *image.RGBA, line int) // line: device pixels of a 1 dp line
}

// CreateRenderer implements fyne.Widget.
func (p *painted) CreateRenderer() fyne.WidgetRenderer {
	r := canvas.NewRaster(func(w, h int) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, w, h))
		line := 1
		if width := p.Size().Width; width > 0 {
			line = max(1, int(float32(w)/width))
		}
		p.paint(img, line)
		return img
	})
	r.ScaleMode = canvas.ImageScalePixels
	return &paintedRenderer{p, r}
}

type paintedRenderer struct {
	p *painted
	r *canvas.Raster
}

func (r *paintedRenderer) Destroy()              {}
func (r *paintedRenderer) Layout(size fyne.Size) { r.r.Resize(size) }

func (r *paintedRenderer) MinSize() fyne.Size {
	if r.p.grows {
		return fyne.NewSize(scaled(r.p.min.Width), scaled(r.p.min.Height))
	}
	return r.p.min
}

func (r *paintedRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.r} }
func (r *paintedRenderer) Refresh()                     { r.r.Refresh() }

// swatch is a small square in the look of a category.
type swatch struct {
	painted
	category model.Category
}

func newSwatch(c model.Category) *swatch {
	s := &swatch{category: c}
	s.min = fyne.NewSquareSize(11)
	s.grows = true
	s.painted.paint = func(img *image.RGBA, line int) { paintCategory(img, img.Rect, s.category, line) }
	s.ExtendBaseWidget(s)
	return s
}

func (s *swatch) set(c model.Category) {
	if s.category != c {
		s.category = c
		s.Refresh()
	}
}

// mixBar shows the shares of the categories side by side.
type mixBar struct {
	painted
	sums  model.Sums
	share classShare // in their place
	gauge gaugeBar   // likewise
}

func newMixBar(min fyne.Size) *mixBar {
	b := &mixBar{}
	b.min = min
	b.painted.paint = b.draw
	b.ExtendBaseWidget(b)
	return b
}

func (b *mixBar) set(sums model.Sums) {
	if b.sums != sums {
		b.sums = sums
		b.Refresh()
	}
}

// at is the category at x of a bar that shows a mix; ok is false beside it.
func (b *mixBar) at(x float32) (c model.Category, ok bool) {
	width, total := b.Size().Width, b.sums.Total()
	if b.share.whole > 0 || b.gauge.on || total == 0 || x < 0 || x >= width {
		return c, false
	}
	var before model.Time
	for _, c = range categoryOrder {
		if before += b.sums[c]; x < float32(float64(before)/float64(total)*float64(width)) {
			return c, true
		}
	}
	return c, false
}

func (b *mixBar) draw(img *image.RGBA, line int) {
	switch {
	case b.share.whole > 0:
		b.share.draw(img)
		return
	case b.gauge.on:
		b.gauge.draw(img)
		return
	}
	total := b.sums.Total()
	if total == 0 {
		return
	}
	var before model.Time
	x := func(t model.Time) int { return int(float64(t) / float64(total) * float64(img.Rect.Dx())) }
	for _, c := range categoryOrder {
		after := before + b.sums[c]
		if r := image.Rect(x(before), 0, x(after), img.Rect.Dy()); !r.Empty() {
			paintCategory(img, r, c, line)
		}
		before = after
	}
}

// mixText tells the shares of categories.
func mixText(sums model.Sums) string {
	var parts []string
	for _, c := range categoryOrder {
		if sums[c] > 0 {
			parts = append(parts, c.Title()+" "+timeline.FormatPercent(sums[c], sums.Total()))
		}
	}
	return strings.Join(parts, ", ")
}
