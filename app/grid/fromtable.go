package grid

import (
	"math"
	"slices"
	"strconv"

	"threadlens/model"
	"threadlens/model/report"
)

// Shape is the structure of the rows of a report's table. All of its fields may be nil.
type Shape struct {
	// Key identifies a row; no two rows have the same key. Without it the key is the row's number,
	// which suffices for tables that do not change.
	Key func(cells []report.Value) string
	// Depth is the depth of a row: it belongs to the last one before it with a smaller depth.
	// Without it the table's own depth applies.
	Depth func(cells []report.Value) int
	// About sets what a row is about, and whether it is open by default.
	About func(r *Row)
	// Help describes the column with that name.
	Help map[string]string
}

// FromTable is the content of a report's table: its columns, without sparse ones that are empty,
// and its rows unchanged.
func FromTable(t *report.Table, shape Shape) *Content {
	c := &Content{Table: t}
	depth := shape.depth(t, c)
	var above []int // rows to which the next one may belong, one per depth
	for cells := range t.All() {
		if t.Stream != nil {
			cells = append([]report.Value{}, cells...)
		}
		r := rowOf(cells)
		r.Key = strconv.Itoa(len(c.Rows))
		if shape.Key != nil {
			r.Key = shape.Key(cells)
		}
		if depth != nil {
			d := min(depth(cells), len(above))
			above = above[:d]
			if d > 0 {
				r.Parent = above[d-1]
			}
			above = append(above, len(c.Rows))
		}
		if shape.About != nil {
			shape.About(&r)
		}
		c.Rows = append(c.Rows, r)
	}
	if t.Total != nil {
		total := rowOf(t.Total)
		c.Total = &total
	}
	for i, col := range t.Columns {
		c.Columns = append(c.Columns, Column{
			Name: col.Name, Title: col.Title, Kind: col.Kind, Digits: col.Digits, Help: shape.Help[col.Name],
			Adds: col.Kind.Numeric() && c.addsUp(i),
			Off:  col.Sparse && c.empty(i),
			Link: i == 0 || col.Kind == report.KindThread || col.Kind == report.KindInstant,
		})
	}
	if i := slices.IndexFunc(t.Columns, func(col report.Column) bool { return col.Bar }); i >= 0 {
		c.bars(i)
	}
	return c
}

// sumError is how far the total of shares may be from their sum, relative to it: they are rounded.
const sumError = 1e-9

// addsUp reports whether the total of a column is the sum of its rows. It is not for means, ratios,
// extremes and percentiles.
func (c *Content) addsUp(i int) bool {
	if c.Total == nil || c.Total.Cells[i].Kind == report.KindNone {
		return false
	}
	var ints int64
	var floats float64
	for k := range c.Rows {
		if r := &c.Rows[k]; r.Parent == NoParent {
			ints += r.Cells[i].Int
			floats += r.Cells[i].Float
		}
	}
	total := &c.Total.Cells[i]
	return total.Int == ints && math.Abs(total.Float-floats) <= sumError*math.Abs(floats)
}

// barWhole is a full bar, of which shares are parts.
const barWhole = 1_000_000

// bars inserts bars before a column of shares; a table has one such column.
func (c *Content) bars(at int) {
	const width = 90
	col := &c.Columns[at]
	bar := Column{Name: col.Name + "_bar", Help: col.Help, Mix: true, Of: barWhole, Width: width}
	fill := func(r *Row) {
		r.Cells = slices.Insert(slices.Clone(r.Cells), at, report.Value{})
		for _, v := range r.Data {
			if of, ok := model.ParseCategory(v.Text); ok && v.Kind == report.KindText {
				r.Sums[of] = model.Time(r.Data[at].Float / 100 * barWhole)
				return
			}
		}
	}
	for i := range c.Rows {
		fill(&c.Rows[i])
	}
	if c.Total != nil {
		fill(c.Total)
		for i := range c.Rows {
			c.Total.Sums.Add(&c.Rows[i].Sums)
		}
	}
	c.Columns = slices.Insert(c.Columns, at, bar)
}

// depth is how deep the next row of c is, nil where all have the same depth.
func (s *Shape) depth(t *report.Table, c *Content) func([]report.Value) int {
	if s.Depth != nil || t.Levels == nil {
		return s.Depth
	}
	return func([]report.Value) int { return int(t.Levels[len(c.Rows)]) }
}

func rowOf(cells []report.Value) Row {
	return Row{Cells: cells, Data: cells, Parent: NoParent, Thread: model.NoThread, Proc: model.NoProc}
}

// empty reports whether a column contains only zeros.
func (c *Content) empty(i int) bool {
	for k := range c.Rows {
		if v := &c.Rows[k].Cells[i]; v.Int != 0 || v.Float != 0 || v.Text != "" {
			return false
		}
	}
	return true
}
