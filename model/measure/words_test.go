package measure_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
)

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		ns   model.Time
		want string
	}{
		{0, "0 ns"},
		{999, "999 ns"},
		{1000, "1.00 µs"},
		{9_994, "9.99 µs"},
		{9_995, "10.0 µs"},
		{99_949, "99.9 µs"},
		{99_950, "100 µs"},
		{771_800, "772 µs"},
		{999_499, "999 µs"},
		{999_500, "1.00 ms"},
		{29_000_000, "29.0 ms"},
		{250_000_000, "250 ms"},
		{15_700_000_000, "15.7 s"},
		{99_900_000_000, "99.9 s"},
		{100_000_000_000, "1 min 40 s"},
		{503_800_000_000, "8 min 24 s"},
		{99*60e9 + 59_499_999_999, "99 min 59 s"},
		{100 * 60e9, "1 h 40 min"},
		{100*60e9 + 29_999_999_999, "1 h 40 min"},
		{100*60e9 + 30e9, "1 h 41 min"},
		{7_500_000_000_000, "2 h 5 min"},
		{-5_000, "−5.00 µs"},
	} {
		if got := measure.Duration(c.ns); got != c.want {
			t.Errorf("Duration(%d) = %q, want %q", c.ns, got, c.want)
		}
	}
}

func TestInstant(t *testing.T) {
	long := model.Range{To: 1e9}
	for _, c := range []struct {
		at     model.Time
		window model.Range
		want   string
	}{
		{0, long, "0.000 ms"},
		{7_611_000_000, long, "7\u2009611.000 ms"},
		{1_234_567_890_123, long, "1\u2009234\u2009567.890 ms"},
		{999_999_999, long, "999.999 ms"},
		{1_234_567, model.Range{From: 1_234_000, To: 1_243_999}, "1.234567 ms"},
		{1_234_567, model.Range{From: 1_234_000, To: 1_244_000}, "1.234 ms"},
		{-1_500_000, long, "−1.500 ms"},
	} {
		if got := measure.Instant(c.at, c.window); got != c.want {
			t.Errorf("Instant(%d) = %q, want %q", c.at, got, c.want)
		}
	}
	if got := measure.Window(model.Range{From: 7_361_000_000, To: 7_611_000_000}); got != "7\u2009361.000 – 7\u2009611.000 ms" {
		t.Errorf("Window = %q", got)
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		p      float64
		digits int
		want   string
	}{
		{0, 1, "0"},
		{0.04, 1, "<0.1%"},
		{0.05, 1, "0.1%"},
		{26.54, 1, "26.5%"},
		{99.94, 1, "99.9%"},
		{99.95, 1, ">99.9%"},
		{99.96, 1, ">99.9%"},
		{100, 1, "100.0%"},
		{0.004, 2, "<0.01%"},
		{11.86, 2, "11.86%"},
		{175, 1, "175.0%"},
		{-22.07, 2, "\u221222.07%"},
		{-0.005, 2, "\u22120.01%"},
		{-0.004, 2, ">\u22120.01%"},
	} {
		if got := measure.Percent(c.p, c.digits); got != c.want {
			t.Errorf("Percent(%v, %d) = %q, want %q", c.p, c.digits, got, c.want)
		}
	}
}
