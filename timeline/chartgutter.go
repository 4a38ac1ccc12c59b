package timeline

import (
	"image"
	"math"
	"strconv"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Places in the gutter of the chart: centres of the lines below the upper edge of
// the lane area, in dp, and the size of the figure.
const (
	titleMiddle   = 20
	averageFigure = 45
	averageOf     = 73
	figureSize    = 26
	percentTitle  = 8 // below the upper edge of its place
	chartSubtitle = "exact, from context switches"
	mixedSubtitle = "exact; dotted: sampled"
	bareSubtitle  = "sampled"
)

// chartSubtitle describes the figures.
func (f chartFrame) chartSubtitle() string {
	switch u := f.Utilization; {
	case u == nil || u.Sampled == nil:
		return chartSubtitle
	case u.Processors == 0:
		return bareSubtitle
	}
	return mixedSubtitle
}

// chartHeader writes the header of the gutter.
func (f chartFrame) chartHeader(y int, clip image.Rectangle) {
	x := f.px(gutterIndent)
	f.text("CPU utilization", f.bold, f.Palette.Text, x, y, clip)
	x += f.bold.Width("CPU utilization") + f.px(gutterGap)
	f.text(f.caption.Fit(f.chartSubtitle(), f.gutter()-f.px(gutterEnd/2)-x), f.caption, f.Palette.Text2, x, y, clip)
}

// chartGutter writes the average, the legend with the figures of the scope, and
// what the shares are shares of.
func (f chartFrame) chartGutter(p *chartPlaces) {
	clip := image.Rect(0, p.area.Min.Y, f.gutter()-f.px(axisRoom), f.Size.Y)
	g := f.figures()
	f.averageText(&g, p.area.Min.Y, clip)
	for _, c := range p.classes {
		g.wide = max(g.wide, f.bold.Width(g.share(c)))
	}
	for i, c := range p.classes {
		f.legendLine(c, p.legend[i], &g)
	}
	f.sampledLine(p.sampled, &g)
	if p.percent.Empty() {
		return
	}
	clip.Max.X = f.gutter()
	title, y := "Percent of", p.percent.Min.Y+f.Metrics.TextPx(percentTitle)
	if f.Chart.Still {
		title = [...]string{"Percent of the machine", "Percent of one CPU", "CPUs in use"}[f.Chart.Of]
	}
	f.text(title, f.caption, f.Palette.Text2, p.percent.Min.X, y, clip)
}

// useFigures are the figures of the legend.
type useFigures struct {
	times      ClassTimes
	length     model.Time
	processors int // 0 while unknown
	of         PercentOf
	factor     float64      // Chart.Factor
	wide       int          // the widest share, device pixels
	sampled    SampledTimes // the sampled part of times
}

// figures are the figures of the scope.
func (f chartFrame) figures() useFigures {
	g := useFigures{length: f.Chart.Scope.Len(), of: f.Chart.Of, factor: f.Chart.Factor}
	if u := f.Utilization; u != nil && g.length > 0 {
		g.times, g.sampled = u.Split(f.Chart.Scope)
		for c, t := range g.sampled.Times {
			g.times[c] += t
		}
		g.processors = u.All()
	}
	return g
}

// cores is how many CPUs a class used on average.
func (g *useFigures) cores(c paint.Class) string {
	if g.processors == 0 {
		return enDash
	}
	return FormatCores(g.times[c], g.length)
}

// share is the share of a class.
func (g *useFigures) share(c paint.Class) string {
	if g.processors == 0 {
		return enDash
	}
	return FormatUse(g.times[c], g.length, g.processors, g.of)
}

// corrected is the share of a class as the host of the virtual machine saw it.
func (g *useFigures) corrected(c paint.Class) string {
	return FormatUse(model.Time(math.Round(g.factor*float64(g.times[c]))), g.length, g.processors, g.of)
}

// averageText writes the average of this process, as much as there is room for.
func (f chartFrame) averageText(g *useFigures, top int, clip image.Rectangle) {
	p, x := f.Palette, f.px(swatchLeft)
	f.text(f.averageTitle(), f.caption, p.Text2, x, top+f.Metrics.TextPx(titleMiddle), clip)
	figure, of := enDash, ""
	if g.processors > 0 {
		figure = f.atLeast(g.share(paint.ClassTarget))
		of = g.cores(paint.ClassTarget) + " of " + strconv.Itoa(g.processors) + " CPUs"
		if g.processors == 1 {
			of = g.cores(paint.ClassTarget) + " of 1 CPU"
		}
		of += sampledWord(g.times[paint.ClassTarget]-g.sampled.Times[paint.ClassTarget], g.sampled.Times[paint.ClassTarget])
	}
	face := paint.NewFace(false, figureSize*f.Metrics.text()*f.Metrics.Scale)
	f.text(figure, face, p.Text, x, top+f.Metrics.TextPx(averageFigure), clip)
	if g.factor > 0 && g.processors > 0 {
		x := x + face.Width(figure) + f.px(gutterGap)
		text := f.body.Fit("corrected "+g.corrected(paint.ClassTarget), f.gutter()-f.px(gutterEnd)-x)
		f.text(text, f.body, p.Text, x, top+f.Metrics.TextPx(averageFigure), image.Rect(0, clip.Min.Y, f.gutter(), clip.Max.Y))
		of += ", w = " + strconv.FormatFloat(g.factor, 'f', 3, 64)
	}
	if y := top + f.Metrics.TextPx(averageOf); y+f.body.Ascent <= clip.Max.Y {
		f.text(of, f.body, p.Text2, x, y, clip)
	}
}

// legendLine writes a class, the number of CPUs that it used, and its share; only
// the share if there is little room.
func (f chartFrame) legendLine(c paint.Class, r image.Rectangle, g *useFigures) {
	p, face, ink := f.Palette, f.body, f.Palette.Text
	if c == paint.ClassTarget {
		face = f.bold
	}
	if c == f.Chart.Focus {
		f.rect(r, p.AccentSoft)
	}
	y := (r.Min.Y + r.Max.Y) / 2
	f.legendSwatch(c, r, y)
	if g.processors > 0 && g.times[c] == 0 {
		ink = p.Text3
	}
	x, right := f.px(nameLeft), r.Max.X-f.px(gutterEnd)
	end := f.textRight(g.share(c), face, ink, right, y, r) - f.px(legendGap)
	if g.of != OfCores {
		right -= g.wide + f.px(legendGap)
		cores := g.cores(c)
		if left := right - f.body.Width(cores) - f.px(legendGap/2); left-x >= f.body.Width(f.classTitle(c)) {
			f.textRight(cores, f.body, p.Text2, right, y, r)
			end = left
		}
	}
	f.text(f.body.Fit(f.classTitle(c), end-x), f.body, p.Text, x, y, r)
}

// legendSwatch draws a square with the look of the class in the chart.
func (f chartFrame) legendSwatch(c paint.Class, line image.Rectangle, y int) {
	side := f.Metrics.TextPx(swatchSide)
	box := image.Rect(0, 0, side, side).Add(image.Pt(f.px(swatchLeft), y-side/2))
	a := paint.Area{
		Name: c.Title(), X: box.Min.X, Bottom: box.Max.Y, Low: make([]int32, side), High: make([]int32, side),
		Look: f.classLook(c, 255),
	}
	for x := range a.High {
		a.High[x] = int32(side)
	}
	f.area(&a, line)
	f.outline(box, f.Metrics.Line(), paint.Blend(f.Palette.Ink, a.Look.Fill, paint.SwatchEdge), line)
}

// sampledLine writes how much of the use was sampled.
func (f chartFrame) sampledLine(r image.Rectangle, g *useFigures) {
	if r.Empty() {
		return
	}
	y := (r.Min.Y + r.Max.Y) / 2
	side := f.Metrics.TextPx(swatchSide)
	box := image.Rect(0, 0, side, side).Add(image.Pt(f.px(swatchLeft), y-side/2))
	ink := f.Palette.Ink
	a := paint.Area{
		Name: "Sampled", X: box.Min.X, Bottom: box.Max.Y, Low: make([]int32, side), High: make([]int32, side),
		Look: paint.NewLook("Sampled", f.Palette.Lane, ink, ink, paint.Dots, f.Metrics.Scale),
	}
	for x := range a.High {
		a.High[x] = int32(side)
	}
	f.area(&a, r)
	f.outline(box, f.Metrics.Line(), ink, r)
	used := g.sampled.Used()
	x, end := f.px(nameLeft), r.Max.X-f.px(gutterEnd)
	end = f.textRight(FormatUse(used, g.length, g.processors, g.of), f.body, f.Palette.Text, end, y, r) - f.px(legendGap)
	if g.of != OfCores {
		right := r.Max.X - f.px(gutterEnd) - g.wide - f.px(legendGap)
		cores := FormatCores(used, g.length)
		if left := right - f.body.Width(cores) - f.px(legendGap/2); left-x >= f.body.Width("Sampled") {
			f.textRight(cores, f.body, f.Palette.Text2, right, y, r)
			end = left
		}
	}
	f.text(f.body.Fit("Sampled", end-x), f.body, f.Palette.Text, x, y, r)
}
