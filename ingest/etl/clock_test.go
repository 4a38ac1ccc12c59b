package etl

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

// TestClock compares the conversion of ticks with arithmetic of any precision.
func TestClock(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, freq := range []uint64{1, 1000, 2_143_632, 2_338_525, 10_000_000, 14_318_180, second, 3_000_000_000} {
		c := newClock(1_000_000, freq)
		var last model.Time
		var ticks int64 = 1_000_000
		for range 2000 {
			ticks += rng.Int64N(1 << rng.IntN(50))
			want := new(big.Int).Mul(big.NewInt(ticks-1_000_000), big.NewInt(second))
			want.Div(want, new(big.Int).SetUint64(freq))
			if want.Cmp(big.NewInt(int64(latest))) > 0 {
				want.SetInt64(int64(latest))
			}
			at := c.ns(ticks)
			if int64(at) != want.Int64() || at < last {
				t.Fatalf("%d ticks at %d Hz: %d after %d, not %v", ticks, freq, at, last, want)
			}
			last = at
		}
		if c.ns(999_999) != 0 || c.ns(math.MinInt64) != 0 || c.ns(math.MaxInt64) < last {
			t.Errorf("%d Hz: wrong at the ends", freq)
		}
	}
}
