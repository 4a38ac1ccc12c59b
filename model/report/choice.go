package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model/measure"
)

// Choice is which part of a table to show, and in which order. The zero Choice changes nothing.
type Choice struct {
	// Columns are the data names of the columns, in their order; nil for all.
	Columns []string
	// Sort is the data name of the column by which rows are sorted, "" for the table's own
	// order. Rows without a value come last; rows below another are sorted among themselves.
	Sort string
	// Descending puts the largest values first.
	Descending bool
	// Top keeps that many rows, and as many below each; 0 keeps all.
	Top int
}

// Choose applies a choice to a table, which stays as it is. It fails where a column does not exist.
func (t *Table) Choose(c Choice) (*Table, error) {
	chosen := *t
	chosen.Notes = slices.Clone(t.Notes)
	if c.Sort != "" || c.Top > 0 {
		by := -1
		if c.Sort != "" {
			list, err := t.columns(c.Sort)
			if err != nil {
				return nil, err
			}
			by = list[0]
		}
		chosen.keep(t, c, by)
	}
	if c.Columns == nil {
		return &chosen, nil
	}
	var at []int
	for _, name := range c.Columns {
		list, err := t.columns(name)
		if err != nil {
			return nil, err
		}
		at = append(at, list...)
	}
	chosen.pick(at)
	return &chosen, nil
}

// keep sorts and truncates the rows of from.
func (t *Table) keep(from *Table, c Choice, by int) {
	compare := func(a, b []Value) int { return 0 }
	if by >= 0 {
		compare = func(a, b []Value) int { return compareCells(&a[by], &b[by], c.Descending) }
	}
	t.Stream, t.Rows, t.Levels = nil, nil, nil
	all := 0
	if from.Levels != nil {
		all = len(from.Rows)
		t.branch(from, 0, all, c.Top, compare)
	} else {
		all = t.list(from, c.Top, compare)
	}
	if n := len(t.Rows); n < all && t.None == "" {
		t.Notes = append(t.Notes, fmt.Sprintf("%s of %s rows shown.", measure.Count(int64(n)), measure.Count(int64(all))))
	}
}

// list adds the first n of the sorted rows of from, all if n is 0, and returns how many from has. It
// never keeps many more than n.
func (t *Table) list(from *Table, n int, compare func(a, b []Value) int) (all int) {
	var last []Value // of the first n rows so far: what does not precede it is not among them
	for row := range from.All() {
		all++
		if last != nil && compare(row, last) >= 0 {
			continue
		}
		if from.Stream != nil {
			row = slices.Clone(row)
		}
		t.Rows = append(t.Rows, row)
		if n > 0 && len(t.Rows) >= 2*n+1000 {
			t.first(n, compare)
			last = t.Rows[n-1]
		}
	}
	t.first(n, compare)
	return all
}

// first sorts the rows and keeps the first ones, all if n is 0.
func (t *Table) first(n int, compare func(a, b []Value) int) {
	slices.SortStableFunc(t.Rows, compare)
	if n > 0 && n < len(t.Rows) {
		t.Rows = slices.Delete(t.Rows, n, len(t.Rows))
	}
}

// branch adds the rows of from with these numbers, sorted among those of the same level, of each
// level at most n, and each followed by what is below it.
func (t *Table) branch(from *Table, begin, end, n int, compare func(a, b []Value) int) {
	type head struct{ at, end int }
	var heads []head
	for i := begin; i < end; i++ {
		if k := len(heads) - 1; k < 0 || from.Levels[i] <= from.Levels[heads[k].at] {
			heads = append(heads, head{at: i})
		}
		heads[len(heads)-1].end = i + 1
	}
	slices.SortStableFunc(heads, func(a, b head) int { return compare(from.Rows[a.at], from.Rows[b.at]) })
	if n > 0 {
		heads = heads[:min(n, len(heads))]
	}
	for _, h := range heads {
		t.add(from.Levels[h.at], from.Rows[h.at])
		t.branch(from, h.at+1, h.end, n, compare)
	}
}

// compareCells orders two cells of a column, empty ones last.
func compareCells(a, b *Value, descending bool) int {
	if empty := a.Kind == KindNone; empty != (b.Kind == KindNone) {
		if empty {
			return 1
		}
		return -1
	}
	n := cmp.Or(cmp.Compare(a.Int, b.Int), cmp.Compare(a.Float, b.Float), cmp.Compare(a.shown(), b.shown()))
	if descending {
		return -n
	}
	return n
}

// shown is a text as people read it.
func (v *Value) shown() string { return cmp.Or(v.Display, v.Text) }

// pick keeps the columns at these places.
func (t *Table) pick(at []int) {
	columns, total, rows, stream := t.Columns, t.Total, t.Rows, t.Stream
	cells := func(row []Value) []Value {
		list := make([]Value, len(at))
		for i, k := range at {
			list[i] = row[k]
		}
		return list
	}
	t.Columns, t.Rows = nil, nil
	for _, k := range at {
		c := columns[k]
		c.Sparse, c.Minor = false, false // it was asked for
		t.Columns = append(t.Columns, c)
	}
	if total != nil {
		t.Total = cells(total)
	}
	for _, row := range rows {
		t.Rows = append(t.Rows, cells(row))
	}
	if stream != nil {
		t.Stream = func(yield func([]Value) bool) {
			for row := range stream {
				if !yield(cells(row)) {
					return
				}
			}
		}
	}
}

// older are the names that columns had before, by their names now; percent_X is now X_percent.
var older = map[string]string{
	"confidence": "evidence", "sub": "reason", "share": "percent", "tid": plainThread, "victim": plainThread,
	"process": "displacer_process", "pid": "who_pid",
}

// columns are the places of the column with a data name, of its parts if it is a column of threads,
// or of the column that had the name before.
func (t *Table) columns(name string) (at []int, err error) {
	is := func(c *Column) bool { return c.Name == name }
	of := func(c *Column) bool { return c.Of == name && name != "" }
	hasPart := func(c *Column) bool {
		return c.Kind == KindThread && slices.ContainsFunc(threadParts, func(p Column) bool { return partName(c.Name, p.Name) == name })
	}
	before := older[name]
	if rest, ok := strings.CutPrefix(name, "percent_"); ok {
		before = rest + "_percent"
	}
	was := func(c *Column) bool { return before != "" && (c.Name == before || c.Of == before) }
	for _, match := range []func(*Column) bool{is, of, hasPart, was} {
		for i := range t.Columns {
			if match(&t.Columns[i]) {
				at = append(at, i)
			}
		}
		if at != nil {
			return at, nil
		}
	}
	return nil, t.unknown(name)
}

// unknown is the error that no column has a name.
func (t *Table) unknown(name string) error {
	var near, all []string
	for _, c := range t.Columns {
		all = append(all, c.Name)
		if isNear(name, c.Name) || isNear(name, c.Title) {
			near = append(near, c.Name)
		}
	}
	hint := ""
	if near != nil {
		hint = " (near: " + strings.Join(near, ", ") + ")"
	}
	return fmt.Errorf("unknown column %q%s; the columns of %s are: %s", name, hint, t.Name, strings.Join(all, ", "))
}

// isNear reports whether a mistyped name may mean another: one contains the other, or a few letters
// differ.
func isNear(typed, name string) bool {
	typed, name = strings.ToLower(typed), strings.ToLower(name)
	if typed == "" {
		return false
	}
	return strings.Contains(name, typed) || strings.Contains(typed, name) || distance(typed, name) <= 1+len(typed)/4
}

// distance is the number of letters to change, insert or delete to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
