package timeline

import (
	"threadlens/model"
)

// Samples on CPUs without context switches are all that is known about their threads: each is a
// tick on its thread's lane, over the hatch of the unknown time around it, in the colour of
// execution with the dots of sampled use. A column with several samples has one tick, so that a
// lane has no more of them than columns, however many samples there are.

// tickPart is the height of a tick as a part of its lane's height, from the lower
// edge.
const tickPart = 0.7

// ticks fills the ticks of the lane of a thread or of a collapsed process.
func (w *laneWorker) ticks(s *laneSlot, row *Row) {
	f := w.frame
	var times []model.Time
	switch all := sampleTimesOf(f.Trace); {
	case row.Kind == RowThread:
		times = all.thread(row.Thread)
	case row.Kind == RowProcess && !row.Expanded:
		times = all.process(row.Proc)
	}
	if len(times) == 0 {
		return
	}
	at := f.buf.cols.At
	i := seek(times, 0, at[0])
	if i >= len(times) || times[i] > at[f.View.Width] {
		return
	}
	a, width := &s.ticks, f.View.Width
	if len(a.Low) != width {
		a.Low, a.High = make([]int32, width), make([]int32, width)
	}
	clear(a.High)
	l := &s.lane
	a.Name, a.X, a.Bottom, a.Look = "samples", l.X, l.Y+l.Height, f.styles.sample
	tick, high := f.Metrics.Line(), max(1, int32(tickPart*float64(l.Height)+0.5))
	for i < len(times) && times[i] < at[width] {
		x := f.buf.cols.X(times[i])
		for k := x; k < min(x+tick, width); k++ {
			a.High[k] = high
		}
		s.ticked = true
		i = seek(times, i, at[x+1])
	}
}
