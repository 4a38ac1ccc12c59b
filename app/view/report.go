package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

const (
	reportHead   = 26
	reportRow    = 20 // and the 4 dp that a list puts between its rows
	reportThread = 188
	reportMix    = 144
	reportTime   = 86
	// reportAtOnce is the number of segments whose figures are computed between
	// two frames; more are computed beside the window.
	reportAtOnce = 200_000
)

// report shows the profile report: one row a visible thread with its time by
// category inside the session's scope, and their sum. The content is
// session.Report; this is how it looks and how it is walked.
type report struct {
	s      *session.Session
	root   *fyne.Container
	tips   *tipLayer
	goLane func() // the keyboard back to the lanes

	head    *fyne.Container
	list    *rowList
	foot    *reportLine
	wide    *fyne.Container
	working *box // a line under the header while figures are computed

	content *session.Report // shown; empty before the first
	percent bool            // times by category as shares
	headOf  string          // what the header was made of
	atOnce  int             // reportAtOnce, but for tests
	running bool            // figures are computed beside the window
	again   bool            // and are out of date already
	filling bool            // the list is being selected by us
}

func newReport(s *session.Session, tips *tipLayer) *report {
	r := &report{s: s, tips: tips, content: &session.Report{}, goLane: func() {}, atOnce: reportAtOnce}
	r.head = container.New(rowLayout{})
	r.list = newRowList(
		func() int { return len(r.content.Rows) },
		func() fyne.CanvasObject { return newReportLine() },
		func(i int, o fyne.CanvasObject) { o.(*reportLine).set(r, &r.content.Rows[i], false) },
	)
	r.list.selected = r.selected
	r.list.enter = r.enter
	r.foot = newReportLine()
	r.working = newBox("")
	table := container.NewBorder(
		container.New(columnLayout{}, container.NewStack(newBox(colorRaised), container.New(fixed{0, reportHead}, r.head)),
			newRule(), container.New(fixed{0, 2}, r.working)),
		container.New(columnLayout{}, newRule(), container.NewStack(newBox(colorRaised), r.foot), newGap(0, 6)),
		nil, nil, r.list)
	r.wide = container.New(fixed{}, table)
	r.root = container.NewStack(container.NewHScroll(r.wide))
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
	threads, scope, order, terms := r.s.VisibleThreads(), r.s.Scope(), r.s.ReportOrder(), r.s.Terms()
	r.running = true
	r.working.paint(theme.ColorNamePrimary, "")
	go func() {
		content, err := session.ReportOf(t, threads, scope, order, terms)
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
func (r *report) fill(content *session.Report, err error) {
	if err != nil {
		content = &session.Report{}
	}
	r.content = content
	r.working.paint("", "")
	r.fillHead()
	hide(r.foot, err != nil)
	if err == nil {
		r.foot.set(r, &content.Total, true)
	}
	r.list.Refresh()
	r.mark()
}

// mark selects the row of the selected thread.
func (r *report) mark() {
	r.filling = true
	defer func() { r.filling = false }()
	for i := range r.content.Rows {
		if r.content.Rows[i].Thread == r.s.Selected().Thread {
			r.list.Select(i)
			return
		}
	}
	r.list.UnselectAll()
}

// selected follows the list: the thread of the row is selected, and its lane
// comes into view.
func (r *report) selected(i int) {
	if r.filling || i >= len(r.content.Rows) {
		return
	}
	ix := r.content.Rows[i].Thread
	r.s.Update(func() {
		r.s.ShowThread(ix)
		if r.s.Selected().Thread != ix {
			r.s.Select(timeline.SegmentRef{Thread: ix, Index: -1})
		}
	})
}

// enter goes to the lane of row i.
func (r *report) enter(i int) {
	r.selected(i)
	r.goLane()
}

// setPercent switches the times by category between ms and shares.
func (r *report) setPercent(on bool) {
	r.percent = on
	r.fillHead()
	r.foot.set(r, &r.content.Total, true)
	r.list.Refresh()
}

// unit is the unit of a column as its header says it.
func (r *report) unit(c *session.ReportColumn) string {
	switch {
	case c.IsCategory() && r.percent:
		return " (%)"
	case c.Kind == analysis.KindDuration:
		return " (ms)"
	}
	return ""
}

// fillHead makes the header, unless it would be the same.
func (r *report) fillHead() {
	order := r.s.ReportOrder()
	of := order.Column + strings.Repeat("!", 1+int(bit(order.Reverse)))
	for i := range r.content.Columns {
		of += r.content.Columns[i].Title + r.unit(&r.content.Columns[i])
	}
	if of == r.headOf {
		return
	}
	r.headOf = of
	r.head.Objects = []fyne.CanvasObject{
		r.headCell(&session.ReportColumn{Name: session.ColumnThread, Title: "Thread"}, reportThread),
		container.New(fixed{reportMix, reportHead}),
	}
	width := float32(reportThread + reportMix + 24)
	for i := range r.content.Columns {
		c := &r.content.Columns[i]
		r.head.Add(r.headCell(c, r.width(c)))
		width += r.width(c)
	}
	r.wide.Layout = fixed{width, 0}
	r.root.Refresh()
}

// width is the width of a column for text of the usual size.
func (r *report) width(c *session.ReportColumn) float32 {
	return max(reportTime, fyne.MeasureText(c.Title+" (ms) ▾", theme.TextSize(), fyne.TextStyle{}).Width/textScale()+2*cellPad)
}

// headCell is the header of a column; a click sorts by it.
func (r *report) headCell(c *session.ReportColumn, width float32) fyne.CanvasObject {
	color, title, order := colorText2, c.Title+r.unit(c), r.s.ReportOrder()
	if order.Column == c.Name {
		color = theme.ColorNameForeground
		if order.Reverse {
			title += " ▴"
		} else {
			title += " ▾"
		}
	}
	text := newLine(title, color).fitting()
	if c.Name != session.ColumnThread {
		text.right()
	}
	row := newListRow(container.New(insets{cellPad, 0}, text), reportHead)
	row.tapped = func() { r.sortOn(c.Name) }
	row.over = func(in bool) {
		r.tips.hide()
		if in {
			r.tips.showSoon(row, r.explain(c))
		}
	}
	return container.New(fixed{width, reportHead}, row)
}

// explain says what a column holds and of what its shares are.
func (r *report) explain(c *session.ReportColumn) string {
	switch {
	case c.IsCategory() && r.percent:
		return "Share of the thread's own time in the window"
	case c.IsCategory():
		return "Time in the window"
	}
	return c.Help
}

// sortOn sorts by a column; the same again reverses, and the third time returns
// to the order of the lanes.
func (r *report) sortOn(column string) {
	r.s.SortReport(r.s.ReportOrder().Next(column))
	r.headOf = ""
	r.update()
}
