package timeline

import (
	"fmt"
	"testing"
)

func TestDashes(t *testing.T) {
	for _, c := range []struct {
		x0, x1, dash, phase int
		want                string
	}{
		{0, 10, 10, 3, "[{0 10}]"},
		{0, 10, 2, 0, "[{0 2} {4 6} {8 10}]"},
		{0, 10, 2, 1, "[{0 1} {3 5} {7 9}]"},
		{3, 9, 2, 0, "[{4 6} {8 9}]"},
		{5, 5, 2, 0, "[{5 5}]"},
	} {
		var got []columnsPart
		for p := range dashes(c.x0, c.x1, c.dash, c.phase) {
			got = append(got, p)
		}
		if s := fmt.Sprint(got); s != c.want {
			t.Errorf("%+v: %s", c, s)
		}
	}
}

// TestOpenEnds: the story's threads begin before the trace and go on after it; a
// notch stands where that is in view, and only there.
func TestOpenEnds(t *testing.T) {
	s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
	count := func() (left, right int) {
		for _, it := range Layout(s).Items {
			if it.Row >= 0 && s.Rows.List[it.Row].Kind == RowThread {
				switch it.Kind {
				case ItemLeft:
					left++
				case ItemRight:
					right++
				}
			}
		}
		return left, right
	}
	if l, r := count(); l != 2 || r != 1 {
		t.Errorf("%d segments are open at the end and %d at the start", l, r)
	}
	s.View = s.View.Zoom(300, 3, s.Trace.Whole())
	if l, r := count(); l != 0 || r != 0 {
		t.Errorf("away from the ends %d and %d segments are open", l, r)
	}
}
