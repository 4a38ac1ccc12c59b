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
			Help: "Select the longest wait in the window, of the selected thread or, without one, of all visible threads. Waits for synchronization come first, then other waits; in each group, waits that span the whole window come last. Press again to select a longer wait of another kind.",
			Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestWait()) },
		},
		{
			ID: "longest", Title: "Longest Segment of Category in Window",
			Help: "Select the longest segment of the category highlighted in the legend, else of the selected segment's category, else of synchronization",
			Keys: []kit.Key{{Name: fyne.KeyL, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongest(k.Session.Sought())) },
		},
		{
			ID: "longestForCPU", Title: "Longest Wait for a CPU in Window",
			Help: "Select the longest ready or preempted time in the window, of the selected thread or, without one, of all visible threads; if " +
				"a thread that is not shown waited longer for a CPU, a message offers to show it",
			Keys: []kit.Key{{Name: fyne.KeyR, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoLongestForCPU()) },
		},
		{
			ID: "firstOf", Title: "First Instance of Category in Window",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.found(k.Session.GoFirst(k.Session.Sought())) },
		},
	}
}

// found shows how a search ended, and the details of what it found, whichever tab was shown before.
func (k *Controls) found(o session.Outcome) {
	k.ShowDetails()
	k.Say(o)
}
