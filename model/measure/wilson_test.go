package measure_test

import (
	"fmt"
	"testing"

	"threadlens/model/measure"
)

// TestWilsonCases: worked examples, and the ends.
func TestWilsonCases(t *testing.T) {
	for _, x := range []struct {
		k, n float64
		want string // in percent
	}{
		{0, 34, "0.0 10.2"},
		{21, 34, "45.0 76.1"},
		{34, 34, "89.8 100.0"},
		{35, 34, "89.8 100.0"}, // more than all is all
		{-1, 34, "0.0 10.2"},
		{0, 0, "0.0 100.0"},
		{1, 0, "0.0 100.0"},
		{0, 1, "0.0 79.3"},
		{1, 1, "20.7 100.0"},
	} {
		low, high := measure.Wilson(x.k, x.n)
		if got := fmt.Sprintf("%.1f %.1f", 100*low, 100*high); got != x.want {
			t.Errorf("%g of %g: %s %%, want %s", x.k, x.n, got, x.want)
		}
		if x.n > 0 && low >= high {
			t.Errorf("%g of %g: the interval [%g, %g] is empty", x.k, x.n, low, high)
		}
	}
}
