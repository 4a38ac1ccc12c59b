package view

import (
	"sort"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	reportHead   = 26
	reportRow    = 20 // and the 4 dp that a list puts between its rows
	reportThread = 172
	reportMix    = 144
	reportTime   = 86
)

// report is the profile report: one row a visible thread with its time by
// category inside the session's scope, and their sum.
type report struct {
	s    *session.Session
	root *fyne.Container

	head    *fyne.Container
	list    *widget.List
	foot    *reportLine
	wide    *fyne.Container
	columns []model.Category // those that occur
	rows    []reportEntry
	total   model.Sums
	lossy   bool
	sortBy  int // column: -1 none, 0 thread, 1… categories
	reverse bool
	filling bool // the list is being selected by us
}

type reportEntry struct {
	thread model.ThreadIx
	name   string
	sums   model.Sums
}

func newReport(s *session.Session) *report {
	r := &report{s: s, sortBy: -1}
	r.head = container.New(rowLayout{})
	r.list = widget.NewList(
		func() int { return len(r.rows) },
		func() fyne.CanvasObject { return newReportLine() },
		func(i int, o fyne.CanvasObject) {
			o.(*reportLine).set(r.rows[i].name, r.rows[i].sums, r.columns, false)
		},
	)
	r.list.HideSeparators = true
	r.list.OnSelected = func(i int) {
		if !r.filling && i < len(r.rows) {
			s.Update(func() {
				s.ShowThread(r.rows[i].thread)
				s.Select(timeline.SegmentRef{Thread: r.rows[i].thread, Index: -1})
			})
		}
	}
	r.foot = newReportLine()
	table := container.NewBorder(
		container.New(columnLayout{}, container.NewStack(newBox(colorRaised), container.New(fixed{0, reportHead}, r.head)), newRule()),
		container.New(columnLayout{}, newRule(), container.NewStack(newBox(colorRaised), r.foot), newGap(0, 6)),
		nil, nil, r.list)
	r.wide = container.New(fixed{}, table)
	r.root = container.NewStack(container.NewHScroll(r.wide))
	return r
}

// update takes the sums of the session's scope.
func (r *report) update() {
	t := r.s.Trace()
	if t == nil {
		return
	}
	scope := r.s.Scope()
	r.rows, r.total, r.lossy = r.rows[:0], model.Sums{}, r.s.LossIn(scope)
	for _, ix := range r.s.VisibleThreads() {
		e := reportEntry{ix, session.ThreadTitle(t, ix), t.Sums(ix, scope)}
		r.total.Add(&e.sums)
		r.rows = append(r.rows, e)
	}
	var columns []model.Category
	for _, c := range categoryOrder {
		if r.total[c] > 0 {
			columns = append(columns, c)
		}
	}
	if !sameColumns(columns, r.columns) || len(r.head.Objects) == 0 {
		r.columns = columns
		r.sortBy = min(r.sortBy, len(columns))
		r.fillHead()
	}
	r.sort()
	r.foot.set("All", r.total, r.columns, true)
	r.list.Refresh()
	r.mark()
}

func sameColumns(a, b []model.Category) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// mark selects the row of the selected thread.
func (r *report) mark() {
	r.filling = true
	defer func() { r.filling = false }()
	for i := range r.rows {
		if r.rows[i].thread == r.s.Selected().Thread {
			r.list.Select(i)
			return
		}
	}
	r.list.UnselectAll()
}

func (r *report) fillHead() {
	r.head.Objects = []fyne.CanvasObject{
		r.headCell(0, "Thread", reportThread, false), newGap(reportMix, reportHead),
	}
	for i, c := range r.columns {
		r.head.Add(r.headCell(i+1, c.Title()+" (ms)", headWidth(c), true))
	}
	width := float32(reportThread + reportMix + 24)
	for _, c := range r.columns {
		width += headWidth(c)
	}
	r.wide.Layout = fixed{width, 0}
	r.root.Refresh()
}

// headWidth is the width of a category's column.
func headWidth(c model.Category) float32 {
	return max(reportTime, fyne.MeasureText(c.Title()+" (ms) ▾", theme.TextSize(), fyne.TextStyle{}).Width+2*cellPad)
}

// headCell is the header of column i; a click sorts by it.
func (r *report) headCell(i int, title string, width float32, right bool) fyne.CanvasObject {
	color := colorText2
	if r.sortBy == i {
		color = theme.ColorNameForeground
		if r.reverse {
			title += " ▴"
		} else {
			title += " ▾"
		}
	}
	text := newLine(title, color).fitting()
	if right {
		text.right()
	}
	row := newListRow(container.New(insets{cellPad, 0}, text), reportHead)
	row.tapped = func() { r.sortOn(i) }
	return container.New(fixed{width, reportHead}, row)
}

// sortOn sorts by column i; the same again reverses, and the third time returns
// to the order of the lanes.
func (r *report) sortOn(i int) {
	switch {
	case r.sortBy != i:
		r.sortBy, r.reverse = i, false
	case !r.reverse:
		r.reverse = true
	default:
		r.sortBy, r.reverse = -1, false
	}
	r.fillHead()
	r.update()
}

// sort orders the rows: numbers from the largest, names from the first.
func (r *report) sort() {
	if r.sortBy < 0 {
		return
	}
	sort.SliceStable(r.rows, func(i, j int) bool {
		if r.reverse {
			i, j = j, i
		}
		if r.sortBy == 0 {
			return strings.ToLower(r.rows[i].name) < strings.ToLower(r.rows[j].name)
		}
		c := r.columns[r.sortBy-1]
		return r.rows[i].sums[c] > r.rows[j].sums[c]
	})
}

const cellPad = 8

// reportLine is a row of the table.
type reportLine struct {
	widget.BaseWidget
	root  *fyne.Container
	name  *line
	mix   *mixBar
	times []*line
	cells []*fyne.Container
}

func newReportLine() *reportLine {
	l := &reportLine{name: newLine("", theme.ColorNameForeground).fitting(), mix: newMixBar(fyne.NewSize(reportMix-24, 8))}
	l.name.middle = true
	l.root = container.New(rowLayout{},
		container.New(fixed{reportThread, reportRow}, container.New(insets{cellPad, 0}, l.name)),
		container.New(fixed{reportMix, reportRow}, container.New(insets{12, 6}, l.mix)))
	l.ExtendBaseWidget(l)
	return l
}

// set fills the row; the sum's row is bold.
func (l *reportLine) set(name string, sums model.Sums, columns []model.Category, sum bool) {
	for len(l.times) < len(columns) {
		t := newLine("", theme.ColorNameForeground).right().fitting()
		cell := container.New(fixed{reportTime, reportRow}, container.New(insets{cellPad, 0}, t))
		l.times, l.cells = append(l.times, t), append(l.cells, cell)
		l.root.Add(cell)
	}
	l.name.style.Bold = sum
	l.name.set(name)
	l.mix.set(sums)
	for i, t := range l.times {
		hide(l.cells[i], i >= len(columns))
		if i >= len(columns) {
			continue
		}
		c := columns[i]
		l.cells[i].Layout = fixed{headWidth(c), reportRow}
		t.style.Bold = sum
		color := theme.ColorNameForeground
		if sums[c] == 0 {
			color = colorText3
		}
		t.paint(color)
		t.set(milliseconds(sums[c]))
	}
	l.root.Refresh()
}

// milliseconds writes a time in ms with three decimals, "0" for none.
func milliseconds(t model.Time) string {
	if t == 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(t)/1e6, 'f', 3, 64)
}

// CreateRenderer implements fyne.Widget.
func (l *reportLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.root) }

// MinSize implements fyne.CanvasObject.
func (l *reportLine) MinSize() fyne.Size { return fyne.NewSize(reportThread+reportMix, reportRow) }
