package measure

import (
	"math"
	"testing"
)

// TestLocked: starts are in step with the clock if 20 of them fall at about the same phase,
// and follow its tick in the first eighth of its phases.
func TestLocked(t *testing.T) {
	for j := range Phases {
		for n, want := range map[int64]bool{0: false, 19: false, 20: true, 1000: true} {
			var c Charge
			c.starts[j] = n
			if locked, onTick := c.locked(); locked != want || onTick != (want && j < Phases/8) {
				t.Errorf("%d starts in phase %d: in step %v, on the tick %v", n, j, locked, onTick)
			}
		}
	}
	// The mean decides: of as many on both sides of the end of that eighth it is that end.
	for n, want := range map[int64]bool{99: false, 101: true} {
		var c Charge
		c.starts[Phases/8-1], c.starts[Phases/8] = n, 100
		if locked, onTick := c.locked(); !locked || onTick != want {
			t.Errorf("%d starts before and 100 behind an eighth: in step %v, on the tick %v", n, locked, onTick)
		}
	}
	// With the same number a half, a third and a quarter of a period later the resultants are 0, 1/2
	// and 1/√2; an eighth later it is 0.92.
	for by, want := range map[int]bool{2: false, 3: false, 4: false, 8: true} {
		var c Charge
		c.starts[0], c.starts[Phases/by] = 100, 100
		if locked, _ := c.locked(); locked != want {
			t.Errorf("two phases, 1/%d of a period apart: in step %v", by, locked)
		}
	}
}

// TestSpread: mean, deviation and bounds cover only the phases that have a tick.
func TestSpread(t *testing.T) {
	e := &Emulation{CPUs: 1}
	e.Range.To = 1000
	var c Charge
	for j, hits := range map[int]int64{0: 1, 1: 3, 2: 5, 3: 7} {
		e.Ticks[j], c.Hits[j] = 10, hits
	}
	c.Hits[4] = 9 // without ticks
	got := e.Spread(&c)
	if got.Low != 100 || got.High != 700 || got.Mean != 400 || math.Abs(got.Deviation-math.Sqrt(50_000)) > 1e-9 {
		t.Errorf("%+v", got)
	}
	if none := (&Emulation{}).Spread(&c); none != (Spread{}) {
		t.Errorf("of no ticks: %+v", none)
	}
}

// TestCorrectionLimits: a guest that counted something is corrected, even by a host that
// counted nothing.
func TestCorrectionLimits(t *testing.T) {
	for _, c := range []struct {
		host, guest, w float64
		ok             bool
	}{{50, 25, 2, true}, {0, 25, 0, true}, {-1, 25, 0, false}, {50, 0, 0, false}, {50, -1, 0, false}, {50, 0.5, 100, true}} {
		if got, ok := CorrectionOf(c.host, c.guest, 1); ok != c.ok || got.W != c.w {
			t.Errorf("%v of %v: %v, %v", c.host, c.guest, got.W, ok)
		}
	}
}

// TestParseDenominator: each denominator is read as it is written, and nothing else.
func TestParseDenominator(t *testing.T) {
	for p := range percentNames {
		d := Denominator(p)
		if got, ok := ParseDenominator(d.String()); got != d || !ok {
			t.Errorf("%q is %v, %v", d, got, ok)
		}
	}
	for _, s := range []string{"", "Cores", "percent of all"} {
		if got, ok := ParseDenominator(s); ok || got != 0 {
			t.Errorf("%q is %v", s, got)
		}
	}
}

// TestEstimateWords: a share is written in percent with its bounds.
func TestEstimateWords(t *testing.T) {
	e := Estimate{Share: 0.5, ShareLow: 0.25, ShareHigh: 0.754}
	if got := e.String(); got != "50.0% of the samples (95% interval: 25.0% to 75.4%)" {
		t.Error(got)
	}
	e.Time, e.Low, e.High = 2e6, 1e6, 3e6
	if got := e.String(); got != "2.00 ms sampled (95% interval: 1.00 ms to 3.00 ms)" {
		t.Error(got)
	}
	e.Time, e.Low = 0, 0
	if got := e.String(); got != "0 ns sampled (95% interval: 0 ns to 3.00 ms)" {
		t.Error(got)
	}
}

// TestThreeSignificant: numbers of three digits up to 999.5, which is a thousand.
func TestThreeSignificant(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.123456: "0.123", 0.9: "0.9", 1: "1.00", 12.34: "12.3", 999.4: "999", 999.5: "1\u2009000", 1234.5: "1\u2009235"} {
		if got := threeSignificant(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
