package view

// pageReadCommands lead from a page fault to the disk read that it waited for.
func (w *window) pageReadCommands() []*command {
	return []*command{{
		id: "pageRead", title: "To Page Read", help: "Select the time of the disk read that the selected page fault waited for",
		enabled: func() bool { _, ok := w.s.PageRead(); return ok && w.isOpen() },
		why:     "No disk read of a selected page fault is known.", run: w.s.ToPageRead,
	}}
}
