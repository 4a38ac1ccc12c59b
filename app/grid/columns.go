package grid

import (
	"slices"

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

// sheet is the lowest floor of a Grid: the content, and which of its columns are shown.
type sheet struct {
	content *Content
	scope   Scope
	layout  Layout
	columns []int // shown, of content.Columns
}

// Content is what is shown.
func (g *sheet) Content() *Content { return g.content }

// Layout is the current layout.
func (g *sheet) Layout() Layout { return g.layout.Clone() }

// Sorted is the column by which the rows are sorted: the one chosen last, or else that of their
// content; ok is false without one.
func (g *sheet) Sorted() (o Order, ok bool) {
	if o, ok = g.layout.Sorted(); ok {
		return o, true
	}
	return g.content.Order, g.content.Order.Column != ""
}

// Percent reports whether times are shown as shares.
func (g *sheet) Percent() bool { return g.layout.Percent }

// HasShares reports whether there are times that can be shown as shares.
func (g *sheet) HasShares() bool {
	return slices.ContainsFunc(g.content.Columns, func(c Column) bool { return c.Share })
}

// listColumns lists the columns that are shown.
func (g *sheet) listColumns() {
	g.columns = g.columns[:0]
	for i := range g.content.Columns {
		if g.Shown(i) {
			g.columns = append(g.columns, i)
		}
	}
}

// Shown reports whether column i of the content is shown. The first one always
// is: it names the row.
func (g *sheet) Shown(i int) bool {
	c := &g.content.Columns[i]
	if on, ok := g.layout.Shown[c.Name]; ok && i > 0 {
		return on
	}
	return i == 0 || !c.Off
}

// Columns is the number of visible columns.
func (g *sheet) Columns() int { return len(g.columns) }

// Column is the i-th visible column.
func (g *sheet) Column(i int) *Column { return &g.content.Columns[g.columns[i]] }

// Width is the width that the user gave column i, 0 for the default.
func (g *sheet) Width(i int) float32 { return g.layout.Widths[g.Column(i).Name] }

// Cell is the cell of a row in the i-th visible column.
func (g *sheet) Cell(r *Row, i int) report.Value {
	if at := g.columns[i]; at < len(r.Cells) {
		return r.Cells[at]
	}
	return report.Value{}
}

// Largest is the row with the largest number in the i-th visible column, nil without rows.
func (g *sheet) Largest(i int) *Row {
	var largest *Row
	at := g.columns[i]
	for k := range g.content.Rows {
		if r := &g.content.Rows[k]; at < len(r.Cells) && (largest == nil || r.Cells[at].Int > largest.Cells[at].Int) {
			largest = r
		}
	}
	return largest
}

// IsHeading reports whether a row is a heading.
func (g *sheet) IsHeading(r *Row) bool { return g.content.Headed && !r.Leads }
