package analysis

import (
	"slices"

	"threadlens/model"
)

// Latency sums up a sample of latencies, in ns. Percentiles are by nearest
// rank: the value at index ⌈q·n⌉ of the sorted sample, counted from 1, never
// interpolated. All fields are 0 for an empty sample.
type Latency struct {
	N                         int
	Mean                      model.Time // rounded down
	P50, P90, P95, P99, P99_9 model.Time
	Max                       model.Time
}

// latencyOf computes the figures of a sample; it sorts it, with a spare buffer
// of the same length.
func latencyOf(sample, spare []model.Time) Latency {
	n := len(sample)
	if n == 0 {
		return Latency{}
	}
	sample = sortTimes(sample, spare)
	var sum model.Time
	for _, v := range sample {
		sum += v
	}
	rank := func(permille int) model.Time { return sample[(n*permille+999)/1000-1] }
	return Latency{
		N: n, Mean: sum / model.Time(n),
		P50: rank(500), P90: rank(900), P95: rank(950), P99: rank(990), P99_9: rank(999),
		Max: sample[n-1],
	}
}

// digitBits is the width of a digit of sortTimes.
const digitBits = 11

// sortTimes sorts lengths of time, which are not negative: digit by digit from
// the lowest, which takes a few passes over the millions of latencies of a long
// trace. The result is in either of the two buffers.
func sortTimes(a, spare []model.Time) []model.Time {
	if len(a) < 1<<digitBits {
		slices.Sort(a)
		return a
	}
	top := slices.Max(a)
	for shift := 0; top>>shift > 0; shift += digitBits {
		var at [1 << digitBits]int
		for _, v := range a {
			at[v>>shift&(1<<digitBits-1)]++
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for _, v := range a {
			d := v >> shift & (1<<digitBits - 1)
			spare[at[d]] = v
			at[d]++
		}
		a, spare = spare, a
	}
	return a
}

// Latencies returns the dispatch latencies of the threads, from being made
// ready to running, and the redispatch latencies, from losing the CPU to having
// it again, of all episodes that end in r (thread_model 6.8). Episodes whose
// ready time is not known, or that a loss may have cut, are left out.
func Latencies(t *model.Trace, threads []model.ThreadIx, r model.Range) (dispatch, redispatch Latency) {
	segments := 0
	for _, ix := range threads {
		segments += t.Threads[ix].Len()
	}
	ready := make([]model.Time, 0, min(segments/3, maxReserve))
	var again []model.Time
	for _, ix := range threads {
		for e := range t.Episodes(ix, r) {
			if e.Open {
				continue
			}
			switch d, ok := dispatchOf(t, &e); {
			case ok:
				ready = append(ready, d)
			case e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield:
				again = append(again, e.In-e.Out)
			}
		}
	}
	return latencyOf(ready, make([]model.Time, len(ready))), latencyOf(again, make([]model.Time, len(again)))
}

// maxReserve bounds the room made in advance for a sample.
const maxReserve = 1 << 22

// dispatchOf is the dispatch latency of an episode, if it counts as one.
func dispatchOf(t *model.Trace, e *model.Episode) (d model.Time, ok bool) {
	if e.Kind != model.EpisodeWait && e.Kind != model.EpisodeNew {
		return 0, false
	}
	bad := model.WakeMissing | model.LossOverlap
	if e.Open || !e.Queued || t.NoWakeEvents || e.Flags&bad != 0 {
		return 0, false
	}
	return e.Dispatch(), true
}
