package view

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

// Prefixes of titles that a menu of only such commands leaves out.
const (
	sortTitle  = "Sort by "
	groupTitle = "Group by "
)

// shareTitle is the title of the menu of orders by a category.
const shareTitle = "Share of the Window"

// hasRow reports whether a row is selected: of a thread, or one that heads others.
func (w *window) hasRow() bool {
	_, head := w.Session.SelectedHead()
	return w.IsOpen() && (head || w.HasThread())
}

// arrangeCommands are about which rows there are, and in which order.
func (w *window) arrangeCommands() []*kit.Command {
	list := append(w.sortCommands(), w.hideCommands()...)
	up, down := func() { w.Session.Move(-1) }, func() { w.Session.Move(1) }
	return append(list, []*kit.Command{
		{
			ID: "pin", Title: "Pin", Help: "Pin the selected thread above the others, or no longer",
			Keys: []kit.Key{{Name: fyne.KeyP}}, Enabled: w.HasThread, Run: w.Session.Pin,
			Checked: func() bool { return w.HasThread() && w.Session.Pinned(w.Session.Selected().Thread) },
		},
		{
			ID: "moveUp", Title: "Move Up", Help: "Move the selected thread up; the order becomes manual",
			Keys: []kit.Key{{Name: fyne.KeyUp, Mods: kit.Alt}}, Enabled: func() bool { return w.IsOpen() && w.Session.CanMove(-1) }, Run: up,
		},
		{
			ID: "moveDown", Title: "Move Down", Help: "Move the selected thread down; the order becomes manual",
			Keys: []kit.Key{{Name: fyne.KeyDown, Mods: kit.Alt}}, Enabled: func() bool { return w.IsOpen() && w.Session.CanMove(1) }, Run: down,
		},
		{
			ID: "toggleAll", Title: "Expand or Collapse All", Keys: []kit.Key{{Name: fyne.KeyReturn, Mods: kit.Shift}, {Name: fyne.KeyEnter, Mods: kit.Shift}},
			Enabled: w.IsOpen, Run: w.Session.ToggleAll,
		},
		{ID: "rename", Title: "Rename…", Help: "Rename the selected thread", Keys: []kit.Key{{Name: fyne.KeyF2}}, Enabled: w.HasThread, Run: w.rename},
		{ID: "copyRow", Title: "Copy Row", Help: "Copy the times of the selected row", Enabled: w.hasRow, Run: w.copyRow},
	}...)
}

// sortCommands choose the order and the groups of the rows.
func (w *window) sortCommands() []*kit.Command {
	var list []*kit.Command
	for _, by := range timeline.Sorts() {
		prefix := "sort."
		if _, share := by.Share(); share {
			prefix = "share."
		}
		list = append(list, &kit.Command{
			ID: prefix + by.Key(), Title: sortTitle + by.String(), Enabled: w.IsOpen,
			Checked: func() bool { return w.IsOpen() && w.Session.Sort() == by },
			Run:     func() { w.Session.SetSort(by) },
		})
	}
	list = append(list, &kit.Command{
		ID: "keepSorted", Title: "Keep Sorted While Zooming", Enabled: w.IsOpen,
		Checked: w.Session.KeepsSorted, Run: func() { w.Session.KeepSorted(!w.Session.KeepsSorted()) },
	})
	for _, g := range timeline.Groups() {
		c := &kit.Command{
			ID: "group." + g.Key(), Title: groupTitle + g.String(), Enabled: w.IsOpen,
			Checked: func() bool { return w.IsOpen() && w.Session.GroupBy() == g },
			Run:     func() { w.Session.SetGroupBy(g) },
		}
		if g == timeline.GroupStart {
			c.Enabled = func() bool { return w.IsOpen() && w.Session.CanGroupByStart() }
			c.Why = "No stack of the trace reaches back to it."
		}
		list = append(list, c)
	}
	return list
}

// hideCommands choose which threads have rows.
func (w *window) hideCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "filter", Title: "Filter Threads…", Help: "Show only the threads that match a filter",
			Keys:    []kit.Key{{Name: fyne.KeyF, Mods: kit.Ctrl | kit.Shift}},
			Enabled: func() bool { return w.IsOpen() && w.ViewPage().Page == nil }, Why: "This view has no rows to filter.",
			Run: func() { w.filterRows(); w.Settled() },
		},
		{ID: "hide", Title: "Hide", Help: "Hide the selected row", Keys: []kit.Key{{Name: fyne.KeyH}}, Enabled: w.hasRow, Run: w.Session.Hide},
		{ID: "hideOthers", Title: "Hide Others", Help: "Hide all other threads", Keys: []kit.Key{{Name: fyne.KeyH, Mods: kit.Shift}}, Enabled: w.hasRow, Run: w.Session.HideOthers},
		{
			ID: "hideOtherProcesses", Title: "Hide Other Processes", Help: "Hide the threads of all other processes",
			Enabled: w.HasThread, Run: w.Session.HideOtherProcesses,
		},
		{
			ID: "showAll", Title: "Show All", Help: "Show hidden threads", Keys: []kit.Key{{Name: fyne.KeyH, Mods: kit.Ctrl}},
			Enabled: func() bool { return w.IsOpen() && w.Session.Hidden() > 0 }, Run: w.Session.ShowHidden,
		},
		{
			ID: "hideInactive", Title: "Hide Inactive", Help: "Hide threads that only wait in the window", Enabled: w.IsOpen,
			Checked: w.Session.HidesInactive, Run: func() { w.Session.HideInactive(!w.Session.HidesInactive()) },
		},
		{
			ID: "foldIdle", Title: "Fold Idle Threads", Help: "One row for the threads of a process that only wait for work", Enabled: w.IsOpen,
			Checked: w.Session.Folds, Run: func() { w.Session.SetFolds(!w.Session.Folds()) },
		},
	}
}

// restDelay is how long the window must stay as it is before the rows follow it.
const restDelay = 250 * time.Millisecond

// settleSoon has the rows follow the window when it has come to rest.
func (w *window) settleSoon() {
	was := w.Session.Window()
	time.AfterFunc(restDelay, func() {
		fyne.Do(func() {
			if w.Session.Window() == was {
				w.Session.Settle()
			}
		})
	})
}

// walkRow collapses (dir -1) or expands the selected row that heads others. It
// reports whether one is selected.
func (w *window) walkRow(dir int) bool {
	key, ok := w.Session.SelectedHead()
	if !ok {
		return false
	}
	if i := w.Session.SelectedLane(); i >= 0 && w.Session.Lanes().List[i].Expanded == (dir < 0) {
		w.Session.Toggle(key)
	}
	return true
}

// enterRow is what Enter does: it works the triangle of a row that heads others,
// and selects a segment in one of a thread.
func (w *window) enterRow() {
	if key, ok := w.Session.SelectedHead(); ok {
		w.Session.Toggle(key)
	} else if !w.HasSegment() {
		w.Session.StepSegment(1)
	}
}

// copyRow puts the times of the selected thread, or of those below the selected
// row, on the clipboard.
func (w *window) copyRow() { w.CopyThreads(export.TSV, w.Session.SelectedThreads()) }

// rename asks for a name for the selected thread, beside its row.
func (w *window) rename() {
	ix := w.Session.Selected().Thread
	own := w.Session.Trace().Threads[ix].Name()
	f := w.surface
	scene := f.Now()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f).AddXY(12, f.Over.Dp(scene.LaneArea().Min.Y))
	if row := w.Session.SelectedRow(); row >= 0 {
		at.Y += f.Over.Dp(scene.RowRect(row).Max.Y - scene.LaneArea().Min.Y)
	}
	note := "Empty for the thread's own name"
	if own != "" {
		note += ", " + timeline.Printable(own)
	}
	w.ask(at, "Name of thread "+naming.ThreadTitle(w.Session.Trace(), ix), w.Session.Name(ix), note, func(name string) {
		w.Session.Rename(ix, strings.TrimSpace(name))
	})
}

// rowMenu is the context menu of the selected row.
func (w *window) rowMenu() []*fyne.MenuItem {
	items := w.Items("hide", "hideOthers", "hideOtherProcesses", "showAll", host.Separator, "pin", "moveUp", "moveDown")
	items = append(items, host.Submenu("Group by", w.Passing("group.", groupTitle)), host.Submenu("Sort by", w.sortItems()))
	return append(items, w.Items(host.Separator, "rename", "copyRow")...)
}

// sortMenu is the menu of the orders of the lanes.
func (w *window) sortMenu(at fyne.Position) {
	items := append(w.sortItems(), fyne.NewMenuItemSeparator(), host.Submenu("Group by", w.Passing("group.", groupTitle)))
	w.PopUp(append(items, w.Items("foldIdle", "hideInactive", "filter")...), at)
}

// sortItems are the orders of the lanes.
func (w *window) sortItems() []*fyne.MenuItem {
	items := append(w.Passing("sort.", sortTitle), host.Submenu(shareTitle, w.Passing("share.", sortTitle)))
	return append(items, w.Items(host.Separator, "keepSorted")...)
}

// ask shows a field with a title in a popup; answer gets what is submitted.
func (w *window) ask(at fyne.Position, title, text, note string, answer func(string)) {
	var pop *widget.PopUp
	leave := func() {
		pop.Hide()
		w.FocusPicture()
		w.Settled()
	}
	entry := kit.NewField("", kit.OnEscape(leave))
	entry.SetText(text)
	content := container.New(kit.Insets{8, 8}, container.New(kit.ColumnLayout(5),
		kit.NewLine(title, theme.ColorNameForeground).Bold().Fitting(),
		container.New(kit.Fixed{300, 34}, entry), kit.NewCaption(note, kit.ColorText2).Fitting()))
	pop = widget.NewPopUp(content, w.Win.Canvas())
	entry.OnSubmitted = func(text string) {
		leave()
		answer(text)
	}
	pop.ShowAtPosition(at)
	w.Win.Canvas().Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	w.Settled()
}

// filterRows gives the filter of the rows the keyboard; where the picture has none,
// that of the table.
func (w *window) filterRows() {
	if w.Session.Viewing() == keep.ViewThreads {
		w.surface.Filter.Open()
		return
	}
	if !w.body.Open() {
		w.Commands.Get("pane").Do()
	}
	if f := w.TableFilter(); f != nil {
		f.Open()
	}
}
