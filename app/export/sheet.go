package export

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of a page, dp.
const (
	pageMargin = 16
	pageHead   = 36
	noteRow    = 18
	pageGap    = 8
)

// sheet is a page under construction, of a picture or of a chart: it is written
// from the top down.
type sheet struct {
	palette *paint.Palette
	metrics timeline.Metrics
	list    *paint.DisplayList
	y       int // where the next part begins, device pixels

	body, bold, caption *paint.Face
}

// newSheet is a page with a width in device pixels.
func newSheet(p *paint.Palette, m timeline.Metrics, width int) *sheet {
	g := &sheet{
		palette: p, metrics: m, list: new(paint.DisplayList),
		body: paint.NewFace(false, m.Body*m.Scale), bold: paint.NewFace(true, m.Body*m.Scale),
		caption: paint.NewFace(false, m.Caption*m.Scale),
	}
	g.list.Size.X = width
	return g
}

// paper covers the page, whatever its final height.
func (g *sheet) paper() { g.rect(image.Rectangle{}, g.palette.Lane) }

// end completes a page that begins with paper.
func (g *sheet) end() {
	g.list.Size.Y = g.y
	g.list.Items[0].Rect = image.Rectangle{Max: g.list.Size}
}

// px converts dp of things that contain text to device pixels.
func (g *sheet) px(dp float32) int { return g.metrics.TextPx(dp) }

func (g *sheet) rect(r image.Rectangle, c color.RGBA) {
	g.list.Items = append(g.list.Items, paint.Item{Kind: paint.ItemRect, Rect: r, Color: color.NRGBA(c), Row: -1})
}

// rule draws a line across the page.
func (g *sheet) rule(c color.RGBA) {
	h := g.metrics.Line()
	g.rect(image.Rect(0, g.y, g.list.Size.X, g.y+h), c)
	g.y += h
}

// text writes s from x in a line of the page with that height, and returns where it ends.
func (g *sheet) text(s string, face *paint.Face, c color.RGBA, x, height int) int {
	end := x + face.Width(s)
	if s == "" {
		return end
	}
	g.list.Items = append(g.list.Items, paint.Item{
		Kind: paint.ItemText, Rect: image.Rect(x, g.y, end+1, g.y+height), Color: color.NRGBA(c), Row: -1,
		Text: s, Face: face, X: x, Y: face.Centre(g.y + height/2),
	})
	return end
}

// textRight is text that ends at x. It returns where it begins.
func (g *sheet) textRight(s string, face *paint.Face, c color.RGBA, x, height int) int {
	x -= face.Width(s)
	g.text(s, face, c, x, height)
	return x
}

// heading writes the title of the page and, at its right end, what it is about.
func (g *sheet) heading(title, of string) {
	p, h, margin := g.palette, g.px(pageHead), g.px(pageMargin)
	end := g.textRight(of, g.body, p.Text2, g.list.Size.X-margin, h)
	if title := g.bold.Fit(timeline.Printable(title), end-2*margin); title != "" {
		g.text(title, g.bold, p.Text, margin, h)
	}
	g.y += h
	g.rule(p.Line)
}

// note writes what is missing in the trace, and what is counted.
func (g *sheet) note(t *model.Trace) {
	text := PictureNote(t)
	if text == "" {
		return
	}
	p, margin, row := g.palette, g.px(pageMargin), g.px(noteRow)
	lines := wrapped(text, g.body, g.list.Size.X-2*margin)
	g.rule(p.WarnLine)
	g.rect(image.Rect(0, g.y, g.list.Size.X, g.y+len(lines)*row+g.px(pageGap)), p.WarnBack)
	g.y += g.px(pageGap) / 2
	for _, l := range lines {
		g.text(l, g.body, p.WarnText, margin, row)
		g.y += row
	}
	g.y += g.px(pageGap) - g.px(pageGap)/2
}

// wrapped splits a text between words into lines at most width pixels wide.
func wrapped(text string, face *paint.Face, width int) []string {
	var lines []string
	for _, word := range words(text) {
		if n := len(lines); n > 0 && face.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
