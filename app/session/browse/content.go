package browse

import (
	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// columns are the columns of the list of a folder.
var columns = []grid.Column{
	{Name: "name", Title: "Name", Kind: report.KindText, Width: 300, Grow: true},
	{Name: "size", Title: "Size", Kind: report.KindCount, Width: 92},
	{Name: "modified", Title: "Modified", Kind: report.KindText, Width: 160, Help: "Time of the last change, in this computer's time zone"},
}

// Content is the table of what a folder contains: folders stay before files in every order.
func Content(entries []Entry) *grid.Content {
	c := &grid.Content{Columns: columns, Table: &report.Table{}, Ahead: map[string]bool{}, Order: grid.Order{Column: "name"}}
	for _, e := range entries {
		size := report.Value{Kind: report.KindCount, Int: e.Size, Display: timeline.FormatSize(e.Size)}
		if e.Folder {
			size = report.Value{Kind: report.KindText} // an empty cell
		}
		c.Ahead[e.Name] = e.Folder
		c.Rows = append(c.Rows, grid.Row{
			Key: e.Name, Parent: grid.NoParent, Thread: model.NoThread, Proc: model.NoProc, Leads: true,
			Cells: []report.Value{
				{Kind: report.KindText, Text: timeline.Printable(e.Name)},
				size,
				{Kind: report.KindText, Int: e.Modified.UnixNano(), Text: e.Modified.Format("2006-01-02 15:04")},
			},
		})
	}
	return c
}
