package analysis

import (
	"math/bits"
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

// latencyOf computes the figures of a sample, with a spare buffer of the same
// length. It reorders the sample.
func latencyOf(sample, spare []model.Time) Latency {
	n := len(sample)
	if n == 0 {
		return Latency{}
	}
	var sum model.Time
	for _, v := range sample {
		sum += v
	}
	permille := [...]int{500, 900, 950, 990, 999, 1000}
	var at [len(permille)]int
	for i, p := range permille {
		at[i] = (n*p+999)/1000 - 1
	}
	var v [len(permille)]model.Time
	if n < leastSpread {
		slices.Sort(sample)
		for i, k := range at {
			v[i] = sample[k]
		}
	} else {
		pick(sample, spare, at[:], v[:])
	}
	return Latency{
		N: n, Mean: sum / model.Time(n),
		P50: v[0], P90: v[1], P95: v[2], P99: v[3], P99_9: v[4], Max: v[5],
	}
}

// leastSpread is the size from which pick is faster than sorting.
const leastSpread = 1 << 11

// rangeBits is the logarithm of how many ranges pick divides each octave into.
const rangeBits = 5

// rangeOf is the range that a length of time falls in: a number that rises with
// it, below 1 << 11.
func rangeOf(v model.Time) int {
	n := bits.Len64(uint64(v)) - rangeBits - 1
	if n <= 0 {
		return int(v)
	}
	return n<<rangeBits + int(v>>n)
}

// pick puts into values what would stand at these places, which rise, if the
// sample were sorted: it counts the lengths of time by ranges, which are few
// per cent wide, and sorts only the ranges that matter. spare is as long as the
// sample.
func pick(sample, spare []model.Time, at []int, values []model.Time) {
	var counts, room [1 << 11]int
	for _, v := range sample {
		counts[rangeOf(v)]++
	}
	const unwanted = -1
	before, k := 0, 0 // of the sample and of at
	used := 0         // of spare
	var starts [1 << 11]int
	for r, n := range counts {
		room[r] = unwanted
		if k < len(at) && at[k] < before+n {
			room[r], starts[r] = used, used
			used += n
			for ; k < len(at) && at[k] < before+n; k++ {
				// Where it will be once the range is sorted.
				at[k] += starts[r] - before
			}
		}
		before += n
	}
	for _, v := range sample {
		if r := rangeOf(v); room[r] != unwanted {
			spare[room[r]] = v
			room[r]++
		}
	}
	for r, end := range room {
		if end != unwanted {
			slices.Sort(spare[starts[r]:end])
		}
	}
	for i := range at {
		values[i] = spare[at[i]]
	}
}

// Latencies returns the dispatch latencies of the threads, from being made
// ready to running, and the redispatch latencies, from losing the CPU to having
// it again, of all episodes that end in r (thread_model 6.8). Episodes whose
// ready time is not known, or that a loss may have cut, are left out.
func Latencies(t *model.Trace, threads []model.ThreadIx, r model.Range) (dispatch, redispatch Latency) {
	all := together(gatherDelays(t, threads, r))
	ready, preempted := all.forms()
	return ready.Latency, preempted.Latency
}
