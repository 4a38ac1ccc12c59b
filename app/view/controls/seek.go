package controls

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// SeekCommands search the window for segments.
func (k *Controls) SeekCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "longestWait", Title: "Longest Wait in Window",
			Help: "Longest wait in the window, of the selected thread or of all shown: synchronization first (pressed again, a longer one for something else), waits that extend beyond the window last",
			Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.Say(k.Session.GoLongestWait()) },
		},
		{
			ID: "longest", Title: "Longest Segment of Category in Window",
			Help: "Longest segment of the highlighted category, else of the selected segment's, else of synchronization",
			Keys: []kit.Key{{Name: fyne.KeyL, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.Say(k.Session.GoLongest(k.Session.Sought())) },
		},
		{
			ID: "longestForCPU", Title: "Longest Wait for a CPU in Window",
			Help: "Longest time that the selected thread or, without one, any shown thread was ready or preempted; a longer one of a hidden thread is offered",
			Keys: []kit.Key{{Name: fyne.KeyR, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.Say(k.Session.GoLongestForCPU()) },
		},
		{
			ID: "firstOf", Title: "First Instance of Category in Window",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: func() { k.Say(k.Session.GoFirst(k.Session.Sought())) },
		},
	}
}
