package export

import (
	"image"
	"io"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of a legend of categories, dp.
const (
	legendRow    = 22
	legendCell   = 316 // the minimum width of a category
	legendSwatch = 11
	legendValue  = 56 // width of a share
)

// page is a page under construction.
type page struct {
	*Picture
	*sheet
}

// Page lays out the picture: the frame, and around it, unless Bare, the title and the window above,
// the legend with the profile of the window and what is missing in the trace below. All kinds of
// files are painted from this list.
func (p *Picture) Page() *paint.DisplayList {
	p.Scene.Chart.Still = true
	g := page{p, newSheet(p.Scene.Palette, p.Scene.Metrics, p.Scene.Size.X)}
	frame := timeline.Layout(&p.Scene)
	if p.Bare {
		g.frame(frame)
		g.list.Size.Y = frame.Size.Y
		return g.list
	}
	g.paper()
	g.head()
	g.frame(frame)
	g.y += frame.Size.Y
	g.legend()
	g.note(p.Scene.Trace)
	g.end()
	return g.list
}

// window is the part of the trace that the frame shows.
func (g *page) window() model.Range { return g.Scene.View.Clip(g.Scene.Trace.Held()) }

// head writes the title and the window.
func (g *page) head() {
	w := g.window()
	title := g.Title
	if g.Scene.Rows.IsChart() {
		title += " · " + targetWords(g.Scene.Trace, g.Targets)
	}
	g.heading(title, g.Scene.Clock.Range(w)+" · "+timeline.FormatDuration(w.Len()))
}

// legend writes what the colours mean, and how much of each there is. The chart of the CPU use has
// this in its gutter.
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
	if err == nil {
		if all := profile.Total[profile.Column("time_ns")].Int; all > 0 {
			of += " · " + timeline.FormatDuration(model.Time(all)) + " of thread time"
		}
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
		g.entry(c, profile, x+side+g.px(pageGap), x+width/columns-margin)
	}
	timeline.Swatches(g.list, p, g.Scene.Metrics, boxes)
	g.y += row + g.px(pageGap)
}

// cut states which rows the frame has, where not all of them.
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
func (g *page) profile(threads []model.ThreadIx) (*report.Table, error) {
	a, _ := report.Find("profile")
	if threads == nil {
		threads = []model.ThreadIx{}
	}
	return a.Run(g.Scene.Trace, measure.Scope{Range: g.window(), Threads: threads})
}

// entry writes a category between x and end: its name, its time and its share,
// from the profile, which is nil where there is none.
func (g *page) entry(c model.Category, profile *report.Table, x, end int) {
	p, row := g.Scene.Palette, g.px(legendRow)
	ink, ink2 := p.Text, p.Text2
	title, span, share := c.Title(), "", ""
	var time, percent report.Value
	if profile != nil {
		time, percent = profile.Rows[c][profile.Column("time_ns")], profile.Rows[c][profile.Column("percent")]
	}
	switch {
	case profile == nil:
	case time.Kind == report.KindNone:
		title += ", not recorded"
		ink, ink2 = p.Text3, p.Text3
	case time.Int == 0:
		share = "0"
		ink, ink2 = p.Text3, p.Text3
	default:
		span, share = timeline.FormatDuration(model.Time(time.Int)), measure.Percent(percent.Float, 1)
		if time.AtLeast {
			span, share = timeline.AtLeast(span), timeline.AtLeast(share)
		}
	}
	g.text(title, g.body, ink, x, row)
	g.textRight(share, g.body, ink, end, row)
	g.textRight(span, g.caption, ink2, end-g.px(legendValue), row)
}

// Picture is the timeline of threads or of CPUs on a page: what Page lays out and Write paints into
// a file.
type Picture struct {
	// Title is at the top of the page: the name of the trace.
	Title string
	Scene timeline.Scene
	// Targets are the processes that a chart of the CPU use calls the target; the title names them.
	Targets []model.ProcIx
	// Marked is a time range to tint, of length 0 for none. The selected segment of the scene is
	// outlined, and connected to the lane of its unblocker.
	Marked model.Range
	// Bare leaves out everything but the frame.
	Bare bool
}

// Write paints the picture: the same bytes each time. It fails with the error of
// w.
func (p *Picture) Write(w io.Writer, k Kind) error {
	return p.Draw().Write(w, k)
}

// Draw lays the picture out.
func (p *Picture) Draw() *Drawing { return &Drawing{list: p.Page(), metrics: p.Scene.Metrics} }
