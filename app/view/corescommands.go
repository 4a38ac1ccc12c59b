package view

import (
	"context"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// colourTitle begins the titles of the commands that choose the colours of slices;
// a menu of only such commands leaves it out.
const colourTitle = "Colour Slices by "

// coresCommands are those of the Cores view.
func (w *window) coresCommands() []*kit.Command {
	var list []*kit.Command
	inCores := func() bool { return w.IsOpen() && w.Session.Viewing() == keep.ViewCores }
	for _, by := range timeline.ColourBys() {
		why := "Only the Cores view shows slices."
		if by == timeline.ColourIPC {
			why = "Only the Cores view shows slices, and only traces with the counters cycles and instructions tell their IPC."
		}
		list = append(list, &kit.Command{
			ID: "colour." + by.Key(), Title: colourTitle + by.String(), Help: "Colour slices on processors by " + by.String(),
			Enabled: func() bool { return inCores() && w.Session.CanColour(by) }, Why: why,
			Checked: func() bool { return w.Session.ColourBy() == by },
			Run:     func() { w.colourBy(by) },
		})
	}
	return append(list,
		&kit.Command{
			ID: "showInCores", Title: "Show in Cores", Help: "Follow the selected thread from processor to processor",
			Enabled: func() bool { return w.HasThread() && w.Session.Viewing() != keep.ViewCores }, Why: "No thread is selected.",
			Run: func() { w.showSelectionIn(keep.ViewCores) },
		},
		&kit.Command{
			ID: "showInThreads", Title: "Show in Threads", Help: "Show the selection on the lane of its thread",
			Enabled: func() bool { return w.HasThread() && w.Session.Viewing() != keep.ViewThreads }, Why: "No thread is selected.",
			Run: func() { w.showSelectionIn(keep.ViewThreads) },
		},
	)
}

// ofThreads makes commands about the rows of the Threads view impossible in the
// others, except those that other rows know as well.
func (w *window) ofThreads(list []*kit.Command) []*kit.Command {
	for _, c := range list {
		if c.ID == "filter" || c.ID == "toggleAll" || c.ID == "rename" || c.ID == "copyRow" {
			continue
		}
		enabled, why := c.Enabled, c.Why
		c.Enabled = func() bool { return enabled() && w.Session.Viewing() == keep.ViewThreads }
		if why == "" {
			c.Why = "Only the Threads view has such rows."
		}
	}
	return list
}

// showSelectionIn goes to another view, with the selection in sight.
func (w *window) showSelectionIn(v keep.ViewKind) {
	w.Session.Update(func() {
		w.Session.SetViewing(v)
		if ref := w.Session.Selected(); ref.Index >= 0 {
			w.Session.Go(ref)
		} else {
			w.Session.ShowThread(ref.Thread)
		}
	})
	w.FocusPicture()
}

// colourBy chooses what the colours of slices tell apart.
func (w *window) colourBy(by timeline.ColourBy) {
	w.Settings.CoreColours = by.Key()
	w.SaveSettings()
	w.Session.SetColourBy(by)
}

// headerMenu is the menu in the header of the gutter: of the colours in the Cores
// view, else of the orders of the lanes.
func (w *window) headerMenu(at fyne.Position) {
	if w.Session.Viewing() == keep.ViewCores {
		w.PopUp(w.Passing("colour.", colourTitle), at)
		return
	}
	w.sortMenu(at)
}

// coresMenu is the context menu of a slice or of a head in the Cores view.
func (w *window) coresMenu(segment bool, at fyne.Position) {
	var items []*fyne.MenuItem
	if segment {
		items = w.Items("fit", "range", "mark", host.Separator, "waker", "woken", host.Separator, "showInThreads", "rename", host.Separator, "copy", "copyStack", host.Separator)
	}
	items = append(items, w.Items("toggleAll")...)
	w.PopUp(append(items, host.Submenu("Colour by", w.Passing("colour.", colourTitle))), at)
}

// prepareCores computes in the background what makes frames of the Cores view
// cheap, once that is shown, and has them drawn when it is done.
func (w *window) prepareCores() {
	sum, colours := w.surface.Summary, w.Session.CoreColours()
	if sum == nil || colours == nil || w.Session.Viewing() != keep.ViewCores || w.coresReady == colours {
		return
	}
	w.coresReady = colours
	t, ctx := w.Session.Trace(), w.preparing
	go w.buildCores(ctx, t, sum, colours)
}

// buildCores is what prepareCores has done in the background.
func (w *window) buildCores(ctx context.Context, t *model.Trace, sum *lanes.Summary, colours *timeline.CoreColours) {
	err := sum.BuildCores(ctx, colours)
	fyne.Do(func() {
		if err == nil && w.Session.Trace() == t && w.surface.Summary == sum {
			w.surface.Redraw()
			w.status.memory(session.MemoryInUse())
		}
	})
}
