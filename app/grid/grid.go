package grid

import (
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/report"
	"threadlens/timeline"
)

// Scope is what the figures of a table are from.
type Scope struct {
	// Place is used by filters; without a trace they only see cells.
	Place filter.Place
	// Clock formats instants.
	Clock timeline.Clock
}

// Grid is a table on screen. It belongs to one goroutine.
type Grid struct {
	content *Content
	scope   Scope
	layout  Layout
	filter  filter.Filter

	columns []int           // shown, of content.Columns
	sorted  []int           // rows in order, a row after its parent
	lines   []line          // rows that are shown
	matched []bool          // rows that the filter selects
	hits    int             // how many
	total   *Row            // of the rows that the filter selects
	open    map[string]bool // folds changed by the user
	parents []bool          // rows with children

	selected map[string]bool
	cursor   string // the row of the keyboard cursor
	anchor   string // where an extended selection began
}

// New is an empty Grid.
func New() *Grid {
	g := &Grid{open: map[string]bool{}, selected: map[string]bool{}}
	g.Show(&Content{Table: &report.Table{}}, Scope{})
	return g
}

// Show shows other content, with the current layout and filter.
func (g *Grid) Show(c *Content, scope Scope) {
	g.content, g.scope = c, scope
	g.parents = make([]bool, len(c.Rows))
	for i := range c.Rows {
		if p := c.Rows[i].Parent; p != NoParent {
			g.parents[p] = true
		}
	}
	g.match()
	g.arrange()
}

// Fresh is an empty Grid with the columns of this one, for another trace: what its rows were sorted
// by was about the former.
func (g *Grid) Fresh() *Grid {
	other := New()
	layout := g.layout
	layout.Sort = nil
	other.SetLayout(layout)
	return other
}

// With presents other content in the same way: its layout, filter, folds and selection are copies.
func (g *Grid) With(c *Content, scope Scope) *Grid {
	other := &Grid{
		layout: g.layout.Clone(), filter: g.filter, open: maps.Clone(g.open), selected: maps.Clone(g.selected),
		cursor: g.cursor, anchor: g.anchor,
	}
	other.Show(c, scope)
	return other
}

// Content is what is shown.
func (g *Grid) Content() *Content { return g.content }

// Layout is the current layout.
func (g *Grid) Layout() Layout { return g.layout.Clone() }

// SetLayout changes the layout.
func (g *Grid) SetLayout(l Layout) {
	g.layout = l.Clone()
	g.arrange()
}

// change modifies the layout.
func (g *Grid) change(f func(*Layout)) {
	f(&g.layout)
	g.arrange()
}

// arrange puts columns and rows into the order of the layout.
func (g *Grid) arrange() {
	g.columns = g.columns[:0]
	for i := range g.content.Columns {
		if g.Shown(i) {
			g.columns = append(g.columns, i)
		}
	}
	g.sort()
	g.fold()
}

// Sorted is the column by which the rows are sorted: the one chosen last, or else that of their
// content; ok is false without one.
func (g *Grid) Sorted() (o Order, ok bool) {
	if o, ok = g.layout.Sorted(); ok {
		return o, true
	}
	return g.content.Order, g.content.Order.Column != ""
}

// SortNext handles a click on the header of a column. The order of the content is not chosen again:
// a click on its column reverses it.
func (g *Grid) SortNext(column string) {
	if _, chosen := g.layout.Sorted(); !chosen && column == g.content.Order.Column {
		g.SortBy(Order{column, !g.content.Order.Reverse})
		return
	}
	g.change(func(l *Layout) { l.SortNext(column) })
}

// SortBy sorts by a column.
func (g *Grid) SortBy(o Order) { g.change(func(l *Layout) { l.SortBy(o) }) }

// Resize changes the width of a column; 0 restores the default.
func (g *Grid) Resize(column string, width float32) { g.layout.resize(column, width) }

// SetPercent shows times as shares, or as times again.
func (g *Grid) SetPercent(on bool) { g.change(func(l *Layout) { l.Percent = on }) }

// Percent reports whether times are shown as shares.
func (g *Grid) Percent() bool { return g.layout.Percent }

// HasShares reports whether there are times that can be shown as shares.
func (g *Grid) HasShares() bool {
	return slices.ContainsFunc(g.content.Columns, func(c Column) bool { return c.Share })
}

// Shown reports whether column i of the content is shown. The first one always
// is: it names the row.
func (g *Grid) Shown(i int) bool {
	c := &g.content.Columns[i]
	if on, ok := g.layout.Shown[c.Name]; ok && i > 0 {
		return on
	}
	return i == 0 || !c.Off
}

// SetShown shows or hides column i of the content.
func (g *Grid) SetShown(i int, on bool) {
	g.change(func(l *Layout) { l.show(&g.content.Columns[i], on) })
}

// Columns is the number of visible columns.
func (g *Grid) Columns() int { return len(g.columns) }

// Column is the i-th visible column.
func (g *Grid) Column(i int) *Column { return &g.content.Columns[g.columns[i]] }

// Width is the width that the user gave column i, 0 for the default.
func (g *Grid) Width(i int) float32 { return g.layout.Widths[g.Column(i).Name] }

// Cell is the cell of a row in the i-th visible column.
func (g *Grid) Cell(r *Row, i int) report.Value {
	if at := g.columns[i]; at < len(r.Cells) {
		return r.Cells[at]
	}
	return report.Value{}
}

// Largest is the row with the largest number in the i-th visible column, nil without rows.
func (g *Grid) Largest(i int) *Row {
	var largest *Row
	at := g.columns[i]
	for k := range g.content.Rows {
		if r := &g.content.Rows[k]; at < len(r.Cells) && (largest == nil || r.Cells[at].Int > largest.Cells[at].Int) {
			largest = r
		}
	}
	return largest
}

// Total is the row that sums up the rows that the filter selects; nil when that is meaningless.
func (g *Grid) Total() *Row { return g.total }

// Filter is the text of the filter.
func (g *Grid) Filter() string { return g.filter.String() }

// SetFilter shows only the rows that a filter selects, with their parents and children. An invalid
// filter changes nothing; the error says what is wrong with it.
func (g *Grid) SetFilter(text string) error {
	f, err := filter.Parse(text)
	if err != nil {
		return err
	}
	g.filter = f
	g.match()
	g.fold()
	return nil
}

// Count is how many rows the filter selects, and how many there are.
func (g *Grid) Count() (picked, all int) { return g.hits, len(g.content.Rows) }

// match applies the filter to every row.
func (g *Grid) match() {
	rows := g.content.Rows
	g.matched, g.hits = make([]bool, len(rows)), 0
	for i := range rows {
		g.matched[i] = g.filter.Empty() || !(g.parents[i] && g.IsHeading(&rows[i])) && g.filter.Row(g.scope.Place, g.facts(&rows[i]))
		if g.matched[i] {
			g.hits++
		}
	}
	g.sumUp()
}

// facts are the properties of a row for filters.
func (g *Grid) facts(r *Row) filter.Row {
	f := filter.Row{Thread: r.Thread, Proc: r.Proc, Texts: slices.Clone(g.content.Words[r.Key])}
	for i := range g.content.Columns {
		c := &g.content.Columns[i]
		if i < len(r.Cells) && !c.Numeric() && !c.Mix {
			f.Texts = append(f.Texts, g.text(c, r, r.Cells[i]))
		}
	}
	return f
}

// sumUp makes the total of the selected rows: that of the content, or the sums of the columns that
// add up.
func (g *Grid) sumUp() {
	g.total = g.content.Total
	if g.total == nil || g.hits == len(g.content.Rows) {
		return
	}
	sum := &Row{
		Cells: make([]report.Value, len(g.content.Columns)), Parent: NoParent,
		Thread: model.NoThread, Proc: model.NoProc,
	}
	for i := range g.content.Rows {
		if r := &g.content.Rows[i]; g.matched[i] && !g.within(i) {
			g.add(sum, r)
		}
	}
	if len(sum.Cells) > 0 {
		sum.Cells[0] = report.Value{
			Kind: report.KindText,
			Text: "Filtered, " + timeline.FormatCount(int64(g.hits)) + " of " + timeline.FormatCount(int64(len(g.content.Rows))),
		}
	}
	g.total = sum
}

// add adds a row to a sum.
func (g *Grid) add(sum, r *Row) {
	sum.Sums.Add(&r.Sums)
	sum.Whole += r.Whole
	for i := range g.content.Columns {
		if !g.content.Columns[i].Adds || i >= len(r.Cells) || r.Cells[i].Kind == report.KindNone {
			continue
		}
		v := &sum.Cells[i]
		v.Kind = r.Cells[i].Kind
		v.Int += r.Cells[i].Int
		v.Float += r.Cells[i].Float
		v.AtLeast = v.AtLeast || r.Cells[i].AtLeast
	}
}

// within reports whether row i belongs, directly or not, to one that the filter selects, whose
// figures include it.
func (g *Grid) within(i int) bool {
	for p := g.content.Rows[i].Parent; p != NoParent; p = g.content.Rows[p].Parent {
		if g.matched[p] {
			return true
		}
	}
	return false
}
