package report

import (
	"slices"
	"strings"
)

// threadParts are the columns that stand for a thread in data output, as in the report threads, so
// that tables can be joined.
var threadParts = []Column{
	{Name: "pid", Title: "PID", Kind: KindID},
	{Name: "tid", Title: "TID", Kind: KindID},
	{Name: "incarnation", Title: "Earlier threads with this TID", Kind: KindCount},
	{Name: "name", Title: "Thread", Kind: KindText},
	{Name: "process", Title: "Process", Kind: KindText},
}

// plainThread is the name of columns whose parts have no prefix.
const plainThread = "thread"

// partName is the name of a part of a column of threads.
func partName(column, part string) string {
	if column == plainThread {
		return part
	}
	return column + "_" + part
}

// dataColumn is where a column of data output comes from.
type dataColumn struct {
	Column
	at   int // the column of the table
	part int // of threadParts, −1 for the column as it is
}

// dataColumns are the columns of data output: several for each of threads, except those that the
// table has already.
func (t *Table) dataColumns() (list []dataColumn) {
	for i, c := range t.Columns {
		if c.Kind != KindThread {
			list = append(list, dataColumn{c, i, -1})
			continue
		}
		for k, part := range threadParts {
			part.Name = partName(c.Name, part.Name)
			if slices.ContainsFunc(t.Columns, func(own Column) bool { return own.Name == part.Name }) {
				continue
			}
			if c.Name != plainThread {
				part.Title = c.Title + ": " + part.Title
			}
			part.Of = c.Name
			list = append(list, dataColumn{part, i, k})
		}
	}
	return list
}

// Data is the table as programs read it: with the parts of threads, without a total, and with a
// column that names the lower bounds of each row, if there are any. It may be called on its result.
func (t *Table) Data() *Table {
	if t.plain {
		return t
	}
	if t.Sums {
		t = t.withoutSums()
	}
	data := t.splitThreads()
	data.nameBounds()
	data.plain = true
	return data
}

// nameBounds adds a column to a table with lower bounds. It names those columns of a row that are
// lower bounds: where people read “≥”, numbers are only numbers.
func (t *Table) nameBounds() {
	isBound := func(v Value) bool { return v.AtLeast }
	if !t.Bounds && !slices.ContainsFunc(t.Rows, func(row []Value) bool { return slices.ContainsFunc(row, isBound) }) {
		return
	}
	columns := t.Columns
	names := func(row []Value) Value {
		var list []string
		for i := range row {
			if row[i].AtLeast {
				list = append(list, columns[i].Name)
			}
		}
		return optional(strings.Join(list, " "))
	}
	if stream := t.Stream; stream != nil {
		t.Stream = func(yield func([]Value) bool) {
			var cells []Value
			for row := range stream {
				if cells = append(append(cells[:0], row...), names(row)); !yield(cells) {
					return
				}
			}
		}
	}
	rows := t.Rows
	t.Rows = nil
	for _, row := range rows {
		t.Rows = append(t.Rows, append(slices.Clip(row), names(row)))
	}
	t.Columns = append(slices.Clip(columns), Column{Name: "at_least", Title: "Lower bounds", Kind: KindText})
}

// splitThreads is a copy with columns for the parts of threads, without a total.
func (t *Table) splitThreads() *Table {
	data := *t
	data.Total = nil
	if t.Trace == nil || !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == KindThread }) {
		return &data
	}
	from := t.dataColumns()
	data.Columns = nil
	for i := range from {
		data.Columns = append(data.Columns, from[i].Column)
	}
	data.Rows, data.Stream = nil, func(yield func([]Value) bool) {
		split := newSplitter(t, from)
		for row := range t.All() {
			if !yield(split.row(row)) {
				return
			}
		}
	}
	if t.Stream == nil {
		for row := range data.Stream {
			data.Rows = append(data.Rows, slices.Clone(row))
		}
		data.Stream = nil
	}
	return &data
}

// withoutSums is a list of the rows that have no parts.
func (t *Table) withoutSums() *Table {
	list := *t
	list.Rows, list.Levels, list.Sums = nil, nil, false
	for i, row := range t.Rows {
		if i+1 == len(t.Rows) || t.Levels[i+1] <= t.Levels[i] {
			list.Rows = append(list.Rows, row)
		}
	}
	return &list
}
