package export_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// TestHistogramBars: the bars are the bins of the report, each as wide as the others.
func TestHistogramBars(t *testing.T) {
	tr := example(t)
	for _, c := range []struct {
		metric measure.Metric
		kind   measure.WaitKind
	}{
		{measure.MetricWait, measure.WaitKind{}},
		{measure.MetricWait, measure.WaitKind{Categories: []model.Category{model.Unclassified, model.Sleep, model.Synchronization, model.IO}}},
		{measure.MetricSlice, measure.WaitKind{}},
		{measure.MetricCPU, measure.WaitKind{}},
	} {
		scope := measure.Scope{Metric: c.metric, GroupBy: measure.GroupAll, Kind: c.kind}
		if c.metric == measure.MetricCPU {
			scope.GroupBy = measure.GroupTime
		}
		chart := export.Chart{Name: "histogram", Trace: tr, Palette: paint.NewPalette(false, false), Scale: 1, Width: 900, Scope: scope}
		d, err := chart.Draw()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		var last image.Rectangle
		widths := map[int]bool{}
		for x := range d.Size().X {
			s, ok := spotIn(d, x)
			if !ok {
				continue
			}
			if s.Rect != last {
				last = s.Rect
				got = append(got, strings.SplitN(s.Lines[1], ",", 2)[0])
				widths[s.Rect.Dx()/2] = true
			}
		}
		if want := binTexts(t, tr, scope); !slices.Equal(got, want) && c.metric != measure.MetricCPU || len(got) == 0 || len(widths) > 2 {
			t.Errorf("%v %v: bars %q of widths %v, want %q", c.metric, c.kind, got, widths, want)
		}
	}
	nothing := export.Chart{
		Name: "histogram", Trace: tr, Palette: paint.NewPalette(false, false), Scale: 1, Width: 900,
		Scope: measure.Scope{Metric: measure.MetricWait, GroupBy: measure.GroupAll, Kind: measure.WaitKind{Reasons: []model.Sub{model.SubRcu}}},
	}
	if _, err := nothing.Draw(); err == nil || !strings.Contains(err.Error(), "no values") {
		t.Errorf("a chart of nothing: %v", err)
	}
}

// spotIn is what a column of pixels shows.
func spotIn(d *export.Drawing, x int) (export.Spot, bool) {
	for y := 0; y < d.Size().Y; y += 10 {
		if s, ok := d.Spot(image.Pt(x, y)); ok {
			return s, true
		}
	}
	return export.Spot{}, false
}

// binTexts are the report's bins, as bars describe them.
func binTexts(t *testing.T, tr *model.Trace, s measure.Scope) (list []string) {
	t.Helper()
	a, _ := report.Find("histogram")
	table, err := a.Run(tr, s)
	if err != nil {
		t.Fatal(err)
	}
	for row := range table.All() {
		list = append(list, fmt.Sprint("Count: ", row[len(row)-2].Int))
	}
	return list
}
