package view

import "fyne.io/fyne/v2"

// detailCommands are those of the bottom pane's tabs.
func (w *window) detailCommands() []*command {
	return []*command{
		{
			id: "reportPercent", title: "Profile Report in Percent", enabled: w.isOpen,
			checked: func() bool { return w.report.percent },
			run:     func() { w.report.setPercent(!w.report.percent) },
		},
	}
}

// seekCommands search the window for a segment.
func (w *window) seekCommands() []*command {
	return []*command{
		{
			id: "longestWait", title: "Longest Wait in Window",
			help: "Longest wait in the window; synchronization first, waits that never begin or end in it last",
			keys: []key{{name: fyne.KeyW, mods: shift}}, enabled: w.isOpen, run: func() { w.say(w.s.GoLongestWait()) },
		},
		{
			id: "longest", title: "Longest Segment of Category in Window",
			help: "Longest segment of the focused or selected category; else of synchronization",
			keys: []key{{name: fyne.KeyL, mods: shift}}, enabled: w.isOpen, run: func() { w.say(w.s.GoLongest(w.s.Sought())) },
		},
		{
			id: "firstOf", title: "First Instance of Category in Window",
			keys: []key{{name: fyne.KeyF, mods: shift}}, enabled: w.isOpen, run: func() { w.say(w.s.GoFirst(w.s.Sought())) },
		},
	}
}
