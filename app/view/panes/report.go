package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// reportAtOnce is the number of segments up to which figures are computed between two frames; for
// more they are computed in the background.
const reportAtOnce = 200_000

// TabReport is the id of the tab of the profile report.
const TabReport = "report"

// reportTab shows the profile report.
func reportTab(at **profilePane) *tab {
	return &tab{
		ID: TabReport, Title: "Profile report", short: "Threads", command: "Profile Report", key: fyne.Key1, Threads: true, actions: []string{"copy", "reportPercent"},
		make: func(b *Bar) tabPage {
			p := newProfilePane(b.Session, b.Tips, b.Look)
			p.part, p.Parts = func(ix model.ThreadIx, c model.Category) { CallsOf(b.Host, c, ix) },
				func(sums *model.Sums, ix model.ThreadIx) []*fyne.MenuItem { return callItems(b.Host, sums, ix) }
			b.WireTable(p.Table, reportTable)
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.Update), Table: p.Table, Filter: p.Filter, Forget: p.forget, About: whole("threads")}
		},
	}
}

// reportTable is the name under which the layout of the table is kept.
const reportTable = "profile report"

// profilePane shows the profile report: one row per visible thread with its time by category inside
// the session's scope, and their sum. The content is that of query.Profile; this type requests it
// and follows the lanes.
type profilePane struct {
	TableFeed
	root *fyne.Container

	AtOnce int                                                // reportAtOnce, except in tests
	marked model.ThreadIx                                     // whose row was last selected from the lanes
	part   func(model.ThreadIx, model.Category)               // a part of a bar was clicked
	Parts  func(*model.Sums, model.ThreadIx) []*fyne.MenuItem // menu items for them
}

func newProfilePane(s *session.Session, tips *kit.TipLayer, l *kit.Look) *profilePane {
	r := &profilePane{TableFeed: TableFeed{Session: s, Table: kit.NewTableView(tips)}, AtOnce: reportAtOnce, marked: model.NoThread}
	r.Filled = r.mark
	r.Ask = func() (func() (*grid.Content, error), bool) {
		return s.ReportQuery().Run, s.ReportCost() <= r.AtOnce
	}
	r.Filter = kit.NewTableFilter(r.Table, l)
	r.Table.Hint = "No visible threads in this time window"
	r.Table.Chosen, r.Table.Preview = r.preview, r.preview
	r.Table.Enter = r.enter
	r.Table.Part = func(row *grid.Row, c model.Category) { r.part(row.Thread, c) }
	r.Table.More = r.Items
	r.root = container.NewStack(r.Table)
	return r
}

// mark selects the row of the thread that was selected in the lanes, once: the user may then select
// rows of which the lanes know nothing.
func (r *profilePane) mark() {
	ix := r.Session.Selected().Thread
	if ix == r.marked {
		return
	}
	r.marked = ix
	r.Table.Follow(func(row *grid.Row) bool { return row.Thread == ix })
}

// preview selects the thread of a row, and scrolls its lane into view.
func (r *profilePane) preview(row *grid.Row) {
	r.marked = row.Thread
	r.Session.Update(func() {
		r.Session.ShowThread(row.Thread)
		if r.Session.Selected().Thread != row.Thread {
			r.Session.Select(timeline.SegmentRef{Thread: row.Thread, Index: -1})
		}
	})
}

// enter goes to the lane and the time of a row.
func (r *profilePane) enter(row *grid.Row) {
	r.preview(row)
	r.Session.Show(row.Span, session.MoveJump)
	r.Table.Leave()
}

// Items are the menu items for the selected row.
func (r *profilePane) Items() []*fyne.MenuItem {
	if at := r.Table.Grid.Cursor(); at >= 0 {
		row := r.Table.Grid.Row(at)
		return r.Parts(&row.Sums, row.Thread)
	}
	return nil
}

// SetPercent switches the times by category between ms and shares.
func (r *profilePane) SetPercent(on bool) {
	r.Table.Grid.SetPercent(on)
	r.Table.Update()
	r.Table.Kept()
}

// forget resets for another trace.
func (r *profilePane) forget() {
	r.marked = model.NoThread
	r.TableFeed.Forget()
}

// Query prepares a table of threads. The function that it returns computes the table, on any
// goroutine, and lays it out as the report is when Query is called.
func (r *profilePane) Query(threads []model.ThreadIx, all bool) func() (*grid.Grid, error) {
	query, scope := r.Session.ReportQuery(), r.Session.GridScope()
	look := grid.New()
	if all {
		look.SetLayout(grid.Layout{Sort: r.Table.Grid.Layout().Sort})
	} else {
		look = r.Table.Grid.With(r.Table.Grid.Content(), scope)
	}
	query.Threads = threads
	return func() (*grid.Grid, error) {
		content, err := query.Run()
		if err != nil {
			return nil, err
		}
		return look.With(content, scope), nil
	}
}
