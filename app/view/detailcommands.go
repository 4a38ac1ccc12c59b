package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/view/kit"
)

// detailCommands are those of the bottom pane's tabs.
func (w *window) detailCommands() []*kit.Command {
	list := []*kit.Command{
		{
			ID: "reportPercent", Title: "Percentages in Profile Report", Enabled: w.IsOpen,
			Checked: func() bool { return w.Report.Table.Grid.Percent() },
			Run:     func() { w.Report.SetPercent(!w.Report.Table.Grid.Percent()); w.TabChosen() },
		},
		{
			ID: "justMyCode", Title: "Just My Code", Help: "Show only the program's own functions and the functions that they call directly",
			Enabled: w.IsOpen, Checked: func() bool { return w.Details.Stack.Mine },
			Run: func() { w.Details.SetMine(!w.Details.Stack.Mine); w.TabChosen() },
		},
		{
			ID: "copyStack", Title: "Copy Stack", Help: "Copy the stacks that are shown",
			Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Alt | kit.Shift}}, Enabled: w.HasSegment,
			Run: func() { w.Clip(w.Details.StackText()) },
		},
		w.bothCommand(),
	}
	return append(list, w.TabCommands()...)
}

// copy copies to the clipboard what has the keyboard, or else what the bottom pane shows.
func (w *window) copy() {
	if t := w.TableInUse(); t != nil && t != w.Report.Table {
		w.CopyGrid(export.TSV, t.Grid)
		return
	}
	if text := w.Details.Text(); text != "" && !w.Tab().Threads {
		w.Clip(text)
		return
	}
	w.CopyTable(export.TSV)
}

// bothCommand shows both stacks side by side instead of in two tabs.
func (w *window) bothCommand() *kit.Command {
	return &kit.Command{
		ID: "bothStacks", Title: "Both Stacks", Help: "Show the current and the unblocking stack side by side if the window is wide enough",
		Enabled: func() bool { return w.IsOpen() && w.Wide() }, Why: "The window is too narrow to show two stacks.",
		Checked: func() bool { return w.Settings.BothStacks },
		Run: func() {
			w.Settings.BothStacks = !w.Settings.BothStacks
			w.SaveSettings()
			w.appState.each(func(w *shared) {
				w.JoinStacks()
				w.Refresh()
			})
		},
	}
}
