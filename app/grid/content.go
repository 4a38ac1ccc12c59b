package grid

import (
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// Content is what a table shows. It is a plain value that nobody changes once a Grid has it.
type Content struct {
	// Table is what is copied and exported; its columns may differ from those on screen.
	Table   *report.Table
	Columns []Column
	// Rows are in the order of their creator; a row comes after the one to which it belongs.
	Rows []Row
	// Order is the column by which their creator sorted the rows, the zero Order for none.
	Order Order
	// Total sums up the rows, nil when that is meaningless.
	Total *Row
	// Headed is set where rows that lead nowhere are headings: they keep their order, filters do
	// not select them for their text if they have rows below them, and only their first cell is
	// shown, as wide as the table.
	Headed bool
	// Ahead are the keys of rows that come before all others of their level, whatever the order.
	Ahead map[string]bool
	// Words are what a filter may match besides the texts of a row's cells, by key; nil for nothing.
	Words map[string][]string
}

// Column describes a column on screen.
type Column struct {
	Name   string // in settings and in data output
	Title  string // without the unit
	Kind   report.Kind
	Digits int    // decimals of a share
	Help   string // what it contains, and the denominator of shares
	// Share is set for a time that can be shown as a share of the row's Whole.
	Share bool
	// Adds is set where the total is the sum of the rows.
	Adds bool
	// Mix is set where the row's Sums are shown as a bar, instead of a cell.
	Mix bool
	// Of is set with Mix where the row's Sums are parts of it: the rest of the bar is empty.
	Of model.Time
	// Bar is set with Mix where the bar shows the share of the row's Part in its
	// Whole in the colour of its Class.
	Bar bool
	// Gauge is set with Mix where the bar shows the row's Gauge instead of sums.
	Gauge bool
	// Signed shows shares with a sign; they are sorted by their distance from 0.
	Signed bool
	// Link is set where a click on a cell goes to what its row is about, Act where it does what the
	// cell says.
	Link, Act bool
	// Off is set for columns that are hidden by default.
	Off bool
	// Width is the default width in dp for text of the default size; 0 is as wide as the title and
	// a time need.
	Width float32
	// Grow is set for the column that takes up the remaining width; without one the last text
	// column does.
	Grow bool
}

// Numeric reports whether the cells are numbers, which are right-aligned.
func (c *Column) Numeric() bool { return c.Kind.Numeric() }

// NoParent is the Row.Parent of a top-level row.
const NoParent = -1

// Row is a row.
type Row struct {
	Key   string         // identifies the row
	Cells []report.Value // one per column
	Sums  model.Sums     // for the column of the mix
	Whole model.Time     // the denominator of shares
	Part  model.Time     // for the column of the bar
	Class paint.Class    // the colour of the bar
	Gauge float64        // for the column of the gauge, −1 to 1
	Data  []report.Value // the row of Content.Table, nil for none
	// Parent is the row to which this one belongs, NoParent without one.
	Parent int
	// Open is whether the rows that belong to this one are shown by default.
	Open bool
	// Thread is what the row is about, NoThread for none, and Span the time; it is empty for no
	// particular time.
	Thread model.ThreadIx
	Span   model.Range
	// Proc is the process that the row is about where Thread is NoThread, NoProc for none.
	Proc model.ProcIx
	// Leads is set where what the row is about can be shown or opened; Gone for what no longer
	// exists, which is greyed.
	Leads, Gone bool
}

// Order is a column by which rows are sorted. Numbers begin with the largest, text in alphabetical
// order, unless Reverse is set.
type Order struct {
	Column  string `json:"column"`
	Reverse bool   `json:"reverse,omitempty"`
}
