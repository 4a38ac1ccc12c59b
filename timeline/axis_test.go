package timeline

import (
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
)

// labels writes an axis as the ruler shows it.
func labels(a Axis) string {
	var s []string
	for _, m := range a.Majors {
		s = append(s, m.Label)
	}
	out := strings.Join(s, "|") + " " + a.Unit
	if a.Prefix != "" {
		out = a.Prefix + " " + out
	}
	return strings.ReplaceAll(out, thinSpace, " ")
}

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		from, to model.Time
		width    int
		want     string
	}{
		{0, 15_700 * millisecond, 1316, "0|2|4|6|8|10|12|14 s"},
		{7340 * millisecond, 7940 * millisecond, 1316, "7 350|7 400|7 450|7 500|7 550|7 600|7 650|7 700|7 750|7 800|7 850|7 900 ms"},
		{0, second, 400, "0|500 ms"},
		{7611 * millisecond, 7611*millisecond + 400*microsecond, 700, "7 611 ms + 0|100|200|300 µs"},
		// Ticks of the next millisecond continue the count.
		{7611*millisecond + 900*microsecond, 7612*millisecond + 200*microsecond, 700, "7 611 ms + 900|950|1 000|1 050|1 100|1 150 µs"},
		{7611*millisecond + 123_100, 7611*millisecond + 123_500, 500, "7 611.123 ms + 100|200|300|400 ns"},
		{-10 * millisecond, 50 * millisecond, 700, "−10|0|10|20|30|40 ms"},
		{0, 1000, 500, "0.000 ms + 0|200|400|600|800 ns"},
		// The smallest step of each unit.
		{0, 8 * second, 1316, "0|1|2|3|4|5|6|7 s"},
		{0, 8 * millisecond, 1316, "0|1|2|3|4|5|6|7 ms"},
		{0, 8 * microsecond, 1316, "0 ms + 0|1|2|3|4|5|6|7 µs"},
		{0, 3 * hour, 1000, "0|1 000|2 000|3 000|4 000|5 000|6 000|7 000|8 000|9 000|10 000 s"},
	} {
		v := Viewport{model.Range{From: c.from, To: c.to}, c.width}
		if got := labels(NewAxis(v, 90)); got != c.want {
			t.Errorf("%d … %d in %d: %q, want %q", c.from, c.to, c.width, got, c.want)
		}
	}
}

func TestAxisTicksAreFarEnoughApart(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		v := randomView(r)
		a := NewAxis(v, 90)
		step := a.Step
		for step%10 == 0 && step > 0 {
			step /= 10
		}
		if step != 1 && step != 2 && step != 5 {
			t.Fatalf("%v: step %d", v, a.Step)
		}
		for i, m := range a.Majors {
			if m.X != v.X(m.Time) || m.Time%a.Step != 0 {
				t.Fatalf("%v: tick %+v", v, m)
			}
			if i > 0 && m.X-a.Majors[i-1].X < 89 {
				t.Fatalf("%v: ticks at %d and %d", v, a.Majors[i-1].X, m.X)
			}
		}
		if n := v.Width / 90 * 11; len(a.Majors) > v.Width/90+1 || len(a.Minors) > n+10 {
			t.Fatalf("%v: %d majors, %d minors", v, len(a.Majors), len(a.Minors))
		}
	}
}
