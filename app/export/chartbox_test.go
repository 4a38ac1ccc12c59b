package export_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestBoxPlotIsTheReport measures the boxes of the SVG and compares their edges with the quartiles
// of the report, on linear axes and on bent ones.
func TestBoxPlotIsTheReport(t *testing.T) {
	for _, tt := range []struct {
		scope    measure.Scope
		most     float64 // the end of the axis
		category model.Category
	}{
		{measure.Scope{Metric: measure.MetricCPU}, 100, model.Execution},
		{measure.Scope{Metric: measure.MetricCPU, GroupBy: measure.GroupThread, Percent: measure.PercentCore}, 100, model.Execution},
		{measure.Scope{Metric: measure.MetricSlice, GroupBy: measure.GroupProcess}, 0, model.Execution},
		{measure.Scope{Metric: measure.MetricReady, GroupBy: measure.GroupThread}, 0, model.Dispatch},
	} {
		c := charts(t)["boxplot"]
		c.Scope = tt.scope
		table := reportOf(t, c, "boxplot")
		column := func(title string) int {
			return slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Title == title })
		}
		value := func(row []report.Value, title string) float64 {
			v := row[column(title)]
			if v.Kind == report.KindDuration {
				return float64(v.Int)
			}
			return v.Float
		}
		length := float64(900 - 264 - 28)
		if tt.scope.GroupBy == measure.GroupTime {
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
			if tt.scope.GroupBy == measure.GroupTime {
				size = math.Abs(o[2].Y - o[0].Y)
			}
			got = append(got, fmt.Sprintf("%.0f", size))
		}
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%v by %v: boxes of %v pixels, want %v", tt.scope.Metric, tt.scope.GroupBy, got, want)
		}
	}
}

// slicesOf is a trace of a thread that runs for the given microseconds each time.
func slicesOf(t *testing.T, us ...int) *model.Trace {
	t.Helper()
	var b strings.Builder
	at := 10
	for _, d := range us {
		fmt.Fprintf(&b, "%dus cpu0 switch idle 11 preempt\n%dus cpu0 switch 11 idle wait linux=S\n", at, at+d)
		at += d + 10
	}
	return modeltest.Parse(t, "slices.tltxt", fmt.Sprintf("threadlens-trace 1\ncpus 1\nspan 0us %dus\nos linux\nprocess 10 \"app\" target\nthread 11 pid=10\n", at)+b.String())
}

// TestBoxPlotWhiskersAndOutliers: the whiskers end as in the report, each value beyond them is a
// dot, and coinciding dots are drawn once.
func TestBoxPlotWhiskersAndOutliers(t *testing.T) {
	many := []int{5, 5, 400}
	for i := range 3000 {
		many = append(many, 20+i%5)
		if i%10 == 0 {
			many = append(many, 100, 200, 5)
		}
	}
	for name, tt := range map[string]struct {
		us        []int
		low, high float64
		beyond    []float64
	}{
		// Quartiles 20 and 24: whiskers reach from 14 to 30.
		"few": {[]int{24, 20, 13, 21, 22, 100, 30, 23, 23, 14, 22, 24, 31, 20, 21, 20, 100}, 14, 30, []float64{13, 31, 100}},
		// The same quartiles, though those of the halves are others.
		"five": {[]int{24, 10, 20, 35, 20}, 20, 24, []float64{10, 35}},
		"many": {many, 20, 24, []float64{5, 100, 200, 400}},
	} {
		c := charts(t)["boxplot"]
		c.Trace, c.Scope.Metric, c.Scope.GroupBy = slicesOf(t, tt.us...), measure.MetricSlice, measure.GroupProcess
		data := chartFile(t, c, export.SVG)
		place := func(us float64) float64 {
			return 264 + (900-264-28)*math.Log1p(us)/math.Log1p(1.2*float64(slices.Max(tt.us)))
		}
		near := func(us, x float64) bool { return math.Abs(place(us)-x) < 0.1 }
		var dots, caps []float64
		for _, d := range circles(t, data) {
			dots = append(dots, d.at.X)
		}
		for _, s := range strokes(t, data, "stroke:"+hex(c.Palette.Category(model.Execution).Edge)) {
			if s[0].X == s[1].X {
				caps = append(caps, s[0].X)
			}
		}
		if !slices.EqualFunc(tt.beyond, dots, near) {
			t.Errorf("%s: outliers at %.1f, want those of %v µs", name, dots, tt.beyond)
		}
		for _, v := range []float64{tt.low, tt.high} {
			if !slices.ContainsFunc(caps, func(x float64) bool { return near(v, x) }) {
				t.Errorf("%s: no whisker ends at %.1f, but at %.1f", name, place(v), caps)
			}
		}
	}
}

// TestBoxPlotNamesItsDecades: the ticks of lengths are the powers of ten from a microsecond to
// the end of the axis, each in the largest unit of which it has one.
func TestBoxPlotNamesItsDecades(t *testing.T) {
	for us, want := range map[int]string{
		8: "0|1 µs", 9: "0|1 µs|10 µs", 900: "0|1 µs|10 µs|100 µs|1 ms",
		9_000_000: "0|1 µs|10 µs|100 µs|1 ms|10 ms|100 ms|1 s|10 s",
	} {
		c := charts(t)["boxplot"]
		c.Trace, c.Scope.Metric, c.Scope.GroupBy = slicesOf(t, us), measure.MetricSlice, measure.GroupProcess
		var got []string
		for _, line := range strings.Split(chartText(t, c), "\n") {
			if n, unit, _ := strings.Cut(line, " "); line == "0" || n != "" && strings.Trim(n, "10") == "" && slices.Contains([]string{"µs", "ms", "s"}, unit) {
				got = append(got, line)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%d µs: %v, want %v", us, got, want)
		}
	}
}

// TestBoxPlotNamesItsGroups looks for the names of processes, threads and the
// figures of all values.
func TestBoxPlotNamesItsGroups(t *testing.T) {
	c := charts(t)["boxplot"]
	c.Scope.Metric = measure.MetricSlice
	for by, want := range map[measure.Grouping]string{
		measure.GroupProcess: measure.ProcessName(&c.Trace.Processes[c.Trace.Targets()[0]]),
		measure.GroupThread:  "6420",
		measure.GroupTime:    "Time (ms)",
	} {
		c.Scope.GroupBy = by
		text := chartText(t, c)
		for _, w := range []string{want, "Median of all values\n", "Time (logarithmic)", reportOf(t, c, "boxplot").Title} {
			if !strings.Contains(text, w) {
				t.Errorf("by %v: no %q in\n%s", by, w, text)
			}
		}
	}
	c.Scope.GroupBy, c.Scope.Metric = measure.GroupTime, measure.MetricUI
	if err := c.Write(brokenWriter{}, export.PNG); err == nil || !strings.Contains(err.Error(), "no values") {
		t.Errorf("a chart of nothing: %v", err)
	}
}
