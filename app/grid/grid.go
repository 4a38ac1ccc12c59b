package grid

import (
	"maps"

	"threadlens/model/filter"
	"threadlens/model/report"
)

// Grid is a table on screen. It belongs to one goroutine.
type Grid struct{ folds }

// New is an empty Grid.
func New() *Grid {
	g := &Grid{}
	g.open, g.selected = map[string]bool{}, map[string]bool{}
	g.Show(&Content{Table: &report.Table{}}, Scope{})
	return g
}

// Show shows other content, with the current layout and filter.
func (g *Grid) Show(c *Content, scope Scope) {
	g.content, g.scope = c, scope
	g.findParents()
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
	other := &Grid{}
	other.layout, other.filter = g.layout.Clone(), g.filter
	other.open, other.selected = maps.Clone(g.open), maps.Clone(g.selected)
	other.cursor, other.anchor = g.cursor, g.anchor
	other.Show(c, scope)
	return other
}

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
	g.listColumns()
	g.sort()
	g.fold()
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

// SetShown shows or hides column i of the content.
func (g *Grid) SetShown(i int, on bool) {
	g.change(func(l *Layout) { l.show(&g.content.Columns[i], on) })
}

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
