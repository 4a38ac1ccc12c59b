package measure

import (
	"slices"
)

// Box is how values are distributed, as a box plot draws it. All fields are 0
// for no values.
type Box struct {
	N              int
	Min, Max, Mean float64
	Q1, Median, Q3 float64   // type 7: between the two nearest values, in proportion
	Low, High      float64   // whiskers: the last values within 1.5 times Q3−Q1 of the box, at least its edges
	Outliers       []float64 // beyond the whiskers, ascending
}

// whisker is how far whiskers reach, in units of the height of the box.
const whisker = 1.5

// BoxOf computes the box of values, which it may reorder.
func BoxOf(values []float64) Box {
	n := len(values)
	if n == 0 {
		return Box{}
	}
	if n >= leastSpread {
		if times, ok := wholeTimes(values); ok {
			return boxOfTimes(times)
		}
	}
	slices.Sort(values)
	return boxOfSorted(values)
}

// boxOfSorted is BoxOf for ascending values, of which there must be at least one.
func boxOfSorted(values []float64) Box {
	n := len(values)
	b := Box{
		N: n, Min: values[0], Max: values[n-1],
		Q1: quantile(values, 0.25), Median: quantile(values, 0.5), Q3: quantile(values, 0.75),
	}
	for _, v := range values {
		b.Mean += v / float64(n)
	}
	reach := whisker * (b.Q3 - b.Q1)
	first, _ := slices.BinarySearch(values, b.Q1-reach)
	last, _ := slices.BinarySearchFunc(values, b.Q3+reach, func(v, limit float64) int {
		if v <= limit {
			return -1
		}
		return 1
	})
	b.Low, b.High = min(values[first], b.Q1), max(values[last-1], b.Q3)
	b.Outliers = append(slices.Clone(values[:first]), values[last:]...)
	return b
}

// quantile is the q-quantile of sorted values by type 7, the default in R and in
// spreadsheets.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
