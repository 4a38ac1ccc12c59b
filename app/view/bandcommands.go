package view

import "threadlens/app/session"

// bandCommands choose the rows that are not threads.
func (w *window) bandCommands() []*command {
	var list []*command
	for _, c := range []struct {
		id, title, help string
		rows            session.RowChoice
	}{
		{"markers", "Markers", "Show the markers of all threads in rows of their own", session.ShowMarkers},
		{"spans", "Markers Under Threads", "Show the markers of each thread below it", session.ShowSpans},
		{"disks", "Disks", "Show reads and writes of each disk", session.ShowDisks},
		{"processors", "Processors", "Show what each processor runs, with interrupts", session.ShowProcessors},
	} {
		list = append(list, &command{
			id: c.id, title: c.title, help: c.help,
			enabled: func() bool { return w.isOpen() && w.s.HasRows(c.rows) },
			checked: func() bool { return w.s.Shows(c.rows) },
			run:     func() { w.s.ToggleRows(c.rows); w.prepareRows() },
		})
	}
	return append(list, &command{
		id: "threadSpans", title: "Markers of the Thread", help: "Show the markers of the selected thread below it",
		enabled: func() bool { return w.hasThread() && w.s.Trace().Spans.Threads[w.s.Selected().Thread] != nil },
		run:     func() { w.s.ToggleSpans(w.s.Selected().Thread) },
	})
}

// prepareRows computes in the background what makes frames with rows of
// processors cheap, once they are asked for.
func (w *window) prepareRows() {
	sum := w.surface.summary
	if sum == nil || !w.s.Shows(session.ShowProcessors) {
		return
	}
	ctx := w.preparing
	go func() { _ = sum.BuildProcessors(ctx) }()
}
