package find

import (
	"threadlens/model"
	"threadlens/timeline"
)

// WakerOf is the segment in which a thread caused another segment, or ended it; ok is false where
// none is known.
func WakerOf(t *model.Trace, seg model.Segment) (ref timeline.SegmentRef, ok bool) {
	peer, at := cause(t, &seg)
	if peer == model.NoThread || int(peer) >= len(t.Threads) {
		return ref, false
	}
	by, ok := t.SegmentAt(peer, at)
	if !ok {
		by, ok = t.SegmentAt(peer, at-1)
	}
	return timeline.SegmentRef{Thread: peer, Index: by.Index}, ok
}

// cause is the thread that caused a segment or ended it, and when.
func cause(t *model.Trace, seg *model.Segment) (model.ThreadIx, model.Time) {
	switch seg.State {
	case model.Preempted:
		return seg.Displacer(), seg.From
	case model.Waiting:
		return seg.Unblocker(), seg.To
	case model.Ready:
		if peer := seg.Unblocker(); peer != model.NoThread || seg.Index == 0 {
			return peer, seg.From
		}
		if wait := t.Segment(seg.Thread, seg.Index-1); wait.State == model.Waiting {
			return wait.Unblocker(), wait.To
		}
	case model.Running:
		for i := seg.Index - 1; i >= max(0, seg.Index-chainLimit); i-- {
			before := t.Segment(seg.Thread, i)
			switch before.State {
			case model.Waiting, model.Ready:
				return cause(t, &before)
			case model.Unknown:
				return model.NoThread, 0
			}
		}
	}
	return model.NoThread, 0
}

// chainLimit bounds how many segments of a thread are searched backwards for the wake that made it
// run.
const chainLimit = 1000
