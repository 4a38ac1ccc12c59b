package timeline

import (
	"strings"
	"testing"

	"threadlens/model"
)

func TestFormatDuration(t *testing.T) {
	for d, want := range map[model.Time]string{
		0: "0 ns", 5: "5 ns", 999: "999 ns",
		1000: "1.00 µs", 1234: "1.23 µs", 9994: "9.99 µs", 9995: "10.0 µs", 99_949: "99.9 µs", 99_950: "100 µs", 99_951: "100 µs",
		771_800: "772 µs", 999_499: "999 µs", 999_500: "1.00 ms",
		29 * millisecond: "29.0 ms", 250 * millisecond: "250 ms", 999_500_000: "1.00 s",
		15_700 * millisecond: "15.7 s", 99_900 * millisecond: "99.9 s",
		100 * second: "1 min 40 s", 504 * second: "8 min 24 s", 5999 * second: "99 min 59 s",
		6000 * second: "1 h 40 min", 30 * hour: "30 h 0 min",
		-250 * millisecond: "−250 ms",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("%d ns: %q, want %q", d, got, want)
		}
	}
}

func TestInstantFromStart(t *testing.T) {
	for _, c := range []struct {
		at, window model.Time
		want       string
	}{
		{7_611 * millisecond, second, "7 611.000 ms"},
		{7_611*millisecond + 999, second, "7 611.000 ms"},
		{7_611*millisecond + 1999, second, "7 611.001 ms"},
		{7_611*millisecond + 1999, 9999, "7 611.001999 ms"},
		{7_611*millisecond + 1999, 10_000, "7 611.001 ms"},
		{0, second, "0.000 ms"},
		{-1500, second, "−0.001 ms"},
		{-1000, second, "−0.001 ms"},
		{-999, second, "0.000 ms"},
		{-999, 9999, "−0.000999 ms"},
		{1234567 * millisecond, second, "1 234 567.000 ms"},
	} {
		if got := strings.ReplaceAll(Clock{}.Instant(c.at, c.window), thinSpace, " "); got != c.want {
			t.Errorf("%d in %d: %q, want %q", c.at, c.window, got, c.want)
		}
	}
	r := Clock{}.Range(model.Range{From: 7361 * millisecond, To: 7611 * millisecond})
	if want := "7\u2009361.000 – 7\u2009611.000 ms"; r != want {
		t.Errorf("range: %q, want %q", r, want)
	}
}

func TestFormatPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole model.Time
		want        string
	}{
		{265, 1000, "26.5%"},
		{0, 1000, "0"},
		{1000, 1000, "100%"},
		{1, 100_000, "<0.1%"},
		{4999, 10_000_000, "<0.1%"},
		{5, 10_000, "0.1%"},
		{99_999, 100_000, ">99.9%"},
		{9994, 10_000, "99.9%"},
		{9995, 10_000, ">99.9%"},
		{100_001, 100_000, "100.0%"}, // shares of one CPU may exceed 100 %
		{1004, 1000, "100.4%"},
		{3, 0, "–"},
	} {
		if got := FormatPercent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

func TestFormatCountAndSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1 000", 94_211: "94 211", 1_482_907: "1 482 907", -1234: "−1 234",
	} {
		if got := strings.ReplaceAll(FormatCount(n), thinSpace, " "); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{
		0: "0 B", 512: "512 B", 999: "999 B", 1000: "0.98 KiB", 65536: "64 KiB", 640 << 20: "640 MiB",
		1_406_602_240: "1.31 GiB", 1536: "1.5 KiB", 1 << 40: "1 TiB",
	} {
		if got := FormatSize(n); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"worker-1":               "worker-1",
		"a\tb\nc":                `a\tb\nc`,
		"\x1b[31mred":            `\x1b[31mred`,
		"bad\xffbyte":            `bad\xffbyte`,
		"über 日本":                "über 日本",
		"right\u202eleft":        `right\u202eleft`,
		strings.Repeat("x", 300): strings.Repeat("x", 256) + "…",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestAtLeast: a lower bound of a figure that is an inequality itself.
func TestAtLeast(t *testing.T) {
	for figure, want := range map[string]string{"26.5%": "≥ 26.5%", "0": "≥ 0", "100%": "≥ 100%", "<0.1%": "> 0", ">99.9%": ">99.9%", "1.00 ms": "≥ 1.00 ms"} {
		if got := AtLeast(figure); got != want {
			t.Errorf("%s: %q, want %q", figure, got, want)
		}
	}
}
