package timeline

import (
	"runtime"
	"sync"
	"sync/atomic"

	"threadlens/timeline/paint"
)

// leftEdgeFrom is the width below which a segment has no left edge, dp.
const leftEdgeFrom = 4

// makeLanes fills the slots on several goroutines. The result does not depend on
// their number.
func (f *frame) makeLanes(slots []laneSlot) {
	n := min(runtime.GOMAXPROCS(0), paint.MaxWorkers, 1+len(slots)/4)
	for len(f.buf.tools) < n {
		f.buf.tools = append(f.buf.tools, new(laneTools))
	}
	var next atomic.Int64
	work := func(tools *laneTools) {
		w := laneWorker{laneTools: tools, frame: f, sp: f.Summary.Splitter(f.Trace)}
		for {
			i := int(next.Add(1) - 1)
			if i >= len(slots) {
				return
			}
			w.make(&slots[i])
		}
	}
	var wg sync.WaitGroup
	for _, tools := range f.buf.tools[1:n] {
		wg.Go(func() { work(tools) })
	}
	work(f.buf.tools[0])
	wg.Wait()
}

// make fills a slot: the columns of its lane, and the labels on them.
func (w *laneWorker) make(s *laneSlot) {
	f := w.frame
	row := &f.Rows.List[s.row]
	s.labels, s.over, s.ticked = s.labels[:0], s.over[:0], false
	s.lane.X = f.LaneArea().Min.X
	s.lane.Edge, s.lane.EdgeFrom = f.Metrics.Line(), f.px(leftEdgeFrom)
	s.lane.Phase = f.hatchPhase()
	switch {
	case row.Kind.isBands():
		w.bandLine(s, row)
	case row.Kind == RowThread:
		w.thread(s, row)
	case row.Kind == RowPath:
		w.path(s, row)
	case row.Kind == RowSteps:
		w.steps(s, row)
	case row.Kind.isCore():
		w.core(s, row)
	default:
		w.process(s, row)
	}
}

// hatchPhase ties hatches to the time axis: the column of the trace's start.
func (f *frame) hatchPhase() int {
	n := f.styles.segments.Period()
	return (n - f.View.X(0)%n) % n
}
