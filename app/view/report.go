package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// reportAtOnce is the number of segments whose figures are computed between two
// frames; more are computed beside the window.
const reportAtOnce = 200_000

// report shows the profile report: one row a visible thread with its time by
// category inside the session's scope, and their sum. The content is that of
// session.ReportQuery; this is how it comes about and how it follows the lanes.
type report struct {
	s      *session.Session
	root   *fyne.Container
	table  *tableView
	filter *tableFilter

	atOnce  int            // reportAtOnce, but for tests
	marked  model.ThreadIx // whose row the lanes selected last
	running bool           // figures are computed beside the window
	again   bool           // and are out of date already
}

func newReport(s *session.Session, tips *tipLayer, l *look) *report {
	r := &report{s: s, table: newTableView(tips), atOnce: reportAtOnce, marked: model.NoThread}
	r.filter = newTableFilter(r.table, l)
	r.table.hint = "No thread in view has a lane in this window"
	r.table.chosen, r.table.preview = r.preview, r.preview
	r.table.enter = r.enter
	r.root = container.NewStack(r.table)
	return r
}

// update takes the figures of the session's scope: at once where that is quick,
// else from beside the window, while the old ones stay.
func (r *report) update() {
	t := r.s.Trace()
	if t == nil {
		return
	}
	switch {
	case r.running:
		r.again = true
	case r.s.ReportCost() <= r.atOnce:
		r.fill(r.s.Report())
	default:
		r.compute(t)
	}
}

// compute has the figures made beside the window, one lot at a time.
func (r *report) compute(t *model.Trace) {
	query := r.s.ReportQuery()
	r.running = true
	r.table.working.paint(theme.ColorNamePrimary, "")
	go func() {
		content, err := query.Run()
		fyne.Do(func() {
			again := r.again || r.s.Trace() != t
			r.running, r.again = false, false
			if r.s.Trace() == t {
				r.fill(content, err)
			}
			if again {
				r.update()
			}
		})
	}()
}

// fill shows new figures; without any, because the window meets nothing, the
// table is empty.
func (r *report) fill(content *grid.Content, err error) {
	if err != nil {
		content = &grid.Content{Table: r.table.g.Content().Table}
	}
	r.table.working.paint("", "")
	r.table.show(content, r.s.GridScope())
	r.filter.follow()
	r.mark()
}

// mark selects the row of the thread that was selected in the lanes, once: rows
// may be selected here that the lanes know nothing of.
func (r *report) mark() {
	g, ix := r.table.g, r.s.Selected().Thread
	if ix == r.marked {
		return
	}
	r.marked = ix
	for i := range g.Len() {
		if g.Row(i).Thread != ix {
			continue
		}
		if !g.Selected(i) {
			g.Choose(i)
		}
		r.table.reveal(i)
		return
	}
	g.Choose(-1)
	r.table.place()
}

// preview selects the thread of a row, and brings its lane into view.
func (r *report) preview(row *grid.Row) {
	r.marked = row.Thread
	r.s.Update(func() {
		r.s.ShowThread(row.Thread)
		if r.s.Selected().Thread != row.Thread {
			r.s.Select(timeline.SegmentRef{Thread: row.Thread, Index: -1})
		}
	})
}

// enter goes to the lane of a row and to the time that it is about.
func (r *report) enter(row *grid.Row) {
	r.preview(row)
	r.s.Show(row.Span, session.MoveJump)
	r.table.leave()
}

// setPercent switches the times by category between ms and shares.
func (r *report) setPercent(on bool) {
	r.table.g.SetPercent(on)
	r.table.update()
	r.table.kept()
}

// forget starts anew for another trace.
func (r *report) forget() {
	r.marked = model.NoThread
	r.table.g = r.table.g.Fresh()
	clear(r.table.usuals)
	r.table.update()
	r.filter.clear()
}

// query asks for a table of threads; what it gives back is made when it is
// called, on any goroutine, and laid out as the report is now.
func (r *report) query(threads []model.ThreadIx, all bool) func() (*grid.Grid, error) {
	query, scope := r.s.ReportQuery(), r.s.GridScope()
	look := grid.New()
	if all {
		look.SetLayout(grid.Layout{Sort: r.table.g.Layout().Sort})
	} else {
		look = r.table.g.With(r.table.g.Content(), scope)
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
