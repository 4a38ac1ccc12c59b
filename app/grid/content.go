package grid

import (
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// Content is what a table has to show. It is a plain value that nobody changes
// once a Grid has it.
type Content struct {
	// Table is what is copied and exported; its columns may be others than those
	// on screen.
	Table   *report.Table
	Columns []Column
	// Rows stand in the order of the one who made them; a row stands behind the
	// one that it belongs to.
	Rows []Row
	// Order is the column by which the one who made them sorted the rows, the
	// zero Order for none.
	Order Order
	// Total sums the rows up, nil when that means nothing.
	Total *Row
}

// Column describes a column on screen.
type Column struct {
	Name   string // in settings and in data output
	Title  string // without the unit
	Kind   report.Kind
	Digits int    // decimals of a share
	Help   string // what is in it, and of what it is a share
	// Share is set for a time of which the share of the row's Whole can be told.
	Share bool
	// Adds is set where the total is the sum of the rows.
	Adds bool
	// Mix is set where the row's Sums are shown as a bar, and no cell.
	Mix bool
	// Of is set with Mix where the row's Sums are parts of it: the rest of the bar is empty.
	Of model.Time
	// Bar is set with Mix where the bar shows the share of the row's Part in its
	// Whole in the colour of its Class.
	Bar bool
	// Gauge is set with Mix where the bar shows the row's Gauge in place of sums.
	Gauge bool
	// Signed shows shares with a sign; they are sorted by how far from 0 they are.
	Signed bool
	// Link is set where a click on a cell leads to what its row is about, Act
	// where it does what the cell says.
	Link, Act bool
	// Off is set for what is only shown to those who ask for it.
	Off bool
	// Width is the usual one in dp for text of the usual size; 0 is as wide as
	// the title and a time need.
	Width float32
	// Grow is set for the column that takes the width that is left over; without one
	// the last one of texts does.
	Grow bool
}

// Numeric reports whether the cells are numbers, which stand at the right.
func (c *Column) Numeric() bool { return c.Kind.Numeric() }

// NoParent is the Row.Parent of a row that belongs to none.
const NoParent = -1

// Row is a row.
type Row struct {
	Key   string         // by which the row is known again
	Cells []report.Value // one a column
	Sums  model.Sums     // for the column of the mix
	Whole model.Time     // what the shares are of
	Part  model.Time     // for the column of the bar
	Class paint.Class    // whose colour the bar has
	Gauge float64        // for the column of the gauge, −1 to 1
	Data  []report.Value // the row of Content.Table, nil for none
	// Parent is the row that this one belongs to, NoParent without.
	Parent int
	// Open is whether the rows that belong to this one are shown as long as
	// nobody said otherwise.
	Open bool
	// Thread is whom the row is about, NoThread for nobody, and Span when; it is
	// empty for no time in particular.
	Thread model.ThreadIx
	Span   model.Range
	// Proc is the process that the row is about where Thread is nobody, NoProc
	// for none.
	Proc model.ProcIx
	// Leads is set where what the row is about can be shown or opened; Gone for
	// what is no longer there, which is greyed.
	Leads, Gone bool
}

// IsLink reports whether a click on the row's cell in the i-th column that is
// shown leads somewhere or does something.
func (g *Grid) IsLink(r *Row, i int) bool {
	c := g.Column(i)
	if text, _ := g.Text(r, i); text == "" || text == nothing {
		return false
	}
	return c.Act || c.Link && r.Leads && !r.Gone
}
