package lanes_test

import (
	"context"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestSplitterFindsInterrupts: the pieces are the same without a summary, before it is built, and
// after: interrupts are cut out of what a thread runs.
func TestSplitterFindsInterrupts(t *testing.T) {
	tr := modeltest.Parse(t, "irq.tltxt", "threadlens-trace 1\ncpus 1\nspan 0ms 10ms\nos linux\nprocess 10 app target\nthread 11 pid=10\n"+
		"0ms cpu0 switch idle 11 wait\n2ms cpu0 irq 3ms isr\n5ms cpu0 switch 11 idle wait linux=S\n")
	built := lanes.NewSummary(tr)
	if err := built.Build(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*lanes.Summary{"none": nil, "empty": lanes.NewSummary(tr), "built": built} {
		var got [paint.NumSlots]model.Time
		s.Splitter(tr).Walk(0, tr.Whole(), func(from, to model.Time, slot paint.Slot) { got[slot] += to - from })
		if got[paint.SlotExecution] != 4e6 || got[paint.SlotInterrupt] != 1e6 {
			t.Errorf("%s: execution %d, interrupts %d", name, got[paint.SlotExecution], got[paint.SlotInterrupt])
		}
	}
}
