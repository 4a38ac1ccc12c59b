package model

import (
	"iter"
	"sort"
)

// Overlaps finds the ones of many ranges that overlap a given one, whether or not
// the ranges overlap each other. The cost is a few steps for each range found, and
// does not depend on those before it.
type Overlaps struct {
	n     int
	at    func(int) Range
	tiers [][]Time // the latest end of 2^6, 2^12, … ranges in a row
}

// overlapBits is how many ranges, or entries of a tier, an entry covers.
const overlapBits = 6

// NewOverlaps prepares to search n ranges in order of start; at must keep returning
// them. A range without length counts as one of a nanosecond.
func NewOverlaps(n int, at func(int) Range) Overlaps {
	o := Overlaps{n: n, at: at}
	end := o.end
	for count := n; count > 1; count = len(o.tiers[len(o.tiers)-1]) {
		tier := make([]Time, (count+1<<overlapBits-1)>>overlapBits)
		for i := range count {
			k := i >> overlapBits
			tier[k] = max(tier[k], end(i))
		}
		o.tiers = append(o.tiers, tier)
		end = func(i int) Time { return tier[i] }
	}
	return o
}

func (o *Overlaps) end(i int) Time {
	r := o.at(i)
	return max(r.To, r.From+1)
}

// In yields the ranges that overlap r, in order of start.
func (o *Overlaps) In(r Range) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := o.next(0, r.From); i < o.n; i = o.next(i+1, r.From) {
			if o.at(i).From >= r.To || !yield(i) {
				return
			}
		}
	}
}

// After is the first range that begins at t or later, n if there is none.
func (o *Overlaps) After(t Time) int {
	return sort.Search(o.n, func(i int) bool { return o.at(i).From >= t })
}

// next is the first range from i on that ends after t, n if there is none.
func (o *Overlaps) next(i int, t Time) int {
	for i < o.n {
		// As long as nothing that an entry covers ends after t, skip all of it.
		step := 0
		for k := range o.tiers {
			at := i >> (overlapBits * (k + 1))
			if i&(1<<(overlapBits*(k+1))-1) != 0 || o.tiers[k][at] > t {
				break
			}
			step = 1 << (overlapBits * (k + 1))
		}
		switch {
		case step > 0:
			i += step
		case o.end(i) > t:
			return i
		default:
			i++
		}
	}
	return o.n
}
