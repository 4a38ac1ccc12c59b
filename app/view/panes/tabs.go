package panes

import (
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// tab is one of the tabs of the pane below the lanes.
type tab struct {
	ID    string // its command is "tab." and ID
	Title string
	short string // where space is short, "" for the title
	// command is the title of its command, "" if it has none; key shows it, with Alt: "" for none.
	command string
	key     fyne.KeyName
	Threads bool     // it is about all threads: for a selected segment another tab is shown
	counted bool     // its title shows a number, once it is known
	actions []string // ids of the commands at the right end of the tabs
	Help    string   // the page of help about it, "" for that of the view
	make    func(b *Bar) tabPage
	tabPage // once it is made
}

// tabPage is the content of a tab.
type tabPage struct {
	root fyne.CanvasObject
	// follow updates it soon after every change of the session; seen is whether it is visible.
	follow func(seen bool)
	Table  *kit.TableView   // nil if there is none
	Filter *kit.TableFilter // of Table
	Drawn  func() bool      // reports whether a picture is shown instead of the table; nil for never
	Forget func()           // resets for another trace, nil if there is nothing to reset
	// About is the report that the table shows, and the thread and the time to which it is narrowed.
	About func() session.ReportPart
}

// whole is About of a table that shows a report in full.
func whole(report string) func() session.ReportPart {
	return func() session.ReportPart { return session.ReportPart{Report: report, Thread: model.NoThread} }
}

// Bar are the tabs of the pane below the lanes.
type Bar struct {
	*host.Host
	TabList []*tab
	Tabs    *kit.Tabs
	Split   *kit.Split // the visible timeline profile and the tabs
	joined  bool       // the two tabs of stacks are one
	// Actions at the right end of the tabs.
	copyAction, percentAction, MineAction *kit.Button
}

// ifSeen makes a page follow the session only while it is visible.
func ifSeen(update func()) func(seen bool) {
	return func(seen bool) {
		if seen {
			update()
		}
	}
}

// FillTabs makes the contents of the tabs.
func (b *Bar) FillTabs() {
	var list []kit.Tab
	for _, t := range b.TabList {
		t.tabPage = t.make(b)
		list = append(list, kit.Tab{ID: t.ID, Title: t.Title, Short: t.short, Page: t.root, Counted: t.counted})
	}
	b.Tabs = kit.NewTabs(list, b.tabActions()...)
	b.Tabs.Changed, b.Tabs.PopUp = b.TabChosen, b.PopUp
}

// Tab is the chosen tab.
func (b *Bar) Tab() *tab {
	return b.TabList[slices.IndexFunc(b.TabList, func(t *tab) bool { return t.ID == b.Tabs.Chosen })]
}

// TabSeen reports whether a tab is visible.
func (b *Bar) TabSeen(id string) bool {
	return b.IsOpen() && b.Session.Viewing() == keep.ViewThreads && b.PaneOpen() && b.Tabs.Chosen == id
}

// TabCommands show the tabs, in the view that has them, and the pane if it is hidden.
func (b *Bar) TabCommands() (list []*kit.Command) {
	for _, t := range b.TabList {
		if t.command == "" {
			continue
		}
		c := &kit.Command{
			ID: "tab." + t.ID, Title: t.command, Enabled: b.IsOpen,
			Checked: func() bool { return b.TabSeen(b.tabOf(t.ID)) },
			Run:     func() { b.showTab(b.tabOf(t.ID)) },
		}
		if t.key != "" {
			c.Keys = []kit.Key{{Name: t.key, Mods: kit.Alt}}
		}
		list = append(list, c)
	}
	return list
}

// showTab chooses a tab, and shows it: in the view that has tabs, with the pane.
func (b *Bar) showTab(id string) {
	if b.Session.Viewing() != keep.ViewThreads {
		b.Session.SetViewing(keep.ViewThreads)
	}
	if !b.PaneOpen() {
		b.Commands.Get("pane").Do()
	}
	b.Tabs.Choose(id)
	b.Refresh()
}

// ShowDetails shows the details of the selected segment, unless one of their tabs or no pane is shown.
func (b *Bar) ShowDetails() {
	if _, ok := b.Session.Segment(); ok && b.PaneOpen() && b.Tabs.Chosen != TabUnblocking {
		b.Tabs.Choose(TabCurrent)
	}
}

// tabActions are the buttons at the right end of the tabs.
func (b *Bar) tabActions() []fyne.CanvasObject {
	action := func(id, text string) *kit.Button {
		b := kit.NewButton(kit.Flat, "", text, b.Commands.Get(id).Do).Explain(b.Tips, b.Commands.Get(id).Tip())
		b.Height = 24
		return b
	}
	b.copyAction = action("copy", "Copy")
	b.percentAction, b.MineAction = action("reportPercent", ""), action("justMyCode", "")
	var list []fyne.CanvasObject
	for _, t := range b.TabList {
		if t.Filter != nil {
			list = append(list, t.Filter.Root)
		}
	}
	return append(list, b.copyAction, b.percentAction, b.MineAction)
}

// TabChosen shows the actions of the chosen tab and updates its page.
func (b *Bar) TabChosen() {
	for _, t := range b.TabList {
		if t.Filter != nil {
			kit.Hide(t.Filter.Root, t.ID != b.Tabs.Chosen || t.Drawn != nil && t.Drawn())
		}
	}
	actions := b.Tab().actions
	narrow := b.Split != nil && !b.Split.Open() // with the profile as a tab there is less room
	kit.Hide(b.copyAction, !slices.Contains(actions, "copy") || narrow && len(actions) > 1)
	kit.Hide(b.percentAction, !slices.Contains(actions, "reportPercent"))
	kit.Hide(b.MineAction, !slices.Contains(actions, "justMyCode"))
	mine, percent := "Just my code: ", "In percent: "
	if narrow {
		mine, percent = "My code: ", "Percent: "
	}
	b.MineAction.Set(mine+kit.OnOff(b.is("justMyCode")), "")
	b.percentAction.Set(percent+kit.OnOff(b.is("reportPercent")), "")
	b.Tabs.Refit()
	b.keepTab()
	b.PanesSoon()
}

// is reports whether a toggle command is on.
func (b *Bar) is(id string) bool { return b.Commands.Get(id).Checked() }

// ChooseTab chooses the tab with this title, if there is one.
func (b *Bar) ChooseTab(title string) {
	for _, t := range b.TabList {
		if id := b.tabOf(t.ID); t.Title == title && b.Tabs.Has(id) {
			b.Tabs.Choose(id)
		}
	}
}

// keepTab saves which tab is chosen.
func (b *Bar) keepTab() {
	b.Settings.Tab = b.Tab().Title
	b.KeepSoon()
}

// tabOf is the tab that shows the content of a tab: another one while the stacks are joined.
func (b *Bar) tabOf(tab string) string {
	if tab == TabUnblocking && b.joined {
		return TabCurrent
	}
	return tab
}

// The two tabs of the details, which differ in the stack that they show.
const (
	TabCurrent    = "current"
	TabUnblocking = "unblocking"
)
