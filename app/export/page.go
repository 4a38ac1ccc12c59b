package export

import (
	"image"
	"image/color"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// Sizes of a page, dp.
const (
	pageMargin   = 16
	pageHead     = 36
	legendRow    = 22
	legendCell   = 230 // the least width of a category
	legendSwatch = 11
	legendValue  = 56 // width of a share
	noteRow      = 18
	pageGap      = 8
)

// page is a page under construction.
type page struct {
	*Picture
	list *timeline.DisplayList
	y    int // where the next part begins, device pixels

	body, bold, caption *timeline.Face
}

// Page lays out the picture: the frame, and around it, unless Bare, the title
// and the window above, the legend with the profile of the window and what is
// missing in the trace below. Every kind of file is painted from this list.
func (p *Picture) Page() *timeline.DisplayList {
	p.Scene.Chart.Still = true
	m := p.Scene.Metrics
	g := page{
		Picture: p, list: new(timeline.DisplayList),
		body: timeline.NewFace(false, m.Body*m.Scale), bold: timeline.NewFace(true, m.Body*m.Scale),
		caption: timeline.NewFace(false, m.Caption*m.Scale),
	}
	g.list.Size.X = p.Scene.Size.X
	frame := timeline.Layout(&p.Scene)
	if p.Bare {
		g.frame(frame)
		g.list.Size.Y = frame.Size.Y
		return g.list
	}
	paper := timeline.Item{Kind: timeline.ItemRect, Row: -1, Color: color.NRGBA(p.Scene.Palette.Lane)}
	g.list.Items = append(g.list.Items, paper) // as high as the page turns out to be
	g.head()
	g.frame(frame)
	g.y += frame.Size.Y
	g.legend()
	g.note()
	g.list.Size.Y = g.y
	g.list.Items[0].Rect = image.Rectangle{Max: g.list.Size}
	return g.list
}

// px converts dp that hold text to device pixels.
func (g *page) px(dp float32) int { return g.Scene.Metrics.TextPx(dp) }

func (g *page) rect(r image.Rectangle, c color.RGBA) {
	g.list.Items = append(g.list.Items, timeline.Item{Kind: timeline.ItemRect, Rect: r, Color: color.NRGBA(c), Row: -1})
}

// rule draws a line across the page.
func (g *page) rule(c color.RGBA) {
	h := g.Scene.Metrics.Line()
	g.rect(image.Rect(0, g.y, g.list.Size.X, g.y+h), c)
	g.y += h
}

// text writes s from x in a line of the page that is height high, and returns
// where it ends.
func (g *page) text(s string, face *timeline.Face, c color.RGBA, x, height int) int {
	end := x + face.Width(s)
	if s == "" {
		return end
	}
	g.list.Items = append(g.list.Items, timeline.Item{
		Kind: timeline.ItemText, Rect: image.Rect(x, g.y, end+1, g.y+height), Color: color.NRGBA(c), Row: -1,
		Text: s, Face: face, X: x, Y: face.Centre(g.y + height/2),
	})
	return end
}

// textRight is text that ends at x. It returns where it begins.
func (g *page) textRight(s string, face *timeline.Face, c color.RGBA, x, height int) int {
	x -= face.Width(s)
	g.text(s, face, c, x, height)
	return x
}

// window is the part of the trace that the frame shows.
func (g *page) window() model.Range { return g.Scene.View.Clip(g.Scene.Trace.Whole()) }

// head writes the title and the window.
func (g *page) head() {
	p, h, margin := g.Scene.Palette, g.px(pageHead), g.px(pageMargin)
	w := g.window()
	span := g.Scene.Clock.Range(w) + " · " + timeline.FormatDuration(w.Len())
	end := g.textRight(span, g.body, p.Text2, g.list.Size.X-margin, h)
	if title := g.bold.Fit(timeline.Printable(g.Title), end-2*margin); title != "" {
		g.text(title, g.bold, p.Text, margin, h)
	}
	g.y += h
	g.rule(p.Line)
}

// legend writes what the colours mean, and how much of each there is. The chart of
// the CPU use has that in its gutter.
func (g *page) legend() {
	if g.Scene.Rows.Cores != nil {
		g.coreLegend()
	}
	if g.Scene.Rows.Cores != nil || g.Scene.Rows.IsChart() {
		return
	}
	p, row, margin := g.Scene.Palette, g.px(legendRow), g.px(pageMargin)
	threads := g.Scene.Rows.Visible()
	g.rule(p.Line)
	g.y += g.px(pageGap)
	profile, err := g.profile(threads)
	x := g.text("Visible timeline profile", g.bold, p.Text, margin, row)
	of := "1 thread"
	if len(threads) != 1 {
		of = timeline.FormatCount(int64(len(threads))) + " threads"
	}
	if err == nil && profile.Total[1].Int > 0 {
		of += " · " + timeline.FormatDuration(model.Time(profile.Total[1].Int)) + " of thread time"
	}
	g.text(of, g.caption, p.Text2, x+g.px(pageGap), row)
	g.textRight(g.cut(), g.caption, p.Text2, g.list.Size.X-margin, row)
	g.y += row
	width := g.list.Size.X - 2*margin
	columns := min(max(1, width/g.px(legendCell)), len(timeline.LegendOrder()))
	boxes := map[model.Category]image.Rectangle{}
	for i, c := range timeline.LegendOrder() {
		if i > 0 && i%columns == 0 {
			g.y += row
		}
		x := margin + i%columns*width/columns
		side := g.px(legendSwatch)
		boxes[c] = image.Rect(0, 0, side, side).Add(image.Pt(x, g.y+(row-side)/2))
		var cells []analysis.Value
		if err == nil {
			cells = profile.Rows[c]
		}
		g.entry(c, cells, x+side+g.px(pageGap), x+width/columns-margin)
	}
	timeline.Swatches(g.list, p, g.Scene.Metrics, boxes)
	g.y += row + g.px(pageGap)
}

// cut says which rows the frame has, where it has not all of them.
func (g *page) cut() string {
	s := &g.Scene
	first, last := s.Rows.At(s.ScrollY), s.Rows.At(s.ScrollY+s.LaneArea().Dy()-1)
	if last < 0 {
		last = len(s.Rows.List) - 1
	}
	if first <= 0 && last == len(s.Rows.List)-1 {
		return ""
	}
	return "Rows " + timeline.FormatCount(int64(first+1)) + " – " + timeline.FormatCount(int64(last+1)) +
		" of " + timeline.FormatCount(int64(len(s.Rows.List)))
}

// profile is the time by category of the threads that have a lane.
func (g *page) profile(threads []model.ThreadIx) (*analysis.Table, error) {
	a, _ := analysis.Find("profile")
	if threads == nil {
		threads = []model.ThreadIx{}
	}
	return a.Run(g.Scene.Trace, analysis.Scope{Range: g.window(), Threads: threads})
}

// entry writes a category between x and end: its name, its time and its share,
// from its row of the profile, which is nil where there is none.
func (g *page) entry(c model.Category, cells []analysis.Value, x, end int) {
	p, row := g.Scene.Palette, g.px(legendRow)
	ink, ink2 := p.Text, p.Text2
	title, span, share := c.Title(), "", ""
	switch {
	case cells == nil:
	case cells[1].Kind == analysis.KindNone:
		title += ", not recorded"
		ink, ink2 = p.Text3, p.Text3
	case cells[1].Int == 0:
		share = "0"
		ink, ink2 = p.Text3, p.Text3
	default:
		span, share = timeline.FormatDuration(model.Time(cells[1].Int)), analysis.Percent(cells[2].Float, 1)
		if cells[1].AtLeast {
			share = "≥ " + share
		}
	}
	g.text(title, g.body, ink, x, row)
	g.textRight(share, g.body, ink, end, row)
	g.textRight(span, g.caption, ink2, end-g.px(legendValue), row)
}

// note writes what is missing in the trace.
func (g *page) note() {
	text := HealthNote(g.Scene.Trace)
	if text == "" {
		return
	}
	p, margin, row := g.Scene.Palette, g.px(pageMargin), g.px(noteRow)
	lines := wrapped("Partial trace. "+text, g.body, g.list.Size.X-2*margin)
	g.rule(p.WarnLine)
	g.rect(image.Rect(0, g.y, g.list.Size.X, g.y+len(lines)*row+g.px(pageGap)), p.WarnBack)
	g.y += g.px(pageGap) / 2
	for _, l := range lines {
		g.text(l, g.body, p.WarnText, margin, row)
		g.y += row
	}
	g.y += g.px(pageGap) - g.px(pageGap)/2
}

// wrapped cuts a text between words into lines at most width pixels wide.
func wrapped(text string, face *timeline.Face, width int) []string {
	var lines []string
	for _, word := range strings.Split(text, " ") {
		if n := len(lines); n > 0 && face.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
