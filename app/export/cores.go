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
	x := g.text("CPUs by "+colours.By.String(), g.bold, p.Text, margin, row)
	g.text(timeline.FormatDuration(total)+" of CPU time", g.caption, p.Text2, x+g.px(pageGap), row)
	g.textRight(g.cut(), g.caption, p.Text2, g.list.Size.X-margin, row)
	g.y += row
	width := g.list.Size.X - 2*margin
	columns := min(max(1, width/g.px(legendCell)), len(colours.Legend()))
	for i, e := range colours.Legend() {
		if i > 0 && i%columns == 0 {
			g.y += row
		}
		x := margin + i%columns*width/columns
		side := g.px(legendSwatch)
		box := image.Rect(0, 0, side, side).Add(image.Pt(x, g.y+(row-side)/2))
		g.rect(box, colours.LegendFill(p, e))
		if class, ok := colours.HatchClass(e); ok {
			ink, _ := p.HatchInk(class)
			g.hatch(box, ink)
		}
		g.coreEntry(e.Title, times[i], total, x+side+g.px(pageGap), x+width/columns-margin)
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
