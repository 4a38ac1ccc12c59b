package export_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/analysis"
)

// TestBoxPlotIsTheReport measures the boxes of the SVG and compares their edges
// with the quartiles of the report, on even axes and on bent ones.
func TestBoxPlotIsTheReport(t *testing.T) {
	for _, tt := range []struct {
		scope    analysis.Scope
		most     float64 // the end of the axis
		category model.Category
	}{
		{analysis.Scope{Metric: analysis.MetricCPU}, 100, model.Execution},
		{analysis.Scope{Metric: analysis.MetricCPU, GroupBy: analysis.GroupThread, Percent: analysis.PercentCore}, 100, model.Execution},
		{analysis.Scope{Metric: analysis.MetricSlice, GroupBy: analysis.GroupProcess}, 0, model.Execution},
		{analysis.Scope{Metric: analysis.MetricReady, GroupBy: analysis.GroupThread}, 0, model.Dispatch},
	} {
		c := charts(t)["boxplot"]
		c.Scope = tt.scope
		table := report(t, c, "boxplot")
		column := func(title string) int {
			return slices.IndexFunc(table.Columns, func(c analysis.Column) bool { return c.Title == title })
		}
		value := func(row []analysis.Value, title string) float64 {
			v := row[column(title)]
			if v.Kind == analysis.KindDuration {
				return float64(v.Int)
			}
			return v.Float
		}
		length := float64(900 - 264 - 28)
		if tt.scope.GroupBy == analysis.GroupTime {
			length = 400 - 10 - 46
		}
		place := func(v float64) float64 { return length * v / tt.most }
		if tt.most == 0 {
			longest := 0.0
			for _, row := range table.Rows {
				longest = max(longest, value(row, "Max"))
			}
			place = func(v float64) float64 { return length * math.Log1p(v/1000) / math.Log1p(1.2*longest/1000) }
		}
		var want []string
		for _, row := range table.Rows {
			if row[column("Count")].Int > 0 {
				want = append(want, fmt.Sprintf("%.0f", math.Abs(place(value(row, "Q3"))-place(value(row, "Q1")))))
			}
		}
		var got []string
		for _, o := range outlines(t, chartFile(t, c, export.SVG), "fill:"+hex(c.Palette.Category(tt.category).Fill)) {
			if len(o) != 4 && len(o) != 5 || o[0].X < 60 {
				continue // the swatch of the legend
			}
			size := math.Abs(o[2].X - o[0].X)
			if tt.scope.GroupBy == analysis.GroupTime {
				size = math.Abs(o[2].Y - o[0].Y)
			}
			got = append(got, fmt.Sprintf("%.0f", size))
		}
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%v by %v: boxes of %v pixels, want %v", tt.scope.Metric, tt.scope.GroupBy, got, want)
		}
	}
}

// TestBoxPlotNamesItsGroups looks for the names of processes, threads and the
// figures of all values.
func TestBoxPlotNamesItsGroups(t *testing.T) {
	c := charts(t)["boxplot"]
	c.Scope.Metric = analysis.MetricSlice
	for by, want := range map[analysis.Grouping]string{
		analysis.GroupProcess: analysis.ProcessName(&c.Trace.Processes[c.Trace.Targets()[0]]),
		analysis.GroupThread:  "6420",
		analysis.GroupTime:    "Time (ms)",
	} {
		c.Scope.GroupBy = by
		text := chartText(t, c)
		for _, w := range []string{want, "Median of all\n", "Time (logarithmic)", report(t, c, "boxplot").Title} {
			if !strings.Contains(text, w) {
				t.Errorf("by %v: no %q in\n%s", by, w, text)
			}
		}
	}
	c.Scope.GroupBy, c.Scope.Metric = analysis.GroupTime, analysis.MetricUI
	if err := c.Write(brokenWriter{}, export.PNG); err == nil || !strings.Contains(err.Error(), "no values") {
		t.Errorf("a chart of nothing: %v", err)
	}
}
