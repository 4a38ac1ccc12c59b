package panes

import (
	"context"

	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// TableFeed gives a table the figures of the session's scope: at once where that
// is quick, else from the background, one lot at a time, while the old ones
// stay.
type TableFeed struct {
	Session *session.Session
	Table   *kit.TableView
	Filter  *kit.TableFilter
	// Ask is the question as it is now, and whether its answer is quick.
	Ask    func() (run func() (*grid.Content, error), quick bool)
	Filled func() // new figures are shown

	kit.Background
}

// leads has the table lead to what a row is about, as it is chosen and with Enter, which gives the
// keyboard back.
func (f *TableFeed) leads(to func(*grid.Row)) {
	f.Table.Chosen, f.Table.Preview = to, to
	f.Table.Enter = func(r *grid.Row) { to(r); f.Table.Leave() }
}

// forget resets for another trace.
func (f *TableFeed) forget() {
	f.Table.Grid = f.Table.Grid.Fresh()
	clear(f.Table.Usuals)
	f.Table.Update()
	f.Filter.Clear()
}

// Update takes the figures of the session's scope.
func (f *TableFeed) Update() {
	if f.Session.Trace() == nil || f.Busy(f.Update) {
		return
	}
	if run, quick := f.Ask(); quick {
		f.fill(run())
	} else {
		f.compute(run)
	}
}

// compute has the figures made in the background.
func (f *TableFeed) compute(run func() (*grid.Content, error)) {
	t := f.Session.Trace()
	f.Table.Working.Paint(theme.ColorNamePrimary, "")
	kit.Make(&f.Background, func(context.Context) (*grid.Content, error) { return run() }, func(content *grid.Content, err error) {
		if f.Session.Trace() == t {
			f.fill(content, err)
		} else { // another one, or the same and better known
			f.Update()
		}
	})
}

// fill shows new figures; without any, because the window meets nothing, the
// table is empty.
func (f *TableFeed) fill(content *grid.Content, err error) {
	if err != nil {
		content = &grid.Content{Table: f.Table.Grid.Content().Table}
	}
	f.Table.Working.Paint("", "")
	f.Table.Fill(content, f.Session.GridScope())
	f.Filter.Follow()
	f.Filled()
}
