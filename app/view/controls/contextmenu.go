package controls

import (
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
)

// ContextMenu opens the menu of a segment or a row.
func (k *Controls) ContextMenu(segment bool, at fyne.Position) {
	if k.Session.Viewing() == keep.ViewCores {
		k.coresMenu(segment, at)
		return
	}
	items := k.RowMenu()
	if !segment && k.HasThread() {
		items = append(k.Items("callsOfSelection", host.Separator), items...)
	}
	items = append(k.totalItems(), items...)
	if segment {
		items = slices.Concat(k.Items("fit", "range", "mark", host.Separator, "waker", "woken", "criticalPath", "callsOfSelection"), k.partItems(),
			k.Items(host.Separator, "showInCores", host.Separator, "copy", "copyStack", "copyPicture", host.Separator), items)
	}
	k.PopUp(items, at)
}

// partItems are the menu items about all that is like the selected segment.
func (k *Controls) partItems() []*fyne.MenuItem {
	items := func(title, prefix string) *fyne.MenuItem {
		list := k.Items(prefix+"of", prefix+"ofAll")
		list[0].Label, list[1].Label = "In This Thread", "In All Threads"
		item := host.Submenu(title, list)
		item.Disabled = list[0].Disabled
		return item
	}
	return append(k.Items("waitChain"), items("All Instances", "instances."), items("Distribution of Durations", "lengths."))
}

// totalItems are the menu items that sum up the selected range; none without one.
func (k *Controls) totalItems() []*fyne.MenuItem {
	if !k.HasMarked() {
		return nil
	}
	return []*fyne.MenuItem{host.Submenu("Totals of Selected Range by", k.Passing("totals.", "Totals by ")), fyne.NewMenuItemSeparator()}
}

// contextMenuOfSelection opens the context menu by keyboard: at the selected segment, or in the
// middle of the lanes.
func (k *Controls) contextMenuOfSelection() {
	f := k.Surface
	scene := f.Now()
	r, ok := scene.SegmentRect(scene.Selected)
	if row := k.Session.SelectedLane(); !ok && row >= 0 {
		r = scene.RowRect(row)
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f)
	k.ContextMenu(k.HasSegment(), at.AddXY(f.Dp((r.Min.X+r.Max.X)/2), f.Dp(r.Max.Y)))
}
