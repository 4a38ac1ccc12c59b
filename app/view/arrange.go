package view

import (
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/timeline"
)

// Prefixes of titles that a menu of only such commands leaves out.
const (
	sortTitle  = "Sort by "
	groupTitle = "Group by "
)

// shareTitle is the title of the menu of orders by a category.
const shareTitle = "Share of the Window"

// hasRow reports whether a row is selected: of a thread, or one that heads others.
func (w *window) hasRow() bool {
	_, head := w.s.SelectedHead()
	return w.isOpen() && (head || w.hasThread())
}

// arrangeCommands are about which rows there are, and in which order.
func (w *window) arrangeCommands() []*command {
	list := append(w.sortCommands(), w.hideCommands()...)
	up, down := func() { w.s.Move(-1) }, func() { w.s.Move(1) }
	return append(list, []*command{
		{
			id: "pin", title: "Pin", help: "Pin the selected thread above the others, or no longer",
			keys: []key{{name: fyne.KeyP}}, enabled: w.hasThread, run: w.s.Pin,
			checked: func() bool { return w.hasThread() && w.s.Pinned(w.s.Selected().Thread) },
		},
		{
			id: "moveUp", title: "Move Up", help: "Move the selected thread up; the order becomes manual",
			keys: []key{{name: fyne.KeyUp, mods: alt}}, enabled: func() bool { return w.isOpen() && w.s.CanMove(-1) }, run: up,
		},
		{
			id: "moveDown", title: "Move Down", help: "Move the selected thread down; the order becomes manual",
			keys: []key{{name: fyne.KeyDown, mods: alt}}, enabled: func() bool { return w.isOpen() && w.s.CanMove(1) }, run: down,
		},
		{
			id: "toggleAll", title: "Expand or Collapse All", keys: []key{{name: fyne.KeyReturn, mods: shift}, {name: fyne.KeyEnter, mods: shift}},
			enabled: w.isOpen, run: w.s.ToggleAll,
		},
		{id: "rename", title: "Rename…", help: "Rename the selected thread", keys: []key{{name: fyne.KeyF2}}, enabled: w.hasThread, run: w.rename},
		{id: "copyRow", title: "Copy Row", help: "Copy the times of the selected row", enabled: w.hasRow, run: w.copyRow},
	}...)
}

// sortCommands choose the order and the groups of the rows.
func (w *window) sortCommands() []*command {
	var list []*command
	for _, by := range timeline.Sorts() {
		prefix := "sort."
		if _, share := by.Share(); share {
			prefix = "share."
		}
		list = append(list, &command{
			id: prefix + by.Key(), title: sortTitle + by.String(), enabled: w.isOpen,
			checked: func() bool { return w.isOpen() && w.s.Sort() == by },
			run:     func() { w.s.SetSort(by) },
		})
	}
	list = append(list, &command{
		id: "keepSorted", title: "Keep Sorted While Zooming", enabled: w.isOpen,
		checked: w.s.KeepsSorted, run: func() { w.s.KeepSorted(!w.s.KeepsSorted()) },
	})
	for _, g := range timeline.Groups() {
		c := &command{
			id: "group." + g.Key(), title: groupTitle + g.String(), enabled: w.isOpen,
			checked: func() bool { return w.isOpen() && w.s.GroupBy() == g },
			run:     func() { w.s.SetGroupBy(g) },
		}
		if g == timeline.GroupStart {
			c.enabled = func() bool { return w.isOpen() && w.s.CanGroupByStart() }
			c.why = "No stack of the trace reaches back to it."
		}
		list = append(list, c)
	}
	return list
}

// hideCommands choose which threads have rows.
func (w *window) hideCommands() []*command {
	return []*command{
		{
			id: "filter", title: "Filter Threads…", help: "Show only the threads that match a filter",
			keys:    []key{{name: fyne.KeyF, mods: ctrl | shift}},
			enabled: func() bool { return w.isOpen() && w.viewPage().page == nil }, why: "This view has no rows to filter.",
			run: func() { w.filterRows(); w.settled() },
		},
		{id: "hide", title: "Hide", help: "Hide the selected row", keys: []key{{name: fyne.KeyH}}, enabled: w.hasRow, run: w.s.Hide},
		{id: "hideOthers", title: "Hide Others", help: "Hide all other threads", keys: []key{{name: fyne.KeyH, mods: shift}}, enabled: w.hasRow, run: w.s.HideOthers},
		{
			id: "hideOtherProcesses", title: "Hide Other Processes", help: "Hide the threads of all other processes",
			enabled: w.hasThread, run: w.s.HideOtherProcesses,
		},
		{
			id: "showAll", title: "Show All", help: "Show hidden threads", keys: []key{{name: fyne.KeyH, mods: ctrl}},
			enabled: func() bool { return w.isOpen() && w.s.Hidden() > 0 }, run: w.s.ShowHidden,
		},
		{
			id: "hideInactive", title: "Hide Inactive", help: "Hide threads that only wait in the window", enabled: w.isOpen,
			checked: w.s.HidesInactive, run: func() { w.s.HideInactive(!w.s.HidesInactive()) },
		},
		{
			id: "foldIdle", title: "Fold Idle Threads", help: "One row for the threads of a process that only wait for work", enabled: w.isOpen,
			checked: w.s.Folds, run: func() { w.s.SetFolds(!w.s.Folds()) },
		},
	}
}

// restDelay is how long the window must stay as it is before the rows follow it.
const restDelay = 250 * time.Millisecond

// settleSoon has the rows follow the window when it has come to rest.
func (w *window) settleSoon() {
	was := w.s.Window()
	time.AfterFunc(restDelay, func() {
		fyne.Do(func() {
			if w.s.Window() == was {
				w.s.Settle()
			}
		})
	})
}

// walkRow collapses (dir -1) or expands the selected row that heads others. It
// reports whether one is selected.
func (w *window) walkRow(dir int) bool {
	key, ok := w.s.SelectedHead()
	if !ok {
		return false
	}
	if i := w.s.SelectedLane(); i >= 0 && w.s.Lanes().List[i].Expanded == (dir < 0) {
		w.s.Toggle(key)
	}
	return true
}

// enterRow is what Enter does: it works the triangle of a row that heads others,
// and selects a segment in one of a thread.
func (w *window) enterRow() {
	if key, ok := w.s.SelectedHead(); ok {
		w.s.Toggle(key)
	} else if !w.hasSegment() {
		w.s.StepSegment(1)
	}
}

// copyRow puts the times of the selected thread, or of those below the selected
// row, on the clipboard.
func (w *window) copyRow() { w.copyThreads(export.TSV, w.s.SelectedThreads()) }

// rename asks for a name for the selected thread, beside its row.
func (w *window) rename() {
	ix := w.s.Selected().Thread
	own := w.s.Trace().Threads[ix].Name()
	f := w.surface
	scene := f.now()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f).AddXY(12, f.over.dp(scene.LaneArea().Min.Y))
	if row := w.s.SelectedRow(); row >= 0 {
		at.Y += f.over.dp(scene.RowRect(row).Max.Y - scene.LaneArea().Min.Y)
	}
	note := "Empty for the thread's own name"
	if own != "" {
		note += ", " + timeline.Printable(own)
	}
	w.ask(at, "Name of thread "+session.ThreadTitle(w.s.Trace(), ix), w.s.Name(ix), note, func(name string) {
		w.s.Rename(ix, strings.TrimSpace(name))
	})
}

// rowMenu is the context menu of the selected row.
func (w *window) rowMenu() []*fyne.MenuItem {
	items := w.items("hide", "hideOthers", "hideOtherProcesses", "showAll", separator, "pin", "moveUp", "moveDown")
	items = append(items, submenu("Group by", w.passing("group.", groupTitle)), submenu("Sort by", w.sortItems()))
	return append(items, w.items(separator, "rename", "copyRow")...)
}

// sortMenu is the menu of the orders of the lanes.
func (w *window) sortMenu(at fyne.Position) {
	items := append(w.sortItems(), fyne.NewMenuItemSeparator(), submenu("Group by", w.passing("group.", groupTitle)))
	w.popUp(append(items, w.items("foldIdle", "hideInactive", "filter")...), at)
}

// sortItems are the orders of the lanes.
func (w *window) sortItems() []*fyne.MenuItem {
	items := append(w.passing("sort.", sortTitle), submenu(shareTitle, w.passing("share.", sortTitle)))
	return append(items, w.items(separator, "keepSorted")...)
}

func submenu(title string, items []*fyne.MenuItem) *fyne.MenuItem {
	item := fyne.NewMenuItem(title, nil)
	item.ChildMenu = fyne.NewMenu("", items...)
	return item
}

// items are menu items that live only as long as their menu is open.
func (w *window) items(ids ...string) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, id := range ids {
		if id == separator {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		c := w.table.get(id)
		item := w.menu.item(c)
		delete(w.menu.items, item)
		item.Disabled = !c.can()
		item.Checked = c.checked != nil && c.checked()
		items = append(items, item)
	}
	return items
}

// passing are items of all commands whose ids begin alike, without what their
// titles have in common.
func (w *window) passing(prefix, title string) []*fyne.MenuItem {
	var ids []string
	for _, c := range w.table.list {
		if strings.HasPrefix(c.id, prefix) {
			ids = append(ids, c.id)
		}
	}
	items := w.items(ids...)
	for i, item := range items {
		item.Label = strings.TrimPrefix(item.Label, title)
		if c := w.table.get(ids[i]); item.Disabled && c.why != "" {
			item.Label += ": " + c.reason()
		}
	}
	return items
}

// takeRow takes hold of the row of a thread by its name.
func (f *surface) takeRow(scene *timeline.Scene, place timeline.Place) dragKind {
	if place.Row < 0 || scene.Rows.List[place.Row].Kind != timeline.RowThread {
		return dragDead
	}
	f.s.Select(timeline.SegmentRef{Thread: scene.Rows.List[place.Row].Thread, Index: -1})
	return dragLane
}

// dragRow moves the row that was taken to a height of the surface, if it may be
// there.
func (f *surface) dragRow(scene *timeline.Scene, p fyne.Position) {
	place := scene.Hit(image.Pt(0, f.point(p).Y))
	if place.Row >= 0 && scene.Rows.List[place.Row].Kind == timeline.RowThread {
		f.s.MoveTo(f.s.Selected().Thread, scene.Rows.List[place.Row].Thread)
	}
}
