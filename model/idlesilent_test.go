package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// outOfIdle is a trace whose CPU 1 lacks so many switches out of idle, and has so many.
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

// TestSilentIdle: a CPU that lacks at least 20 switches out of idle, and 20 for each that it
// has, is one whose idle task records nothing; else they are missing.
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
