package export_test

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// TestQueueChartIsExact measures the three layers of the run queue in every third column of the
// SVG: the minimum, mean and maximum length of its time.
func TestQueueChartIsExact(t *testing.T) {
	c := charts(t)["queue"]
	data := chartFile(t, c, export.SVG)
	ready, full := c.Palette.Category(model.Dispatch).Fill, c.Palette.Category(model.Preemption).Fill
	half := func(a, b uint8) uint8 { return uint8((int(a) + int(b)) / 2) }
	mean := color.RGBA{half(ready.R, full.R), half(ready.G, full.G), half(ready.B, full.B), 255}
	whole, threads := c.Trace.Whole(), measure.Visible(c.Trace)
	clock := measure.Clock{Tick: measure.Tick}
	exact := runqueue.QueueOf(c.Trace, threads, whole, clock)
	const left, width, high = 68, 900 - 68 - 28, 400 - 10 - 46
	begin := func(x int) model.Time { return model.Time(float64(whole.Len()) * (float64(x) / width)) }
	unit := 0.0 // height of a thread: the axis ends on a round number above the longest queue
	for _, l := range []struct {
		name string
		ink  color.RGBA
		of   func(q runqueue.Queue) float64
	}{
		{"most", ready, func(q runqueue.Queue) float64 { return float64(q.Max()) }},
		{"mean", mean, func(q runqueue.Queue) float64 { return q.Mean() }},
		{"least", full, func(q runqueue.Queue) float64 { return float64(q.Min()) }},
	} {
		o := area(t, data, l.ink)
		if unit == 0 {
			top := 0.0
			for x := range width {
				top = max(top, topAt(o, left+float64(x)+0.5))
			}
			if unit = top / float64(exact.Max()); math.Abs(high/unit-math.Round(high/unit)) > 1e-3 {
				t.Fatalf("the axis ends at %v threads", high/unit)
			}
		}
		for x := 0; x < width; x += 3 {
			want := unit * l.of(runqueue.QueueOf(c.Trace, threads, model.Range{From: begin(x), To: begin(x + 1)}, clock))
			if got := topAt(o, left+float64(x)+0.5); math.Abs(got-want) > 0.05 {
				t.Errorf("%s is %.3f pixels high in column %d, want %.3f", l.name, got, x, want)
			}
		}
	}
}

// TestMeasurementChartsTellTheNumbersOfReports compares legends, steps and dots with the reports
// with the same scope.
func TestMeasurementChartsTellTheNumbersOfReports(t *testing.T) {
	for _, scope := range []measure.Scope{
		{},
		{Range: model.Range{From: 41e6, To: 400e6}, Tick: 10e6, Phase: 3e6, Percent: measure.PercentCores},
	} {
		c := charts(t)["measurement"]
		c.Scope = scope
		text := chartText(t, c)
		mean, least, most := queueFigures(t, c)
		table := reportOf(t, c, "intervals")
		var exact, sampled int64
		dots := 0
		for _, row := range table.Rows {
			exact += row[1].Int
			sampled += row[2].Int
			if row[4].Kind != report.KindNone && row[5].Float > 0 {
				dots++
			}
		}
		share := func(ns int64) string {
			if scope.Percent == measure.PercentCores {
				return fmt.Sprintf("%.2f cores", float64(ns)/float64(table.Range.Len()))
			}
			return measure.Percent(100*float64(ns)/float64(2*table.Range.Len()), 1)
		}
		for _, want := range []string{
			fmt.Sprintf("Maximum per pixel column\n%d\n", most), fmt.Sprintf("Minimum\n%d\n", least),
			"Exact CPU use, including interrupts\n" + share(exact) + "\n",
			"Sampled at the clock tick, with 95% confidence intervals\n" + share(sampled) + "\n",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", scope.Range, want, text)
			}
		}
		if got := figure(t, text, "Time-weighted mean"); math.Abs(got-mean) > 0.005 {
			t.Errorf("%v: a mean of %v, want %v", scope.Range, got, mean)
		}
		steps := outlines(t, chartFile(t, c, export.SVG), "stroke:"+hex(c.Palette.Category(model.Execution).Edge))
		line := slices.MaxFunc(steps, func(a, b []paint.Point) int { return cmp.Compare(len(a), len(b)) })
		capacity := 100.0
		if scope.Percent == measure.PercentCores {
			capacity = 2
		}
		const high = 352 - 10 - 46 // of the plot
		for _, row := range table.Rows[1:] {
			x := func(r []report.Value) float64 {
				return 68 + (900-68-28)*(float64(r[0].Int-int64(table.Range.From))+1e5)/float64(table.Range.Len())
			}
			want := high * (row[3].Float - table.Rows[0][3].Float) / capacity
			if got := levelAt(line, x(row)) - levelAt(line, x(table.Rows[0])); math.Abs(got-want) > 0.05 {
				t.Errorf("%v: the step at %d ns is %.3f pixels higher than the first, want %.3f", scope.Range, row[0].Int, got, want)
			}
		}
		bars := outlines(t, chartFile(t, c, export.SVG), "stroke:"+hex(c.Palette.Sampled))
		bars = slices.DeleteFunc(bars, func(o []paint.Point) bool { return o[0] == o[1] }) // their caps
		if len(bars) != dots {
			t.Errorf("%v: %d bars of 95%% intervals, want %d", scope.Range, len(bars), dots)
		}
	}
}

// levelAt is the height of a line at x.
func levelAt(line []paint.Point, x float64) float64 {
	i := slices.IndexFunc(line, func(p paint.Point) bool { return p.X > x })
	return line[i].Y
}

// queueFigures are those in the report of the run queue.
func queueFigures(t *testing.T, c export.Chart) (mean float64, least, most int) {
	t.Helper()
	notes := reportOf(t, c, "queue").Notes
	for _, n := range notes {
		if _, err := fmt.Sscanf(n, "Run-queue length: mean %f, min %d, max %d", &mean, &least, &most); err == nil {
			return mean, least, most
		}
	}
	t.Fatalf("no mean in %q", notes)
	return 0, 0, 0
}

// TestQueueChartWithoutWakes: where wakes were not recorded no length is shown as exact, and an
// empty queue is unknown.
func TestQueueChartWithoutWakes(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 1\nspan 0ns 40ms\nos linux\nprocess 10 \"app\" target\nthread 11 pid=10\nthread 12 pid=10\n" +
		"0us cpu0 switch idle 11 preempt\n"
	for end, want := range map[string]string{"wait linux=S": "unknown\n", "preempt": "≥\n0.50\n"} {
		for _, name := range []string{"queue", "measurement"} {
			c := charts(t)[name]
			c.Trace = modeltest.Parse(t, "nowakes.tltxt", head+"20ms cpu0 switch 11 12 "+end+"\n")
			text := chartText(t, c)
			if !strings.Contains(text, "wake-ups not recorded") || !strings.Contains(text, "Time-weighted mean\n"+want) {
				t.Errorf("%s, %s: no mean of %q in\n%s", name, end, want, text)
			}
		}
	}
}

// TestMeasurementHasAColumnForEachInterval: as many intervals as columns of pixels are drawn; one
// more is refused, with a suggestion.
func TestMeasurementHasAColumnForEachInterval(t *testing.T) {
	c := charts(t)["measurement"]
	c.Width = 68 + 100 + 28
	for n, want := range map[int]string{99: "", 100: "", 101: "101 intervals do not fit in a picture: use longer intervals"} {
		c.Scope.Range, c.Scope.Bucket = model.Range{From: 10e6, To: 10e6 + model.Time(n)*1e6}, 1e6
		if got := len(reportOf(t, c, "intervals").Rows); got != n {
			t.Fatalf("%d intervals, want %d", got, n)
		}
		err := c.Write(io.Discard, export.PNG)
		if got := fmt.Sprint(err); (err != nil) != (want != "") || !strings.HasPrefix(got, want) && want != "" {
			t.Errorf("%d intervals in 100 columns: %v, want %q", n, err, want)
		}
	}
}

// TestReadsAreThoseOfTheTicks: each tick's dot is as high as the number of threads queued then, by
// a walk over all of them, and the legend has their mean.
func TestReadsAreThoseOfTheTicks(t *testing.T) {
	c := charts(t)["queue"]
	c.Scope.Tick, c.Scope.Phase, c.Scope.PhaseGiven = 20e6, 5e6, true
	lengths := map[string]bool{}
	sum, n, high := 0, 0, 0
	for at := model.Time(5e6); at < c.Trace.End; at += 20e6 {
		queued := 0
		for _, ix := range measure.Visible(c.Trace) {
			if seg, ok := c.Trace.SegmentAt(ix, at); ok && seg.State.Queued() {
				queued++
			}
		}
		lengths[fmt.Sprintf("%.0f %d", 68+(900-68-28)*float64(at)/float64(c.Trace.End), queued)] = true
		sum, n, high = sum+queued, n+1, max(high, queued)
	}
	if want := fmt.Sprintf("Run queue at the clock tick\n%.2f\nmean of %d reads\n", float64(sum)/float64(n), n); high == 0 || !strings.Contains(chartText(t, c), want) {
		t.Errorf("no %q in\n%s", want, chartText(t, c))
	}
	c.Bare = true
	data := chartFile(t, c, export.SVG)
	dots := circles(t, data)
	floor := slices.MinFunc(dots, func(a, b circle) int { return cmp.Compare(a.at.Y, b.at.Y) }).at.Y
	unit := (slices.MaxFunc(dots, func(a, b circle) int { return cmp.Compare(a.at.Y, b.at.Y) }).at.Y - floor) / float64(high)
	most := area(t, data, c.Palette.Category(model.Dispatch).Fill)
	low := slices.MinFunc(most, func(a, b paint.Point) int { return cmp.Compare(a.Y, b.Y) }).Y
	if len(dots) != n || math.Abs(floor-low) > 0.1 {
		t.Errorf("%d dots from %.1f on, want %d from %.1f", len(dots), floor, n, low)
	}
	for _, d := range dots {
		if is := fmt.Sprintf("%.0f %.0f", d.at.X, (d.at.Y-floor)/unit); !lengths[is] {
			t.Errorf("a dot at column and height %s", is)
		}
	}
}

// TestSampledIntervalsAreTheReport: each dot is in the middle of its interval, its bar from the
// lower to the upper end of the 95 % interval.
func TestSampledIntervalsAreTheReport(t *testing.T) {
	c := charts(t)["measurement"]
	c.Scope = measure.Scope{Tick: 5e6}
	table := reportOf(t, c, "intervals")
	data := chartFile(t, c, export.SVG)
	const high = 352 - 10 - 46
	var want [][3]float64 // x, ends
	for i, row := range table.Rows {
		end := float64(table.Range.To)
		if i+1 < len(table.Rows) {
			end = float64(table.Rows[i+1][0].Int)
		}
		if row[4].Kind != report.KindNone {
			want = append(want, [3]float64{68 + (900-68-28)*(float64(row[0].Int)+end)/2/float64(c.Trace.End), high * row[5].Float / 100, high * min(row[6].Float, 100) / 100})
		}
	}
	bars := outlines(t, data, "stroke:"+hex(c.Palette.Sampled))
	bars = slices.DeleteFunc(bars, func(o []paint.Point) bool { return o[0] == o[1] })
	if len(bars) != len(want) || len(want) < 5 {
		t.Fatalf("%d bars, want %d", len(bars), len(want))
	}
	floor := math.Inf(1)
	for i, b := range bars {
		floor = min(floor, min(b[0].Y, b[1].Y)-want[i][1])
	}
	for i, b := range bars {
		low, top := min(b[0].Y, b[1].Y)-floor, max(b[0].Y, b[1].Y)-floor
		if math.Abs(b[0].X-want[i][0]) > 0.1 || math.Abs(low-want[i][1]) > 0.1 || math.Abs(top-want[i][2]) > 0.1 {
			t.Errorf("bar %d at %.1f from %.1f to %.1f, want %.1f", i, b[0].X, low, top, want[i])
		}
	}
}
