package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// tableFeed gives a table the figures of the session's scope: at once where that
// is quick, else from the background, one lot at a time, while the old ones
// stay.
type tableFeed struct {
	s      *session.Session
	table  *kit.TableView
	filter *kit.TableFilter
	// ask is the question as it is now, and whether its answer is quick.
	ask    func() (run func() (*grid.Content, error), quick bool)
	filled func() // new figures are shown

	running bool // figures are computed in the background
	again   bool // and are out of date already
}

// leads has the table lead to what a row is about, as it is chosen and with Enter, which gives the
// keyboard back.
func (f *tableFeed) leads(to func(*grid.Row)) {
	f.table.Chosen, f.table.Preview = to, to
	f.table.Enter = func(r *grid.Row) { to(r); f.table.Leave() }
}

// forget resets for another trace.
func (f *tableFeed) forget() {
	f.table.Grid = f.table.Grid.Fresh()
	clear(f.table.Usuals)
	f.table.Update()
	f.filter.Clear()
}

// update takes the figures of the session's scope.
func (f *tableFeed) update() {
	if f.s.Trace() == nil {
		return
	}
	if f.running {
		f.again = true
		return
	}
	if run, quick := f.ask(); quick {
		f.fill(run())
	} else {
		f.compute(run)
	}
}

// compute has the figures made in the background.
func (f *tableFeed) compute(run func() (*grid.Content, error)) {
	t := f.s.Trace()
	f.running = true
	f.table.Working.Paint(theme.ColorNamePrimary, "")
	go func() {
		content, err := run()
		fyne.Do(func() {
			again := f.again || f.s.Trace() != t
			f.running, f.again = false, false
			if f.s.Trace() == t {
				f.fill(content, err)
			}
			if again {
				f.update()
			}
		})
	}()
}

// fill shows new figures; without any, because the window meets nothing, the
// table is empty.
func (f *tableFeed) fill(content *grid.Content, err error) {
	if err != nil {
		content = &grid.Content{Table: f.table.Grid.Content().Table}
	}
	f.table.Working.Paint("", "")
	f.table.Fill(content, f.s.GridScope())
	f.filter.Follow()
	f.filled()
}
