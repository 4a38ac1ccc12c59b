package view

import "threadlens/app/view/kit"

// pageReadCommands lead from a page fault to the disk read that it waited for.
func (w *window) pageReadCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "pageRead", Title: "To Page Read", Help: "Select the time of the disk read that the selected page fault waited for",
		Enabled: func() bool { _, ok := w.Session.PageRead(); return ok && w.IsOpen() },
		Why:     "No disk read of a selected page fault is known.", Run: w.Session.ToPageRead,
	}}
}
