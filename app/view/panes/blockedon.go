package panes

import (
	"image/color"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// BlockedReport is the report that the tab shows, and the name under which the layout of its
// table is kept.
const BlockedReport = "blocked-on"

// blockedTab shows what the threads are blocked on.
func blockedTab() *tab {
	return &tab{
		ID: "blocked", Help: "categories", Title: "Blocked on", short: "Blocked", command: "Blocked On", key: fyne.Key9, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			f := newBlockedTable(b)
			return tabPage{root: f.Table, follow: ifSeen(f.Update), Table: f.Table, Filter: f.Filter, Forget: f.Forget, About: whole(BlockedReport)}
		},
	}
}

// blockedColumns describe columns of the report; widths are in dp.
var blockedColumns = map[string]struct {
	help  string
	width float32
}{
	"category":      {"Why the threads waited; click to show the longest wait", 212},
	"reason":        {"", 110},
	"object":        {"", 216},
	"held_by":       {"", 166},
	"ended_by":      {"", 170},
	"threads":       {"Threads that waited for the object in the window; each may also have waited for other objects", 0},
	"waits":         {"Waits that overlap the window", 0},
	"total_ns":      {"Total time that threads waited in the window", 0},
	"percent":       {"Share of the total waiting time of all threads in the window", 0},
	"max_ns":        {"The longest wait; parts outside the window are not counted", 0},
	"longest_at_ns": {"When the longest wait began", 0},
	"longest_of":    {"The thread of the longest wait", 150},
}

// newBlockedTable makes the table of what the visible threads are blocked on in the window: the
// report, with the colours of categories. A row leads to its longest wait.
func newBlockedTable(b *Bar) *TableFeed {
	f := &TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips), Filled: func() { b.Settled() }}
	f.Ask = func() (func() (*grid.Content, error), bool) {
		query, _ := b.Session.AnyReport(BlockedReport)
		run := func() (*grid.Content, error) {
			content, err := query.Run()
			if err != nil {
				return nil, err
			}
			for i := range content.Columns {
				c := &content.Columns[i]
				if about, ok := blockedColumns[c.Name]; ok {
					c.Help, c.Width, c.Grow, c.Link = about.help, about.width, c.Name == "object", i == 0
				}
			}
			return content, nil
		}
		return run, b.Session.ReportCost() <= reportAtOnce && b.Session.ContentionQuery().Quick()
	}
	f.Filter = kit.NewTableFilter(f.Table, b.Look)
	f.Table.Hint = "No thread in view waited in this window"
	f.Table.Swatch = func(r *grid.Row) color.Color {
		c, _ := model.ParseCategory(r.Data[f.Table.Grid.Content().Table.Column("category")].Text)
		return kit.Palette().Category(c).Edge
	}
	f.leads(b.Session.GoContention)
	b.WireTable(f.Table, BlockedReport)
	return f
}
