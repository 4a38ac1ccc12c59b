package lanes

import (
	"sync/atomic"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// walkedSlices is the number of slices on a lane's part of the window up to which
// the lane is drawn although its summary is not ready.
const walkedSlices = 1 << 16

// CoreSlots returns the slots of CPUs while they run: the colours of the Cores view.
type CoreSlots interface {
	// Walk calls add for the pieces of a CPU that overlap r, clipped to it, in order
	// and without gaps.
	Walk(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot))
}

// coreLanes are the summaries of the lanes of CPUs in some colours.
type coreLanes struct {
	colours CoreSlots
	lanes   []atomic.Pointer[Lane] // by CPU
}

// Processor makes the columns of a CPU: from its summary, or by a walk over its
// slices while there is none.
func (w *Writer) Processor(t *model.Trace, l *Lane, c CoreSlots, stolen bool, cpu model.CPU) {
	w.Core, w.Stolen, w.simple = true, stolen, false
	switch r := w.span.Clip(t.Whole()); {
	case r.Len() == 0:
	case l != nil:
		w.summarised(l, r)
	case float64(t.Cores[cpu].Switches)*float64(r.Len()) <= walkedSlices*float64(t.End):
		c.Walk(t, cpu, r, w.piece)
	}
	w.finish()
	clear(w.Main[w.xc:])
}
