package timeline

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// TestS38OpenSpan: a span without an end is drawn to the end of the trace with a
// ragged edge, one without a start from the start of the trace with one, and a
// complete one with none.
func TestS38OpenSpan(t *testing.T) {
	for _, c := range []struct {
		name, marks string
		left, right int
	}{
		{"whole", "200us cpu0 mark 8 begin work\n700us cpu0 mark 8 end work\n", 0, 0},
		{"without an end", "200us cpu0 mark 8 begin work\n", 0, 1},
		{"without a beginning", "700us cpu0 mark 8 end work\n", 1, 0},
	} {
		s := bandsOf(t, modeltest.Parse(t, c.name, `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
0us cpu0 switch idle 8 preempt
`+c.marks), 900, 300, NewMetrics(Comfortable, 1, 1))
		s.View.Range = s.Trace.Whole()
		left, right, edges := 0, 0, 0
		for _, it := range Layout(s).Items {
			if it.Row < 0 || s.Rows.List[it.Row].Kind != RowSpans {
				continue
			}
			switch it.Kind {
			case paint.ItemRect:
				edges++
			case paint.ItemLeft:
				right++
				if want := s.LaneArea().Min.X + s.View.X(s.Trace.End); it.Rect.Max.X != want {
					t.Errorf("%s: ends at %d, the trace at %d", c.name, it.Rect.Max.X, want)
				}
			case paint.ItemRight:
				left++
				if want := s.LaneArea().Min.X; it.Rect.Min.X != want {
					t.Errorf("%s: begins at %d, the trace at %d", c.name, it.Rect.Min.X, want)
				}
			}
		}
		if left != c.left || right != c.right || edges != 1-c.left {
			t.Errorf("%s: %d ragged beginnings, %d ends and %d marked beginnings, want %d, %d and %d", c.name, left, right, edges, c.left, c.right, 1-c.left)
		}
	}
}

// TestSpanRoom: a span of 24 columns has room for a short name, one of 23 has none, whatever
// it is called. A column is 1 µs.
func TestSpanRoom(t *testing.T) {
	for columns, want := range map[int]string{24: "i", 23: ""} {
		m := NewMetrics(Comfortable, 1, 1)
		s := bandsOf(t, modeltest.Parse(t, "room", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
0us cpu0 switch idle 8 preempt
100us cpu0 mark 8 begin i
%dus cpu0 mark 8 end i
`, 100+columns)), 2000-LaneWidth(1000, AllParts, m), 300, m)
		got := ""
		for _, it := range Layout(s).Items {
			if it.Row >= 0 && s.Rows.List[it.Row].Kind == RowSpans && it.Kind == paint.ItemText && it.Rect.Min.X >= s.LaneArea().Min.X {
				got += it.Text
			}
		}
		if s.View.Width != 1000 || got != want {
			t.Errorf("%d of %d columns: %q, want %q", columns, s.View.Width, got, want)
		}
	}
}

// TestS38Adjacent: a span that starts in the column in which another ends has its
// own edge and name, even if a short one is between them.
func TestS38Adjacent(t *testing.T) {
	for name, between := range map[string]string{
		"adjacent": "", "a short one between": "301200ns cpu0 mark 8 begin tiny\n301300ns cpu0 mark 8 end tiny\n",
	} {
		s := bandsOf(t, modeltest.Parse(t, name, `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
0us cpu0 switch idle 8 preempt
100us cpu0 mark 8 begin one
301100ns cpu0 mark 8 end one
`+between+`301400ns cpu0 mark 8 begin two
600us cpu0 mark 8 end two
`), 900, 300, NewMetrics(Comfortable, 1, 1))
		s.View.Range = s.Trace.Whole()
		var labels []string
		for _, it := range Layout(s).Items {
			if it.Row >= 0 && s.Rows.List[it.Row].Kind == RowSpans && it.Kind == paint.ItemText && it.Rect.Min.X >= s.LaneArea().Min.X {
				labels = append(labels, it.Text)
			}
		}
		if got := strings.Join(labels, ", "); got != "one · 201 µs, two · 299 µs" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
