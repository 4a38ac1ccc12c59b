package export

import (
	"image"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// FlameDifference draws the call trees of two traces in one graph: each function is as wide as its
// shares of both windows together, and coloured by how they differ.
type FlameDifference struct {
	Table   *report.Table // of report.CompareTrees
	Title   string        // the names of both traces
	Palette *paint.Palette
	Scale   float32 // device pixels per dp
	Width   float32 // dp
}

// Draw lays the page out.
func (g *FlameDifference) Draw() *Drawing {
	m := timeline.NewMetrics(timeline.Comfortable, g.Scale, 1)
	page := newSheet(g.Palette, m, m.Px(g.Width))
	page.paper()
	margin := page.px(pageMargin)
	page.heading(g.Title, g.Table.Title)
	flame := DifferenceOf(g.Table)
	flame.Width, flame.Palette, flame.Metrics = page.list.Size.X-2*margin, g.Palette, m
	text := "Width: share of the window in A plus that in B. Orange: larger share in B. Blue: larger share in A. A stronger colour is a larger difference relative to the width."
	if flame.Whole == 0 {
		text = "The call trees are empty: neither time window contains anything that this kind of call tree counts."
	}
	page.text(text, page.body, g.Palette.Text2, margin, page.px(pageHead))
	page.y += page.px(pageHead)
	page.list.Put(flame.Layout(), image.Pt(margin, page.y))
	page.y += max(flame.Height(), 1)
	page.y += page.px(pageGap)
	page.end()
	return &Drawing{list: page.list, metrics: m}
}

// shareUnit is the width of a percent of a window in a graph of differences.
const shareUnit = 1e6

// DifferenceOf makes the bars of a comparison of call trees, one for each of its rows.
func DifferenceOf(table *report.Table) timeline.Flame {
	g := timeline.Flame{Differs: true}
	at := table.ColumnsByKey()
	var next []model.Time // where the next bar of each depth begins
	for row := range table.All() {
		a, b := row[at["a_percent"]].Float, row[at["b_percent"]].Float
		depth := int(row[at["depth"]].Int)
		width := model.Time((a + b) * shareUnit)
		next = append(next[:min(depth+1, len(next))], make([]model.Time, max(0, depth+1-len(next)))...)
		from := next[depth]
		next[depth] += width
		next = append(next, from)
		if depth == 0 {
			g.Whole += width
		}
		g.Bars = append(g.Bars, timeline.FlameBar{
			Name: row[at["function"]].Text + "  A " + measure.Percent(a, 2) + ", B " + measure.Percent(b, 2),
			From: from, To: from + width, Depth: depth, Change: part(b-a, a+b),
		})
	}
	return g
}

// part is a number as a part of another, 0 of nothing.
func part(x, of float64) float64 {
	if of == 0 {
		return 0
	}
	return x / of
}
