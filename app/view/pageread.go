package view

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// pageReadCommands lead from a page fault to the disk read that it waited for.
func (w *window) pageReadCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "pageRead", Title: "To Page Read", Help: "Select the time of the disk read that the selected page fault waited for",
		Enabled: func() bool { _, ok := w.Session.PageRead(); return ok && w.IsOpen() },
		Why:     "No disk read of a selected page fault is known.", Run: w.Session.ToPageRead,
	}}
}

// scrollPage scrolls the picture, or the page in its place, by what is to be seen.
func (w *window) scrollPage(dir int) {
	if w.Session.Viewing() != keep.ViewMeasurement {
		w.surface.ScrollPage(dir)
		return
	}
	s := w.Measurement.Scroll
	s.ScrollToOffset(s.Offset.AddXY(0, float32(dir)*s.Size().Height))
}
