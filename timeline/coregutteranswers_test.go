package timeline

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestGutterAnswers: the gutter shows the same busy time of a CPU as the report cores,
// even if events were lost, it was offline, or the host took it.
func TestGutterAnswers(t *testing.T) {
	tr := modeltest.Parse(t, "cpus", `threadlens-trace 1
cpus 5
span 0us 100us
os linux
thread 1 pid=10
thread 2 pid=10
thread 3 pid=10
thread 4 pid=10
0us cpu0 switch idle 1 wait
40us cpu0 switch 1 idle wait linux=S
10us cpu1 switch 2 idle wait linux=S
20us cpu1 loss 60us n=1
70us cpu1 switch idle 2 wait
0us cpu2 switch idle 3 wait
50us cpu2 offline
0us cpu3 offline
`)
	cores, _ := report.Find("cores")
	want := map[model.Range][]string{
		{To: 100_000}:                  {"40.0%", "≥ 40.0%", "100%", "offline", "unknown"},
		{From: 20_000, To: 60_000}:     {"50.0%", "unknown", "100%", "offline", "unknown"},
		{From: 60_000, To: 100_000}:    {"0", "75.0%", "offline", "offline", "unknown"},
		{From: 15_000, To: 40_000}:     {"100%", "≥ 0", "100%", "offline", "unknown"},
		{From: 100_000, To: 1_000_000}: {"unknown", "unknown", "unknown", "unknown", "unknown"},
	}
	for r, texts := range want {
		var rows [][]report.Value
		if r.From < tr.End {
			table, err := cores.Run(tr, measure.Scope{Range: r})
			if err != nil {
				t.Fatal(err)
			}
			rows = table.Rows
		}
		for cpu, text := range texts {
			got := busyIn(tr, model.CPU(cpu), r.Clip(tr.Whole()))
			if got.text != text {
				t.Errorf("CPU %d in %v is busy %q, want %q", cpu, r, got.text, text)
			}
			if rows == nil {
				continue
			}
			cell := rows[cpu][len(rows[cpu])-5]
			if known := text != "unknown" && text != "offline"; (cell.Kind != report.KindNone) != known ||
				cell.AtLeast != strings.HasPrefix(text, "≥") || cell.Float != 100*got.share {
				t.Errorf("CPU %d in %v: the report says %+v, the gutter %+v", cpu, r, cell, got)
			}
		}
	}
}
