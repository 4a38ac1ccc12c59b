package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Places in the gutter of the Cores view, dp.
const (
	busyBarWidth  = 64
	busyBarHeight = 5
	busyBarRight  = 54 // its right edge, from that of the gutter
	queueName     = 18 // centres of the lines next to the run queue
	queueCaption  = 34
)

// coreName writes the name of a row of the Cores view, and, for a CPU, how busy it
// is in the window.
func (f gutterFrame) coreName(i int, row *Row, clip image.Rectangle) {
	p := f.Palette
	if row.Kind == RowQueue {
		y := f.rowY(i)
		x := f.px(gutterIndent)
		f.line(0, f.Size.X, y, p.Line, f.RowRect(i))
		f.text(row.Name, f.bold, p.Text, x, y+f.Metrics.TextPx(queueName), clip)
		f.text(queueWords(f.Trace), f.caption, p.Text2, x, y+f.Metrics.TextPx(queueCaption), clip)
		f.queueAxis(i, clip)
		return
	}
	if row.Kind == RowSteps {
		f.stepsName(i, row, clip)
		return
	}
	pitch := row.coreHeight(f.Metrics)
	if pitch < f.Metrics.TextPx(nameFromPitch) {
		return
	}
	face := f.body
	if pitch < f.Metrics.TextPx(bodyFromPitch) {
		face = f.caption
	}
	if i == f.Row {
		face = paint.NewFace(true, float32(face.Size()))
	}
	y := f.rowY(i) + pitch/2
	busy := busyIn(f.Trace, row.CPUs[0], f.View.Clip(f.Trace.Whole()))
	f.textRight(busy.text, f.caption, p.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	right := f.gutter() - f.Metrics.TextPx(busyBarRight)
	left := right - f.Metrics.TextPx(busyBarWidth)
	x := f.Metrics.TextPx(threadIndent)
	if f.text(row.Name, face, p.Text, x, y, clip); x+face.Width(row.Name)+f.px(gutterGap) > left {
		return
	}
	half := f.Metrics.TextPx(busyBarHeight) / 2
	bar := image.Rect(left, y-half, right, y-half+f.Metrics.TextPx(busyBarHeight))
	f.rect(bar.Intersect(clip), p.Line)
	bar.Max.X = left + int(float64(bar.Dx())*busy.share+0.5)
	f.rect(bar.Intersect(clip), p.OtherHue(paint.ClassSystem))
}

// busy is how much of a window a CPU did something.
type busy struct {
	share float64
	text  string
}

// busyIn is how busy a CPU is in r: running threads or handling interrupts. If part
// of that is unknown, it notes that it may be more.
func busyIn(t *model.Trace, cpu model.CPU, r model.Range) busy {
	c := t.CoreTime(cpu, r)
	used, of, atLeast := c.Busy()
	switch {
	case of == 0 && c.Offline > 0:
		return busy{0, "offline"}
	case c.Unknown >= of:
		return busy{0, "unknown"}
	}
	b := busy{float64(used) / float64(of), FormatPercent(used, of)}
	if atLeast {
		b.text = AtLeast(b.text)
	}
	return b
}

// queueAxis draws the lines and the numbers next to the run queue.
func (f gutterFrame) queueAxis(i int, clip image.Rectangle) {
	if f.queueTop == 0 {
		return
	}
	y, h := f.queueArea(i)
	area := f.LaneArea().Intersect(f.RowRect(i))
	for _, n := range []int{f.queueTop, f.queueTop / 2, 0} {
		at := y + h - h*n/f.queueTop
		f.line(area.Min.X, area.Max.X, at, f.Palette.Line, area)
		if n > 0 {
			f.textRight(FormatCount(int64(n)), f.caption, f.Palette.Text2, f.gutter()-f.px(gutterEnd), at, clip)
		}
	}
}

// queueWords describe what the run queue counts, as far as the trace shows it.
func queueWords(t *model.Trace) string {
	if t.NoWakeEvents {
		return "only preempted threads: no wake-up events"
	}
	return "ready and preempted threads, all CPUs"
}
