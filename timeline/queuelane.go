package timeline

import (
	"image"
	"math"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Slots of the run queue: the mean of a column, and above it the greatest length in
// it.
const (
	queueMean paint.Slot = 0
	queueMost paint.Slot = 1
)

// newQueueStyle is the style of the run queue.
func newQueueStyle(p *paint.Palette, scale float32) *paint.LaneStyle {
	c := p.Category(model.Preemption)
	return paint.NewLaneStyle("queue", &paint.Looks{
		queueMean: {Name: "Mean", Fill: c.Fill},
		queueMost: {Name: "Maximum", Fill: paint.Blend(c.Edge, p.Lane, queueMostAlpha)},
	}, scale)
}

// queueMostAlpha is the opacity of the greatest length above the mean: 60 %.
const queueMostAlpha = 153

// queue fills a slot with the run queue.
func (w *laneWorker) queue(s *laneSlot) {
	f, l := w.frame, &s.lane
	l.Style, l.Edge = f.styles.queue, 0
	l.Y, l.Height = f.queueArea(s.row)
	l.Rest, l.Spans = nil, l.Spans[:0]
	l.Main = l.Main[:0]
	var q *lanes.QueueStrip
	if f.Summary != nil {
		q = f.Summary.Queue.Load()
	}
	if !w.runQueue.Fill(&f.p.cols, f.Trace, q) {
		f.queueTop = 0
		return
	}
	most := float32(0)
	for _, b := range w.runQueue.Out {
		most = max(most, b.Most)
	}
	f.queueTop = queueScale(int(math.Ceil(float64(most))))
	unit := float32(l.Height) / float32(f.queueTop)
	for _, b := range w.runQueue.Out {
		mean, top := int(b.Mean*unit+0.5), int(b.Most*unit+0.5)
		if b.Most > 0 {
			top = max(top, 1)
		}
		h := paint.Only(queueMean, min(mean, top))
		h.Add(queueMost, top-min(mean, top))
		l.Main = append(l.Main, h.Main)
	}
}

// queueScale is the length at the top of the strip for a greatest length: the next
// of 2, 4, 6, 8, 10, 20, 40 ….
func queueScale(most int) int {
	top := 2
	for step := 2; top < most; top += step {
		if top >= 10 {
			step = top
		}
	}
	return top
}

// queueAxis draws the lines and the numbers next to the run queue.
func (f *frame) queueAxis(i int, clip image.Rectangle) {
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
		return "preempted threads (no wake-up events)"
	}
	return "ready and preempted, whole machine"
}
