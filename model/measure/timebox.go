package measure

import (
	"math"
	"math/bits"
	"slices"

	"threadlens/model"
)

// chunk is how many values of a long list are processed at a time.
const chunk = 1 << 16

// chunks is the number of parts of a list of n values.
func chunks(n int) int { return (n + chunk - 1) / chunk }

// inChunk is chunk i of a list.
func inChunk[T any](list []T, i int) []T { return list[i*chunk : min(len(list), (i+1)*chunk)] }

// mostTime is the value up to which every whole number of ns has its own float64.
const mostTime = 1 << 53

// wholeTimes are values as lengths of time, by chunks; ok is false unless all are
// whole numbers of ns.
func wholeTimes(values []float64) (parts [][]model.Time, ok bool) {
	parts = make([][]model.Time, chunks(len(values)))
	Each(len(parts), func() func(int) {
		return func(i int) {
			part := inChunk(values, i)
			times := make([]model.Time, len(part))
			for k, v := range part {
				times[k] = model.Time(v)
				if !(v >= 0 && v <= mostTime) || float64(times[k]) != v {
					return
				}
			}
			parts[i] = times
		}
	})
	return parts, !slices.ContainsFunc(parts, func(p []model.Time) bool { return p == nil })
}

// boxOfTimes is BoxOf for many durations: it sorts only the values that determine
// the box.
func boxOfTimes(parts [][]model.Time) Box {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	places := []int{0}
	for _, q := range boxQuantiles {
		i := int(q * float64(n-1))
		places = append(places, i, i+1)
	}
	v, sum := pick(parts, append(places, n-1))
	b := Box{N: n, Min: float64(v[0]), Max: float64(v[len(v)-1]), Mean: float64(sum) / float64(n)}
	for k, to := range []*float64{&b.Q1, &b.Median, &b.Q3} {
		at := boxQuantiles[k] * float64(n-1)
		low, high := float64(v[1+2*k]), float64(v[2+2*k])
		*to = low + (at-float64(places[1+2*k]))*(high-low)
	}
	b.addWhiskers(parts)
	return b
}

// boxQuantiles are the quantiles of the box itself.
var boxQuantiles = [...]float64{0.25, 0.5, 0.75}

// addWhiskers finds the whiskers and outliers of a box that is otherwise complete.
func (b *Box) addWhiskers(parts [][]model.Time) {
	reach := whisker * (b.Q3 - b.Q1)
	// Whole numbers lie beyond a limit if they lie beyond the next whole number
	// inside it.
	from := model.Time(math.Ceil(max(b.Q1-reach, 0)))
	to := model.Time(math.Floor(min(b.Q3+reach, mostTime)))
	type share struct {
		low, high model.Time
		beyond    []uint64
	}
	shares := make([]share, len(parts))
	Each(len(parts), func() func(int) {
		return func(i int) {
			s := share{low: model.Forever}
			for _, v := range parts[i] {
				if v < from || v > to {
					s.beyond = append(s.beyond, uint64(v))
					continue
				}
				s.low, s.high = min(s.low, v), max(s.high, v)
			}
			shares[i] = s
		}
	})
	low, high := model.Forever, model.Time(0)
	var beyond []uint64
	for _, s := range shares {
		low, high = min(low, s.low), max(high, s.high)
		beyond = append(beyond, s.beyond...)
	}
	b.Low, b.High = min(float64(low), b.Q1), max(float64(high), b.Q3)
	sorted, _ := sortDigits(beyond, nil, 0, bits.Len64(uint64(b.Max)))
	for _, v := range sorted {
		b.Outliers = append(b.Outliers, float64(v))
	}
}
