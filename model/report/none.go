package report

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// needs is a kind of event without which reports have no rows, and how to record it.
type needs struct {
	has  func(t *model.Trace) bool
	what string
	// linux is how to record it, where only Linux has it.
	linux string
}

var (
	needSwitches = needs{has: func(t *model.Trace) bool { return t.Info.Has.Switches }, what: "context switches were not recorded; “threadlens record” records them"}
	needWakes    = needs{has: func(t *model.Trace) bool { return t.Info.Has.Wakes }, what: "wake-ups were not recorded; “threadlens record” records them"}
	needSamples  = needs{has: func(t *model.Trace) bool { return t.Info.Has.Samples }, what: "no samples were recorded; “threadlens record” takes samples by default"}
	needStacks   = needs{has: func(t *model.Trace) bool { return t.Info.Has.Stacks }, what: "no call stacks were recorded; “threadlens record --stacks” records them"}
	needDisk     = needs{has: func(t *model.Trace) bool { return t.Info.Has.Disk }, what: "disk transfers were not recorded; “threadlens record” records them"}
	needCalls    = needs{has: func(t *model.Trace) bool { return t.Info.Has.Calls }, what: "no system calls were recorded", linux: "; “threadlens record” records the calls in which threads wait"}
	// Events of Windows have the reason of each wait.
	needReasons = needs{
		has:  func(t *model.Trace) bool { return t.Info.Has.Calls || t.Info.Has.Stacks || t.Info.OS.Family != "linux" },
		what: "nothing shows which waits are for locks: neither system calls nor call stacks were recorded; “threadlens record” records them",
	}
	needHardware = needs{
		has:  func(t *model.Trace) bool { return len(t.Counts) > 0 },
		what: "no hardware counters were recorded with the context switches; perf records them with: perf record -a -e '{sched:sched_switch,cycles,instructions}:S'",
	}
	needInterrupts = needs{has: func(t *model.Trace) bool { return t.Info.Has.Interrupts }, what: "interrupts were not recorded", linux: "; “threadlens record --with irqs” records them"}
	needMarkers    = needs{has: func(t *model.Trace) bool { return len(t.Markers) > 0 }, what: "the trace has no markers; programs write them, and “threadlens record” records them"}
)

// whyNone is why a report has no rows: the first of the required events that was not recorded or, if
// all were, that nothing happened.
func whyNone(t *model.Trace, required []needs, window model.Range) string {
	for _, n := range required {
		if !n.has(t) {
			if t.Info.OS.Family == "linux" {
				return n.what + n.linux
			}
			return n.what
		}
	}
	return "nothing found in " + measure.Window(window)
}

// IsEmpty reports whether the table has no rows.
func (t *Table) IsEmpty() bool {
	for range t.All() {
		return false
	}
	return true
}

// zero reports whether all cells of columns with these keys are 0 or empty, and none is a lower bound.
func (t *Table) zero(keys ...string) bool {
	return !slices.ContainsFunc(t.Rows, func(row []Value) bool {
		return slices.ContainsFunc(keys, func(key string) bool { v := &row[t.Column(key)]; return v.Int != 0 || v.Float != 0 || v.AtLeast })
	})
}
