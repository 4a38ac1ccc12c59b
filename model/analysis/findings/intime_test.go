package findings

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
)

// TestInTime: as a stable comparison sorts, for instants of few and of many bits.
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

// TestLasting: where so many are runnable on average that it must be too much for half of the
// time, it is not counted; else it is, on both sides of the bound.
func TestLasting(t *testing.T) {
	for _, c := range []struct {
		runnable float64 // on average, of ten threads on two CPUs
		want     bool    // without counting: nothing is runnable in the trace
	}{{7, true}, {6.5, true}, {6.4, false}} {
		l := &look{t: &model.Trace{Threads: make([]model.Thread, 1)}, target: make([]model.ThreadIx, 10), Limits: NewLimits()}
		var err error
		if l.Limits, err = l.With("E3.runnable", 150); err != nil { // of two CPUs: 3
			t.Fatal(err)
		}
		l.Range = model.Range{To: 1000}
		d := &demand{run: model.Time(1000 * c.runnable), cpus: 2}
		if got := l.lasting(d); got != c.want {
			t.Errorf("%v runnable: %v", c.runnable, got)
		}
	}
}
