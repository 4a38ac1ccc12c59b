package controls

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// PageReadCommands go from a page fault to the disk read that it waited for.
func (k *Controls) PageReadCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "pageRead", Title: "Go to Disk Read of Page Fault", Help: "Select the disk read that the selected page fault waited for",
		Enabled: func() bool { _, ok := k.Session.PageRead(); return ok && k.IsOpen() },
		Why:     "No page fault with a known disk read is selected.", Run: k.Session.ToPageRead,
	}}
}

// scrollPage scrolls the picture, or the page in its place, by one screen.
func (k *Controls) scrollPage(dir int) {
	if k.Session.Viewing() != keep.ViewMeasurement {
		k.Surface.ScrollPage(dir)
		return
	}
	s := k.Measurement.Scroll
	s.ScrollToOffset(s.Offset.AddXY(0, float32(dir)*s.Size().Height))
}
