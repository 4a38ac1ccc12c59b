package grid

import (
	"strings"

	"threadlens/model/report"
)

// Cursor is the line of the row with the keyboard cursor, -1 for none.
func (g *Grid) Cursor() int { return g.lineOf(g.cursor) }

// lineOf is the line of the row with a key, -1 when it is not visible.
func (g *Grid) lineOf(key string) int {
	for i := range g.lines {
		if key != "" && g.Row(i).Key == key {
			return i
		}
	}
	return -1
}

// Selected reports whether the i-th row is selected.
func (g *Grid) Selected(i int) bool { return g.selected[g.Row(i).Key] }

// Choose selects only the i-th row. An index out of range clears the selection.
func (g *Grid) Choose(i int) {
	clear(g.selected)
	g.cursor, g.anchor = "", ""
	if i >= 0 && i < len(g.lines) {
		key := g.Row(i).Key
		g.selected[key] = true
		g.cursor, g.anchor = key, key
	}
}

// Extend selects from the start of the selection to the i-th row.
func (g *Grid) Extend(i int) {
	from := g.lineOf(g.anchor)
	if from < 0 {
		g.Choose(i)
		return
	}
	clear(g.selected)
	for k := min(from, i); k <= max(from, i); k++ {
		g.selected[g.Row(k).Key] = true
	}
	g.cursor = g.Row(i).Key
}

// Toggle adds the i-th row to the selection, or removes it.
func (g *Grid) Toggle(i int) {
	key := g.Row(i).Key
	if g.selected[key] {
		delete(g.selected, key)
	} else {
		g.selected[key] = true
	}
	g.cursor, g.anchor = key, key
}

// SelectAll selects every visible row.
func (g *Grid) SelectAll() {
	for i := range g.lines {
		g.selected[g.Row(i).Key] = true
	}
}

// forget removes rows that no longer exist from the selection.
func (g *Grid) forget() {
	if len(g.selected) == 0 {
		return
	}
	keys := make(map[string]bool, len(g.lines))
	for i := range g.lines {
		keys[g.Row(i).Key] = true
	}
	for key := range g.selected {
		if !keys[key] {
			delete(g.selected, key)
		}
	}
}

// Out is where ← goes from the i-th row: it folds the row if possible, and otherwise goes to its
// parent.
func (g *Grid) Out(i int) int {
	if _, open := g.Foldable(i); open {
		g.Fold(i, false)
		return i
	}
	if p := g.parentLine(i); p >= 0 {
		return p
	}
	return i
}

// In is where → goes from the i-th row: it unfolds the row if possible, and otherwise goes to its
// first child.
func (g *Grid) In(i int) int {
	switch foldable, open := g.Foldable(i); {
	case !foldable:
		return i
	case !open:
		g.Fold(i, true)
		return i
	}
	if i+1 < len(g.lines) && g.lines[i+1].depth > g.lines[i].depth {
		return i + 1
	}
	return i
}

// Find is the first row, from the i-th on and wrapping around, whose first cell begins with text in
// any case; -1 without one.
func (g *Grid) Find(text string, i int) int {
	if len(g.columns) == 0 {
		return -1
	}
	text = strings.ToLower(text)
	for k := range g.lines {
		at := (max(i, 0) + k) % len(g.lines)
		if name, _ := g.Text(g.Row(at), 0); strings.HasPrefix(strings.ToLower(name), text) {
			return at
		}
	}
	return -1
}

// Copied is the table of the selected rows in the order shown, or of all visible ones when none is
// selected.
func (g *Grid) Copied() *report.Table {
	t := *g.content.Table
	some := len(g.selected) > 0
	if some || !g.filter.Empty() {
		t.Total = nil // it is about other rows
	}
	var rows []int
	for i := range g.lines {
		if !some || g.Selected(i) {
			rows = append(rows, g.lines[i].row)
		}
	}
	g.only(&t, rows)
	return &t
}

// All is the table of all rows in the order of the layout.
func (g *Grid) All() *report.Table {
	t := *g.content.Table
	g.only(&t, g.sorted)
	return &t
}

// only replaces the rows of the content's table by some of its rows, those that the table has.
func (g *Grid) only(t *report.Table, rows []int) {
	tree := t.Levels != nil
	t.Rows, t.Levels, t.Stream = nil, nil, nil
	for _, i := range rows {
		r := &g.content.Rows[i]
		if r.Data == nil {
			continue
		}
		t.Rows = append(t.Rows, r.Data)
		if tree {
			t.Levels = append(t.Levels, g.level(r))
		}
	}
}

// level is how deep a row is nested, from 0.
func (g *Grid) level(r *Row) (n uint8) {
	for p := r.Parent; p != NoParent; p = g.content.Rows[p].Parent {
		n++
	}
	return n
}
