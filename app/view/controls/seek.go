package controls

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// SeekCommands search the window for segments.
func (k *Controls) SeekCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "longestWait", Title: "Longest Wait in Window",
			Help: "Select the longest wait in the time window: of the selected thread or, if no thread is selected, of all visible threads. Waits for synchronization come first, then other waits; in each group, waits of idle workers and waits that span the whole time window come last. If a longer wait for something other than synchronization was passed over, run the command again to select it.",
			Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestWait()) },
		},
		{
			ID: "longest", Title: "Longest Segment of Category in Window",
			Help: "Select the longest segment of one category in the time window. The category is the one highlighted in the legend or, if none is, that of the selected segment. If no segment is selected either, the category is synchronization",
			Keys: []kit.Key{{Name: fyne.KeyL, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongest(k.Session.Sought())) },
		},
		{
			ID: "longestForCPU", Title: "Longest Wait for a CPU in Window",
			Help: "Select the longest segment in the time window in which the selected thread was ready or preempted. If no thread is selected, select the longest such segment of all visible threads. If a hidden thread waited longer for a CPU, a message offers to show that thread.",
			Keys: []kit.Key{{Name: fyne.KeyR, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestForCPU()) },
		},
		{
			ID: "firstOf", Title: "First Segment of Category in Window",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoFirst(k.Session.Sought())) },
		},
	}
}

// found shows how a search ended, and the details of what it found, whichever tab was shown before.
func (k *Controls) found(o session.Outcome) {
	k.ShowDetails()
	k.Say(o)
}
