package controls

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// SeekCommands search the window for segments.
func (k *Controls) SeekCommands() []*kit.Command {
	const sought = "the category highlighted in the profile; otherwise that of the selected segment; otherwise synchronization"
	return []*kit.Command{
		{
			ID: "longestWait", Title: "Longest Wait in Time Window",
			Help: "Select the longest wait for synchronization in the time window or, if there is none, the longest other wait. The search covers all visible threads or, if a thread as a whole is selected, only that thread. Waits of idle workers and waits that span the whole time window come last. Run the command again to select a longer wait for something else",
			Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestWait()) },
		},
		{
			ID: "longest", Title: "Longest Segment of Category in Time Window",
			Help: "Select the longest segment of one category in the time window: " + sought,
			Keys: []kit.Key{{Name: fyne.KeyL, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongest(k.Session.Sought())) },
		},
		{
			ID: "longestForCPU", Title: "Longest Wait for a CPU in Time Window",
			Help: "Select the longest segment in the time window in which a thread was ready or preempted. The search covers all visible threads or, if a thread as a whole is selected, only that thread. If a hidden thread waited longer for a CPU, a message offers to show that thread",
			Keys: []kit.Key{{Name: fyne.KeyR, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestForCPU()) },
		},
		{
			ID: "firstOf", Title: "First Segment of Category in Time Window",
			Help: "Select the first segment of one category in the time window: " + sought,
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoFirst(k.Session.Sought())) },
		},
	}
}

// found shows how a search ended, and the details of what it found, whichever tab was shown before.
func (k *Controls) found(o session.Outcome) {
	k.ShowDetails()
	k.Say(o)
}
