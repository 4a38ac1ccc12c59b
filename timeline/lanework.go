package timeline

import (
	"runtime"
	"sync"
	"sync/atomic"

	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// laneSlot is a row whose lane is being made.
type laneSlot struct {
	row    int // of Rows.List
	y      int // upper edge of the row in the picture, or of the line in a row with bands
	line   int // in a row with bands
	lane   slotLane
	labels []paint.Item
	ticks  paint.Area   // of samples
	ticked bool         // there are some
	over   []paint.Item // labels above items that lie across lanes
}

// slotLane is a lane with the memory of its columns, which is kept.
type slotLane struct {
	paint.Lane
	spare []uint64
}

// laneWorker makes lanes; each goroutine has one.
type laneWorker struct {
	frame *frame
	lane  lanes.Writer
	strip lanes.StripWriter
	// runQueue computes the columns of the run queue.
	runQueue lanes.QueueWriter
	sp       *lanes.Splitter
}

// makeLanes fills the slots on several goroutines. The result does not depend on
// their number.
func (f *frame) makeLanes(slots []laneSlot) {
	n := min(runtime.GOMAXPROCS(0), paint.MaxWorkers, 1+len(slots)/4)
	for len(f.p.workers) < n {
		f.p.workers = append(f.p.workers, new(laneWorker))
	}
	var next atomic.Int64
	work := func(w *laneWorker) {
		w.frame = f
		w.sp = f.Summary.Splitter(f.Trace)
		for {
			i := int(next.Add(1) - 1)
			if i >= len(slots) {
				return
			}
			w.make(&slots[i])
		}
	}
	var wg sync.WaitGroup
	for _, w := range f.p.workers[1:n] {
		wg.Go(func() { work(w) })
	}
	work(f.p.workers[0])
	wg.Wait()
	for _, w := range f.p.workers {
		w.frame, w.sp = nil, nil // so as not to keep the trace alive
	}
}
