package timeline

import (
	"image"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Looks of the chart.
const (
	plotGrid    = 20  // of the grid over the layers: 8 % ink
	borderFrom  = 4   // layers thinner than this have no border, dp
	averageDash = 6   // dp
	averageGap  = 4   // dp
	averageLine = 1.5 // dp
	chipPad     = 8   // dp, on either side of the text of the chip
	chipHigh    = 20  // dp
	chipLeft    = 10  // dp, from where the average starts
	labelApart  = 4   // dp between labels of the axis
)

// useChart lays out the chart of the CPU use and its gutter.
func (f chartFrame) useChart() {
	p := f.chartPlaces()
	u := f.Utilization
	if u != nil && u.All() > 0 && !p.plot.Empty() {
		f.buf.use.fill(f.Scene)
		f.useLayers(p.plot)
		f.plotLines(p.plot)
		f.losses(p.area, p.plot.Max.Y)
		f.average(p.plot)
	} else if u != nil && u.All() == 0 {
		text := "The trace has no context switches: it does not show what the CPUs did."
		f.text(text, f.body, f.Palette.Text2, (p.area.Min.X+p.area.Max.X-f.body.Width(text))/2, (p.area.Min.Y+p.area.Max.Y)/2, p.area)
	}
	if f.gutter() > 0 {
		f.chartGutter(&p)
		f.vertical(f.gutter()-f.Metrics.Line(), 0, p.area.Min.Y, f.Palette.Line, image.Rectangle{Max: f.Size})
	}
}

// useLayers draws the idle sky and, in front of it, the layers from the floor up.
func (f chartFrame) useLayers(plot image.Rectangle) {
	use := &f.buf.use
	x0, x1 := f.RangeX(f.Trace.Held())
	f.rect(image.Rect(x0, plot.Min.Y, x1, plot.Max.Y), f.Palette.Class(paint.ClassIdle))
	width := f.View.Width
	var areas []paint.Area
	band := band95{f: f.frame, plot: plot}
	for x := range width {
		of := use.useOf(f.Scene, x)
		k, all := 0, of.times.Total()+of.sampled.Times.Total()
		low := int32(0)
		band.column(x, &of, all)
		for l := range f.layers(&of) {
			if len(areas) == k {
				areas = append(areas, f.useArea(l, plot))
			}
			high := l.height(plot.Dy(), all, l.to)
			areas[k].Low[x], areas[k].High[x] = low, high
			low = high
			k++
		}
	}
	for k := range areas {
		if areas[k].Name != paint.ClassIdle.Title() {
			f.area(&areas[k], plot)
		}
	}
	f.borders(areas, plot)
	band.draw()
}

// useArea is the layer l without columns.
func (f chartFrame) useArea(l layer, plot image.Rectangle) paint.Area {
	cols := make([]int32, 2*f.View.Width)
	name := l.class.Title()
	if l.sampled {
		name += ", sampled"
	}
	if l.part {
		name = "Part of " + name
	}
	look := f.useLook(l.class, l.part)
	if l.sampled {
		look = f.Palette.SampledLook(l.class, f.useAlpha(l.class, l.part), f.Metrics.Scale)
	}
	return paint.Area{
		Name: name, X: plot.Min.X, Bottom: plot.Max.Y, Low: cols[:f.View.Width], High: cols[f.View.Width:],
		Look: look,
	}
}

// useLook is the look of a layer: faded if there is a part or a focus that it does
// not belong to.
func (f chartFrame) useLook(c paint.Class, part bool) paint.Look {
	return f.classLook(c, f.useAlpha(c, part))
}

// borders draws lines between layers that are thick enough for one: each in the
// upper edge of the lower of the two. Where the layers change with every column,
// lines would be specks.
func (f chartFrame) borders(areas []paint.Area, plot image.Rectangle) {
	line, least := int32(f.Metrics.Line()), int32(f.px(borderFrom))
	for k := range areas {
		cols := make([]int32, 2*f.View.Width)
		b := paint.Area{Name: "border", X: plot.Min.X, Bottom: plot.Max.Y, Low: cols[:f.View.Width], High: cols[f.View.Width:]}
		b.Look.Fill = f.Palette.Lane
		for x := range f.View.Width {
			top := areas[k].High[x]
			above := k + 1
			for above < len(areas) && areas[above].High[x] == top {
				above++ // without height in this column
			}
			if above < len(areas) && top-areas[k].Low[x] >= least && areas[above].High[x]-top >= least {
				b.Low[x], b.High[x] = top-line, top
			}
		}
		if b.DropNarrow() {
			f.area(&b, plot)
		}
	}
}

// plotLines draws the lines of the axis and of the grid, and the labels.
func (f chartFrame) plotLines(plot image.Rectangle) {
	p, n := f.Palette, f.Utilization.All()
	w := f.Metrics.Line()
	faint := func(r image.Rectangle) {
		if r = r.Intersect(plot); !r.Empty() {
			f.add(paint.Item{Kind: paint.ItemRect, Rect: r, Color: paint.Fade(p.Ink, plotGrid), Row: -1})
		}
	}
	if f.Grid {
		for _, t := range f.axis().Majors {
			x := plot.Min.X + t.X
			faint(image.Rect(x, plot.Min.Y, x+w, plot.Max.Y))
		}
	}
	gutter := image.Rect(0, f.LaneArea().Min.Y, f.gutter(), f.Size.Y)
	right := f.gutter() - f.px(gutterEnd)
	if right-f.caption.Width("CPUs") >= f.px(swatchLeft+legendGap)+f.caption.Width(f.averageTitle()) {
		f.textRight("CPUs", f.caption, p.Text2, right, plot.Min.Y-f.Metrics.TextPx(chartHead)/2, gutter)
	}
	last := plot.Max.Y + plot.Dy()
	for i := 0; i <= n; i += axisStep(n) {
		y := plot.Max.Y - plot.Dy()*i/n
		if i > 0 && i < n {
			faint(image.Rect(plot.Min.X, y, plot.Max.X, y+w))
		}
		if last-y >= f.caption.Ascent+f.caption.Descent+f.px(labelApart) {
			f.textRight(strconv.Itoa(i), f.caption, p.Text2, right, y, gutter)
			last = y
		}
	}
	f.line(plot.Min.X, plot.Max.X, plot.Min.Y, p.LineStrong, plot)
	f.line(plot.Min.X, plot.Max.X, plot.Max.Y, p.LineStrong, f.LaneArea())
}

// axisStep is how many CPUs lie between two lines of the grid: one, or for more
// than sixteen CPUs the power of two that gives at most sixteen lines.
func axisStep(processors int) int {
	step := 1
	for processors > 16*step {
		step *= 2
	}
	return step
}

// average draws the dashed line at the average of the scope, and its label.
func (f chartFrame) average(plot image.Rectangle) {
	u, scope := f.Utilization, f.Chart.Scope
	name := strings.ToLower(f.classTitle(paint.ClassTarget))
	exact, sampled := u.Split(scope)
	if part := f.Chart.Part; part != nil {
		name = f.Chart.PartName
		exact, sampled = part.Split(scope)
	}
	used := exact[paint.ClassTarget] + sampled.Times[paint.ClassTarget]
	x0, x1 := f.RangeX(scope)
	if scope.Len() <= 0 || x1 <= x0 {
		return
	}
	height := layer{}.height(plot.Dy(), scope.Len()*model.Time(u.All()), used)
	y := plot.Max.Y - int(height) - f.px(averageLine)/2
	for x := x0; x < x1; x += f.px(averageDash + averageGap) {
		f.rect(image.Rect(x, y, min(x+f.px(averageDash), x1), y+f.px(averageLine)).Intersect(f.LaneArea()), f.Palette.Ink)
	}
	text := "Average of " + name + ": " + f.atLeast(FormatCores(used, scope.Len())) + " cores"
	if f.Chart.Of != OfCores {
		text += ", " + FormatUse(used, scope.Len(), u.All(), f.Chart.Of)
		if f.Chart.Of == OfCore {
			text += " of one CPU"
		}
	}
	text += sampledWord(exact[paint.ClassTarget], sampled.Times[paint.ClassTarget])
	f.averageChip(text, plot, x0, x1, y)
}

// averageChip writes the text above the line from x0 to x1 at y, or below it if
// there is no room, or not at all. If the line is too short for it, it is placed
// after the line, so that no edge of the scope runs through it.
func (f chartFrame) averageChip(text string, plot image.Rectangle, x0, x1, y int) {
	high, wide := f.Metrics.TextPx(chipHigh), f.caption.Width(text)+2*f.px(chipPad)
	x := x0 + f.px(chipLeft)
	switch {
	case x+wide <= x1 || x0 <= plot.Min.X && x1 >= plot.Max.X:
	case x1+wide+2*f.px(chipLeft) <= plot.Max.X:
		x = x1 + f.px(chipLeft)
	case x0-wide-f.px(chipLeft) >= plot.Min.X:
		x = x0 - wide - f.px(chipLeft)
	}
	chip := image.Rect(0, 0, wide, high).Add(image.Pt(x, y-high-f.px(labelApart)))
	if over := chip.Max.X - plot.Max.X + f.px(chipLeft); over > 0 {
		chip = chip.Sub(image.Pt(over, 0))
	}
	if chip.Min.Y < f.LaneArea().Min.Y {
		chip = chip.Add(image.Pt(0, high+f.px(2*labelApart)+f.px(averageLine)))
	}
	if chip.Min.X < plot.Min.X {
		return
	}
	f.rect(chip, f.Palette.Ink)
	f.text(text, f.caption, f.Palette.Lane, chip.Min.X+f.px(chipPad), (chip.Min.Y+chip.Max.Y)/2, chip)
}
