package measure

import (
	"math/bits"
	"slices"

	"threadlens/model"
)

// leastSpread is the size from which counting a sample by range is faster than
// sorting it.
const leastSpread = 1 << 11

// rangeBits is the logarithm of the number of ranges into which each octave is
// divided, and ranges the number of all ranges.
const (
	rangeBits = 5
	ranges    = 1 << 11
)

// rangeOf is the number of the range in which a duration falls, ascending and below
// ranges.
func rangeOf(v model.Time) int {
	n := bits.Len64(uint64(v)) - rangeBits - 1
	if n <= 0 {
		return int(v)
	}
	return n<<rangeBits + int(v>>n)
}

// pick returns the values that a sorted sample would have at the given indexes,
// which must be ascending, and its sum. The sample is given in parts, none of which
// is changed. Durations are counted by range, each a few per cent wide, and only
// those in the ranges that matter are sorted.
func pick(parts [][]model.Time, at []int) (values []model.Time, sum model.Time) {
	values = make([]model.Time, len(at))
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n < leastSpread {
		sorted := slices.Concat(parts...)
		slices.Sort(sorted)
		for _, v := range sorted {
			sum += v
		}
		for i, k := range at {
			values[i] = sorted[k]
		}
		return values, sum
	}
	counts, sum := spread(parts)
	var wanted wantedRanges
	within := make([]int, len(at)) // index within the range
	before, k, lists := 0, 0, 0
	for r, n := range counts {
		if k < len(at) && at[k] < before+n {
			lists++
			wanted[r] = uint8(lists)
		}
		for ; k < len(at) && at[k] < before+n; k++ {
			within[k] = at[k] - before
		}
		before += n
	}
	sorted := wanted.gather(parts, lists)
	before, k = 0, 0
	for r, n := range counts {
		for ; k < len(at) && at[k] < before+n; k++ {
			values[k] = sorted[wanted[r]-1][within[k]]
		}
		before += n
	}
	return values, sum
}

// spread counts a sample by range and adds it up.
func spread(parts [][]model.Time) (counts [ranges]int, sum model.Time) {
	type tally struct {
		counts [ranges]int
		sum    model.Time
	}
	var workers []*tally
	Each(len(parts), func() func(int) {
		w := new(tally)
		workers = append(workers, w)
		return func(i int) {
			for _, v := range parts[i] {
				w.counts[rangeOf(v)]++
				w.sum += v
			}
		}
	})
	for _, w := range workers {
		sum += w.sum
		for r, n := range w.counts {
			counts[r] += n
		}
	}
	return counts, sum
}

// wantedRanges are, for each range, 1 + the list into which its values go, 0 if
// they do not matter.
type wantedRanges [ranges]uint8

// gather collects the lists and sorts them.
func (w *wantedRanges) gather(parts [][]model.Time, lists int) [][]model.Time {
	var workers [][][]model.Time
	Each(len(parts), func() func(int) {
		own := make([][]model.Time, lists)
		workers = append(workers, own)
		return func(i int) {
			for _, v := range parts[i] {
				if k := w[rangeOf(v)]; k > 0 {
					own[k-1] = append(own[k-1], v)
				}
			}
		}
	})
	sorted := make([][]model.Time, lists)
	Each(lists, func() func(int) {
		return func(k int) {
			for _, own := range workers {
				sorted[k] = append(sorted[k], own[k]...)
			}
			slices.Sort(sorted[k])
		}
	})
	return sorted
}
