package report_test

import (
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

const second model.Time = 1e9

// closeTo reports whether a figure equals the expected one to half of its last
// digit.
func closeTo(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// series makes a counter with points one second apart.
func series(s model.CounterSeries, values ...float64) model.CounterSeries {
	for i, v := range values {
		at := model.Time(i) * second
		s.Points = append(s.Points, model.CounterPoint{Range: model.Range{From: at, To: at + second}, Value: v})
	}
	return s
}

// half is a machine with two CPUs, of which process 10 uses 24 % in each of ten
// seconds: 480 ms of one CPU.
func half(t *testing.T) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0s 10s\nos linux\nprocess 10 \"app\" target\nthread 11 pid=10\n")
	b.WriteString("0ms cpu1 switch idle idle wait\n")
	for s := range 10 {
		at := model.Time(s) * 1000
		line := func(at model.Time, what string) { b.WriteString(msText(at) + " cpu0 " + what + "\n") }
		line(at, "wake 11")
		line(at, "switch idle 11 wait")
		line(at+480, "switch 11 idle wait linux=S")
	}
	return modeltest.Parse(t, "half", b.String())
}

func TestS08ImpossibleValues(t *testing.T) {
	process := series(model.CounterSeries{Name: "process", Subject: model.CounterProcess, Scale: model.ScaleCore}, 100, 250, 200, -3)
	wrong := measure.ImpossibleValues(&process, 2)
	if len(wrong) != 2 || wrong[0].Why != "impossible, above 200%" || wrong[0].Point.Value != 250 || wrong[1].Why != "impossible, below 0" {
		t.Errorf("of a process on two processors: %+v", wrong)
	}
	total := series(model.CounterSeries{Name: "_Total", Subject: model.CounterMachine, Scale: model.ScaleMachine}, 100, 100.004, 100.1)
	if wrong := measure.ImpossibleValues(&total, 2); len(wrong) != 1 || wrong[0].Why != "impossible, above 100%" {
		t.Errorf("of _Total: %+v", wrong)
	}
	other := series(model.CounterSeries{Name: "queue"}, -1, 1e6)
	if wrong := measure.ImpossibleValues(&other, 2); wrong != nil {
		t.Errorf("of what is no share: %+v", wrong)
	}
	notes := strings.Join(run(t, "counters", half(t), measure.Scope{Counters: measure.CounterInput{Series: []model.CounterSeries{process}}}).Notes, "\n")
	if want := "process: 2 of 4 values impossible, above 200%; the most extreme is 250% at 2\u2009000.000 ms."; !strings.Contains(notes, want) {
		t.Errorf("no%q in\n%s", want, notes)
	}
}

func TestS09DeltaFormula(t *testing.T) {
	closeTo(t, "share of 16 processors", measure.DenominatorsOf(1_068_540_000, second, 16).Machine, 106.854/16, 5e-13)
	closeTo(t, "share of 16 processors, rounded", measure.DenominatorsOf(1_068_540_000, second, 16).Machine, 6.678, 5e-4)
	if d := measure.DenominatorsOf(1, 0, 0); d != (measure.Denominators{}) {
		t.Errorf("of no time: %+v", d)
	}
}

func TestS10Denominators(t *testing.T) {
	d := measure.DenominatorsOf(1_512_498_900, second, 16)
	closeTo(t, "of the machine", d.Machine, 9.453118, 5e-7)
	closeTo(t, "of one CPU", d.Core, 151.249890, 5e-7)
	closeTo(t, "cores", d.Cores, 1.512499, 5e-7)
	if got, want := d.String(), "9.45% of the machine, 151.25% of one CPU, 1.512 CPUs"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	notes := strings.Join(run(t, "cpu", half(t), measure.Scope{}).Notes, "\n")
	if want := "The target used 24.00% of the machine, 48.00% of one CPU, 0.480 CPUs."; !strings.Contains(notes, want) {
		t.Errorf("no %q in\n%s", want, notes)
	}
}

func TestS46OneScale(t *testing.T) {
	c := series(model.CounterSeries{Name: "counter", Subject: model.CounterProcess, Process: "APP.exe", PID: model.NoPID, Scale: model.ScaleCore},
		43.5, 43.5, 43.5, 43.5, 43.5, 43.5, 43.5, 43.5, 43.5, 43.5)
	tr := half(t)
	fit := report.FitCounter(tr, &c, tr.Whole())
	closeTo(t, "mean", fit.Mean, 43.5, 1e-9)
	closeTo(t, "counter", fit.Share, 21.75, 1e-9)
	closeTo(t, "exact", fit.Exact, 24, 1e-9)
	closeTo(t, "difference", fit.Difference, -2.25, 1e-9)
	closeTo(t, "largest difference", fit.Largest, -2.25, 1e-9)
	for _, d := range []struct {
		percent measure.Denominator
		want    float64
	}{{measure.PercentMachine, -2.25}, {measure.PercentCore, -4.5}, {measure.PercentCores, -0.045}} {
		table := run(t, "counters", tr, measure.Scope{Percent: d.percent, Counters: measure.CounterInput{Series: []model.CounterSeries{c}}})
		closeTo(t, "difference of "+d.percent.String(), table.Rows[0][8].Float, d.want, 1e-9)
	}
}

// TestS46Subjects checks for which counters the trace has exact values.
func TestS46Subjects(t *testing.T) {
	tr := half(t)
	for _, c := range []struct {
		s    model.CounterSeries
		want float64 // -1: nothing
	}{
		{model.CounterSeries{Subject: model.CounterMachine, Scale: model.ScaleMachine}, 24},
		{model.CounterSeries{Subject: model.CounterProcessor, Scale: model.ScaleMachine, CPU: 0}, 48},
		{model.CounterSeries{Subject: model.CounterProcessor, Scale: model.ScaleMachine, CPU: 9}, -1},
		{model.CounterSeries{Subject: model.CounterProcessor, Scale: model.ScaleMachine, CPU: 2}, -1},
		{model.CounterSeries{Subject: model.CounterProcess, Scale: model.ScaleCore, PID: 10}, 24},
		{model.CounterSeries{Subject: model.CounterProcess, Scale: model.ScaleCore, PID: 11}, -1},
		{model.CounterSeries{Subject: model.CounterOther, Scale: model.ScaleCore}, -1},
	} {
		one := series(c.s, 1, 2, 3)
		fit := report.FitCounter(tr, &one, tr.Whole())
		if fit.HasExact != (c.want >= 0) {
			t.Errorf("%+v: exact %v", c.s, fit.HasExact)
		} else if fit.HasExact {
			closeTo(t, "exact", fit.Exact, c.want, 1e-9)
		}
	}
}

// TestS46BestOffset moves a counter that fits exactly, and finds it again.
func TestS46BestOffset(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0s 20s\nos linux\nthread 11 pid=10\n0ms cpu0 switch idle idle wait\n")
	var values []float64
	for s := range 20 {
		use := model.Time(s * 37 % 100 * 10) // ms
		values = append(values, float64(use)/10)
		if use > 0 {
			at := model.Time(s) * 1000
			if s%2 == 1 { // at the end of the second
				at += 1000 - use
			}
			b.WriteString(msText(at) + " cpu0 switch idle 11 wait\n" + msText(at+use) + " cpu0 switch 11 idle wait linux=S\n")
		}
	}
	tr := modeltest.Parse(t, "uneven", b.String())
	c := series(model.CounterSeries{Subject: model.CounterMachine, Scale: model.ScaleMachine}, values...)
	for _, moved := range []model.Time{0, 500_000_000, -250_000_000} {
		m := model.MoveCounters([]model.CounterSeries{c}, moved)[0]
		best, ok := measure.BestOffset(tr, &m)
		if !ok || best.By != -moved {
			t.Errorf("moved by %d: offset %d, %v", moved, best.By, ok)
		}
		closeTo(t, "distance", best.Mean, 0, 0.2)
	}
	few := c
	few.Points = c.Points[:3]
	if _, ok := measure.BestOffset(tr, &few); ok {
		t.Error("an offset of three samples")
	}
}
