package panes

import (
	"context"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// TableFeed keeps a table up to date with the session's scope: immediately if that is quick,
// otherwise in the background, one computation at a time, while the old figures stay.
type TableFeed struct {
	Session *session.Session
	Table   *kit.TableView
	Filter  *kit.TableFilter
	// Ask is the current query, and whether it is quick.
	Ask    func() (run func() (*grid.Content, error), quick bool)
	Filled func() // called when new figures are shown

	kit.Background
}

// leads makes the table go to what a row is about when a row is chosen, and on Enter, which also
// returns the keyboard.
func (f *TableFeed) leads(to func(*grid.Row)) {
	f.Table.Chosen, f.Table.Preview = to, to
	f.Table.Enter = func(r *grid.Row) { to(r); f.Table.Leave() }
}

// Forget resets for another trace.
func (f *TableFeed) Forget() {
	f.Table.Clear()
	f.Filter.Clear()
}

// Update computes the figures for the session's scope.
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

// compute computes the figures in the background.
func (f *TableFeed) compute(run func() (*grid.Content, error)) {
	t := f.Session.Trace()
	f.Table.Busy(true)
	kit.Make(&f.Background, func(context.Context) (*grid.Content, error) { return run() }, func(content *grid.Content, err error) {
		if f.Session.Trace() == t {
			f.fill(content, err)
		} else { // another trace, or the same one with more known about it
			f.Update()
		}
	})
}

// fill shows new figures; if there are none, because the window is outside the trace, the table is
// empty.
func (f *TableFeed) fill(content *grid.Content, err error) {
	if err != nil {
		content = &grid.Content{Table: f.Table.Grid.Content().Table}
	}
	f.Table.Busy(false)
	f.Table.Fill(content, f.Session.GridScope())
	f.Filter.Follow()
	f.Filled()
}
