package view

import (
	"strconv"

	"threadlens/app/view/kit"
)

// leaveOutCommands leave categories out of the profile, as Ctrl and a click on
// the legend do, and idle workers.
func (w *window) leaveOutCommands() []*kit.Command {
	var list []*kit.Command
	for i, c := range kit.CategoryOrder {
		list = append(list, &kit.Command{
			ID: "leaveOut." + strconv.Itoa(i+1), Title: "Leave Out " + c.Title(),
			Help:    "Leave " + c.Title() + " out of the profile, or take it in again",
			Enabled: w.IsOpen, Checked: func() bool { return w.Session.LeftOut(c) },
			Run: func() { w.Session.LeaveOut(c) },
		})
	}
	return append(list, &kit.Command{
		ID: "hideIdle", Title: "Hide Idle Workers",
		Help:    "Leave the waits of threads with nothing to do out of the profile, or take them in again",
		Enabled: w.IsOpen, Checked: w.Session.HidesIdle,
		Run: func() { w.Session.HideIdle(!w.Session.HidesIdle()) },
	})
}
