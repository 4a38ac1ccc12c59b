package controls

import (
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// BandCommands choose which rows other than threads are shown.
func (k *Controls) BandCommands() []*kit.Command {
	var list []*kit.Command
	for _, c := range []struct {
		id, title, help, lacks string
		rows                   session.RowChoice
	}{
		{"markers", "Markers", "Show all markers in their own rows, separate from the threads", "The trace has no markers.", session.ShowMarkers},
		{"spans", "Markers Under Threads", "Show the markers of each thread in rows below the thread", "The trace has no markers.", session.ShowSpans},
		{"disks", "Disks", "Show reads and writes of each disk", "The trace has no disk transfers.", session.ShowDisks},
		{"processors", "CPUs", "Show what each CPU runs, with interrupts", "The trace does not show what the CPUs ran.", session.ShowProcessors},
	} {
		list = append(list, &kit.Command{
			ID: c.id, Title: c.title, Help: c.help,
			Enabled: func() bool { return k.IsOpen() && k.Session.HasRows(c.rows) },
			Checked: func() bool { return k.Session.Shows(c.rows) },
			Run:     func() { k.Session.ToggleRows(c.rows); k.PrepareRows() },
			Lacks: func() string {
				if k.Session.HasRows(c.rows) {
					return ""
				}
				return c.lacks
			},
		})
	}
	return append(list, &kit.Command{
		ID: "threadSpans", Title: "Markers of the Thread", Help: "Show the markers of the selected thread in rows below the thread",
		Enabled: func() bool {
			return k.HasThread() && k.Session.Trace().Spans.Threads[k.Session.Selected().Thread] != nil
		},
		Run: func() { k.Session.ToggleSpans(k.Session.Selected().Thread) },
	})
}

// PrepareRows computes summaries in the background, once they are needed, so that frames with rows
// of CPUs are fast.
func (k *Controls) PrepareRows() {
	sum := k.Surface.Summary
	if sum == nil || !k.Session.Shows(session.ShowProcessors) {
		return
	}
	ctx := k.Preparing
	go func() { _ = sum.BuildProcessors(ctx) }()
}
