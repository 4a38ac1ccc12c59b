package query

import (
	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/model/report"
)

// MostHops is the number of hops of a critical path that a table lists.
const MostHops = 20_000

// Path is a query for the table of a critical path. It is a plain value, so that the table can be
// made in the background.
type Path struct {
	Trace *model.Trace
	Path  *blocking.CriticalPath
	Terms naming.Terms
}

// pathColumns are the meanings of the columns of a table of hops.
var pathColumns = map[string]string{
	"from_ns":   "Start of this hop (one step of the critical path); click to select it on its lane",
	"length_ns": "Length of this hop (one step of the critical path)",
	"percent":   "The share of the critical path's time that this hop (one step of the path) takes",
	"thread":    "The thread in which the time was spent",
	"process":   "The thread's process",
	"label":     "What the thread did; for a wait, what ended the wait",
	"reason":    "The wait reason, or why the thread was ready or preempted",
	"depth":     "Depth of this hop (one step of the critical path): 0 is the path's own thread, 1 a thread that it waits for, 2 a thread that a thread of depth 1 waits for, and so on. If the path follows causes, the depth is always 0",
	"for":       "The thread whose wait this hop (one step of the critical path) explains",
	"through":   "What was used to end the wait that this hop (one step of the critical path) explains, for example a futex",
}

// pathWidths are the default widths of columns, dp.
var pathWidths = map[string]float32{"thread": 150, "process": 140, "label": 250, "reason": 300}

// preempter is the title of the thread that took the CPU at a hop, "" where none is known.
func (q Path) preempter(h *blocking.Hop) string {
	if h.State != model.Preempted || h.Index < 0 {
		return ""
	}
	seg := q.Trace.Segment(h.Thread, int(h.Index))
	if by := seg.Displacer(); by != model.NoThread {
		return q.Terms.Thread(q.Trace, by)
	}
	return ""
}

// Run makes the table: one row per hop, in order of time, and their sum; for a long path the first
// hops. Without a path there are no rows.
func (q Path) Run() (*grid.Content, error) {
	path := blocking.CriticalPath{}
	if q.Path != nil {
		path = *q.Path
	}
	path.Hops = path.Hops[:min(len(path.Hops), MostHops)]
	table := report.PathTable(&path, q.Trace)
	n := 0
	content := grid.FromTable(table, grid.Shape{
		About: func(r *grid.Row) {
			h := &path.Hops[n]
			n++
			r.Thread, r.Span, r.Leads = h.Thread, h.Range, true
			for i, c := range table.Columns {
				switch v := &r.Cells[i]; c.Name {
				case "thread":
					v.Display = q.Terms.Thread(q.Trace, h.Thread)
				case "reason":
					v.Display = naming.PreemptedWords(h.Sub, q.preempter(h))
				}
			}
		},
		Help: pathColumns,
	})
	for i := range content.Columns {
		content.Columns[i].Width = pathWidths[content.Columns[i].Name]
	}
	if q.Path == nil {
		content.Total = nil
	}
	return content, nil
}
