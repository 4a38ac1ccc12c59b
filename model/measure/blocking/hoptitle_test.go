package blocking_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// TestHopTitle: what a thread did in a hop, to programs and to people.
func TestHopTitle(t *testing.T) {
	for _, c := range []struct {
		hop          blocking.Hop
		label, title string
	}{
		{blocking.Hop{State: model.Running, Category: model.Execution}, "Running", "Running"},
		{blocking.Hop{State: model.Ready, Category: model.Dispatch}, "Ready", "Ready"},
		{blocking.Hop{State: model.Preempted, Category: model.Preemption}, "Preempted", "Preempted"},
		{blocking.Hop{State: model.Waiting, Category: model.Sleep, Ctx: model.CtxTimer}, "Wait.Timer.Sleep", "Sleep, ended by a timer"},
		{
			blocking.Hop{State: model.Waiting, Category: model.Unclassified, Ctx: model.CtxIsr},
			"Wait.Isr.Unclassified", "Unclassified wait, ended by an interrupt",
		},
		{
			blocking.Hop{State: model.Waiting, Category: model.Synchronization, Ctx: model.CtxThread},
			"Wait.Thread.Synchronization", "Synchronization, ended by a thread",
		},
		{blocking.Hop{State: model.Waiting, Category: model.Sleep}, "Wait.unresolved", "Wait, cause not found"},
		{blocking.Hop{State: model.Unknown, Sub: model.SubGap}, "Unknown (events lost)", "Unknown (events lost)"},
		{blocking.Hop{State: model.Unknown, Sub: model.SubLoss}, "Unknown (events lost)", "Unknown (events lost)"},
		{blocking.Hop{State: model.Unknown, Ended: true}, "Ended", "Exited"},
		{blocking.Hop{State: model.Unknown}, "Unresolved", "Unknown"},
	} {
		if got := c.hop.Label(); got != c.label {
			t.Errorf("%+v: label %q, want %q", c.hop, got, c.label)
		}
		if got := c.hop.Title(); got != c.title {
			t.Errorf("%+v: title %q, want %q", c.hop, got, c.title)
		}
	}
}
