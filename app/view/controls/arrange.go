package controls

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// Prefixes of titles, left out in a menu that contains only such commands.
const (
	SortTitle  = "Sort by "
	GroupTitle = "Group by "
)

// ShareTitle is the title of the menu that sorts by a category.
const ShareTitle = "Share of the Time Window"

// hasRow reports whether a row is selected: a thread or a heading.
func (k *Controls) hasRow() bool {
	_, head := k.Session.SelectedHead()
	return k.IsOpen() && (head || k.HasThread())
}

// ArrangeCommands choose which rows are shown, and in which order.
func (k *Controls) ArrangeCommands() []*kit.Command {
	list := append(k.sortCommands(), k.hideCommands()...)
	up, down := func() { k.Session.Move(-1) }, func() { k.Session.Move(1) }
	return append(list, []*kit.Command{
		{
			ID: "pin", Title: "Pin", Help: "Pin the selected thread above the others, or unpin it",
			Keys: []kit.Key{{Name: fyne.KeyP}}, Enabled: k.HasThread, Run: k.Session.Pin,
			Checked: func() bool { return k.HasThread() && k.Session.Pinned(k.Session.Selected().Thread) },
		},
		{
			ID: "moveUp", Title: "Move Up", Help: "Move the selected thread up and switch to manual order",
			Keys: []kit.Key{{Name: fyne.KeyUp, Mods: kit.Alt}}, Enabled: func() bool { return k.IsOpen() && k.Session.CanMove(-1) }, Run: up,
		},
		{
			ID: "moveDown", Title: "Move Down", Help: "Move the selected thread down and switch to manual order",
			Keys: []kit.Key{{Name: fyne.KeyDown, Mods: kit.Alt}}, Enabled: func() bool { return k.IsOpen() && k.Session.CanMove(1) }, Run: down,
		},
		{
			ID: "toggleAll", Title: "Expand or Collapse All", Keys: []kit.Key{{Name: fyne.KeyReturn, Mods: kit.Shift}, {Name: fyne.KeyEnter, Mods: kit.Shift}},
			Enabled: k.IsOpen, Run: k.Session.ToggleAll,
		},
		{ID: "rename", Title: "Rename…", Help: "Rename the selected thread", Keys: []kit.Key{{Name: fyne.KeyF2}}, Enabled: k.HasThread, Run: k.rename},
		{ID: "copyRow", Title: "Copy Row", Help: "Copy the times of the selected row", Enabled: k.hasRow, Run: k.copyRow},
	}...)
}

// sortCommands choose the order and the grouping of the rows.
func (k *Controls) sortCommands() []*kit.Command {
	var list []*kit.Command
	for _, by := range timeline.Sorts() {
		prefix := "sort."
		if _, share := by.Share(); share {
			prefix = "share."
		}
		list = append(list, &kit.Command{
			ID: prefix + by.Key(), Title: SortTitle + by.String(), Enabled: k.IsOpen,
			Checked: func() bool { return k.IsOpen() && k.Session.Sort() == by },
			Run:     func() { k.Session.SetSort(by) },
		})
	}
	list = append(list, &kit.Command{
		ID: "keepSorted", Title: "Keep Sorted While Zooming", Enabled: k.IsOpen,
		Checked: k.Session.KeepsSorted, Run: func() { k.Session.KeepSorted(!k.Session.KeepsSorted()) },
	})
	for _, g := range timeline.Groups() {
		c := &kit.Command{
			ID: "group." + g.Key(), Title: GroupTitle + g.String(), Enabled: k.IsOpen,
			Checked: func() bool { return k.IsOpen() && k.Session.GroupBy() == g },
			Run:     func() { k.Session.SetGroupBy(g) },
		}
		if g == timeline.GroupStart {
			c.Enabled = func() bool { return k.IsOpen() && k.Session.CanGroupByStart() }
			c.Why = "No call stack in the trace contains the start function of its thread."
		}
		list = append(list, c)
	}
	return list
}

// hideCommands choose which threads have rows.
func (k *Controls) hideCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "filter", Title: "Filter Threads…", Help: "Show only the threads that match a filter",
			Keys:    []kit.Key{{Name: fyne.KeyF, Mods: kit.Ctrl | kit.Shift}},
			Enabled: func() bool { return k.IsOpen() && k.ViewPage().Page == nil }, Why: "This view has no rows to filter.",
			Run: func() { k.filterRows(); k.Settled() },
		},
		{ID: "hide", Title: "Hide", Help: "Hide the selected row", Keys: []kit.Key{{Name: fyne.KeyH}}, Enabled: k.hasRow, Run: k.Session.Hide},
		{ID: "hideOthers", Title: "Hide Others", Help: "Hide all threads except those of the selected row", Keys: []kit.Key{{Name: fyne.KeyH, Mods: kit.Shift}}, Enabled: k.hasRow, Run: k.Session.HideOthers},
		{
			ID: "hideOtherProcesses", Title: "Hide Other Processes", Help: "Hide the threads of all processes except the process of the selected thread",
			Enabled: k.HasThread, Run: k.Session.HideOtherProcesses,
		},
		{
			ID: "showAll", Title: "Show All", Help: "Show hidden threads", Keys: []kit.Key{{Name: fyne.KeyH, Mods: kit.Ctrl}},
			Enabled: func() bool { return k.IsOpen() && k.Session.Hidden() > 0 }, Run: k.Session.ShowHidden,
		},
		{
			ID: "hideInactive", Title: "Hide Inactive Threads", Help: "Hide the threads that only wait during the time window", Enabled: k.IsOpen,
			Checked: k.Session.HidesInactive, Run: func() { k.Session.HideInactive(!k.Session.HidesInactive()) },
		},
		{
			ID: "foldIdle", Title: "Fold Idle Threads", Help: "In each process, combine the threads that only wait for work into one row", Enabled: k.IsOpen,
			Checked: k.Session.Folds, Run: func() { k.Session.SetFolds(!k.Session.Folds()) },
		},
	}
}

// restDelay is how long the window must stay unchanged before the rows follow it.
const restDelay = 250 * time.Millisecond

// SettleSoon updates the rows once the window has stopped changing.
func (k *Controls) SettleSoon() {
	was := k.Session.Window()
	time.AfterFunc(restDelay, func() {
		fyne.Do(func() {
			if k.Session.Window() == was {
				k.Session.Settle()
			}
		})
	})
}

// walkRow collapses (dir -1) or expands the selected heading. It reports whether one is selected.
func (k *Controls) walkRow(dir int) bool {
	key, ok := k.Session.SelectedHead()
	if !ok {
		return false
	}
	if i := k.Session.SelectedLane(); i >= 0 && k.Session.Lanes().List[i].Expanded == (dir < 0) {
		k.Session.Toggle(key)
	}
	return true
}

// enterRow is what Enter does: it expands or collapses a heading, or selects a segment in a
// thread's row.
func (k *Controls) enterRow() {
	if key, ok := k.Session.SelectedHead(); ok {
		k.Session.Toggle(key)
	} else if !k.HasSegment() {
		k.Session.StepSegment(1)
	}
}

// copyRow copies the times of the selected thread, or of the threads below the selected heading, to
// the clipboard.
func (k *Controls) copyRow() { k.CopyThreads(export.TSV, k.Session.SelectedThreads()) }

// rename asks for a name for the selected thread, next to its row.
func (k *Controls) rename() {
	ix := k.Session.Selected().Thread
	own := k.Session.Trace().Threads[ix].Name()
	f := k.Surface
	scene := f.Now()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f).AddXY(12, f.Dp(scene.LaneArea().Min.Y))
	if row := k.Session.SelectedRow(); row >= 0 {
		at.Y += f.Dp(scene.RowRect(row).Max.Y - scene.LaneArea().Min.Y)
	}
	note := "Leave empty to use the thread's own name"
	if own != "" {
		note += ", " + timeline.Printable(own)
	}
	k.ask(at, "Name of thread "+naming.ThreadTitle(k.Session.Trace(), ix), k.Session.Name(ix), note, func(name string) {
		k.Session.Rename(ix, strings.TrimSpace(name))
	})
}

// RowMenu is the context menu of the selected row.
func (k *Controls) RowMenu() []*fyne.MenuItem {
	items := k.Items("hide", "hideOthers", "hideOtherProcesses", "showAll", host.Separator, "pin", "moveUp", "moveDown")
	items = append(items, host.Submenu("Group by", k.Passing("group.", GroupTitle)), host.Submenu("Sort by", k.sortItems()))
	return append(items, k.Items(host.Separator, "rename", "copyRow")...)
}

// sortMenu opens the menu that sorts the lanes.
func (k *Controls) sortMenu(at fyne.Position) {
	items := append(k.sortItems(), fyne.NewMenuItemSeparator(), host.Submenu("Group by", k.Passing("group.", GroupTitle)))
	k.PopUp(append(items, k.Items("foldIdle", "hideInactive", "filter")...), at)
}

// sortItems are the menu items that sort the lanes.
func (k *Controls) sortItems() []*fyne.MenuItem {
	items := append(k.Passing("sort.", SortTitle), host.Submenu(ShareTitle, k.Passing("share.", SortTitle)))
	return append(items, k.Items(host.Separator, "keepSorted")...)
}

// ask shows a field with a title in a popup; answer gets the submitted text.
func (k *Controls) ask(at fyne.Position, title, text, note string, answer func(string)) {
	var pop *widget.PopUp
	leave := func() {
		pop.Hide()
		k.FocusPicture()
		k.Settled()
	}
	entry := kit.NewField("", kit.OnEscape(leave))
	entry.SetText(text)
	content := container.New(kit.Insets{8, 8}, container.New(kit.ColumnLayout(5),
		kit.NewLine(title, theme.ColorNameForeground).Bold().Fitting(),
		container.New(kit.Fixed{300, 34}, entry), kit.NewCaption(note, kit.ColorText2).Fitting()))
	pop = widget.NewPopUp(content, k.Win.Canvas())
	entry.OnSubmitted = func(text string) {
		leave()
		answer(text)
	}
	pop.ShowAtPosition(at)
	k.Win.Canvas().Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	k.Settled()
}

// filterRows gives the keyboard to the filter of the rows or, where the picture has none, to that
// of the table.
func (k *Controls) filterRows() {
	if k.Session.Viewing() == keep.ViewThreads {
		k.Surface.Filter.Open()
		return
	}
	if !k.PaneOpen() {
		k.Commands.Get("pane").Do()
	}
	if f := k.TableFilter(); f != nil {
		f.Open()
	}
}
