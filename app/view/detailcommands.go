package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/view/kit"
)

// detailCommands are those of the bottom pane's tabs.
func (w *window) detailCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "reportPercent", Title: "Profile Report in Percent", Enabled: w.isOpen,
			Checked: func() bool { return w.report.table.Grid.Percent() },
			Run:     func() { w.report.setPercent(!w.report.table.Grid.Percent()); w.tabChosen() },
		},
		{
			ID: "justMyCode", Title: "Just My Code", Help: "Only frames of the program and what they call immediately",
			Enabled: w.isOpen, Checked: func() bool { return w.details.stack.mine },
			Run: func() { w.details.setMine(!w.details.stack.mine); w.tabChosen() },
		},
		{
			ID: "copyStack", Title: "Copy Stack", Help: "Copy what stacks are shown",
			Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Alt | kit.Shift}}, Enabled: w.hasSegment,
			Run: func() { w.clip(w.details.stackText()) },
		},
		w.bothCommand(),
		w.tabCommand("tab.report", "Profile Report", fyne.Key1, tabReport),
		w.tabCommand("tab.current", "Current Stack", fyne.Key2, tabCurrent),
		w.tabCommand("tab.unblocking", "Unblocking Stack", fyne.Key3, tabUnblocking),
		w.tabCommand("tab.contention", "Contention", fyne.Key4, tabContention),
		w.tabCommand("tab.hints", "Hints", fyne.Key6, tabHints),
		w.tabCommand("tab.reports", "Reports", fyne.Key8, tabReports),
	}
}

// tabCommand shows a tab of the bottom pane, and the pane if it is hidden.
func (w *window) tabCommand(id, title string, name fyne.KeyName, tab int) *kit.Command {
	return &kit.Command{
		ID: id, Title: title, Keys: []kit.Key{{Name: name, Mods: kit.Alt}}, Enabled: w.isOpen,
		Checked: func() bool { return w.tabs.Chosen == w.tabOf(tab) && w.body.Open() },
		Run: func() {
			if !w.body.Open() {
				w.table.Get("pane").Do()
			}
			w.tabs.Choose(w.tabOf(tab))
			w.refresh()
		},
	}
}

// tabActions are the buttons at the right end of the tabs.
func (w *window) tabActions() []fyne.CanvasObject {
	action := func(id, text string) *kit.Button {
		b := kit.NewButton(kit.Flat, "", text, w.table.Get(id).Do).Explain(w.tips, w.table.Get(id).Tip())
		b.Height = 24
		return b
	}
	w.copyAction = action("copy", "Copy")
	w.percentAction, w.mineAction = action("reportPercent", ""), action("justMyCode", "")
	var list []fyne.CanvasObject
	for _, p := range w.tabPanes() {
		list = append(list, p.filter.Root)
	}
	return append(list, w.copyAction, w.percentAction, w.mineAction)
}

// tabChosen shows the actions of the chosen tab and brings its page up to date.
func (w *window) tabChosen() {
	stacks := w.tabs.Chosen == tabCurrent || w.tabs.Chosen == tabUnblocking
	table := false
	for _, p := range w.tabPanes() {
		chosen := p.tab == w.tabs.Chosen
		kit.Hide(p.filter.Root, !chosen || p.tab == tabCalls && w.calls.flame.root.Visible())
		table = table || chosen
	}
	kit.Hide(w.copyAction, !table && !stacks)
	kit.Hide(w.percentAction, w.tabs.Chosen != tabReport)
	kit.Hide(w.mineAction, !stacks)
	mine, percent := "Just my code: ", "In percent: "
	if w.bottom != nil && !w.bottom.Open() { // with the profile among the tabs there is less room
		mine, percent = "My code: ", "Percent: "
	}
	w.mineAction.Set(mine+onOff(w.details.stack.mine), "")
	w.percentAction.Set(percent+onOff(w.report.table.Grid.Percent()), "")
	w.tabs.Root.Refresh()
	w.keepTab()
	w.panes.Soon()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// copy puts what has the keyboard or else what the bottom pane shows on the
// clipboard.
func (w *window) copy() {
	if t := w.tableInUse(); t != nil && t != w.report.table {
		w.copyGrid(export.TSV, t.Grid)
		return
	}
	if text := w.details.text(); text != "" && w.tabs.Chosen >= tabCurrent {
		w.clip(text)
		return
	}
	w.copyTable(export.TSV)
}

// seekCommands search the window for a segment.
func (w *window) seekCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "longestWait", Title: "Longest Wait in Window",
			Help: "Longest wait in the window; synchronization first, waits that never begin or end in it last",
			Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Shift}}, Enabled: w.isOpen, Run: func() { w.say(w.s.GoLongestWait()) },
		},
		{
			ID: "longest", Title: "Longest Segment of Category in Window",
			Help: "Longest segment of the focused or selected category; else of synchronization",
			Keys: []kit.Key{{Name: fyne.KeyL, Mods: kit.Shift}}, Enabled: w.isOpen, Run: func() { w.say(w.s.GoLongest(w.s.Sought())) },
		},
		{
			ID: "firstOf", Title: "First Instance of Category in Window",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Shift}}, Enabled: w.isOpen, Run: func() { w.say(w.s.GoFirst(w.s.Sought())) },
		},
	}
}
