package timeline

import (
	"testing"

	"threadlens/timeline/paint"
)

// TestOpenEnds: the story's threads start before the trace and continue after it;
// there is a notch where that is in view, and only there.
func TestOpenEnds(t *testing.T) {
	s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
	count := func() (left, right int) {
		for _, it := range Layout(s).Items {
			if it.Row >= 0 && s.Rows.List[it.Row].Kind == RowThread {
				switch it.Kind {
				case paint.ItemLeft:
					left++
				case paint.ItemRight:
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
