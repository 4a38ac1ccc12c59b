package timeline

import (
	"slices"
	"testing"

	"threadlens/model/modeltest"
)

// TestUnknownProcessInLegend: a thread of an unknown process has no id of a process.
func TestUnknownProcessInLegend(t *testing.T) {
	tr := modeltest.Parse(t, "unknown", `threadlens-trace 1
cpus 1
span 0ms 100ms
os windows
process 20 app target
process 30 ""
thread 21 pid=20
thread 31 pid=30
thread 41
0ms cpu0 switch idle 21 wait
30ms cpu0 switch 21 31 wait
60ms cpu0 switch 31 41 wait
`)
	for _, by := range []ColourBy{ColourThread, ColourProcess} {
		var titles []string
		for _, e := range NewCoreColours(tr, by, tr.Targets(), Hues{}).Legend() {
			titles = append(titles, e.Title)
		}
		for _, want := range []string{"Unknown process", "Process 30"} {
			if !slices.Contains(titles, want) {
				t.Errorf("coloured by %v, the legend is %q without %q", by, titles, want)
			}
		}
	}
}
