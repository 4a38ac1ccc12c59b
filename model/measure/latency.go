package measure

import "threadlens/model"

// Latency summarizes a sample of latencies, in ns. Percentiles are by nearest rank:
// the value at index ⌈q·n⌉ of the sorted sample, counted from 1, never
// interpolated. All fields are 0 for an empty sample.
type Latency struct {
	N                         int
	Mean                      model.Time // rounded down
	P50, P90, P95, P99, P99_9 model.Time
	Max                       model.Time
}

// LatencyOf computes the figures of a sample, which is given in parts, and its sum.
func LatencyOf(parts ...[]model.Time) (l Latency, sum model.Time) {
	for _, part := range parts {
		l.N += len(part)
	}
	if l.N == 0 {
		return l, 0
	}
	permille := [...]int{500, 900, 950, 990, 999, 1000}
	var at [len(permille)]int
	for i, p := range permille {
		at[i] = (l.N*p+999)/1000 - 1
	}
	v, sum := pick(parts, at[:])
	l.Mean = sum / model.Time(l.N)
	l.P50, l.P90, l.P95, l.P99, l.P99_9, l.Max = v[0], v[1], v[2], v[3], v[4], v[5]
	return l, sum
}

// Latencies returns the dispatch latencies of the threads, from being made ready to
// running, and the redispatch latencies, from losing the CPU to having it again, of
// all episodes that end in r. Episodes whose ready time is unknown, or that a loss
// may have cut, are left out.
func Latencies(t *model.Trace, threads []model.ThreadIx, r model.Range) (dispatch, redispatch Latency) {
	var ready, preempted [][]model.Time
	for _, d := range GatherDelays(t, threads, r) {
		ready, preempted = append(ready, d.Ready), append(preempted, d.Preempted)
	}
	dispatch, _ = LatencyOf(ready...)
	redispatch, _ = LatencyOf(preempted...)
	return dispatch, redispatch
}

// delaySample is what a walk over threads collects.
type delaySample struct {
	model.Delays
	thread           model.ThreadIx
	ready, preempted model.ThreadIx // the threads with the longest ones
	throttled        []model.Time
	longestThrottled model.Range
}

// GatherDelays walks over each of the threads.
func GatherDelays(t *model.Trace, threads []model.ThreadIx, r model.Range) []delaySample {
	parts := make([]delaySample, len(threads))
	Each(len(threads), func() func(int) {
		return func(i int) {
			ix, d := threads[i], &parts[i]
			d.thread, d.ready, d.preempted = ix, model.NoThread, model.NoThread
			d.Ready = make([]model.Time, 0, ValuesExpected(t, ix, r))
			t.Delays(ix, r, &d.Delays)
			for piece := range t.Throttled(ix, r) {
				d.throttled = append(d.throttled, piece.Len())
				if piece.Len() > d.longestThrottled.Len() {
					d.longestThrottled = piece
				}
			}
			if d.LongestReady.Len() > 0 {
				d.ready = ix
			}
			if d.LongestPreempted.Len() > 0 {
				d.preempted = ix
			}
		}
	})
	return parts
}

// Delay summarizes run-queue delays of one form.
type Delay struct {
	Latency
	Total model.Time // of all
	// Longest is the longest one, from being queued to running, and Thread the
	// thread that it belongs to; empty and NoThread if all are zero.
	Longest model.Range
	Thread  model.ThreadIx
}

// QueueDelay is the time that threads spent in run queues, in its two forms and together:
// after being made ready, and after losing the CPU. Throttled is the part of both in
// which a quota of CPU time kept them from the CPUs.
type QueueDelay struct{ Ready, Preempted, Both, Throttled Delay }

// SumDelays computes the figures of several samples together.
func SumDelays(parts []delaySample) (q QueueDelay) {
	q.Ready.Thread, q.Preempted.Thread, q.Throttled.Thread = model.NoThread, model.NoThread, model.NoThread
	var ready, preempted, throttled [][]model.Time
	for i := range parts {
		d := &parts[i]
		ready, preempted, throttled = append(ready, d.Ready), append(preempted, d.Preempted), append(throttled, d.throttled)
		q.Throttled.lengthen(d.longestThrottled, d.thread)
		q.Ready.lengthen(d.LongestReady, d.ready)
		q.Preempted.lengthen(d.LongestPreempted, d.preempted)
	}
	q.Both = q.Ready
	q.Both.lengthen(q.Preempted.Longest, q.Preempted.Thread)
	q.Ready.Latency, q.Ready.Total = LatencyOf(ready...)
	q.Preempted.Latency, q.Preempted.Total = LatencyOf(preempted...)
	q.Throttled.Latency, q.Throttled.Total = LatencyOf(throttled...)
	q.Both.Latency, q.Both.Total = LatencyOf(append(ready, preempted...)...)
	return q
}

// lengthen replaces the longest delay by that of a thread if it is longer.
func (d *Delay) lengthen(r model.Range, ix model.ThreadIx) {
	if r.Len() > d.Longest.Len() {
		d.Longest, d.Thread = r, ix
	}
}
