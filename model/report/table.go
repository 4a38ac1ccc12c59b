package report

import (
	"cmp"
	"iter"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Table is the result of a report.
type Table struct {
	Name  string      // the report's name
	Title string      // a heading for people
	Range model.Range // its window
	Scope string      // whose times it holds, see Scope.Title; "" without a trace
	// Trace is the trace whose threads cells name, nil if none do.
	Trace *model.Trace
	// Columns describes the cells of every row, in order.
	Columns []Column
	// Rows holds the rows, except for tables too long to keep.
	Rows [][]Value
	// Levels is how deep each of Rows is nested, from 0: the deeper rows that
	// follow a row are its parts, which its own figures include. Nil if all rows
	// are at one level.
	Levels []uint8
	// Sums is set if the rows that have parts only sum these up: data output leaves them out, so
	// that adding up a column stays right.
	Sums bool
	// Stream yields the rows one by one if Rows would be too long; the slice it
	// passes is only valid during the call. It may be run any number of times. Nil
	// when Rows is used.
	Stream iter.Seq[[]Value]
	// Bounds is set if Stream may yield lower bounds.
	Bounds bool
	// Greatest is the column whose greatest values a window shows first, as the longest of a list of
	// waits; "" where it keeps the order of the rows.
	Greatest string
	// Total is a row that sums the others up, for people: data output leaves it
	// out, so that adding up a column stays right. Nil if sums are meaningless.
	Total []Value
	// None is why people are shown “none” instead of rows that do not exist, or that are all
	// zero; "" if they are shown the rows. It does not concern data output.
	None string
	// Omitted are rows that text leaves out, nil for none.
	Omitted *Omitted
	// Notes are sentences that belong to the numbers.
	Notes []string

	plain bool // it is as programs read it
}

// Omitted is which of many rows say nothing to people, as counters of what did not happen; data output
// has them.
type Omitted struct {
	Is        func(row []Value) bool
	One, Many string // what one of them, and several, are: "counter is 0"
}

// ForPeople is the table without the omitted rows, which a note counts.
func (t *Table) ForPeople() *Table {
	if t.Omitted == nil {
		return t
	}
	short := *t
	short.Rows = slices.DeleteFunc(slices.Clone(t.Rows), t.Omitted.Is)
	if n := len(t.Rows) - len(short.Rows); n > 0 {
		short.Notes = append(slices.Clone(t.Notes), measure.Plural(n, t.Omitted.One, t.Omitted.Many)+" and left out; --format csv lists all.")
	}
	return &short
}

// All yields the rows, kept or streamed. A row is only valid until the next one.
func (t *Table) All() iter.Seq[[]Value] {
	if t.Stream != nil {
		return t.Stream
	}
	return func(yield func([]Value) bool) {
		for _, r := range t.Rows {
			if !yield(r) {
				return
			}
		}
	}
}

// Column is the place of a column in every row, by its Key or, without one, its Name: code finds its
// cells this way, never by their number. It is -1 without such a column.
func (t *Table) Column(key string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.key() == key })
}

// ColumnsByKey are the places that Column finds, for code that looks up many of them for each row.
func (t *Table) ColumnsByKey() map[string]int {
	places := make(map[string]int, len(t.Columns))
	for i := range t.Columns {
		places[t.Columns[i].key()] = i
	}
	return places
}

// Column describes one column.
type Column struct {
	Name  string // in data output: ASCII, with the unit in it
	Key   string // what is the same in each Name that a column has in different units, "" for one unit
	Title string // on screen, without the unit
	Kind  Kind
	// Digits is the number of decimals of a share or average on screen.
	Digits int
	// Group is shared by columns of times that are compared: they are shown in one
	// unit. "" is for none.
	Group string
	// Sparse columns are left out on screen when all their cells are zero or
	// empty.
	Sparse bool
	// Of is the column of threads of which this one is a part in data output, "" for others.
	Of string
	// Nested cells are indented in texts by how deep their row is nested.
	Nested bool
	// Prose columns hold sentences: texts show them last and, where a table does not fit,
	// wrapped below their rows.
	Prose bool
	// Minor columns are the first to be left out where a table does not fit.
	Minor bool
	// Bar columns hold shares that a window also shows as bars, in the colour of the category
	// that the row's first such cell names.
	Bar bool
	// Bound columns hold sums of what was seen: lost events can only make them too
	// small.
	Bound bool
}

func (c *Column) key() string { return cmp.Or(c.Key, c.Name) }

// Unit is the unit of the column's cells in data output, "" for none.
func (c Column) Unit() string {
	switch c.Kind {
	case KindDuration, KindInstant:
		return "ns"
	case KindPercent, KindChange:
		return "%"
	case KindCores:
		return "cores"
	}
	return ""
}

// Kind is the type of a column or cell.
type Kind uint8

// Kinds of cells.
const (
	KindNone     Kind = iota // nothing is known, or nothing applies
	KindText                 // Text
	KindCount                // Int, a number of things
	KindDuration             // Int, a length of time in ns
	KindInstant              // Int, ns since trace start
	KindPercent              // Float, 100 is the whole
	KindCores                // Float, a number of CPUs
	KindNumber               // Float, a number without a unit
	KindChange               // Float, percent more, or less if negative
	KindThread               // Text, the thread as "tid.incarnation"
	KindID                   // Int, an id of a process or thread
)

// Numeric reports whether cells of kind k are numbers.
func (k Kind) Numeric() bool { return k >= KindCount && k <= KindChange || k == KindID }

// Value is one cell; the zero Value is an empty one.
type Value struct {
	Kind  Kind
	Int   int64
	Float float64
	Text  string
	// Display is shown to people in place of Text; "" shows Text itself.
	Display string
	// AtLeast marks a lower bound: lost events may hide more.
	AtLeast bool
}

func text(s string) Value { return Value{Kind: KindText, Text: s} }

func count[N ~int | ~int64 | ~uint16 | ~uint32](n N) Value {
	return Value{Kind: KindCount, Int: int64(n)}
}

// ID is the cell with the id of a process or thread.
func ID[N ~int | ~uint32](n N) Value { return Value{Kind: KindID, Int: int64(n)} }

func duration(t model.Time) Value { return Value{Kind: KindDuration, Int: int64(t)} }

func instant(t model.Time) Value { return Value{Kind: KindInstant, Int: int64(t)} }

func cores(part, whole model.Time) Value {
	return Value{Kind: KindCores, Float: measure.Quotient(part, whole)}
}

// percent is part of whole as a share; it is 0 if whole is 0.
func percent(part, whole model.Time) Value {
	return Value{Kind: KindPercent, Float: 100 * measure.Quotient(part, whole)}
}

// thread is the cell that names a thread, empty for NoThread.
func thread(t *model.Trace, ix model.ThreadIx) Value {
	if ix == model.NoThread || int(ix) >= len(t.Threads) {
		return Value{}
	}
	return Value{Kind: KindThread, Text: t.Threads[ix].Key(), Display: measure.ThreadName(t, ix)}
}

// category is the cell that names a category; Dispatch is shown to people as Ready.
func category(c model.Category) Value {
	return Value{Kind: KindText, Text: c.String(), Display: c.Title()}
}

// reason is the cell that names a sub-reason; empty for none.
func reason(s model.Sub) Value {
	if s == model.SubNone {
		return Value{}
	}
	return Value{Kind: KindText, Text: s.String(), Display: s.Title()}
}

// atLeast marks v as a lower bound if partial.
func atLeast(v Value, partial bool) Value {
	v.AtLeast = partial
	return v
}

// sumMarks marks those cells of a total as lower bounds that include one.
func sumMarks(total []Value, rows [][]Value) {
	for i := range total {
		total[i].AtLeast = total[i].Kind != KindNone &&
			slices.ContainsFunc(rows, func(r []Value) bool { return r[i].AtLeast })
	}
}

// bound marks the numbers of Bound columns as lower bounds, except zeros.
func (t *Table) bound() {
	for _, row := range append(slices.Clip(t.Rows), t.Total) {
		for i := range row {
			if t.Columns[i].Bound {
				boundAll(row[i : i+1])
			}
		}
	}
}

// boundAll marks the numbers of cells as lower bounds, except zeros.
func boundAll(cells []Value) {
	for i := range cells {
		v := &cells[i]
		v.AtLeast = v.Kind.Numeric() && (v.Int != 0 || v.Float != 0)
	}
}

// add appends a row at a level.
func (t *Table) add(level uint8, row []Value) {
	t.Rows, t.Levels = append(t.Rows, row), append(t.Levels, level)
}

func optional(s string) Value {
	if s == "" {
		return Value{}
	}
	return text(s)
}
