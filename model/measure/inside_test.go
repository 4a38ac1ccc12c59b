package measure_test

import (
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

func TestS49LostTicks(t *testing.T) {
	var at []model.Time
	for _, ms := range []float64{0, 15.6, 62.4, 64, 66, 78} {
		at = append(at, model.Time(ms*1e6))
	}
	k := measure.TicksOf(at, 15_600_000)
	if k.Lost != 2 || k.CaughtUp != 2 || k.Seen != 5 {
		t.Errorf("%+v", k)
	}
	if k := measure.TicksOf([]model.Time{0, 10, 20, 22, 30}, 10); k.Lost != 0 || k.CaughtUp != 0 {
		t.Errorf("another timer between ticks: %+v", k)
	}
	for gap, want := range map[model.Time]int{1: 1, 49: 1, 50: 0, 100: 0, 150: 0} { // after a gap in which one was lost
		if k := measure.TicksOf([]model.Time{0, 200, 200 + gap, 220 + gap}, 100); k.Lost != 1 || k.CaughtUp != want {
			t.Errorf("a gap of %d: %d ticks lost, %d caught up, want %d", gap, k.Lost, k.CaughtUp, want)
		}
	}
	for gap, want := range map[model.Time]int{149: 0, 150: 0, 151: 1, 249: 1, 250: 2, 300: 2} {
		if k := measure.TicksOf([]model.Time{0, gap}, 100); k.Lost != want {
			t.Errorf("a gap of %d: %d ticks lost, want %d", gap, k.Lost, want)
		}
	}
}

// TestUseOfOneProcessor: each CPU has its own figures.
func TestUseOfOneProcessor(t *testing.T) {
	tr := modeltest.Parse(t, "halves", `threadlens-trace 1
cpus 2
span 0s 1s
os windows
process 9 app.exe target
process 4 System system
thread 2 pid=9
thread 5 pid=4
0s cpu1 switch 5 idle wait win=6
500ms cpu1 switch idle 2 preempt
`)
	g, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []measure.Use{{Target: 5e8, Idle: 5e8}}
	if got := measure.NewUsage(tr, g).OfCPU(1, []model.Time{0, 1e9}); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
