package perfdata

import (
	"slices"
	"strings"

	"threadlens/model"
)

// recorded says what was recorded all the time: what is missing of it did not happen.
func (m *meta) recorded() (r model.Recorded) {
	if slices.ContainsFunc(m.command, func(word string) bool { return strings.HasPrefix(word, "--filter") }) {
		return r // it is not known of which events
	}
	var enters, exits, user, kernel bool
	for _, ev := range m.events.list {
		if ev.has(attrFreq) || ev.period > 1 {
			continue
		}
		if ev.software(swPageFaultsMaj) {
			r.Faults = true
		}
		if !ev.tracepoint() || ev.handle == nil {
			continue
		}
		switch ev.name {
		case "raw_syscalls:sys_enter":
			enters = true
		case "raw_syscalls:sys_exit":
			exits = true
		case "exceptions:page_fault_user":
			user = true
		case "exceptions:page_fault_kernel":
			kernel = true
		default:
			if call, ok := strings.CutPrefix(ev.name, "syscalls:sys_enter_"); ok {
				r.Calls = append(r.Calls, call)
			} else if call, ok := strings.CutPrefix(ev.name, "syscalls:sys_exit_"); ok {
				r.Calls = append(r.Calls, call+":exit")
			}
		}
	}
	slices.Sort(r.Calls)
	r.Calls = slices.Compact(r.Calls)
	r.AllCalls = enters && exits
	r.FaultStarts = user && kernel
	return r
}
