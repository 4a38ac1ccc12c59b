package view

import "strconv"

// leaveOutCommands leave categories out of the profile, as Ctrl and a click on
// the legend do, and idle workers.
func (w *window) leaveOutCommands() []*command {
	var list []*command
	for i, c := range categoryOrder {
		list = append(list, &command{
			id: "leaveOut." + strconv.Itoa(i+1), title: "Leave Out " + c.Title(),
			help:    "Leave " + c.Title() + " out of the profile, or take it in again",
			enabled: w.isOpen, checked: func() bool { return w.s.LeftOut(c) },
			run: func() { w.s.LeaveOut(c) },
		})
	}
	return append(list, &command{
		id: "hideIdle", title: "Hide Idle Workers",
		help:    "Leave the waits of threads with nothing to do out of the profile, or take them in again",
		enabled: w.isOpen, checked: w.s.HidesIdle,
		run: func() { w.s.HideIdle(!w.s.HidesIdle()) },
	})
}
