package measure

import (
	"math"
	"testing"
)

// TestWelch compares with the integral of Student's density from |t| = 2.930266 on, for 27.961002 degrees of
// freedom, summed up in two million steps.
func TestWelch(t *testing.T) {
	a := []float64{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4}
	b := []float64{27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 26.1}
	for _, x := range []struct {
		a, b []float64
		want float64
		ok   bool
	}{
		{a, b, 0.0066754, true},
		{b, a, 0.0066754, true},
		{[]float64{1, 2, 3}, []float64{1, 2, 3}, 1, true},
		{[]float64{1, 2}, []float64{1}, 0, false},
		{[]float64{1}, []float64{1, 2}, 0, false},
		{[]float64{5, 5}, []float64{5, 5}, 0, false},
		{[]float64{5, 5}, []float64{6, 6}, 0, true},
		{nil, nil, 0, false},
	} {
		p, ok := Welch(x.a, x.b)
		if ok != x.ok || math.Abs(p-x.want) > 1e-7 {
			t.Errorf("%v, %v: %.6f, %v, want %v, %v", x.a, x.b, p, ok, x.want, x.ok)
		}
	}
}

// TestHolm: the example of R's p.adjust, and the order of the tests does not matter.
func TestHolm(t *testing.T) {
	for _, x := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.02, 0.03, 0.04}, []float64{0.04, 0.06, 0.06, 0.06}},
		{[]float64{0.04, 0.01, 0.03, 0.02}, []float64{0.06, 0.04, 0.06, 0.06}},
		{[]float64{0.5, 0.001}, []float64{0.5, 0.002}},
		{[]float64{0.9, 0.8}, []float64{1, 1}},
		{nil, nil},
	} {
		got := Holm(x.p)
		for i := range x.p {
			if math.Abs(got[i]-x.want[i]) > 1e-12 {
				t.Errorf("%v: %v, want %v", x.p, got, x.want)
			}
		}
	}
}

// TestMeanOf: the mean, and its standard error from two values on.
func TestMeanOf(t *testing.T) {
	for _, x := range []struct {
		values       []float64
		mean, spread float64
	}{{nil, 0, 0}, {[]float64{4}, 4, 0}, {[]float64{2, 4}, 3, 1}, {[]float64{1, 2, 3, 4}, 2.5, math.Sqrt(5.0 / 12)}} {
		if mean, spread := MeanOf(x.values); mean != x.mean || math.Abs(spread-x.spread) > 1e-12 {
			t.Errorf("%v: %v ± %v", x.values, mean, spread)
		}
	}
}
