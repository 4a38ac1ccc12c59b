package findings

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
)

// TestInTime: the order is that of a stable comparison sort, for instants of few
// and of many bits.
func TestInTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int64{1, 2, 2047, 2048, 2049, 1 << 33, 1 << 62} {
		for _, n := range []int{0, 1, 2, 1000} {
			list := make([]moment, n)
			for i := range list {
				list[i] = moment{model.Time(r.Int64N(most + 1)), int32(i)}
			}
			want := slices.Clone(list)
			slices.SortStableFunc(want, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
			if got := inTime(list); !slices.Equal(got, want) {
				t.Errorf("%d instants up to %d are not in order", n, most)
			}
		}
	}
}
