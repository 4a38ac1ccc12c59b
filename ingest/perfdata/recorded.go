package perfdata

import (
	"slices"
	"strings"

	"threadlens/model"
)

// recorded says what was recorded all the time: what is missing of it did not happen.
func (m *meta) recorded() (r model.Recorded) {
	if m.filters() {
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

// ownFilters are the conditions under which Threadlens has calls recorded: they leave
// out nothing that the model makes use of.
var ownFilters = []string{"cmd == 0 || cmd == 1030", "clone_flags & 0x4000"}

// filters reports whether the command of the recording left out some of the events
// by other conditions.
func (m *meta) filters() bool {
	for i, word := range m.command {
		if word == "--" {
			break
		}
		if strings.HasPrefix(word, "--filter") && (word != "--filter" || i+1 == len(m.command) || !slices.Contains(ownFilters, m.command[i+1])) {
			return true
		}
	}
	return false
}
