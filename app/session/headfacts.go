package session

import (
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// RowText names a row that is not a thread's, and the threads of a fold.
func (s *picture) RowText(row *timeline.Row) string {
	text := row.Name + " " + row.ID
	if row.Kind == timeline.RowFold {
		text = row.Name + ": " + s.folded(row)
	}
	return text
}

// folded names the threads of a fold.
func (s *picture) folded(row *timeline.Row) string {
	return timeline.Printable(findings.ThreadNames(s.trace, row.Threads))
}

// HeadFacts are what is known about the selected row that heads others: its name and what it is; ok
// is false when none is selected or it no longer exists.
func (s *picture) HeadFacts() (title, kind string, ok bool) {
	i := s.SelectedRow()
	if _, headed := s.SelectedHead(); !headed || i < 0 {
		return "", "", false
	}
	row := &s.Rows().List[i]
	title = timeline.Printable(row.Name)
	if row.ID != "" {
		title += " " + row.ID
	}
	switch row.Kind {
	case timeline.RowProcess:
		kind = "process"
	case timeline.RowKernel:
		kind = "threads of the kernel"
	case timeline.RowGroup:
		kind = "group of threads"
	case timeline.RowFold:
		return title, "idle threads: " + s.folded(row), true
	case timeline.RowDisk:
		return title, "disk and its transfers", true
	default:
		return title, "CPUs, with what each of them ran", true
	}
	kind += ", " + measure.Plural(row.Total, "thread", "threads")
	if row.Shown < row.Total {
		kind += ", " + timeline.FormatCount(int64(row.Shown)) + " shown"
	}
	return title, kind, true
}
