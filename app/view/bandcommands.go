package view

import (
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// bandCommands choose the rows that are not threads.
func (w *window) bandCommands() []*kit.Command {
	var list []*kit.Command
	for _, c := range []struct {
		id, title, help string
		rows            session.RowChoice
	}{
		{"markers", "Markers", "Show the markers of all threads in rows of their own", session.ShowMarkers},
		{"spans", "Markers Under Threads", "Show the markers of each thread below it", session.ShowSpans},
		{"disks", "Disks", "Show reads and writes of each disk", session.ShowDisks},
		{"processors", "Processors", "Show what each processor runs, with interrupts", session.ShowProcessors},
	} {
		list = append(list, &kit.Command{
			ID: c.id, Title: c.title, Help: c.help,
			Enabled: func() bool { return w.IsOpen() && w.Session.HasRows(c.rows) },
			Checked: func() bool { return w.Session.Shows(c.rows) },
			Run:     func() { w.Session.ToggleRows(c.rows); w.prepareRows() },
		})
	}
	return append(list, &kit.Command{
		ID: "threadSpans", Title: "Markers of the Thread", Help: "Show the markers of the selected thread below it",
		Enabled: func() bool {
			return w.HasThread() && w.Session.Trace().Spans.Threads[w.Session.Selected().Thread] != nil
		},
		Run: func() { w.Session.ToggleSpans(w.Session.Selected().Thread) },
	})
}

// prepareRows computes in the background what makes frames with rows of
// processors cheap, once they are asked for.
func (w *window) prepareRows() {
	sum := w.surface.Summary
	if sum == nil || !w.Session.Shows(session.ShowProcessors) {
		return
	}
	ctx := w.preparing
	go func() { _ = sum.BuildProcessors(ctx) }()
}
