package linuxsched

import (
	"slices"
	"strings"

	"threadlens/model"
)

// Recorded is what a trace holds whenever it happened, by the events that it holds, for formats that
// do not list the events that were enabled: the kernel enables an event for all threads, so that one
// which occurs at all is absent elsewhere because it did not happen.
func Recorded(events []model.SourceEvent) (r model.Recorded) {
	seen := map[string]bool{}
	for _, e := range events {
		name := e.Name[strings.LastIndexByte(e.Name, ':')+1:]
		seen[name] = e.Count > 0
		if end := EndOf(name); end != "" && e.Count > 0 {
			r.Calls = append(r.Calls, end)
		}
	}
	slices.Sort(r.Calls)
	r.Calls = slices.Compact(r.Calls)
	r.AllCalls = seen["sys_enter"] && seen["sys_exit"]
	r.FaultStarts = seen["page_fault_user"] && seen["page_fault_kernel"]
	return r
}

// EndOf is the call of which an event is the entry, with ":exit" if it is the call's end; "" for
// others. name is the event's without its system.
func EndOf(name string) string {
	if call, ok := strings.CutPrefix(name, "sys_enter_"); ok {
		return call
	}
	if call, ok := strings.CutPrefix(name, "sys_exit_"); ok {
		return call + ":exit"
	}
	switch name {
	case "contention_begin":
		return ContentionCall
	case "contention_end":
		return ContentionCall + ":exit"
	}
	return ""
}
