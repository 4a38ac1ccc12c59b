package linuxsched

import (
	"slices"
	"testing"

	"threadlens/model"
)

// TestRecorded: which ends of calls, and which faults, a trace holds follows from its events.
func TestRecorded(t *testing.T) {
	list := func(names ...string) (events []model.SourceEvent) {
		for _, n := range names {
			events = append(events, model.SourceEvent{Name: n, Count: 1})
		}
		return append(events, model.SourceEvent{Name: "sys_exit_read"}) // never
	}
	r := Recorded(list("syscalls:sys_enter_futex", "sys_exit_futex", "sys_enter_read", "contention_begin", "contention_end", "sys_enter", "page_fault_user"))
	if want := []string{"futex", "futex:exit", "lock_contention", "lock_contention:exit", "read"}; !slices.Equal(r.Calls, want) || r.AllCalls || r.FaultStarts {
		t.Errorf("%+v, want calls %v and no more", r, want)
	}
	if r := Recorded(list("sys_enter", "sys_exit", "page_fault_user", "page_fault_kernel")); !r.AllCalls || !r.FaultStarts {
		t.Errorf("%+v of all calls and faults", r)
	}
}
