package lanes

import (
	"context"
	"math/bits"
	"slices"

	"threadlens/model"
)

// QueueStrip is the summary of the run queue: how many threads are ready or
// preempted, as mean and maximum over buckets of time, like strip.
type QueueStrip struct {
	low    int // buckets of levels[0] are 2^low ns
	levels [][]queueBucket
}

// queueBucket is the run-queue length in a bucket of time.
type queueBucket struct{ Mean, Most float32 }

// queueChanges are the instants in r at which the run queue of all threads grows or
// shrinks: twice the instant, plus one where it grows, in order. At one instant
// departures come before arrivals, so that a thread that moves counts once.
func queueChanges(ctx context.Context, t *model.Trace, r model.Range) ([]int64, error) {
	var list []int64
	for ix := range t.Threads {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for seg := range t.Segments(model.ThreadIx(ix), r) {
			if seg.State.Queued() {
				c := seg.Clip(r)
				list = append(list, 2*int64(c.From)+1, 2*int64(c.To))
			}
		}
	}
	slices.Sort(list)
	return list, nil
}

// queueLevels calls add for the stretches of r between changes, with the length of
// the queue in each.
func queueLevels(changes []int64, r model.Range, add func(from, to model.Time, length int)) {
	at, n := r.From, 0
	for _, c := range changes {
		if t := model.Time(c / 2); t > at {
			add(at, t, n)
			at = t
		}
		n += int(c&1)*2 - 1
	}
	if at < r.To {
		add(at, r.To, n)
	}
}

func newQueueStrip(ctx context.Context, t *model.Trace) (*QueueStrip, error) {
	changes, err := queueChanges(ctx, t, t.Whole())
	if err != nil || len(changes) == 0 {
		return &QueueStrip{}, err
	}
	n := min(max(len(changes), minStripBuckets), maxStripBuckets)
	q := &QueueStrip{low: bits.Len64(uint64(t.End) / uint64(n))}
	fine := make([]queueBucket, int(t.End>>q.low)+1)
	sums := make([]model.Time, len(fine)) // thread · ns
	queueLevels(changes, t.Whole(), func(from, to model.Time, length int) {
		for from < to {
			i := from >> q.low
			end := min(to, (i+1)<<q.low)
			sums[i] += (end - from) * model.Time(length)
			fine[i].Most = max(fine[i].Most, float32(length))
			from = end
		}
	})
	for i, sum := range sums {
		fine[i].Mean = float32(float64(sum) / float64(int64(1)<<q.low))
	}
	for {
		q.levels = append(q.levels, fine)
		if len(fine) == 1 {
			return q, nil
		}
		half := make([]queueBucket, (len(fine)+1)/2)
		for i := range half {
			half[i] = queueBucket{fine[2*i].Mean / 2, fine[2*i].Most}
			if 2*i+1 < len(fine) {
				half[i].Mean += fine[2*i+1].Mean / 2
				half[i].Most = max(half[i].Most, fine[2*i+1].Most)
			}
		}
		fine = half
	}
}

// size is the memory of the strip, bytes.
func (q *QueueStrip) size() (bytes int64) {
	for _, l := range q.levels {
		bytes += 8 * int64(cap(l))
	}
	return bytes
}

// QueueWriter computes the run-queue length in each column.
type QueueWriter struct {
	*Columns
	Out []queueBucket // by column
}

// Fill computes the columns from the strip, or from the threads' segments if it is
// too coarse. It reports whether it could: without a strip only short windows are
// walked.
func (w *QueueWriter) Fill(c *Columns, t *model.Trace, q *QueueStrip) bool {
	w.Columns = c
	w.Out = append(w.Out[:0], make([]queueBucket, c.width)...)
	r := c.span.Clip(t.Whole())
	exp := bits.Len64(uint64(c.span.Len())/uint64(c.width)) - 1
	switch {
	case r.Len() == 0:
	case q == nil && float64(t.SwitchCount())*float64(r.Len()) > walkedSlices*float64(t.End):
		return false
	case q == nil || exp < q.low:
		changes, _ := queueChanges(context.Background(), t, r) // which is not cancelled
		queueLevels(changes, r, w.stretch)
		for x := range w.Out {
			w.Out[x].Mean /= float32(w.At[x+1] - w.At[x])
		}
	case len(q.levels) > 0:
		k := min(exp-q.low, len(q.levels)-1)
		w.read(q.levels[k], k+q.low)
	}
	return true
}

// read takes the buckets whose middle lies in a column.
func (w *QueueWriter) read(buckets []queueBucket, exp int) {
	half := model.Time(1) << exp / 2
	j := 0
	if first := w.At[0] - half; first > 0 {
		j = int((first + 2*half - 1) >> exp)
	}
	for x := range w.Out {
		n := 0
		for ; j < len(buckets) && model.Time(j)<<exp+half < w.At[x+1]; j++ {
			w.Out[x].Mean += buckets[j].Mean
			w.Out[x].Most = max(w.Out[x].Most, buckets[j].Most)
			n++
		}
		if n > 1 {
			w.Out[x].Mean /= float32(n)
		}
	}
}

// stretch adds a stretch of one length; means are still in thread · ns.
func (w *QueueWriter) stretch(from, to model.Time, length int) {
	if length == 0 {
		return
	}
	for x := w.X(from); from < to && x < len(w.Out); x++ {
		end := min(to, w.At[x+1])
		w.Out[x].Mean += float32(end-from) * float32(length)
		w.Out[x].Most = max(w.Out[x].Most, float32(length))
		from = end
	}
}
