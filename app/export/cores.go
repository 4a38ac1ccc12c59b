package export

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// coreLegend writes what the colours of CPUs mean, and how much of the CPUs' time each has.
func (g *page) coreLegend() {
	p, row, margin := g.Scene.Palette, g.px(legendRow), g.px(pageMargin)
	colours := g.Scene.Rows.Cores
	g.rule(p.Line)
	g.y += g.px(pageGap)
	times := colours.Times(g.Scene.Trace, g.window())
	var total model.Time
	for _, d := range times {
		total += d
	}
	x := g.text("CPUs, coloured by "+colours.By.String(), g.bold, p.Text, margin, row)
	g.text(timeline.FormatDuration(total)+" of CPU time", g.caption, p.Text2, x+g.px(pageGap), row)
	g.textRight(g.cut(), g.caption, p.Text2, g.list.Size.X-margin, row)
	g.y += row
	for i, e := range colours.Legend() {
		box, end := g.swatch(i, len(colours.Legend()), colours.LegendFill(p, e))
		if class, ok := colours.HatchClass(e); ok {
			ink, _ := p.HatchInk(class)
			g.hatch(box, ink)
		}
		g.coreEntry(e.Title, times[i], total, box.Max.X+g.px(pageGap), end)
	}
	g.y += row + g.px(pageGap)
	g.stepLegend()
}

// swatch draws the colour of entry i of a legend of n in columns, and returns where, and where the
// room for its text ends.
func (g *page) swatch(i, n int, fill color.RGBA) (box image.Rectangle, end int) {
	row, margin, side := g.px(legendRow), g.px(pageMargin), g.px(legendSwatch)
	width := g.list.Size.X - 2*margin
	columns := min(max(1, width/g.px(legendCell)), n)
	if i > 0 && i%columns == 0 {
		g.y += row
	}
	x := margin + i%columns*width/columns
	box = image.Rect(0, 0, side, side).Add(image.Pt(x, g.y+(row-side)/2))
	g.rect(box, fill)
	return box, x + width/columns - margin
}

// stepLegend writes what the strips below the CPUs mean, if the trace has any.
func (g *page) stepLegend() {
	steps := timeline.StepLegend(g.Scene.Trace, g.Scene.Palette)
	if len(steps) == 0 {
		return
	}
	p, row := g.Scene.Palette, g.px(legendRow)
	g.text("Colours in the strip below each CPU", g.bold, p.Text, g.px(pageMargin), row)
	g.y += row
	for i, e := range steps {
		box, end := g.swatch(i, len(steps), e.Fill)
		x := box.Max.X + g.px(pageGap)
		g.text(g.body.Fit(e.Title, end-x), g.body, p.Text, x, row)
	}
	g.y += row + g.px(pageGap)
}

func (g *page) hatch(r image.Rectangle, c color.RGBA) {
	g.list.Items = append(g.list.Items, paint.Item{Kind: paint.ItemHatch, Rect: r, Color: color.NRGBA(c), Row: -1})
}

// coreEntry writes a colour between x and end: its meaning, its time and its share.
func (g *page) coreEntry(title string, d, total model.Time, x, end int) {
	p, row := g.Scene.Palette, g.px(legendRow)
	ink, ink2, share, span := p.Text, p.Text2, "0", ""
	if d == 0 {
		ink, ink2 = p.Text3, p.Text3
	} else {
		share, span = measure.Percent(100*float64(d)/float64(total), 1), timeline.FormatDuration(d)
	}
	g.textRight(share, g.body, ink, end, row)
	left := g.textRight(span, g.caption, ink2, end-g.px(legendValue), row)
	g.text(g.body.Fit(title, left-g.px(pageGap)-x), g.body, ink, x, row)
}
