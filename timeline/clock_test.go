package timeline

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"threadlens/model"
	"threadlens/timeline/paint"
)

var clockInfo = &model.Info{
	StartWall: time.Date(2026, 11, 21, 23, 59, 50, 250_000_000, time.UTC),
	Clock:     model.Clock{Name: "CLOCK_MONOTONIC", StartNS: 12_345_678_901_234},
}

func clockAs(as TimeAs) Clock { return NewClock(as, clockInfo, time.UTC) }

func plainSpaces(s string) string { return strings.ReplaceAll(s, thinSpace, " ") }

func TestInstants(t *testing.T) {
	const at = 7_611_000_250
	for _, c := range []struct {
		as                 TimeAs
		want, deep, ranged string
	}{
		{FromStart, "7 611.000 ms", "7 611.000250 ms", "7 361.000 – 7 611.000 ms"},
		{InMilliseconds, "7 611.000 ms", "7 611.000250 ms", "7 361.000 – 7 611.000 ms"},
		{InNanoseconds, "7 611 000 250 ns", "7 611 000 250 ns", "7 361 000 000 – 7 611 000 250 ns"},
		{InMicroseconds, "7 611 000 µs", "7 611 000.250 µs", "7 361 000 – 7 611 000 µs"},
		{InSeconds, "7.611000 s", "7.611000250 s", "7.361000 – 7.611000 s"},
		{WallClock, "23:59:57.861000", "23:59:57.861000250", "23:59:57.611000 – 23:59:57.861000"},
		{RawClock, "12 353.289901 s", "12 353.289901484 s", "12 353.039901 – 12 353.289901 s"},
	} {
		clock := clockAs(c.as)
		got := []string{
			plainSpaces(clock.Instant(at, second)), plainSpaces(clock.Instant(at, 9*microsecond)),
			plainSpaces(clock.Range(model.Range{From: 7361 * millisecond, To: at})),
		}
		for i, want := range []string{c.want, c.deep, c.ranged} {
			if got[i] != want {
				t.Errorf("%d: %q, want %q", c.as, got[i], want)
			}
		}
	}
}

func TestClockAxis(t *testing.T) {
	const gap = 120
	at := 5 * second
	for _, c := range []struct {
		as   TimeAs
		r    model.Range
		want string
	}{
		{InNanoseconds, model.Range{From: at, To: at + 400}, "5 000 000 000|5 000 000 050|5 000 000 100|5 000 000 150|5 000 000 200|5 000 000 250|5 000 000 300|5 000 000 350 ns"},
		{InMicroseconds, model.Range{From: at, To: at + 400}, "5 000 000.00|5 000 000.05|5 000 000.10|5 000 000.15|5 000 000.20|5 000 000.25|5 000 000.30|5 000 000.35 µs"},
		{InMilliseconds, model.Range{To: 15 * second}, "0|2 000|4 000|6 000|8 000|10 000|12 000|14 000 ms"},
		{InSeconds, model.Range{From: at, To: at + 500*millisecond}, "5.00|5.05|5.10|5.15|5.20|5.25|5.30|5.35|5.40|5.45 s"},
		{WallClock, model.Range{To: 15 * second}, "2026-11-21 UTC 23:59:52|23:59:54|23:59:56|23:59:58|00:00:00|00:00:02|00:00:04 "},
		{WallClock, model.Range{From: at, To: at + 400*millisecond}, "2026-11-21 UTC 23:59:55.250|23:59:55.300|23:59:55.350|23:59:55.400|23:59:55.450|23:59:55.500|23:59:55.550|23:59:55.600 "},
		{WallClock, model.Range{From: at, To: at + 400}, "23:59:55.250000 + 0|50|100|150|200|250|300|350 ns"},
		{WallClock, model.Range{To: 10 * minute}, "2026-11-21 UTC 00:00|00:02|00:04|00:06|00:08 "},
		// The smallest steps of each format.
		{WallClock, model.Range{To: 8 * microsecond}, "2026-11-21 UTC 23:59:50.250000|23:59:50.250001|23:59:50.250002|23:59:50.250003|23:59:50.250004|23:59:50.250005|23:59:50.250006|23:59:50.250007 "},
		{WallClock, model.Range{To: 8 * millisecond}, "2026-11-21 UTC 23:59:50.250|23:59:50.251|23:59:50.252|23:59:50.253|23:59:50.254|23:59:50.255|23:59:50.256|23:59:50.257 "},
		{WallClock, model.Range{To: 8 * second}, "2026-11-21 UTC 23:59:51|23:59:52|23:59:53|23:59:54|23:59:55|23:59:56|23:59:57|23:59:58 "},
		{WallClock, model.Range{To: 8 * minute}, "2026-11-21 UTC 00:00|00:01|00:02|00:03|00:04|00:05|00:06|00:07 "},
		{WallClock, model.Range{To: 6 * hour}, "2026-11-21 UTC 00:00|01:00|02:00|03:00|04:00|05:00 "},
		{WallClock, model.Range{To: 5 * 24 * hour}, "2026-11-21 UTC 11-22|11-23|11-24|11-25|11-26 "},
		{WallClock, model.Range{To: 10 * 24 * hour}, "2026-11-21 UTC 11-23|11-25|11-27|11-29|12-01 "},
		{RawClock, model.Range{To: 8 * millisecond}, "12 345.679|12 345.680|12 345.681|12 345.682|12 345.683|12 345.684|12 345.685|12 345.686 s"},
		{RawClock, model.Range{To: 2 * second}, "12 345.8|12 346.0|12 346.2|12 346.4|12 346.6|12 346.8|12 347.0|12 347.2|12 347.4|12 347.6 s"},
		{RawClock, model.Range{To: 400}, "12 345.678901 s + 250|300|350|400|450|500|550|600 ns"},
	} {
		if got := labels(clockAs(c.as).Axis(Viewport{c.r, 1300}, gap)); got != c.want {
			t.Errorf("%d, %v: %q, want %q", c.as, c.r, got, c.want)
		}
	}
}

// TestClockMinors: the minor ticks of times of day divide the steps into times that a clock
// shows too.
func TestClockMinors(t *testing.T) {
	for _, c := range []struct{ length, major, minor model.Time }{
		{8 * second, second, 200 * millisecond},
		{15 * second, 2 * second, 500 * millisecond},
		{40 * second, 5 * second, second},
		{80 * second, 10 * second, 2 * second},
		{3 * minute, 30 * second, 10 * second},
		{8 * minute, minute, 10 * second},
		{15 * minute, 2 * minute, 30 * second},
		{30 * minute, 5 * minute, minute},
		{80 * minute, 10 * minute, 2 * minute},
		{150 * minute, 30 * minute, 10 * minute},
		{5 * hour, hour, 10 * minute},
		{15 * hour, 2 * hour, 30 * minute},
		{48 * hour, 6 * hour, hour},
		{150 * hour, 24 * hour, 6 * hour},
	} {
		a := clockAs(WallClock).Axis(Viewport{model.Range{To: c.length}, 1300}, 120)
		minor := a.Step
		for i := 1; i < len(a.Minors); i++ {
			minor = min(minor, a.Minors[i].Time-a.Minors[i-1].Time)
		}
		if a.Step != c.major || minor != c.minor {
			t.Errorf("%v: ticks each %v and %v, want %v and %v", c.length, a.Step, minor, c.major, c.minor)
		}
	}
}

// Whatever the clock, ticks are at least the gap apart, in order, inside the view,
// and their column is that of their time.
func TestClockAxisTicks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 400 {
		v := randomView(r)
		for as := FromStart; as <= RawClock; as++ {
			a := clockAs(as).Axis(v, 90)
			for i, m := range a.Majors {
				if !v.Contains(m.Time) || v.X(m.Time) != m.X {
					t.Fatalf("%d, %v: tick %+v", as, v, m)
				}
				if i > 0 && m.X-a.Majors[i-1].X < 89 {
					t.Fatalf("%d, %v: ticks at %d and %d", as, v, a.Majors[i-1].X, m.X)
				}
				if i > 0 && m.Label == a.Majors[i-1].Label {
					t.Fatalf("%d, %v: two ticks read %q", as, v, m.Label)
				}
			}
		}
	}
}

func TestClockOfATraceThatCannotTell(t *testing.T) {
	for _, as := range []TimeAs{WallClock, RawClock} {
		if c := NewClock(as, &model.Info{}, time.UTC); c != (Clock{}) {
			t.Errorf("%d: %+v, want to count from the start", as, c)
		}
	}
	for at, want := range map[int64]bool{1<<62 - 1: true, 1 << 62: false, 1<<63 - 1: false, -1<<62 + 1: true, -1 << 62: false} {
		if HasRaw(&model.Info{Clock: model.Clock{Name: "strange", StartNS: at}}) != want {
			t.Errorf("a clock that begins at %d is taken: %v", at, !want)
		}
	}
}

// Numbers are the same whatever the system's language is.
func TestNumbersDoNotDependOnTheLocale(t *testing.T) {
	write := func() string {
		var s []string
		for as := FromStart; as <= RawClock; as++ {
			s = append(s, clockAs(as).Instant(7_611_000_250, 1))
		}
		return strings.Join(append(s, FormatDuration(1_234_567), FormatPercent(1, 3), FormatCount(1_234_567), FormatSize(1<<31)), " ")
	}
	t.Setenv("LC_ALL", "C")
	want := write()
	for _, locale := range []string{"de_DE.UTF-8", "fr_FR.UTF-8", "ar_EG.UTF-8"} {
		t.Setenv("LC_ALL", locale)
		t.Setenv("LANG", locale)
		t.Setenv("LC_NUMERIC", locale)
		if got := write(); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}

func TestMarksOnTheOverview(t *testing.T) {
	s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
	ticks := func() (n int) {
		for _, it := range Layout(s).Items {
			if it.Kind == paint.ItemRect && it.Color == paint.Opaque(s.Palette.Ink) && it.Rect.Overlaps(s.OverviewArea()) {
				n++
			}
		}
		return n
	}
	if n := ticks(); n != 0 {
		t.Fatalf("%d ticks without marks", n)
	}
	s.Marks = []model.Time{0, s.Trace.End / 2, s.Trace.End}
	if n := ticks(); n != 3 {
		t.Errorf("%d ticks of 3 marks", n)
	}
}
