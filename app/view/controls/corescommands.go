package controls

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// ColourTitle begins the titles of the commands that choose the colours of slices; it is left out
// in a menu that contains only such commands.
const ColourTitle = "Colour Slices by "

// CoresCommands are the commands of the Cores view.
func (k *Controls) CoresCommands() []*kit.Command {
	var list []*kit.Command
	inCores := func() bool { return k.IsOpen() && k.Session.Viewing() == keep.ViewCores }
	for _, by := range timeline.ColourBys() {
		why := "Only available in the Cores view."
		if by == timeline.ColourIPC {
			why = "Needs the Cores view and a trace with the hardware counters “cycles” and “instructions”."
		}
		list = append(list, &kit.Command{
			ID: "colour." + by.Key(), Title: ColourTitle + by.String(), Help: "Colour time slices on CPUs by " + by.String(),
			Enabled: func() bool { return inCores() && k.Session.CanColour(by) }, Why: why,
			Checked: func() bool { return k.Session.ColourBy() == by },
			Run:     func() { k.colourBy(by) },
		})
	}
	return append(list,
		&kit.Command{
			ID: "showInCores", Title: "Show in Cores", Help: "Show the selected thread in the Cores view, across the CPUs on which it ran",
			Enabled: func() bool { return k.HasThread() && k.Session.Viewing() != keep.ViewCores }, Why: "No thread is selected.",
			Run: func() { k.showSelectionIn(keep.ViewCores) },
		},
		&kit.Command{
			ID: "showInThreads", Title: "Show in Threads", Help: "Show the selection in the Threads view, on the lane of its thread",
			Enabled: func() bool { return k.HasThread() && k.Session.Viewing() != keep.ViewThreads }, Why: "No thread is selected.",
			Run: func() { k.showSelectionIn(keep.ViewThreads) },
		},
	)
}

// OfThreads disables commands for the rows of the Threads view in the other views, except those
// that other rows have as well.
func (k *Controls) OfThreads(list []*kit.Command) []*kit.Command {
	for _, c := range list {
		if c.ID == "filter" || c.ID == "toggleAll" || c.ID == "rename" || c.ID == "copyRow" {
			continue
		}
		enabled, why := c.Enabled, c.Why
		c.Enabled = func() bool { return enabled() && k.Session.Viewing() == keep.ViewThreads }
		if why == "" {
			c.Why = "Only available in the Threads view."
		}
	}
	return list
}

// showSelectionIn switches to another view, with the selection in sight.
func (k *Controls) showSelectionIn(v keep.ViewKind) {
	k.Session.Update(func() {
		k.Session.SetViewing(v)
		if ref := k.Session.Selected(); ref.Index >= 0 {
			k.Session.Go(ref)
		} else {
			k.Session.ShowThread(ref.Thread)
		}
	})
	k.FocusPicture()
}

// colourBy chooses what the colours of slices distinguish.
func (k *Controls) colourBy(by timeline.ColourBy) {
	k.Settings.CoreColours = by.Key()
	k.SaveSettings()
	k.Session.SetColourBy(by)
}

// HeaderMenu opens the menu in the header of the gutter: of the colours in the Cores view,
// otherwise of the order of the lanes.
func (k *Controls) HeaderMenu(at fyne.Position) {
	if k.Session.Viewing() == keep.ViewCores {
		k.PopUp(k.Passing("colour.", ColourTitle), at)
		return
	}
	k.sortMenu(at)
}

// coresMenu opens the context menu of a slice or a row's head in the Cores view.
func (k *Controls) coresMenu(segment bool, at fyne.Position) {
	var items []*fyne.MenuItem
	if segment {
		items = slices.Concat(k.Items("fit", "range", "mark", host.Separator, "waker", "woken"), k.partItems(),
			k.Items(host.Separator, "showInThreads", "rename", host.Separator, "copy", "copyStack", "copyPicture", host.Separator))
	}
	items = append(items, k.Items("toggleAll")...)
	k.PopUp(append(items, host.Submenu("Colour by", k.Passing("colour.", ColourTitle))), at)
}

// PrepareCores computes summaries in the background, once the Cores view is shown, so that its
// frames are fast; then it redraws them.
func (k *Controls) PrepareCores() {
	sum, colours := k.Surface.Summary, k.Session.CoreColours()
	if sum == nil || colours == nil || k.Session.Viewing() != keep.ViewCores || k.CoresReady == colours {
		return
	}
	k.CoresReady = colours
	t, ctx := k.Session.Trace(), k.Preparing
	go k.buildCores(ctx, t, sum, colours)
}

// buildCores is the background part of PrepareCores.
func (k *Controls) buildCores(ctx context.Context, t *model.Trace, sum *lanes.Summary, colours *timeline.CoreColours) {
	err := sum.BuildCores(ctx, colours)
	fyne.Do(func() {
		if err == nil && k.Session.Trace() == t && k.Surface.Summary == sum {
			k.Surface.Redraw()
			k.ShowMemory()
		}
	})
}
