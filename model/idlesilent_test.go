package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// outOfIdle is a trace whose CPU 1 lacks the given number of switches out of idle, and has
// the other.
func outOfIdle(t *testing.T, lacks, has int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0us %dus\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n", 100*(lacks+has+2))
	b.WriteString("10us cpu1 switch idle 8 preempt\n20us cpu1 switch 8 idle wait\n")
	for i := range lacks + has - 1 {
		at := 100 * (i + 1)
		if i >= lacks {
			fmt.Fprintf(&b, "%dus cpu1 switch idle 8 preempt\n", at)
		}
		fmt.Fprintf(&b, "%dus cpu1 switch 8 idle wait\n", at+10)
	}
	return modeltest.Parse(t, "idle", b.String())
}

// TestArrivals: switches out of idle that are recorded only by SwitchArrival are not
// broken chains, but count as missing for the diagnostic.
func TestArrivals(t *testing.T) {
	for _, c := range []struct {
		arrivals, has int
		silent        bool
	}{
		{20, 1, true}, {19, 1, false}, {39, 2, false}, {40, 2, true}, {20, 0, true},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0us %dus\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n", 100*(c.arrivals+c.has+2))
		for i := range c.arrivals + c.has {
			arrival := ""
			if i < c.arrivals {
				arrival = " arrival=1"
			}
			fmt.Fprintf(&b, "%dus cpu1 switch idle 8 preempt%s\n%dus cpu1 switch 8 idle wait\n", 100*i+100, arrival, 100*i+110)
		}
		tr := modeltest.Parse(t, "arrivals", b.String())
		if n := tr.Counters[model.CountBrokenChain]; n != 0 {
			t.Errorf("%d switches out of idle are missing, want none", n)
		}
		if got, want := tr.Sums(0, tr.Whole())[model.Execution], model.Time(10_000*(c.arrivals+c.has)); got != want {
			t.Errorf("the thread ran for %d ns, want %d", got, want)
		}
		var count int64
		for _, d := range tr.Diagnostics {
			if d.Code == model.CodeIdleSilent {
				count = d.Count
			}
		}
		if want := map[bool]int64{true: int64(c.arrivals)}[c.silent]; count != want {
			t.Errorf("%d arrivals, %d recorded: the diagnostic counts %d, want %d", c.arrivals, c.has, count, want)
		}
	}
}

// TestSilentIdle: a CPU that lacks at least 20 switches out of idle, and 20 for each that it
// has, is one whose idle task records nothing; otherwise they are just missing.
func TestSilentIdle(t *testing.T) {
	for _, c := range []struct {
		lacks, has int
		want       string
	}{
		{20, 1, model.CodeIdleSilent}, {19, 1, "broken-chain"}, {39, 2, "broken-chain"}, {40, 2, model.CodeIdleSilent},
	} {
		tr := outOfIdle(t, c.lacks, c.has)
		if n := tr.Counters[model.CountBrokenChain]; n != int64(c.lacks) {
			t.Fatalf("%d switches out of idle are missing, want %d", n, c.lacks)
		}
		codes := map[string]int64{}
		for _, d := range tr.Diagnostics {
			codes[d.Code] = d.Count
		}
		_, silent := codes[model.CodeIdleSilent]
		_, broken := codes["broken-chain"]
		if codes[c.want] != int64(c.lacks) || silent == broken {
			t.Errorf("%d missing, %d there: %v, want %s", c.lacks, c.has, codes, c.want)
		}
	}
}
