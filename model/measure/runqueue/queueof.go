package runqueue

import (
	"context"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// QueueOf computes the queue of the threads over r, read by the clock.
func QueueOf(t *model.Trace, list []model.ThreadIx, r model.Range, c measure.Clock) Queue {
	r = r.Clip(t.Whole())
	q := newQueue(t)
	w := QueueSweep{Trace: t, Threads: list}
	var parts []*queueSink
	before, behind := w.addKnown(&q, r, c)
	for _, rest := range []model.Range{before, behind} {
		w.run(rest, func() sink {
			part := newQueueSink(t, c)
			parts = append(parts, part)
			return part
		})
	}
	for _, part := range parts {
		q.add(&part.Queue)
	}
	for _, l := range w.lateReads(r, c) {
		q.Reads[l.before]--
		q.Reads[l.after]++
	}
	return q
}

// addKnown adds to q the pieces of r that are already summed up, and returns the
// rest of r before and after them.
func (w *QueueSweep) addKnown(q *Queue, r model.Range, c measure.Clock) (before, behind model.Range) {
	ix := w.index()
	if ix == nil || ix.clock != c {
		return r, model.Range{From: r.To, To: r.To}
	}
	first, last := ix.meeting(r)
	if first < last && ix.pieces[first].From < r.From {
		first++
	}
	if first < last && ix.pieces[last-1].To > r.To {
		last--
	}
	if first >= last {
		return r, model.Range{From: r.To, To: r.To}
	}
	for i := first; i < last; i++ {
		q.add(&ix.sums[i])
	}
	return model.Range{From: r.From, To: ix.pieces[first].From}, model.Range{From: ix.pieces[last-1].To, To: r.To}
}

// Prepare computes what makes run-queue reports over long windows of large traces quick, and finds
// the holders of locks. Until it is done, and for threads other than those shown by default, they
// take about twice the time. It fails if ctx is cancelled.
func Prepare(ctx context.Context, t *model.Trace) error {
	blocking.LocksOf(t)
	w := QueueSweep{Trace: t, Threads: measure.Visible(t)}
	cut := w.Cut(t.Whole())
	packed := make([][]packedPiece, len(cut))
	measure.Each(len(cut), func() func(int) {
		p := w.piece(nil)
		return func(i int) {
			if ctx.Err() == nil {
				p.do(cut[i], func() { packed[i] = append(packed[i], p.pack()) })
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	ix := &queueIndex{threads: w.Threads, pieces: slices.Concat(packed...), clock: QueueClock(t, measure.Clock{Tick: measure.Tick}, false)}
	ix.sums = make([]Queue, len(ix.pieces))
	measure.Each(len(ix.sums), func() func(int) {
		return func(i int) {
			sink := newQueueSink(t, ix.clock)
			p := w.piece(sink)
			p.replay(&ix.pieces[i], ix.pieces[i].Range)
			ix.sums[i] = sink.Queue
		}
	})
	t.Keep(queueIndexKey{}, ix)
	late := w.lateReads(t.Whole(), ix.clock)
	done := *ix
	done.late = append([]lateRead{}, late...)
	t.Keep(queueIndexKey{}, &done)
	return ctx.Err()
}
