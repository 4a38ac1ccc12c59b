package view

import "threadlens/app/view/kit"

// targetCommands choose the processes that come first and that the figures are about.
func (w *window) targetCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "targets", Title: "Choose Target Process…", Help: "Choose one or more processes by name, command line or id",
			Enabled: w.IsOpen, Run: w.pickTargets,
		},
		{
			ID: "targetsAll", Title: "Use All Processes as Target", Help: "Make all processes the target",
			Enabled: w.IsOpen, Checked: w.Session.TargetsAll, Run: func() { w.Session.Choose(w.Session.AllProcesses()) },
		},
		{
			ID: "targetsAuto", Title: "Use Default Target", Help: "Reset the target to the processes that the trace was recorded for. If the trace does not name them, use what had the most CPU time: one process, or a group of processes that wait for each other",
			Enabled: w.IsOpen, Checked: func() bool { return w.IsOpen() && w.Session.Chosen() == nil }, Run: func() { w.Session.Choose(nil) },
		},
	}
}

// pickTargets asks for the target processes.
func (w *window) pickTargets() {
	p := w.Session.PickTargets()
	w.PickProcesses(p, w.bar.process, func() { w.Session.ChoosePicked(p) })
}
