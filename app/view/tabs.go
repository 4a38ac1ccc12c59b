package view

import (
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// tab is one of the tabs of the pane below the lanes.
type tab struct {
	id    string // its command is tab.ID
	title string
	short string // where there is little room, "" for the title
	// command is what its command is called, "" where it has none; key shows it, with Alt.
	command string
	key     fyne.KeyName
	threads bool     // it is about all threads: a segment that is selected has others shown
	actions []string // ids of the commands that stand at the right end of the tabs
	make    func(w *window) tabPage
	tabPage // as it was made
}

// tabPage is what a tab shows.
type tabPage struct {
	root fyne.CanvasObject
	// follow brings it up to date with the session, soon after every change of that; seen is
	// whether it is to be seen.
	follow func(seen bool)
	table  *kit.TableView   // nil without
	filter *kit.TableFilter // of the table
	drawn  func() bool      // a picture is shown instead of the table; nil for never
	forget func()           // resets for another trace, nil where there is nothing to reset
}

// ifSeen has a page follow the session only while it is to be seen.
func ifSeen(update func()) func(seen bool) {
	return func(seen bool) {
		if seen {
			update()
		}
	}
}

// tabList are the tabs in their order, as yet without their pages.
func tabList() []*tab {
	return []*tab{
		profileTab(), reportTab(), currentTab(), unblockingTab(), contentionTab(), blockedTab(), findingsTab(), pathTab(), hintsTab(), callsTab(), reportsTab(),
	}
}

// fillTabs makes what the tabs show.
func (w *window) fillTabs() {
	var list []kit.Tab
	for _, t := range w.tabList {
		t.tabPage = t.make(w)
		list = append(list, kit.Tab{ID: t.id, Title: t.title, Short: t.short, Page: t.root})
	}
	w.tabs = kit.NewTabs(list, w.tabActions()...)
	w.tabs.Changed = w.tabChosen
}

// tab is the chosen one.
func (w *window) tab() *tab {
	return w.tabList[slices.IndexFunc(w.tabList, func(t *tab) bool { return t.id == w.tabs.Chosen })]
}

// tabSeen reports whether a tab is to be seen.
func (w *window) tabSeen(id string) bool {
	return w.isOpen() && w.s.Viewing() == keep.ViewThreads && w.body.Open() && w.tabs.Chosen == id
}

// tabCommands show the tabs, and the pane if it is hidden.
func (w *window) tabCommands() (list []*kit.Command) {
	for _, t := range w.tabList {
		if t.command == "" {
			continue
		}
		list = append(list, &kit.Command{
			ID: "tab." + t.id, Title: t.command, Keys: []kit.Key{{Name: t.key, Mods: kit.Alt}}, Enabled: w.isOpen,
			Checked: func() bool { return w.tabs.Chosen == w.tabOf(t.id) && w.body.Open() },
			Run:     func() { w.showTab(w.tabOf(t.id)) },
		})
	}
	return list
}

// showTab chooses a tab, and shows the pane if it is hidden.
func (w *window) showTab(id string) {
	if !w.body.Open() {
		w.table.Get("pane").Do()
	}
	w.tabs.Choose(id)
	w.refresh()
}

// tabActions are what stands at the right end of the tabs.
func (w *window) tabActions() []fyne.CanvasObject {
	action := func(id, text string) *kit.Button {
		b := kit.NewButton(kit.Flat, "", text, w.table.Get(id).Do).Explain(w.tips, w.table.Get(id).Tip())
		b.Height = 24
		return b
	}
	w.copyAction = action("copy", "Copy")
	w.percentAction, w.mineAction = action("reportPercent", ""), action("justMyCode", "")
	var list []fyne.CanvasObject
	for _, t := range w.tabList {
		if t.filter != nil {
			list = append(list, t.filter.Root)
		}
	}
	return append(list, w.copyAction, w.percentAction, w.mineAction)
}

// tabChosen shows the actions of the chosen tab and brings its page up to date.
func (w *window) tabChosen() {
	for _, t := range w.tabList {
		if t.filter != nil {
			kit.Hide(t.filter.Root, t.id != w.tabs.Chosen || t.drawn != nil && t.drawn())
		}
	}
	actions := w.tab().actions
	narrow := w.bottom != nil && !w.bottom.Open() // with the profile among the tabs there is less room
	kit.Hide(w.copyAction, !slices.Contains(actions, "copy") || narrow && len(actions) > 1)
	kit.Hide(w.percentAction, !slices.Contains(actions, "reportPercent"))
	kit.Hide(w.mineAction, !slices.Contains(actions, "justMyCode"))
	mine, percent := "Just my code: ", "In percent: "
	if narrow {
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
