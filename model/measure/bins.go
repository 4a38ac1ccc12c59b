package measure

import (
	"math"
	"slices"
)

// Bin is how many values lie in [From, To).
type Bin struct {
	From, To float64
	Count    int
}

// TimeBins counts durations in ns in bins of 1, 2 and 5 times the powers of ten,
// from the shortest to the longest value.
func TimeBins(values []float64) []Bin {
	if len(values) == 0 {
		return nil
	}
	edges := []float64{0}
	for e, limit := 1.0, slices.Max(values); edges[len(edges)-1] <= limit && e < math.MaxInt64; e *= 10 {
		edges = append(edges, e, 2*e, 5*e)
	}
	return trimBins(countBins(values, edges))
}

// linearBins is the maximum number of bins for values that are not times.
const linearBins = 20

// LinearBins counts values by bins of equal width, which is 1, 2 or 5 times a
// power of ten.
func LinearBins(values []float64) []Bin {
	if len(values) == 0 {
		return nil
	}
	low, high := slices.Min(values), slices.Max(values)
	width := niceAbove(high/linearBins - low/linearBins)
	first := math.Floor(low / width)
	n := int(math.Floor(high/width)-first) + 1
	edges := make([]float64, n+1)
	for i := range edges {
		edges[i] = (first + float64(i)) * width
	}
	return trimBins(countBins(values, edges))
}

// leastWidth is the width below which values count as equal.
const leastWidth = 1e-9

// niceAbove is the least of 1, 2 and 5 times a power of ten that is not below v, or
// 1 if v is practically zero.
func niceAbove(v float64) float64 {
	if v < leastWidth {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v {
			return m * power
		}
	}
	return 10 * power
}

// countBins counts values between rising edges. Values that rounding puts beyond
// the last edge belong to the last bin.
func countBins(values, edges []float64) []Bin {
	last := len(edges) - 2
	// From its exponent a value is known to lie after one of the edges.
	var behind [1 << 11]int
	for e := range behind {
		least := math.Float64frombits(uint64(e) << 52)
		i, _ := slices.BinarySearchFunc(edges, least, func(edge, v float64) int {
			if edge <= v {
				return -1
			}
			return 1
		})
		behind[e] = min(max(i-1, 0), last)
	}
	bins := make([]Bin, len(edges)-1)
	for i := range bins {
		bins[i] = Bin{From: edges[i], To: edges[i+1]}
	}
	for _, v := range values {
		i := 0
		if v > 0 {
			i = behind[math.Float64bits(v)>>52]
		}
		for i < last && edges[i+1] <= v {
			i++
		}
		bins[i].Count++
	}
	return bins
}

// trimBins drops the empty bins before the first value and after the last.
func trimBins(bins []Bin) []Bin {
	filled := func(b Bin) bool { return b.Count > 0 }
	from := slices.IndexFunc(bins, filled)
	for len(bins) > 0 && bins[len(bins)-1].Count == 0 {
		bins = bins[:len(bins)-1]
	}
	return bins[max(from, 0):]
}

// Bins counts values of the metric.
func (m Metric) Bins(values []float64) []Bin {
	if m.IsTime() {
		return TimeBins(values)
	}
	return LinearBins(values)
}
