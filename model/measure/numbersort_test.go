package measure

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBucketSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var s BucketSort
	var spare []uint64
	for i := range 300 {
		list := make([]uint64, rng.IntN(5000))
		width := 1 + rng.IntN(62)
		for k := range list {
			list[k] = rng.Uint64N(1<<width) >> (i % 7 * rng.IntN(9))
		}
		want := slices.Clone(list)
		slices.Sort(want)
		var got []uint64
		if got, spare = s.Sort(list, spare, width); !slices.Equal(got, want) {
			t.Fatalf("%d numbers of %d bits are not sorted", len(list), width)
		}
	}
}

func TestMergeSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		limit := uint64(1) << (1 + rng.IntN(50))
		lists := make([][]uint64, rng.IntN(9))
		for k := range lists {
			for range rng.IntN(20_000) {
				lists[k] = append(lists[k], rng.Uint64N(limit+1)>>(i%5*rng.IntN(5)))
			}
			slices.Sort(lists[k])
		}
		want := slices.Concat(lists...)
		slices.Sort(want)
		if got := MergeSorted(lists, limit); !slices.Equal(got, want) {
			t.Fatalf("%d lists of %d numbers up to %d are not merged", len(lists), len(want), limit)
		}
	}
}
