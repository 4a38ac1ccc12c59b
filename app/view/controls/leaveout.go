package controls

import (
	"strconv"

	"threadlens/app/view/kit"
)

// leaveOutCommands leave categories (like a Ctrl-click on the legend) and idle workers out of the
// profile.
func (k *Controls) leaveOutCommands() []*kit.Command {
	var list []*kit.Command
	for i, c := range kit.CategoryOrder {
		list = append(list, &kit.Command{
			ID: "leaveOut." + strconv.Itoa(i+1), Title: "Leave Out " + c.Title(),
			Help:    "Leave " + c.Title() + " out of the profile, or include it again",
			Enabled: k.IsOpen, Checked: func() bool { return k.Session.LeftOut(c) },
			Run: func() { k.Session.LeaveOut(c) },
		})
	}
	return append(list, &kit.Command{
		ID: "hideIdle", Title: "Leave Out Idle Workers",
		Help:    "Leave the waits of idle worker threads out of the profile, or include them again",
		Enabled: k.IsOpen, Checked: k.Session.HidesIdle,
		Run: func() { k.Session.HideIdle(!k.Session.HidesIdle()) },
	})
}
