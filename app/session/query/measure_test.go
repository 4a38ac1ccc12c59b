package query

import (
	"context"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestLength: a mean length of the queue reads as zero only where it is zero.
func TestLength(t *testing.T) {
	for mean, want := range map[float64]string{0: "0", 1e-9: "<0.01", 0.004: "<0.01", 0.0049: "<0.01", 0.005: "0.01", 1: "1.00", 1.5: "1.50"} {
		if got := QueueLength(mean); got != want {
			t.Errorf("%v: %q, want %q", mean, got, want)
		}
	}
}

func TestParseFigure(t *testing.T) {
	for text, want := range map[string]Figure{
		"88": {88, true}, " 88.5 % ": {88.5, true}, "7,25%": {7.25, true}, "": {}, " ": {}, "0": {0, true}, "100": {100, true},
	} {
		if got, err := ParseFigure(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"101", "-1", "x", "NaN", "1e9", "8 8"} {
		if got, err := ParseFigure(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestParseTick(t *testing.T) {
	for _, c := range []struct {
		tick, phase string
		want        measure.Clock
	}{
		{"15.625", "", measure.Clock{Tick: 15_625_000}},
		{"4 ms", "500 µs", measure.Clock{Tick: 4 * ms, Phase: 500 * us}},
	} {
		if got, err := ParseTick(c.tick, c.phase); err != nil || got != c.want {
			t.Errorf("%q %q: %v, %v", c.tick, c.phase, got, err)
		}
	}
}

// TestMeasureLengths: intervals contain enough ticks, and neither intervals nor reads are too many.
func TestMeasureLengths(t *testing.T) {
	for window := model.Time(1000); window < 1e15; window *= 7 {
		for _, tick := range []model.Time{10 * us, ms, measure.Tick, 10e9} {
			length := intervalLength(window, tick)
			if length < ticksAtLeast*tick || window/length > mostIntervals {
				t.Errorf("window %d, tick %d: intervals of %d", window, tick, length)
			}
			c := reader(window, measure.Clock{Tick: tick})
			if c.Tick%tick != 0 || window/c.Tick > mostReads {
				t.Errorf("window %d, tick %d: reads every %d", window, tick, c.Tick)
			}
		}
	}
	for _, c := range []struct{ window, tick, intervals, reads model.Time }{
		{50 * ms, us, ms, 4096 * us},
		{50*ms + 49, us, ms, 4096 * us},
		{50*ms + 50, us, 2 * ms, 4096 * us},
		{24 * ms, ms, 10 * ms, ms},
		{24*ms + 24, ms, 10 * ms, 2 * ms},
		{ms, 500 * us / 6, 500 * us, 500 * us / 6},
		{ms, 84 * us, ms, 84 * us},
	} {
		if got := intervalLength(c.window, c.tick); got != c.intervals {
			t.Errorf("window %d, tick %d: intervals of %d, want %d", c.window, c.tick, got, c.intervals)
		}
		if got := reader(c.window, measure.Clock{Tick: c.tick}).Tick; got != c.reads {
			t.Errorf("window %d, tick %d: reads every %d, want %d", c.window, c.tick, got, c.reads)
		}
	}
	for cpus, want := range map[int]string{1: "0 1", 8: "0 1 2 3 4 5 6 7 8", 9: "0 2 4 6 8", 16: "0 2 4 6 8 10 12 14 16", 17: "0 3 6 9 12 15"} {
		var got []string
		for _, tick := range (&Measurement{Measure: Measure{Percent: measure.PercentCores}, CPUs: cpus}).shareTicks() {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the axis of %d processors has %v, want %s", cpus, got, want)
		}
	}
	for most, want := range map[int]int{1: 1, 3: 1, 4: 2, 12: 4, 13: 5, 100: 40} {
		if got := niceStep(most, 3); got != want {
			t.Errorf("to %d in steps of %d, want %d", most, got, want)
		}
	}
}

// TestS20MarksOfMeasurement: figures that lost events touch read ≥ in table, legend and card; sums
// on screen are marked like their parts.
func TestS20MarksOfMeasurement(t *testing.T) {
	tr := modeltest.Parse(t, "lossy", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 "app" target
thread 8 pid=7
1us cpu0 switch idle 8 preempt
60us cpu0 loss 70us n=3
80us cpu0 switch idle 8 preempt
90us cpu0 switch 8 idle preempt
`)
	for _, c := range []struct {
		to    model.Time
		bound bool
	}{{50 * us, false}, {100 * us, true}} {
		window := model.Range{To: c.to}
		q := Measure{Trace: tr, Window: window, Scope: window, Targets: tr.Targets(), Tick: measure.Clock{Tick: 4 * us}, Columns: 10}
		m, err := q.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		at := m.Table.Rows[0].Cells
		if at[1].AtLeast != c.bound || at[2].AtLeast != c.bound || at[5].AtLeast || strings.HasPrefix(m.Share(m.Exact), "≥") != c.bound {
			t.Errorf("to %d: %+v, %s", c.to, at[:6], m.Share(m.Exact))
		}
		if last := m.UseAt(c.to - 1)[1]; strings.Contains(last, "≥") != c.bound {
			t.Errorf("to %d: %q", c.to, last)
		}
		report, err := (Profile{Trace: tr, Threads: []model.ThreadIx{thread(t, tr, 8)}, Of: 1, Window: window}).Run()
		if err != nil {
			t.Fatal(err)
		}
		for i, col := range report.Columns {
			if name := col.Name; (name == columnCPU || name == "execution_ns") && (report.Rows[0].Cells[i].AtLeast != c.bound || report.Total.Cells[i].AtLeast != c.bound) {
				t.Errorf("to %d: %s is marked %v, in all %v", c.to, name, report.Rows[0].Cells[i].AtLeast, report.Total.Cells[i].AtLeast)
			}
		}
	}
}
