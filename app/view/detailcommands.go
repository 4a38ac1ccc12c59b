package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/export"
)

// detailCommands are those of the bottom pane's tabs.
func (w *window) detailCommands() []*command {
	return []*command{
		{
			id: "reportPercent", title: "Profile Report in Percent", enabled: w.isOpen,
			checked: func() bool { return w.report.table.g.Percent() },
			run:     func() { w.report.setPercent(!w.report.table.g.Percent()); w.tabChosen() },
		},
		{
			id: "justMyCode", title: "Just My Code", help: "Only frames of the program and what they call immediately",
			enabled: w.isOpen, checked: func() bool { return w.details.stack.mine },
			run: func() { w.details.setMine(!w.details.stack.mine); w.tabChosen() },
		},
		{
			id: "copyStack", title: "Copy Stack", help: "Copy what stacks are shown",
			keys: []key{{name: fyne.KeyC, mods: alt | shift}}, enabled: w.hasSegment,
			run: func() { w.clip(w.details.stackText()) },
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
func (w *window) tabCommand(id, title string, name fyne.KeyName, tab int) *command {
	return &command{
		id: id, title: title, keys: []key{{name: name, mods: alt}}, enabled: w.isOpen,
		checked: func() bool { return w.tabs.chosen == w.tabOf(tab) && w.body.open() },
		run: func() {
			if !w.body.open() {
				w.table.get("pane").do()
			}
			w.tabs.choose(w.tabOf(tab))
			w.refresh()
		},
	}
}

// tabActions are the buttons at the right end of the tabs.
func (w *window) tabActions() []fyne.CanvasObject {
	action := func(id, text string) *button {
		b := newButton(flat, "", text, w.table.get(id).do).explain(w.tips, w.table.get(id).tip())
		b.height = 24
		return b
	}
	w.copyAction = action("copy", "Copy")
	w.percentAction, w.mineAction = action("reportPercent", ""), action("justMyCode", "")
	var list []fyne.CanvasObject
	for _, p := range w.tabPanes() {
		list = append(list, p.filter.root)
	}
	return append(list, w.copyAction, w.percentAction, w.mineAction)
}

// tabChosen shows the actions of the chosen tab and brings its page up to date.
func (w *window) tabChosen() {
	stacks := w.tabs.chosen == tabCurrent || w.tabs.chosen == tabUnblocking
	table := false
	for _, p := range w.tabPanes() {
		chosen := p.tab == w.tabs.chosen
		hide(p.filter.root, !chosen || p.tab == tabCalls && w.calls.flame.root.Visible())
		table = table || chosen
	}
	hide(w.copyAction, !table && !stacks)
	hide(w.percentAction, w.tabs.chosen != tabReport)
	hide(w.mineAction, !stacks)
	mine, percent := "Just my code: ", "In percent: "
	if w.bottom != nil && !w.bottom.open() { // with the profile among the tabs there is less room
		mine, percent = "My code: ", "Percent: "
	}
	w.mineAction.set(mine+onOff(w.details.stack.mine), "")
	w.percentAction.set(percent+onOff(w.report.table.g.Percent()), "")
	w.tabs.root.Refresh()
	w.keepTab()
	w.panes.soon()
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
		w.copyGrid(export.TSV, t.g)
		return
	}
	if text := w.details.text(); text != "" && w.tabs.chosen >= tabCurrent {
		w.clip(text)
		return
	}
	w.copyTable(export.TSV)
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
