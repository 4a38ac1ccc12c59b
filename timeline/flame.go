package timeline

import (
	"image"

	"threadlens/model"
)

// Flame is a flame graph: bars below each other, each as wide as its share, over
// those bars that are parts of it.
type Flame struct {
	Width   int // device pixels
	Palette *Palette
	Metrics Metrics
	// Whole is what the width stands for.
	Whole model.Time
	Bars  []FlameBar
}

// FlameBar is a bar of a flame graph.
type FlameBar struct {
	Name     string
	From, To model.Time // of Whole
	Depth    int        // 0 is the uppermost
	// Category gives the colour, which is fainter for what is Faint.
	Category model.Category
	Faint    bool
}

// Sizes in a flame graph, dp.
const (
	flamePitch = 20
	flamePad   = 5 // left and right of a name
)

// flameAlpha is the opacity of faint bars: 50 %.
const flameAlpha = 128

// Height is how high the graph is, device pixels: bars that are too narrow to be
// seen take no room.
func (g *Flame) Height() int {
	deepest := -1
	for i := range g.Bars {
		if b := &g.Bars[i]; !g.rect(b).Empty() {
			deepest = max(deepest, b.Depth)
		}
	}
	return (deepest + 1) * g.pitch()
}

func (g *Flame) pitch() int { return max(g.Metrics.TextPx(flamePitch), 2) }

// rect is where a bar is drawn: between it and its neighbours a line stays free.
func (g *Flame) rect(b *FlameBar) image.Rectangle {
	if g.Whole <= 0 {
		return image.Rectangle{}
	}
	x := func(t model.Time) int { return int(float64(t) / float64(g.Whole) * float64(g.Width)) }
	line := g.Metrics.Line()
	y := b.Depth * g.pitch()
	return image.Rect(x(b.From), y, max(x(b.To)-line, x(b.From)), y+g.pitch()-line)
}

// Layout lays the graph out into a list of its own.
func (g *Flame) Layout() *DisplayList {
	size := image.Pt(g.Width, g.Height())
	f := frame{
		Scene: &Scene{Size: size, Metrics: g.Metrics, Palette: g.Palette}, dl: &DisplayList{Size: size},
		caption: NewFace(false, g.Metrics.Caption*g.Metrics.Scale),
	}
	f.rect(image.Rectangle{Max: size}, g.Palette.Lane)
	for i := range g.Bars {
		b := &g.Bars[i]
		r := g.rect(b)
		if r.Empty() {
			continue
		}
		look := g.Palette.Category(b.Category)
		fill, ink := look.Fill, look.Label
		if b.Faint {
			fill, ink = blend(fill, g.Palette.Lane, flameAlpha), g.Palette.Text
		}
		f.rect(r, fill)
		if text := f.caption.Fit(Printable(b.Name), r.Dx()-2*f.px(flamePad)); text != "" {
			f.text(text, f.caption, ink, r.Min.X+f.px(flamePad), (r.Min.Y+r.Max.Y)/2, r)
		}
	}
	return f.dl
}
