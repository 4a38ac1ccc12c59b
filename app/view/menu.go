package view

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/controls"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/app/view/sheets"
	"threadlens/app/view/views"
)

// menuDelay is how long to wait before checking again whether an open menu has closed.
const menuDelay = 200 * time.Millisecond

// openWindows are the windows of the program: their titles, and the items of the menu that lists
// them.
type openWindows struct {
	titles func() []string
	items  func() []*fyne.MenuItem
}

// menu is the window's menu bar, built from commands.
type menu struct {
	h      *host.Host
	main   *fyne.MainMenu
	items  map[*fyne.MenuItem]*kit.Command
	labels map[*fyne.MenuItem]string // without the reason that an unavailable choice shows
	recent *fyne.MenuItem
	window *fyne.Menu
	fixed  []*fyne.MenuItem // items of window, above the list of windows
	state  string           // from which the items' marks were set last

	open    openWindows
	refresh func()        // makes the toolkit rebuild the bar
	wait    kit.Debouncer // until an open menu closes
}

func newMenu(h *host.Host, open openWindows) *menu {
	m := &menu{h: h, open: open, items: map[*fyne.MenuItem]*kit.Command{}, labels: map[*fyne.MenuItem]string{}}
	m.recent = fyne.NewMenuItem("Open Recent", nil)
	file := m.build("File", "open", "openNew", "recent", "demo", "compareWith", host.Separator, "saveView", "exportCut", "exportView", "sub:Export Chart", "sub:Export Stacks", "exportFlame", "exportTable", "exportPage", host.Separator, "properties", "health", "symbols", host.Separator, "settings", "close", "quit")
	edit := m.build("Edit", "undo", "redo", host.Separator, "copy", "copyStack", "sub:Copy as", "copyPicture", "copyStatus", "copyWindow", "selectAll", host.Separator,
		"find", "find.anything", "find.command", "hitNext", "hitPrev", host.Separator, "goto")
	view := m.build("View", "zoomIn", "zoomOut", "fit", "whole", host.Separator,
		"overview", "grid", host.Separator, "sub:Panes", "sub:Rows", "sub:Figures", "sub:Colour Slices By", "sub:Appearance", "sub:Monitor", "sub:Compared Trace", host.Separator, "resetLayout")
	if views := m.sub("view.", ""); len(views) > 1 {
		view.Items = slices.Concat(views, []*fyne.MenuItem{fyne.NewMenuItemSeparator()}, view.Items)
	}
	navigate := m.build("Navigate", "back", "forward", host.Separator, "prev", "next", "prevSame", "nextSame", host.Separator, "waker", "woken", "pageRead", "inherited", host.Separator, "sub:Show In", host.Separator,
		"sub:Find Segments", "instancePrev", "instanceNext",
		host.Separator, "sub:Cursors and Marks", host.Separator, "findingPrev", "findingNext")
	analyze := m.build("Analyze", "targets", "targetsAll", "targetsAuto", host.Separator, "tab.findings", "criticalPath", "followCauses", "hopPrev", "hopNext", "waitChain", host.Separator, "sub:All Instances", "sub:Distribution of Durations", "sub:Totals by", host.Separator, "callsOfSelection", "callsOfFocus", "callsOfAll", "sub:Call Trees", "flameGraph", "sub:Noise Reduction", host.Separator, "sub:Rules for Findings")
	help := m.build("Help", "help", "guide", "sub:Topics", host.Separator, "keys", "keysFile", "colours", "formats", host.Separator, "problem", "about")
	recording := m.build("Record", "record", "recordStop", "recordAgain", "recordOutput", host.Separator, "live", "livePause", "liveProcesses", "liveSave", "liveClose", host.Separator, "recipes")
	m.window = m.build("Window", "newWindow", "minimize")
	m.fixed = m.window.Items
	m.main = fyne.NewMainMenu(file, edit, view, navigate, analyze, recording, m.window, help)
	m.refresh = m.main.Refresh
	m.fillLists()
	m.mark()
	return m
}

// update brings the menu bar up to date. The toolkit rebuilds the bar for that, which closes
// an open menu; so it waits while a menu or a dialog is open. Whether a command can run is checked
// again when it is run.
func (m *menu) update() {
	if m.inUse() {
		m.wait.After(menuDelay, m.update)
	} else if m.mark() {
		m.refresh()
	}
}

// inUse reports whether a menu of the bar is open, or something covers the window. All that the
// toolkit reveals about its bar is what has the keyboard: the item that heads a menu, while that
// menu is open.
func (m *menu) inUse() bool {
	c := m.h.Win.Canvas()
	item, ok := c.Focused().(interface{ Child() *widget.Menu })
	return ok && item.Child().Visible() || c.Overlays().Top() != nil
}

// submenus are the submenus that list commands by their ids, as in build. Without them, menus would
// be higher than small windows.
var submenus = map[string][]string{
	"Rows": {
		"markers", "spans", "disks", "processors", host.Separator, "sub:Lane Size", "sub:Sort Threads By", "sub:Group Threads By", host.Separator,
		"filter", "foldIdle", "hideInactive", "hideIdle", "showAll", "toggleAll",
	},
	"Panes":              {"pane", "bothStacks", "sub:Tab", host.Separator, "justMyCode", "reportPercent", "tableFilter", "tableMenu"},
	"Figures":            {"sub:Percent Of", "sub:Times", "countLikely", host.Separator, "sub:Clock Tick", "loadCounters", "hostCounters", views.CorrectAll},
	"Appearance":         {"sub:Theme", "sub:Colours", "sub:Text Size", host.Separator, "quiet", "patterns"},
	"Monitor":            {"monitorPlay", "sub:Replay Speed"},
	"Compared Trace":     {"align.start", "align.marker", "align.selection", host.Separator, "alignEarlier", "alignLater", host.Separator, "exportDifference", "compareClose"},
	"Find Segments":      {"longestWait", "longestForCPU", "longest", "firstOf"},
	"Show In":            {"showInCores", "showInThreads"},
	"Cursors and Marks":  {"cursorA", "cursorB", "cursorsClear", host.Separator, "mark", "markKeep", "markPrev", "markNext", "marks"},
	"Rules for Findings": {"findingSuppressRule", "findingSuppressThreads", "findingTell", "findingsSuppressed", "findingsTellAll", host.Separator, "limitsFile", "limitsRead"},
}

// below returns the items of the submenu with the given title.
func (m *menu) below(title string) []*fyne.MenuItem {
	if ids := submenus[title]; ids != nil {
		return m.build("", ids...).Items
	}
	switch title {
	case "Sort Threads By":
		return append(m.sub("sort.", controls.SortTitle), host.Submenu(controls.ShareTitle, m.sub("share.", controls.SortTitle)),
			fyne.NewMenuItemSeparator(), m.item(m.h.Commands.Get("keepSorted")))
	case "Clock Tick":
		return slices.Concat(m.sub("tick", "Clock Tick "), m.sub("phase.", "Clock Tick "))
	}
	for _, b := range []struct{ title, prefix, common string }{
		{"Export Chart", "exportChart.", chartTitle},
		{"Export Stacks", "exportStacks.", stacksTitle},
		{"Copy as", "copyAs.", ""},
		{"Call Trees", "calls.", panes.CallsTitle},
		{"Noise Reduction", "noise.", panes.NoiseTitle},
		{"Lane Size", "lane.", ""},
		{"Tab", "tab.", ""},
		{"Group Threads By", "group.", controls.GroupTitle},
		{"Colour Slices By", "colour.", controls.ColourTitle},
		{"Theme", "theme", ""},
		{"Colours", "colours.", ""},
		{"Text Size", "text.", ""},
		{"Percent Of", "percent.", ""},
		{"Replay Speed", "speed.", "Monitor at "},
		{"Times", "time.", ""},
		{"All Instances", "instances.", panes.InstancesTitle},
		{"Distribution of Durations", "lengths.", panes.LengthsTitle},
		{"Totals by", "totals.", panes.TotalsTitle},
		{"Topics", "help.", sheets.HelpTopics},
	} {
		if b.title == title {
			return m.sub(b.prefix, b.common)
		}
	}
	return nil
}

// build builds a menu from command ids; "sub:Title" is an item with a submenu, "recent" the submenu
// of the recent files.
func (m *menu) build(title string, ids ...string) *fyne.Menu {
	list := fyne.NewMenu(title)
	for _, id := range ids {
		name, sub := strings.CutPrefix(id, "sub:")
		switch {
		case id == host.Separator:
			list.Items = append(list.Items, fyne.NewMenuItemSeparator())
		case id == "recent":
			list.Items = append(list.Items, m.recent)
		case sub:
			list.Items = append(list.Items, host.Submenu(name, m.below(name)))
		default:
			list.Items = append(list.Items, m.item(m.h.Commands.Get(id)))
		}
	}
	return list
}

// sub returns the items of all commands whose ids start with prefix, without what their titles have
// in common.
func (m *menu) sub(prefix, title string) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range m.h.Commands.List {
		if strings.HasPrefix(c.ID, prefix) {
			item := m.item(c)
			item.Label = strings.TrimPrefix(item.Label, title)
			items = append(items, item)
		}
	}
	return items
}

func (m *menu) item(c *kit.Command) *fyne.MenuItem {
	item := m.h.Item(c)
	m.items[item] = c
	return item
}

// mark sets the check marks and greys out what cannot be done. It reports whether anything has
// changed.
func (m *menu) mark() bool {
	var state strings.Builder
	for _, c := range m.h.Commands.List {
		state.WriteByte('0' + kit.Bit(c.Can()) + 2*kit.Bit(c.Checked != nil && c.Checked()))
	}
	for _, r := range m.h.Settings.Recent {
		state.WriteString(r.Path)
	}
	for _, title := range m.open.titles() {
		state.WriteString(title)
	}
	if state.String() == m.state {
		return false
	}
	m.state = state.String()
	for item, c := range m.items {
		item.Disabled = !c.Can()
		item.Checked = c.Checked != nil && c.Checked()
		if c.Checked != nil && c.Why != "" { // an unavailable choice shows why
			if m.labels[item] == "" {
				m.labels[item] = item.Label
			}
			item.Label = m.labels[item]
			if item.Disabled && m.h.IsOpen() {
				item.Label += " (" + c.Reason() + ")"
			}
		}
	}
	m.fillLists()
	return true
}

// fillLists lists the recent files and the windows.
func (m *menu) fillLists() {
	m.window.Items = slices.Concat(m.fixed, []*fyne.MenuItem{fyne.NewMenuItemSeparator()}, m.open.items())
	m.recent.ChildMenu = fyne.NewMenu("", recentItems(m.h)...)
	m.recent.Disabled = len(m.h.Settings.Recent) == 0
}

// places returns where in the menu bar each of its commands is.
func (m *menu) places() map[*kit.Command]sheets.MenuPlace {
	all := map[*kit.Command]sheets.MenuPlace{}
	for _, top := range m.main.Items {
		m.placesIn(all, top.Items, sheets.MenuPlace{Menu: top.Label})
	}
	return all
}

func (m *menu) placesIn(all map[*kit.Command]sheets.MenuPlace, items []*fyne.MenuItem, at sheets.MenuPlace) {
	for _, item := range items {
		if c := m.items[item]; c != nil {
			all[c] = at
		} else if item.ChildMenu != nil {
			m.placesIn(all, item.ChildMenu.Items, sheets.MenuPlace{Menu: at.Menu, Item: item.Label})
		}
	}
}

// titles are the names of the menus in the menu bar.
func (m *menu) titles() (list []string) {
	for _, top := range m.main.Items {
		list = append(list, top.Label)
	}
	return list
}
