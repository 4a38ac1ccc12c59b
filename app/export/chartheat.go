package export

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/heat"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of a heat map: the room for labels of lengths, dp, and the minimum number of rows, two
// decades.
const heatLeft, leastRows = 82, 14

// heatWords are the texts for the kinds of heat maps.
var heatWords = [...]struct{ title, axis, one, many string }{
	heat.Ready: {"Ready times", "Ready time", "ready time", "ready times"},
	heat.Waits: {"Waits", "Wait time", "wait", "waits"},
	heat.Holds: {"Lock holds", "Hold time", "hold", "holds"},
	heat.Spans: {"Spans", "Span duration", "span", "spans"},
}

// heatMap is a heat map on axes: rows low to high of its cells.
type heatMap struct {
	*chart
	*heat.Map
	low, high int
}

// heat draws how long the entries of the report with the same name took, by when they ended.
func (c *chart) heat() ([]panel, error) {
	kind, _ := heat.KindOf(c.Name)
	h := heatMap{chart: c, Map: heat.Of(c.Trace, kind, c.Scope.Threads, c.Scope.Range, c.Scope.Kind)}
	h.rows()
	p := c.timePlot()
	h.axis(p)
	p.Add(h)
	words := heatWords[kind]
	begin, _ := heat.Row(h.Low)
	list := []legendEntry{{title: "Total count", value: c.atLeast(timeline.FormatCount(int64(h.N)))}}
	if h.N > 0 {
		list = append(list, legendEntry{title: "Longest", value: c.atLeast(timeline.FormatDuration(h.Longest.Len()))})
		list = append(list, h.scale()...)
	}
	notes, about := h.leftOut(), "each duration is counted at its end · each cell: "+timeline.FormatDuration(h.Column(0).Len())+" wide; each row covers durations from its lower limit to 1.4 times that limit"
	if len(c.Scope.Threads) > 0 { // spans may be of threads about which nothing else is known
		about = c.threads() + " · " + about
	}
	if kind == heat.Waits {
		notes = append(notes, c.Scope.Kind.Note()...)
	}
	if h.N > 0 && begin == 0 {
		notes = append(notes, "The lowest row contains all durations below 1 µs.")
	}
	return []panel{{
		title: words.title, about: about, plot: p, share: 1, legend: list, notes: notes, spot: h.spot,
	}}, nil
}

// rows chooses the rows to show: those with contents, and some around them.
func (h *heatMap) rows() {
	h.low, h.high = h.Low, h.High
	if h.N == 0 {
		h.low, h.high = 1, 1+leastRows
	}
	for h.high-h.low < leastRows {
		h.high++
		h.low = max(0, h.low-1)
	}
}

// axis is the axis of lengths: its unit is a row.
func (h *heatMap) axis(p *plotArea) {
	p.Y.Min, p.Y.Max, p.Y.Label.Text, p.thin = float64(h.low), float64(h.high), heatWords[h.Kind].axis, true
	var ticks []plot.Tick
	for v := 1e3; v < math.MaxInt64; v *= 10 {
		if at := 1 + 2*math.Log2(v/1e3); at >= p.Y.Min && at <= p.Y.Max {
			ticks = append(ticks, plot.Tick{Value: at, Label: decade(v)})
		}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
}

// scale explains the colours of the powers of ten up to the maximum of a cell.
func (h *heatMap) scale() (list []legendEntry) {
	for n := 1; n <= h.Most/2; n *= 10 {
		list = append(list, legendEntry{mark: markFill, ink: h.palette.Heat(n, h.Most), title: timeline.FormatCount(int64(n))})
	}
	last := legendEntry{mark: markFill, ink: h.palette.Heat(h.Most, h.Most), title: timeline.FormatCount(int64(h.Most)), more: "per cell"}
	return append(list, last)
}

// leftOut explains what is in no cell, and why.
func (h *heatMap) leftOut() (notes []string) {
	words, l := heatWords[h.Kind], &h.LeftOut
	if h.N == 0 {
		notes = append(notes, "No "+words.one+" of a known length ends in this time window.")
	}
	for _, left := range []struct {
		n   int
		why string
	}{
		{l.Lost, "possibly cut short by lost events"},
		{l.Edge, "began before the trace or continued after it"},
		{l.Unwoken, "no wake-up was recorded"},
		{l.Bounded, "the exact start is unknown"},
	} {
		if left.n > 0 {
			notes = append(notes, plural(left.n, words.one, words.many)+" left out: "+left.why+".")
		}
	}
	return notes
}

// box is where a cell is in a picture of the map, from its upper left corner.
func (h *heatMap) box(column, row int, size image.Point) image.Rectangle {
	n := h.high - h.low
	return image.Rect(
		column*size.X/h.Columns, (h.high-row-1)*size.Y/n,
		(column+1)*size.X/h.Columns, (h.high-row)*size.Y/n,
	)
}

// Plot implements plot.Plotter: cells are whole pixels of the page, below the grid.
func (h heatMap) Plot(to draw.Canvas, _ *plot.Plot) {
	round := func(x, y float64) image.Point { return image.Pt(int(math.Round(x)), int(math.Round(y))) }
	area := image.Rectangle{Min: round(float64(to.Min.X), -float64(to.Max.Y)), Max: round(float64(to.Max.X), -float64(to.Min.Y))}
	for c := range h.Columns {
		for row := h.low; row < h.high; row++ {
			if n := h.Cell(c, row).Count; n > 0 {
				h.list.Items = append(h.list.Items, paint.Item{
					Kind: paint.ItemRect, Rect: h.box(c, row, area.Size()).Add(area.Min), Color: color.NRGBA(h.palette.Heat(n, h.Most)), Row: -1,
				})
			}
		}
	}
}

// spot is the cell at a place.
func (h *heatMap) spot(at, size image.Point) (s Spot, ok bool) {
	row := h.low
	for h.box(0, row, size).Min.Y > at.Y {
		row++
	}
	c := at.X * h.Columns / size.X
	for h.box(c, row, size).Max.X <= at.X {
		c++
	}
	cell := h.Cell(c, row)
	if cell.Count == 0 {
		return s, false
	}
	from, below := heat.Row(row)
	words, longest := heatWords[h.Kind], cell.Longest
	text := timeline.FormatDuration(longest.Len())
	if longest.Thread != model.NoThread {
		text += ", " + timeline.Printable(measure.ThreadName(h.Trace, longest.Thread))
	}
	return Spot{
		Rect: h.box(c, row, size), Thread: longest.Thread, Range: longest.Range,
		Lines: []string{
			h.Clock.Range(h.Column(c)),
			plural(cell.Count, words.one, words.many) + " of " + timeline.FormatDuration(from) + " – " + timeline.FormatDuration(below),
			"Longest " + text,
		},
	}, true
}
