package explain

import (
	"strings"
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
)

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"} {
		if ordinal(n) != want {
			t.Errorf("%d: %s", n, ordinal(n))
		}
	}
}

// TestEveryWaitHasARule: the rule that decided is named for every wait reason on every system, and
// doubt is shown where the model has it.
func TestEveryWaitHasARule(t *testing.T) {
	tr := modeltest.Parse(t, "rules", "threadlens-trace 1\ncpus 1\nspan 0us 10us\nos linux\n5us cpu0 switch idle 8 preempt\n")
	for _, family := range []string{"linux", "windows", "go", "other"} {
		tr.Info.OS.Family = family
		for sub := range model.NumSubs {
			for _, state := range []model.State{model.Unknown, model.Running, model.Ready, model.Preempted, model.Waiting} {
				if RuleWords(tr, &model.Segment{State: state, Sub: sub}) == "" {
					t.Errorf("%s: %v %v has no rule", family, state, sub)
				}
			}
		}
	}
	tests := []struct {
		family string
		seg    model.Segment
		want   string
	}{
		{"windows", model.Segment{State: model.Waiting, Sub: model.SubUserWait, Flags: model.LowConfidence}, "the kernel's wait reason is ambiguous"},
		{"windows", model.Segment{State: model.Waiting, Sub: model.SubSleep}, "the kernel's wait reason"},
		{"linux", model.Segment{State: model.Waiting, Sub: model.SubFutex}, "the system call in which the thread waited"},
		{"linux", model.Segment{State: model.Waiting, Sub: model.SubMutex}, "a lock-contention event of the kernel or the runtime"},
		{"linux", model.Segment{State: model.Waiting, Sub: model.SubInterruptible, Category: model.Synchronization, Flags: model.LowConfidence}, "the task state at switch-out is ambiguous"},
		{"linux", model.Segment{State: model.Waiting, Sub: model.SubInterruptible, Category: model.Sleep, Flags: model.LowConfidence, Evidence: model.ByWake, Ctx: model.CtxTimer}, "a timer ended the wait, and nothing else is known"},
		{"linux", model.Segment{State: model.Waiting, Sub: model.SubBlock, Ctx: model.CtxBlockDone}, "a completed disk transfer ended the wait"},
		{"go", model.Segment{State: model.Waiting, Sub: model.SubChanRecv}, "the Go runtime's wait reason"},
		{"linux", model.Segment{State: model.Preempted, Sub: model.SubStolen}, "the CPU time that the kernel counted is less than the time from switch-in to switch-out"},
	}
	for _, tt := range tests {
		tr.Info.OS.Family = tt.family
		if got := RuleWords(tr, &tt.seg); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.family, tt.seg.Sub, got, tt.want)
		}
	}
}

// TestAccountFact: a thread's CPU time is known from switches and from the kernel's account,
// where the trace has that.
func TestAccountFact(t *testing.T) {
	const scene = `threadlens-trace 1
cpus 1
span 0us 60ms
os linux
20ms cpu0 switch idle 7 preempt
BOOKING
40ms cpu0 switch 7 idle wait linux=S
`
	for booking, want := range map[string]string{
		"40ms cpu0 ran 7 21ms": "20.0 ms by context switches, 21.0 ms accounted by the kernel (+5.0%)",
		"":                     "",
	} {
		tr := modeltest.Parse(t, "account", strings.Replace(scene, "BOOKING\n", booking+"\n", 1))
		got := ""
		for _, f := range ThreadFactsOf(tr, 0, naming.Terms{}).Rows {
			if f.Label == "CPU time" {
				got = f.Value
			}
		}
		if got != want {
			t.Errorf("%q: %q", booking, got)
		}
	}
}

// TestWho: the thread and the number of the instance, without a separator where there is none.
func TestWho(t *testing.T) {
	for instance, want := range map[string]string{"instance 1 of 2 in this window": "a 1 · instance 1 of 2 in this window", "": "a 1"} {
		f := Facts{Thread: "a 1", Instance: instance}
		if f.Who() != want {
			t.Errorf("%q, want %q", f.Who(), want)
		}
	}
}
