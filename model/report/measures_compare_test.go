package report_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// compared runs the comparison of two traces and returns its rows by "section:
// name".
func compared(t *testing.T, a, b string) map[string][]report.Value {
	t.Helper()
	table, err := report.Compare(
		report.Side{Trace: modeltest.Parse(t, "a", a)}, report.Side{Trace: modeltest.Parse(t, "b", b)})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]report.Value{}
	for _, r := range table.Rows {
		rows[r[0].Text+": "+r[1].Text] = r
	}
	return rows
}

// slicesOf is a trace of two threads that take turns of the given ms.
func slicesOf(ms, n int) string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 1200ms\nos linux\nprocess 10 app target\nthread 11 pid=10 name=one\nthread 12 pid=10 name=two\n0ms cpu0 switch idle 11 wait\n")
	tids := [2]string{"11", "12"}
	for i := range n {
		fmt.Fprintf(&b, "%dms cpu0 switch %s %s preempt linux=R+\n", (i+1)*ms, tids[i%2], tids[1-i%2])
	}
	return b.String()
}

func TestS37CompareSlices(t *testing.T) {
	rows := compared(t, slicesOf(10, 100), slicesOf(100, 10))
	short, long := rows["slice: 10.0 ms to 20.0 ms"], rows["slice: 100 ms to 200 ms"]
	if short == nil || long == nil {
		t.Fatalf("%v", rows)
	}
	if short[2].Int != 100 || short[3].Int != 0 || short[8].Float != -100 {
		t.Errorf("short slices: %+v", short)
	}
	if long[2].Int != 0 || long[3].Int != 10 || long[8].Kind != report.KindNone {
		t.Errorf("long slices: %+v", long)
	}
	delay := rows["queue delay: preempted to running, p50"]
	closeTo(t, "delay", float64(delay[4].Int), 10e6, 0)
	closeTo(t, "delay after", float64(delay[5].Int), 100e6, 0)
	closeTo(t, "change", delay[8].Float, 900, 1e-9)
	if process := rows["process: app"]; process[2].Int != 2 || process[8].Float != 0 {
		t.Errorf("the process: %+v", process)
	}
	if thread := rows["thread: app / one"]; thread == nil {
		t.Errorf("no thread by name in %v", rows)
	}
}

// run87 is a span of the given seconds.
func spanOf(seconds int) string {
	return fmt.Sprintf("threadlens-trace 1\ncpus 1\nspan 0s 200s\nos linux\nthread 11 pid=10\n0s cpu0 switch idle 11 wait\n1s cpu0 mark 11 begin work\n%ds cpu0 mark 11 end work\n", 1+seconds)
}

func TestS52SpanChange(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{87, 120, 37.9}, {54, 135, 150}, {87, 54, -37.9}} {
		change, ok := measure.ChangeOf(float64(c.a), float64(c.b))
		if !ok {
			t.Fatal("no change")
		}
		closeTo(t, "change", change, c.want, 0.05)
		row := compared(t, spanOf(c.a), spanOf(c.b))["span: work, mean"]
		if row == nil {
			t.Fatal("no span")
		}
		closeTo(t, "change of the span", row[8].Float, c.want, 0.05)
	}
	if _, ok := measure.ChangeOf(0, 1); ok {
		t.Error("a change from nothing")
	}
	if got := measure.Change(37.931, 1) + " " + measure.Change(-37.931, 1) + " " + measure.Change(0, 1) + " " + measure.Change(0.001, 1) + " " + measure.Change(99.99, 1); got != "+37.9% \u221237.9% 0 +<0.1% +100.0%" {
		t.Errorf("written as %q", got)
	}
}

func TestS55BoxPlot(t *testing.T) {
	b := measure.BoxOf([]float64{100, 9, 8, 7, 6, 5, 4, 3, 2, 1})
	closeTo(t, "Q1", b.Q1, 3.25, 0)
	closeTo(t, "median", b.Median, 5.5, 0)
	closeTo(t, "Q3", b.Q3, 7.75, 0)
	closeTo(t, "whisker", b.High, 9, 0)
	closeTo(t, "lower whisker", b.Low, 1, 0)
	if !slices.Equal(b.Outliers, []float64{100}) || b.N != 10 || b.Max != 100 {
		t.Errorf("%+v", b)
	}
	if b := measure.BoxOf(nil); b.N != 0 {
		t.Errorf("of nothing: %+v", b)
	}
	if b := measure.BoxOf([]float64{7}); b.Low != 7 || b.Q1 != 7 || b.High != 7 || len(b.Outliers) != 0 {
		t.Errorf("of one: %+v", b)
	}
}

// TestS55Order checks that a box is valid whatever its values, and that bins hold
// every value once.
func TestS55Order(t *testing.T) {
	r := rand.New(rand.NewPCG(55, 0))
	for range 2000 {
		values := make([]float64, 1+r.IntN(30))
		for i := range values {
			values[i] = math.Floor(math.Exp(r.Float64() * 20))
		}
		b := measure.BoxOf(slices.Clone(values))
		order := []float64{b.Min, b.Low, b.Q1, b.Median, b.Q3, b.High, b.Max}
		if !slices.IsSorted(order) || len(b.Outliers) > b.N {
			t.Fatalf("%v: %+v", values, b)
		}
		for name, bins := range map[string][]measure.Bin{"time": measure.TimeBins(values), "linear": measure.LinearBins(values)} {
			all := 0
			for _, bin := range bins {
				all += bin.Count
				if bin.To <= bin.From || bin.Count != within(values, bin) {
					t.Fatalf("%s: bin %+v of %v", name, bin, values)
				}
			}
			if all != len(values) {
				t.Fatalf("%s: %d of %d values in bins", name, all, len(values))
			}
			if err := tidy(bins, name == "linear"); err != nil {
				t.Fatalf("%s: %v: %v", name, bins, err)
			}
		}
	}
}

// TestLeastWidth: nearly equal values are in one bin, unless they differ by 1e-9 in twenty
// bins.
func TestLeastWidth(t *testing.T) {
	for high, want := range map[float64]int{0: 1, 1.9e-8: 1, 2e-8: 2, 1e-3: 2} {
		bins := measure.LinearBins([]float64{0, high})
		if got := bins[0].Count + bins[len(bins)-1].Count; len(bins) == 1 != (want == 1) || len(bins) > 1 && got != 2 {
			t.Errorf("0 and %v are in %v", high, bins)
		}
	}
}

// tidy checks that bins are adjacent, have the right width, and that the outer ones
// are not empty.
func tidy(bins []measure.Bin, linear bool) error {
	if bins[0].Count == 0 || bins[len(bins)-1].Count == 0 {
		return errors.New("an outer one is empty")
	}
	width := bins[0].To - bins[0].From
	for i, b := range bins {
		switch {
		case i > 0 && b.From != bins[i-1].To:
			return fmt.Errorf("%v follows %v", b, bins[i-1])
		case !linear && !isRound(b.To):
			return fmt.Errorf("%v ends at no round time", b)
		case linear && math.Abs((b.To-b.From)/width-1) > 1e-9:
			return fmt.Errorf("%v is as wide as no other", b)
		}
	}
	if linear && (len(bins) > 22 || !isRound(width)) { // 20 of that width, and the parts that stick out at both ends
		return fmt.Errorf("%d of them", len(bins))
	}
	return nil
}

// isRound reports whether a number above 0 is 1, 2 or 5 times a power of ten.
func isRound(v float64) bool {
	for v < 0.95 {
		v *= 10
	}
	for v >= 9.5 {
		v /= 10
	}
	return slices.Contains([]float64{1, 2, 5}, math.Round(v))
}

func within(values []float64, b measure.Bin) int {
	n := 0
	for _, v := range values {
		if v >= b.From && v < b.To {
			n++
		}
	}
	return n
}

// TestS55Metrics checks what each metric counts in the worked example.
func TestS55Metrics(t *testing.T) {
	tr, threads := seven(t)
	values := func(m measure.Metric, by measure.Grouping) (n int, sum float64) {
		groups, err := measure.Groups(tr, measure.Scope{Threads: threads, Metric: m, GroupBy: by})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			n += len(g.Values)
			for _, v := range g.Values {
				sum += v
			}
		}
		return n, sum
	}
	for _, name := range measure.MetricNames() {
		m, ok := measure.ParseMetric(name)
		if !ok || m.String() != name {
			t.Fatalf("no metric %s", name)
		}
		if m == measure.MetricCounter || m == measure.MetricCPU {
			continue // their values depend on the grouping
		}
		n, sum := values(m, measure.GroupTime)
		for _, by := range []measure.Grouping{measure.GroupProcess, measure.GroupThread, measure.GroupName} {
			if n2, sum2 := values(m, by); n2 != n || math.Abs(sum2-sum) > 1e-3 {
				t.Errorf("%s by %s: %d values of %v, by time %d of %v", name, by, n2, sum2, n, sum)
			}
		}
	}
	dispatch, redispatch := measure.Latencies(tr, threads, tr.Whole())
	if n, _ := values(measure.MetricReady, measure.GroupTime); n != dispatch.N {
		t.Errorf("%d ready times, want %d", n, dispatch.N)
	}
	if n, _ := values(measure.MetricPreempted, measure.GroupTime); n != redispatch.N {
		t.Errorf("%d times from preempted to running, want %d", n, redispatch.N)
	}
}

// TestS55Shares checks that shares of CPU time add up to the times of the profile,
// for some threads and for all.
func TestS55Shares(t *testing.T) {
	tr, threads := seven(t)
	for _, s := range []measure.Scope{
		{Threads: threads}, {Threads: measure.Visible(tr)}, {Threads: threads, GroupBy: measure.GroupProcess},
	} {
		groups, err := measure.Groups(tr, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			window := g.Range
			if s.GroupBy == measure.GroupProcess {
				window = tr.Whole()
			}
			var sum float64
			for _, v := range g.Values {
				sum += v
			}
			profile := tr.Profile(s.Threads, window)
			want := 100 * float64(profile[model.Execution]) / float64(2*window.Len())
			closeTo(t, "mean share", sum/float64(len(g.Values)), want, 1e-3)
		}
	}
}

// TestS55Slices counts the slices of threads that take turns; those that the
// trace cuts are left out.
func TestS55Slices(t *testing.T) {
	tr := modeltest.Parse(t, "slices", slicesOf(10, 100))
	table := run(t, "boxplot", tr, measure.Scope{Metric: measure.MetricSlice, GroupBy: measure.GroupProcess})
	if len(table.Rows) != 1 || table.Rows[0][2].Int != 100 || table.Rows[0][5].Int != 10_000_000 {
		t.Errorf("%+v", table.Rows)
	}
	table = run(t, "boxplot", tr, measure.Scope{Metric: measure.MetricSlice, Range: model.Range{From: 15e6, To: 45e6}, Bucket: 15e6})
	equal(t, "slices that end in", column(t, table, "count"), []int64{2, 1})
}

func TestS55Counter(t *testing.T) {
	tr := half(t)
	c := series(model.CounterSeries{Name: "c", Subject: model.CounterMachine, Scale: model.ScaleCore}, 2, 4, 6, 8, 10, 12, 14, 16, 18, 200)
	input := measure.CounterInput{Series: []model.CounterSeries{c}}
	table := run(t, "boxplot", tr, measure.Scope{Metric: measure.MetricCounter, GroupBy: measure.GroupName, Counters: input})
	closeTo(t, "median", table.Rows[0][4].Float, 5.5, 0)
	table = run(t, "boxplot", tr, measure.Scope{Metric: measure.MetricCounter, Bucket: 5 * second, Counters: input})
	equal(t, "values", column(t, table, "count"), []int64{5, 5})
	a, _ := report.Find("boxplot")
	if _, err := a.Run(tr, measure.Scope{Metric: measure.MetricCounter, GroupBy: measure.GroupThread, Counters: input}); err == nil {
		t.Error("counters have no threads")
	}
}
