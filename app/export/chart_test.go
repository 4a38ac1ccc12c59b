package export_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// use is a utilization table of two processors: the target on both, then on one,
// then idle.
func use() *analysis.Table {
	t := &analysis.Table{Name: "utilization", Title: "CPU utilization", Range: model.Range{To: 30e6}}
	for _, n := range []string{"from_ns", "target_cores", "other_cores", "system_cores", "idle_cores", "isr_cores", "dpc_cores", "unknown_cores", "offline_cores"} {
		t.Columns = append(t.Columns, analysis.Column{Name: n})
	}
	for i, target := range []float64{2, 1, 0} {
		row := make([]analysis.Value, 9)
		row[0] = analysis.Value{Kind: analysis.KindInstant, Int: int64(i) * 10e6}
		row[1] = analysis.Value{Kind: analysis.KindCores, Float: target}
		row[4] = analysis.Value{Kind: analysis.KindCores, Float: 2 - target}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// TestUtilizationChart looks at the middle of each bucket in the upper and the
// lower half of the chart.
func TestUtilizationChart(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := timeline.NewPalette(dark, false)
		var b bytes.Buffer
		if err := export.WriteUtilizationChart(&b, use(), 600, 300, p); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds() != image.Rect(0, 0, 600, 300) {
			t.Fatalf("the picture is %v", img.Bounds())
		}
		green, sky := p.Class(timeline.ClassTarget), p.Lane
		for i, want := range [][2]color.RGBA{{green, green}, {sky, green}, {sky, sky}} {
			x := 45 + (600-45-18)*(2*i+1)/6
			for k, y := range []int{100, 200} {
				if got := color.RGBAModel.Convert(img.At(x, y)); got != want[k] {
					t.Errorf("dark %v, bucket %d at (%d, %d): %v, want %v", dark, i, x, y, got, want[k])
				}
			}
		}
	}
}

func TestChartErrors(t *testing.T) {
	p := timeline.NewPalette(false, false)
	empty := use()
	empty.Rows = nil
	for _, table := range []*analysis.Table{sample(), empty} {
		if err := export.WriteUtilizationChart(new(bytes.Buffer), table, 100, 100, p); err == nil {
			t.Errorf("a chart of %s with %d rows is no error", table.Name, len(table.Rows))
		}
	}
}

// TestWords: what the tables write and what the timeline writes is the same.
func TestWords(t *testing.T) {
	window := model.Range{To: 1e12}
	for _, ns := range []model.Time{
		0, 1, 999, 1000, 9994, 9995, 99_949, 99_950, 771_800, 999_499, 999_500, 29e6, 250e6, 999_499_999, 999_500_000,
		15.7e9, 99.9e9, 100e9, 503.8e9, 5999e9, 6000e9, 7500e9, 1e15,
	} {
		if a, b := analysis.Duration(ns), timeline.FormatDuration(ns); a != b {
			t.Errorf("%d ns: analysis says %q, timeline %q", ns, a, b)
		}
		if a, b := analysis.Instant(ns, window), (timeline.Clock{}).Instant(ns, window.Len()); a != b {
			t.Errorf("%d ns: analysis says %q, timeline %q", ns, a, b)
		}
		if a, b := analysis.Count(int64(ns)), timeline.FormatCount(int64(ns)); a != b {
			t.Errorf("%d: analysis says %q, timeline %q", ns, a, b)
		}
	}
	for _, part := range []model.Time{0, 1, 400, 500, 265_000, 999_400, 999_600} {
		if a, b := analysis.Percent(100*float64(part)/1e6, 1), timeline.FormatPercent(part, 1e6); a != b {
			t.Errorf("%d of 1e6: analysis says %q, timeline %q", part, a, b)
		}
	}
}
