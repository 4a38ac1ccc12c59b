package export_test

import (
	"math"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

const sampledOnly = `threadlens-trace 1
cpus 2
span 0ms 1000ms
os windows
sampleperiod 1ms
process 7 "app" target
process 9 "other"
process 4 "System" system
thread 8 pid=7 name="first"
thread 11 pid=7 name="second"
thread 10 pid=9 name="else"
thread 12 pid=4 name="kernel"
100ms cpu0 sample 8
101ms cpu0 sample 11
103ms cpu1 sample 10
104ms cpu1 sample 12
105ms cpu1 sample idle
106ms cpu1 sample idle in=dpc
`

// TestSampledUtilization: the charts show for sampled CPUs the same as the report, by process and
// by thread; without samples on such CPUs, or without a period, nothing.
func TestSampledUtilization(t *testing.T) {
	const ms = model.Time(1e6)
	tr := modeltest.Parse(t, "x", sampledOnly)
	r := model.Range{From: 100 * ms, To: 110 * ms}
	classes := func(u *timeline.Utilization) (list [paint.NumClasses]model.Time) {
		exact, sampled := u.Split(r)
		if exact.Total()+sampled.Times.Total() != 2*r.Len() {
			t.Errorf("%d ns known and %d sampled are not %d", exact.Total(), sampled.Times.Total(), 2*r.Len())
		}
		for c := range list {
			list[c] = (exact[c] + sampled.Times[c]) / ms
		}
		return list
	}
	at := func(target, other, system, interrupt, idle model.Time) (list [paint.NumClasses]model.Time) {
		list[paint.ClassTarget], list[paint.ClassOther], list[paint.ClassSystem] = target, other, system
		list[paint.ClassInterrupt], list[paint.ClassIdle] = interrupt, idle
		list[paint.ClassUnknown] = 20 - target - other - system - interrupt - idle
		return list
	}
	if got, want := classes(export.Utilization(tr, tr.Targets())), at(2, 1, 1, 1, 1); got != want {
		t.Errorf("by process: %v ms, want %v", got, want)
	}
	if got, want := classes(export.ThreadUse(tr, tr.Processes[tr.Threads[0].Proc].Threads[:1])), at(1, 3, 0, 1, 1); got != want {
		t.Errorf("by thread: %v ms, want %v", got, want)
	}
	_, s := export.Utilization(tr, tr.Targets()).Split(r)
	if p := report.NewSampledUse(tr, measure.Target{Procs: tr.Targets()}).In(r); s.Low != p.Low || s.High != p.High || s.Low >= s.High {
		t.Errorf("the interval is from %d to %d, want %d to %d", s.Low, s.High, p.Low, p.High)
	}
	for name, source := range map[string]string{
		"no period":    strings.Replace(sampledOnly, "sampleperiod 1ms\n", "", 1),
		"all switched": sampledOnly + "900ms cpu0 switch 8 11 preempt\n900ms cpu1 switch 10 12 preempt\n",
	} {
		if u := export.Utilization(modeltest.Parse(t, "x", source), nil); u.Sampled != nil {
			t.Errorf("%s: there is sampled use", name)
		}
	}
}

// TestSampledChart: the chart for files states that it is sampled, with the interval.
func TestSampledChart(t *testing.T) {
	tr := modeltest.Parse(t, "x", sampledOnly)
	chart := export.Chart{
		Name: "utilization", Title: "x", Trace: tr, Palette: paint.NewPalette(false, false), Scale: 1, Width: 900,
		Scope: measure.Scope{Range: tr.Whole(), Target: measure.Target{Procs: tr.Targets()}, Percent: measure.PercentCores},
	}
	text := chartText(t, chart)
	// 4 samples in 2,000 ms of CPU time: 1.56 to 10.26 ms by Wilson, in 1,000 ms.
	for _, want := range []string{"sampled; no context switches were recorded", "Sampled", "0.004 cores", "95 %: 0.0016 cores to 0.01 cores"} {
		if !strings.Contains(text, want) {
			t.Errorf("the chart does not say %q:\n%s", want, text)
		}
	}
}

// TestSampledChartTellsTheRest: what neither switches nor samples show stays unknown, and the band
// of the interval is as high as that.
func TestSampledChartTellsTheRest(t *testing.T) {
	tr := modeltest.Parse(t, "x", sampledOnly)
	chart := export.Chart{
		Name: "utilization", Title: "x", Trace: tr, Palette: paint.NewPalette(false, false), Scale: 1, Width: 900,
		Scope: measure.Scope{Range: model.Range{From: 100e6, To: 110e6}, Target: measure.Target{Procs: tr.Targets()}, Percent: measure.PercentCores},
	}
	text := chartText(t, chart)
	// 6 of the 20 ms are sampled: 2, 1 and 1 by threads, 1 by interrupts, 1 idle.
	for _, want := range []string{"Unknown\n1.40 cores\n", "Idle\n0.10 cores\n", "This process\n0.20 cores\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	p := report.NewSampledUse(tr, chart.Scope.Target).In(chart.Scope.Range)
	ink := chart.Palette.Ink
	got := 0.0
	for _, o := range outlines(t, chartFile(t, chart, export.SVG), "fill:"+hex(ink)+";fill-opacity:0.25") {
		got += (o[2].Y - o[0].Y) * (o[2].X - o[0].X) / 804
	}
	if want := 424 * float64(p.High-p.Low) / 20e6; math.Abs(math.Abs(got)-want) > 1 {
		t.Errorf("the band is %.1f pixels high, want %.1f", got, want)
	}
}
