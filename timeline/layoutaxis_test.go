package timeline

import (
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestOverviewTitle checks what the overview's gutter says about the processors.
func TestOverviewTitle(t *testing.T) {
	const begin = "threadlens-trace 1\ncpus 2\nspan 0ns 2ms\nos linux\nthread 7 name=\"app\"\n"
	for _, tc := range []struct{ name, src, want string }{
		{"no switch", begin + "1ms cpu0 wake 7\n", "CPU use not recorded · 2.00 ms"},
		{"one processor", begin + "1ms cpu0 switch idle 7 preempt\n", "CPU, 1 processor · 2.00 ms"},
		{"two", begin + "1ms cpu0 switch idle 7 preempt\n1ms cpu1 switch idle 0 wait\n", "CPU, 2 processors · 2.00 ms"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tr := modeltest.Parse(t, tc.name, tc.src)
			m := NewMetrics(Comfortable, 1, 1)
			s := &Scene{
				Trace: tr, Summary: NewSummary(tr), Rows: BuildRows(tr, RowsOptions{}, m), Size: storyScene(t, 900, 250, m).Size,
				Palette: NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment,
			}
			s.View = Viewport{tr.Whole(), LaneWidth(s.Size.X, s.Parts, m)}
			var texts []string
			for _, it := range Layout(s).Items {
				if it.Kind == ItemText {
					texts = append(texts, it.Text)
				}
			}
			if all := strings.Join(texts, "\n"); !strings.Contains(all, tc.want) {
				t.Errorf("%q is not among the texts:\n%s", tc.want, all)
			}
		})
	}
}
