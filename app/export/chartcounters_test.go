package export_test

import (
	"io"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// counted are counters of ten samples of the use of the machine, of which one is impossible, and of a queue.
func counted(tr *model.Trace) measure.CounterInput {
	use := model.CounterSeries{Name: "use of the machine", Subject: model.CounterMachine, Scale: model.ScaleMachine}
	queue := model.CounterSeries{Name: "queue", Subject: model.CounterOther}
	for i := range model.Time(10) {
		at := model.Range{From: tr.End * i / 10, To: tr.End * (i + 1) / 10}
		value := float64(10 * (i + 1))
		if i == 7 {
			value = 250
		}
		use.Points = append(use.Points, model.CounterPoint{Range: at, Value: value})
		queue.Points = append(queue.Points, model.CounterPoint{Range: at, Value: float64(i % 4)})
	}
	return measure.CounterInput{Series: []model.CounterSeries{use, queue}, Notes: []string{"From here."}}
}

// hostCounted are two figures of the host of a machine, of half of a trace each.
func hostCounted(tr *model.Trace) measure.CounterInput {
	used := model.CounterSeries{Name: "vm used", Guest: "vm", Subject: model.CounterGuest, Scale: model.ScaleCore, Processors: len(tr.Cores)}
	ready := model.CounterSeries{Name: "vm ready", Guest: "vm", Subject: model.CounterGuest, Scale: model.ScaleReady, Processors: len(tr.Cores)}
	for i := range model.Time(2) {
		at := model.Range{From: tr.End * i / 2, To: tr.End * (i + 1) / 2}
		used.Points = append(used.Points, model.CounterPoint{Range: at, Value: float64(30 + 20*i)})
		ready.Points = append(ready.Points, model.CounterPoint{Range: at, Value: float64(at.Len()) / 4})
	}
	return measure.CounterInput{Series: []model.CounterSeries{used, ready}, Notes: []string{"From here."}}
}

// TestHostChart: the figures of the host over the use inside, with the means of the report, and the ready time.
func TestHostChart(t *testing.T) {
	c := charts(t)["host"]
	a, _ := report.Find("host")
	table, err := a.Run(c.Trace, c.Scope)
	if err != nil || len(table.Rows) != 2 {
		t.Fatalf("%v, %v", table, err)
	}
	at := table.ColumnsByKey()
	mean := func(column string) string {
		return measure.Percent((table.Rows[0][at[column]].Float+table.Rows[1][at[column]].Float)/2, 1)
	}
	text := chartText(t, c)
	for _, want := range []string{
		"vm: CPU use seen by guest and host", "Exact CPU use in the guest", "Measured by the host", mean("inside_percent"), mean("outside_percent"), "mean of 2 samples",
		"vm: ready time (waiting for a CPU of the host)", mean("ready_percent"), "From here.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	c.Scope.Counters = counted(c.Trace)
	if err := c.Write(io.Discard, export.SVG); err == nil || !strings.HasPrefix(err.Error(), "no host figures: ") {
		t.Errorf("without figures of a host: %v", err)
	}
}

// TestCountersChart: a panel for each counter, in which the exact use is an area, samples are dots where they say, and
// impossible ones red; the means are those of the report.
func TestCountersChart(t *testing.T) {
	c := charts(t)["counters"]
	data := chartFile(t, c, export.SVG)
	fit := report.FitCounter(c.Trace, &c.Scope.Counters.Series[0], c.Trace.Whole())
	text := chartText(t, c)
	for _, want := range []string{
		"use of the machine", "queue", "Exact", measure.Percent(fit.Exact, 1), measure.Percent(fit.Share, 1), "mean of 10 samples", "Impossible", "1 sample\n",
		"1 of 10 values impossible, above 100%; the most extreme is 250%", "From here.", "Share of the CPUs", "Value",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for ink, want := range map[string]int{hex(c.Palette.Danger): 1 + 1, hex(c.Palette.Sampled): 9 + 10 + 2} { // with those of the legends
		if n := strings.Count(string(data), "fill:"+ink); n != want {
			t.Errorf("%d dots of %s, want %d", n, ink, want)
		}
	}
	c.Scope.Range = model.Range{From: c.Trace.End / 20, To: c.Trace.End * 3 / 20}
	if text := chartText(t, c); !strings.Contains(text, "mean of 2 samples") || strings.Contains(text, "Impossible") {
		t.Errorf("a window of two samples says\n%s", text)
	}
}

// TestCountersChartOfNone: without counters there is nothing to draw, and very many do not fit.
func TestCountersChartOfNone(t *testing.T) {
	c := charts(t)["counters"]
	one := c.Scope.Counters.Series[0]
	for n, want := range map[int]string{0: "no counters: ", 40: "", 41: "41 counters do not fit"} {
		c.Scope.Counters.Series = make([]model.CounterSeries, n)
		for i := range n {
			c.Scope.Counters.Series[i] = one
		}
		err := c.Write(io.Discard, export.SVG)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d counters: %v", n, err)
		}
	}
}
