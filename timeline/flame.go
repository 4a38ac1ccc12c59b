package timeline

import (
	"image"
	"iter"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Flame is a flame graph: bars below each other, each as wide as its share, above
// the bars that are parts of it.
type Flame struct {
	Width   int // device pixels
	Palette *paint.Palette
	Metrics Metrics
	// Whole is the total of the bars at the top.
	Whole model.Time
	// Bars are in preorder: each before those below it, which are its parts.
	Bars []FlameBar
	// Differs is set when the colours show how two traces differ, see paint.Palette.Difference.
	Differs bool
	// View is the part of Whole that the width shows, all of it if empty.
	View model.Range
	// Top is how far the graph is scrolled, and Rows how much of its height is
	// shown, all of it for 0; device pixels.
	Top, Rows int
}

// FlameBar is a bar of a flame graph.
type FlameBar struct {
	Name     string
	From, To model.Time // of Whole
	Depth    int        // 0 is the uppermost
	// Category gives the colour, which is fainter if Faint is set.
	Category model.Category
	Faint    bool
	// Change gives the colour of a bar in a graph of differences, see Flame.Differs.
	Change float64
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
	for i := range g.drawn() {
		deepest = max(deepest, g.Bars[i].Depth)
	}
	return (deepest + 1) * g.pitch()
}

func (g *Flame) pitch() int { return max(g.Metrics.TextPx(flamePitch), 2) }

// shown is the part of Whole that the width shows.
func (g *Flame) shown() model.Range {
	if r := g.View.Clip(model.Range{To: g.Whole}); r.Len() > 0 {
		return r
	}
	return model.Range{To: g.Whole}
}

// rect is where a bar is drawn: with a line of space to its neighbours.
func (g *Flame) rect(b *FlameBar) image.Rectangle {
	view := g.shown()
	at := model.Range{From: b.From, To: b.To}.Clip(view)
	if at.Len() <= 0 {
		return image.Rectangle{}
	}
	x := func(t model.Time) int { return int(float64(t-view.From) / float64(view.Len()) * float64(g.Width)) }
	line := g.Metrics.Line()
	y := b.Depth*g.pitch() - g.Top
	return image.Rect(x(at.From), y, max(x(at.To)-line, x(at.From)), y+g.pitch()-line)
}

// Rect is where bar i is drawn, device pixels; it is empty if that is too narrow to
// be seen.
func (g *Flame) Rect(i int) image.Rectangle { return g.rect(&g.Bars[i]) }

// At is the bar at a point, -1 for none.
func (g *Flame) At(p image.Point) int {
	for i, r := range g.drawn() {
		if p.In(r) {
			return i
		}
	}
	return -1
}

// drawn yields the bars that are wide enough to be seen, and where. Bars below one
// that is too narrow are too narrow as well.
func (g *Flame) drawn() iter.Seq2[int, image.Rectangle] {
	return func(yield func(int, image.Rectangle) bool) {
		for i := 0; i < len(g.Bars); {
			r, depth := g.Rect(i), g.Bars[i].Depth
			if !r.Empty() {
				if !yield(i, r) {
					return
				}
				i++
				continue
			}
			for i++; i < len(g.Bars) && g.Bars[i].Depth > depth; i++ {
			}
		}
	}
}

// Layout lays out the graph into its own list.
func (g *Flame) Layout() *paint.DisplayList {
	size := image.Pt(g.Width, g.Rows)
	if g.Rows == 0 {
		size.Y = g.Height()
	}
	f := frame{
		Scene: &Scene{Size: size, Metrics: g.Metrics, Palette: g.Palette}, dl: &paint.DisplayList{Size: size},
		caption: paint.NewFace(false, g.Metrics.Caption*g.Metrics.Scale),
	}
	all := image.Rectangle{Max: size}
	f.rect(all, g.Palette.Lane)
	for i, r := range g.drawn() {
		if r.Overlaps(all) {
			f.flameBar(g, &g.Bars[i], r, all)
		}
	}
	return f.dl
}

// flameBar draws a bar into r. Bars at the top have the pattern of their category.
func (f *frame) flameBar(g *Flame, b *FlameBar, r, all image.Rectangle) {
	look := g.Palette.Category(b.Category)
	fill, ink := look.Fill, look.Label
	if b.Faint {
		fill, ink = paint.Blend(fill, g.Palette.Lane, flameAlpha), g.Palette.Text
	}
	if g.Differs {
		fill, ink = g.Palette.Difference(b.Change), g.Palette.Text
	}
	if !g.Differs && b.Depth == 0 && g.Palette.Pattern(b.Category) != paint.Plain && r.In(all) {
		Swatches(f.dl, g.Palette, g.Metrics, map[model.Category]image.Rectangle{b.Category: r})
	} else {
		f.rect(r.Intersect(all), fill)
	}
	if text := f.caption.Fit(Printable(b.Name), r.Dx()-2*f.px(flamePad)); text != "" {
		f.text(text, f.caption, ink, r.Min.X+f.px(flamePad), (r.Min.Y+r.Max.Y)/2, r.Intersect(all))
	}
}
