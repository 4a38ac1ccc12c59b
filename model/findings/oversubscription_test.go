package findings

import (
	"testing"

	"threadlens/model"
)

// TestLasting: either the average proves that the demand is too high for half of the time,
// or the time is counted; on both sides of the bound.
func TestLasting(t *testing.T) {
	for _, c := range []struct {
		runnable float64 // on average, of ten threads on two CPUs
		want     bool    // without counting: nothing is runnable in the trace
	}{{7, true}, {6.5, true}, {6.4, false}} {
		l := &ruleContext{t: &model.Trace{Threads: make([]model.Thread, 1)}, target: make([]model.ThreadIx, 10), Limits: NewLimits()}
		var err error
		if l.Limits, err = l.With("E3.runnable", 150); err != nil { // of two CPUs: 3
			t.Fatal(err)
		}
		l.Range = model.Range{To: 1000}
		d := &demand{run: model.Time(1000 * c.runnable), cpus: 2}
		if got := l.lasting(d); got != c.want {
			t.Errorf("%v runnable: %v", c.runnable, got)
		}
	}
}
