package timeline

import (
	"image"
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestOverviewTitle checks what the overview's gutter shows about the CPUs.
func TestOverviewTitle(t *testing.T) {
	const begin = "threadlens-trace 1\ncpus 2\nspan 0ns 2ms\nos linux\nthread 7 name=\"app\"\n"
	for _, tc := range []struct{ name, src, want string }{
		{"no switch", begin + "1ms cpu0 wake 7\n", "CPU use not recorded · 2.00 ms"},
		{"one processor", begin + "1ms cpu0 switch idle 7 preempt\n", "CPU use, 1 CPU · 2.00 ms"},
		{"two", begin + "1ms cpu0 switch idle 7 preempt\n1ms cpu1 switch idle 0 wait\n", "CPU use, 2 CPUs · 2.00 ms"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tr := modeltest.Parse(t, tc.name, tc.src)
			m := NewMetrics(Comfortable, 1, 1)
			s := &Scene{
				Trace: tr, Summary: lanes.NewSummary(tr), Rows: BuildRows(tr, RowsOptions{}, m), Size: storyScene(t, 900, 250, m).Size,
				Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment,
			}
			s.View = Viewport{tr.Whole(), LaneWidth(s.Size.X, s.Parts, m)}
			var texts []string
			for _, it := range Layout(s).Items {
				if it.Kind == paint.ItemText {
					texts = append(texts, it.Text)
				}
			}
			if all := strings.Join(texts, "\n"); !strings.Contains(all, tc.want) {
				t.Errorf("%q is not among the texts:\n%s", tc.want, all)
			}
		})
	}
}

// TestOverviewColumns compares the columns of the overview with the times of the classes:
// each reaches as high as the sum of it and those below it, rounded.
func TestOverviewColumns(t *testing.T) {
	for _, tr := range []*model.Trace{story(t), modeltest.Parse(t, "chart", chartTrace), stolenTrace(t, 2)} {
		s := sceneOf(t, tr, 700, 300, NewMetrics(Comfortable, 1, 1))
		const height = 47
		v := Viewport{tr.Whole(), 150}
		var c chartColumns
		main, rest := c.heights(s, v, height)
		if len(rest) > 0 {
			t.Error("what was not sampled is")
		}
		seen := map[paint.Class]bool{}
		for x := range v.Width {
			times, below, y := s.Utilization.In(v.Column(x)), 0.0, 0
			for _, cl := range []paint.Class{paint.ClassTarget, paint.ClassOther, paint.ClassSystem, paint.ClassInterrupt, paint.ClassUnknown, paint.ClassStolen} {
				below += float64(times[cl])
				top := int(math.Round(below / float64(v.Column(x).Len()) / float64(s.Utilization.All()) * height))
				if got := (paint.Mix{Main: main[x]}).At(paint.Slot(cl)); got != top-y {
					t.Fatalf("column %d: %s is %d high, want %d", x, cl.Title(), got, top-y)
				}
				seen[cl] = seen[cl] || top > y
				y = top
			}
		}
		if tr.Targets() != nil && !seen[paint.ClassTarget] {
			t.Error("nothing ran")
		}
	}
}

// TestNoLabelBelowAFlag: a label of the ruler that is covered is left out, and the
// first remaining one has the unit; in the overview ticks of marks cover labels
// likewise.
func TestNoLabelBelowAFlag(t *testing.T) {
	labels := func(s *Scene, area image.Rectangle) (list []paint.Item) {
		for _, it := range Layout(s).Items {
			if it.Kind == paint.ItemText && it.X >= area.Min.X && it.Y > area.Min.Y && it.Y < area.Max.Y {
				list = append(list, it)
			}
		}
		return list
	}
	s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
	ruler := labels(s, s.RulerArea())
	if len(ruler) < 3 || !strings.HasSuffix(ruler[0].Text, "ms") || strings.HasSuffix(ruler[1].Text, "ms") {
		t.Fatalf("the ruler says %v", ruler)
	}
	x := ruler[0].X - s.RulerArea().Min.X
	s.Covered = [][2]int{{x + 3, x + 4}}
	if got := labels(s, s.RulerArea()); len(got) != len(ruler)-1 || got[0].Text != ruler[1].Text+" ms" || got[0].X != ruler[1].X {
		t.Errorf("below a flag the ruler says %v", got)
	}
	all := labels(s, s.OverviewArea())
	whole := s.Whole()
	s.Marks = []model.Time{whole.TimeAt(all[1].X - s.OverviewArea().Min.X + 2)}
	if got := labels(s, s.OverviewArea()); len(got) != len(all)-1 || got[1].Text != all[2].Text {
		t.Errorf("below a mark the overview says %v, else %v", got, all)
	}
}
