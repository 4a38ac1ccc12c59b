package measure

import (
	"math/bits"
	"slices"
)

// sortDigits is a radix sort of a list by the bits from one up to another, and possibly by the
// others, using a second list as scratch space. It returns the sorted list first. For many numbers it
// is several times faster than sorting by comparison.
func sortDigits(list, spare []uint64, from, to int) (sorted, rest []uint64) {
	const digitBits = 13
	n := len(list)
	if n < 1<<digitBits {
		slices.Sort(list)
		return list, spare
	}
	spare = slices.Grow(spare[:0], n)[:n]
	var at [1 << digitBits]uint32
	for shift := from; shift < to; shift += digitBits {
		clear(at[:])
		for _, c := range list {
			at[c>>shift&(1<<digitBits-1)]++
		}
		sum := uint32(0)
		for d, k := range at {
			at[d], sum = sum, sum+k
		}
		for _, c := range list {
			d := c >> shift & (1<<digitBits - 1)
			spare[at[d]] = c
			at[d]++
		}
		list, spare = spare, list
	}
	return list, spare
}

// BucketSort sorts numbers that are about evenly distributed between 0 and a limit,
// in half the time of sortDigits if they fit in a CPU's own cache: one pass puts
// each near its place. It keeps its scratch space.
type BucketSort struct{ at []uint32 }

// Sort sorts a list of numbers of at most the given number of bits, using a second
// list as scratch space. It returns the sorted list first.
func (b *BucketSort) Sort(list, spare []uint64, width int) (sorted, rest []uint64) {
	n := len(list)
	shift := max(0, width-bits.Len(uint(n)))
	spare = slices.Grow(spare[:0], n)[:n]
	size := 1 << (width - shift)
	b.at = slices.Grow(b.at[:0], size)[:size]
	clear(b.at)
	for _, c := range list {
		b.at[c>>shift]++
	}
	sum := uint32(0)
	for i, k := range b.at {
		b.at[i], sum = sum, sum+k
	}
	for _, c := range list {
		k := c >> shift
		spare[b.at[k]] = c
		b.at[k]++
	}
	from := uint32(0)
	for _, to := range b.at { // where the bucket now ends
		if to-from > 1 {
			slices.Sort(spare[from:to])
		}
		from = to
	}
	return spare, list
}
