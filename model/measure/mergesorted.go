package measure

import (
	"math/bits"
	"slices"
)

// mergedAtOnce is how many numbers MergeSorted merges at a time: they and the
// scratch space fit in a CPU's own cache.
const mergedAtOnce = 1 << 14

// MergeSorted merges several ascending lists of numbers up to a limit into one, on
// all CPUs.
func MergeSorted(lists [][]uint64, limit uint64) []uint64 {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	pieces := n/mergedAtOnce + 1
	step := limit/uint64(pieces) + 1
	// Where each piece starts in each list, and in the result.
	begins := make([][]int, pieces+1)
	offsets := make([]int, pieces+1)
	Each(pieces+1, func() func(int) {
		return func(i int) {
			begins[i] = make([]int, len(lists))
			for k, list := range lists {
				at := len(list)
				if i < pieces {
					at, _ = slices.BinarySearch(list, uint64(i)*step)
				}
				begins[i][k] = at
				offsets[i] += at
			}
		}
	})
	merged := make([]uint64, n)
	Each(pieces, func() func(int) {
		var sorter BucketSort
		var room, spare []uint64
		return func(i int) {
			room = room[:0]
			base := uint64(i) * step
			for k, list := range lists {
				for _, v := range list[begins[i][k]:begins[i+1][k]] {
					room = append(room, v-base)
				}
			}
			room, spare = sorter.Sort(room, spare, bits.Len64(step))
			to := merged[offsets[i]:offsets[i+1]]
			for j, v := range room {
				to[j] = base + v
			}
		}
	})
	return merged
}
