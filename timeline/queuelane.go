package timeline

import (
	"math"

	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

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
	if !w.runQueue.Fill(&f.buf.cols, f.Trace, q) {
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
