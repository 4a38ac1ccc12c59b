package controls

import (
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
	if segment {
		items = append(k.Items("fit", "range", "mark", host.Separator, "waker", "woken", "criticalPath", "callsOfSelection", host.Separator, "showInCores", host.Separator, "copy", "copyStack", host.Separator), items...)
	}
	k.PopUp(items, at)
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
	k.ContextMenu(k.HasSegment(), at.AddXY(f.Over.Dp((r.Min.X+r.Max.X)/2), f.Over.Dp(r.Max.Y)))
}
