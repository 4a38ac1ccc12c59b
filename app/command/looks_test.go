package command

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
)

// TestLimitsOfPictures: sizes and scales at each limit are accepted, those beyond it not.
func TestLimitsOfPictures(t *testing.T) {
	for _, c := range []struct {
		size  string
		scale float64
		ok    bool
	}{
		{"", 0.5, true},
		{"", 0.49, false},
		{"", 4, true},
		{"", 4.01, false},
		{"320x160", 1, true},
		{"319x160", 1, false},
		{"320x159", 1, false},
		{"8000x8000", 1, true},
		{"8001x8000", 1, false},
		{"8000x8001", 1, false},
		// 2²⁷ pixels
		{"8000x4194", 2, true},
		{"8000x4195", 2, false},
		{"4096x2048", 4, true},
		{"4096x2049", 4, false},
	} {
		look := lookFlags{theme: "light", colours: "classic", scale: c.scale, size: c.size}
		if s, err := look.parse(); (err == nil) != c.ok || c.ok && float64(s.Scale) != c.scale {
			t.Errorf("--size %q --scale %v: %v, want ok %v", c.size, c.scale, err, c.ok)
		}
	}
}

// TestNoise: from nothing, which is distinct from the default share, to 99 %.
func TestNoise(t *testing.T) {
	for text, want := range map[string]float64{"0": -1, "0.5": 0.5, "2%": 2, "99": 99, "99.01": 0, "-1": 0, "NaN": 0} {
		if c, err := (&treeFlags{noise: text}).parse(); (err == nil) != (want != 0) || err == nil && c.tree.Noise != want {
			t.Errorf("--noise %s: %v, %v, want %v", text, c.tree.Noise, err, want)
		}
	}
}

// TestLinesOfInfo: a clock of unknown resolution is given that of nanoseconds, and threads are
// counted without the idle ones.
func TestLinesOfInfo(t *testing.T) {
	for ns, want := range map[int64]string{0: "TSC, resolution 1 ns, clock value 7 ns at trace start", 100: "TSC, resolution 100 ns, clock value 7 ns at trace start"} {
		if got := clockLine(model.Clock{Name: "TSC", ResolutionNS: ns, StartNS: 7}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	tr := &model.Trace{Threads: []model.Thread{{Idle: true}, {}, {}}}
	if got, want := threadLine(tr), "2 (0 with recorded activity)"; got != want || len(measure.Visible(tr)) != 0 {
		t.Errorf("%q, want %q", got, want)
	}
}
