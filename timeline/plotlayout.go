package timeline

import (
	"image"

	"threadlens/timeline/paint"
)

// plotFrame is the layout of a plot in progress.
type plotFrame struct {
	frame
	plot *Plot
	area image.Rectangle
}

// Layout lays out the plot into its own list.
func (p *Plot) Layout() *paint.DisplayList {
	dl := &paint.DisplayList{Size: p.Size}
	f := plotFrame{plot: p, area: p.Area(), frame: frame{
		Scene: &Scene{Size: p.Size, Metrics: p.Metrics, Palette: p.Palette, Clock: p.Clock}, dl: dl,
		caption: p.captionFace(), body: paint.NewFace(false, p.Metrics.Body*p.Metrics.Scale),
	}}
	whole := image.Rectangle{Max: p.Size}
	f.rect(whole, p.Palette.Lane)
	if f.area.Empty() || p.Window.Len() <= 0 {
		return dl
	}
	f.lost(f.area, func(r image.Rectangle) { f.rect(r, p.Palette.WarnBack) })
	f.steps()
	f.columns()
	f.grid()
	f.times()
	f.mean()
	top := f.area
	top.Max.Y = top.Min.Y + f.px(plotLoss)
	f.lost(top, func(r image.Rectangle) {
		f.add(paint.Item{Kind: paint.ItemHatch, Rect: r, Color: paint.Opaque(p.Palette.WarnLine), Row: -1})
	})
	f.dots()
	if p.Empty != "" {
		x := (f.area.Min.X + f.area.Max.X - f.body.Width(p.Empty)) / 2
		f.text(p.Empty, f.body, p.Palette.Text2, x, (f.area.Min.Y+f.area.Max.Y)/2, whole)
	}
	return dl
}

// y is the line of a value.
func (f *plotFrame) y(v float64) int { return f.plot.height(f.area, v) }

// lost draws the times in which events were lost into a part of the picture; those
// that touch there are joined, so that there are no more of them than columns.
func (f *plotFrame) lost(in image.Rectangle, draw func(image.Rectangle)) {
	begun := false
	for _, r := range f.plot.Lost {
		if r.To < f.plot.Window.From || r.From >= f.plot.Window.To {
			continue
		}
		r = r.Clip(f.plot.Window)
		x0 := f.plot.X(r.From)
		x1 := max(f.plot.X(r.To), x0+f.px(plotEdge))
		if begun && in.Min.X <= x0 && x0 <= in.Max.X {
			in.Max.X = max(in.Max.X, x1)
			continue
		}
		if begun {
			draw(in.Intersect(f.area))
		}
		in.Min.X, in.Max.X, begun = x0, x1, true
	}
	if begun {
		draw(in.Intersect(f.area))
	}
}

// steps fills the areas under the steps, and draws the line along them: at the
// value, and up or down from that of the previous step.
func (f *plotFrame) steps() {
	edge, last, lastX := max(f.Metrics.Line(), f.px(plotEdge)), 0, -1
	for _, s := range f.plot.Steps {
		r := s.Clip(f.plot.Window)
		if r.Len() == 0 {
			continue
		}
		x0, x1 := f.plot.X(r.From), f.plot.X(r.To)
		y := f.y(s.Value)
		f.rect(image.Rect(x0, y, x1, f.area.Max.Y).Intersect(f.area), paint.Blend(f.plot.Fill, f.Palette.Lane, stepAlpha))
		top := image.Rect(x0, y, x1, y+edge)
		if lastX == x0 {
			f.rect(image.Rect(x0-edge/2, min(y, last), x0-edge/2+edge, max(y, last)+edge).Intersect(f.room()), f.plot.Edge)
		}
		f.rect(top.Intersect(f.room()), f.plot.Edge)
		last, lastX = y, x1
	}
}

// stepAlpha is the opacity of the area under steps, so that its line stands out.
const stepAlpha = 68

// room is the area including the lines at its lower edge.
func (f *plotFrame) room() image.Rectangle {
	r := f.area
	r.Max.Y += f.px(plotEdge)
	return r
}

// columns fills values that lasted all the time and, fainter, those that lasted for
// a part of it. Several columns within one of the picture are merged.
func (f *plotFrame) columns() {
	if len(f.plot.Columns) == 0 {
		return
	}
	for x := 0; x < f.area.Dx(); {
		from, c := x, f.column(x)
		for x++; x < f.area.Dx() && f.column(x) == c; x++ {
		}
		x0, x1 := f.area.Min.X+from, f.area.Min.X+x
		low, high := f.y(c.Low), f.y(c.High)
		f.rect(image.Rect(x0, low, x1, f.area.Max.Y), f.plot.Fill)
		f.rect(image.Rect(x0, high, x1, low), paint.Blend(f.plot.Edge, f.Palette.Lane, plotMixAlpha))
	}
}

// column is the merged column in column x of the area.
func (f *plotFrame) column(x int) PlotColumn {
	n, width := len(f.plot.Columns), f.area.Dx()
	i := x * n / width
	c := f.plot.Columns[i]
	for i++; i*width < (x+1)*n; i++ {
		c.Low, c.High = min(c.Low, f.plot.Columns[i].Low), max(c.High, f.plot.Columns[i].High)
	}
	return c
}

// grid draws the lines of the value axis, over the areas, and its labels. A label
// that overlaps the one below it is left out.
func (f *plotFrame) grid() {
	p, last := f.Palette, f.Size.Y
	for _, t := range f.plot.Ticks {
		y := f.y(t.Value)
		line := image.Rect(f.area.Min.X, y, f.area.Max.X, y+f.Metrics.Line())
		if t.Value == 0 {
			f.rect(line, p.LineStrong)
		} else {
			f.add(paint.Item{Kind: paint.ItemRect, Rect: line, Color: paint.Fade(p.Ink, plotLineAlpha), Row: -1})
		}
		if y+f.caption.Ascent/2 <= last {
			f.textRight(t.Label, f.caption, p.Text2, f.area.Min.X-f.px(plotAxisGap), y, image.Rectangle{Max: f.Size})
			last = y - f.caption.Ascent/2 - f.px(plotTickLow)
		}
	}
}

// plotLineAlpha is the opacity of the lines of the grid: 10 % ink.
const plotLineAlpha = 26

// times writes the axis of time. Labels that do not fit are left out.
func (f *plotFrame) times() {
	p := f.Palette
	axis := f.Clock.Axis(f.plot.View(), f.tickGap())
	clip := image.Rectangle{Max: f.Size}
	y := f.area.Max.Y + f.Metrics.TextPx(plotBelow/2+1)
	from := f.px(plotAxisLeft)
	if axis.Prefix != "" {
		f.text(axis.Prefix, f.caption, p.Text, from, y, clip)
		from += f.caption.Width(axis.Prefix) + f.px(gutterGap)
	}
	for _, t := range axis.Majors {
		x := f.area.Min.X + t.X
		f.vertical(x, f.area.Max.Y, f.area.Max.Y+f.px(plotTickLow), p.LineStrong, clip)
		label := t.Label
		if axis.Unit != "" {
			label += " " + axis.Unit
		}
		left := x - f.caption.Width(label)/2
		if left >= from && left+f.caption.Width(label) <= f.Size.X {
			f.text(label, f.caption, p.Text2, left, y, clip)
			from = left + f.caption.Width(label) + f.px(plotTickLow)
		}
	}
}

// mean draws the dashed line.
func (f *plotFrame) mean() {
	if f.plot.Mean < 0 {
		return
	}
	w := f.Metrics.Line()
	y := f.y(f.plot.Mean) - w
	for x := f.area.Min.X; x < f.area.Max.X; x += f.px(plotDash + plotDashGap) {
		f.rect(image.Rect(x, y, min(x+f.px(plotDash), f.area.Max.X), y+w), f.Palette.Ink)
	}
}

// dots draws the intervals of all dots, and then the dots.
func (f *plotFrame) dots() {
	c, half := f.Palette.Sampled, max(1, f.px(plotBarWidth)/2)
	for _, d := range f.plot.Dots {
		x := f.plot.X(d.At)
		if r := image.Rect(x-half, f.y(d.High), x+half, f.y(d.Low)); d.High > d.Low && !r.Empty() {
			f.add(paint.Item{Kind: paint.ItemRect, Rect: r, Color: paint.Fade(c, plotBarAlpha), Row: -1})
		}
	}
	size, rim := f.px(plotDotSize), f.Metrics.Line()
	for _, d := range f.plot.Dots {
		box := image.Rect(0, 0, size, size).Add(image.Pt(f.plot.X(d.At)-size/2, f.y(d.Value)-size/2))
		f.shape(paint.ItemDisc, box, f.Palette.Lane, -1, image.Rectangle{Max: f.Size})
		f.shape(paint.ItemDisc, box.Inset(rim), c, -1, image.Rectangle{Max: f.Size})
	}
}
