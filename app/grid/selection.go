package grid

import "threadlens/model/report"

// selection is the floor that knows the selected rows, and makes tables of rows.
type selection struct {
	visible
	selected map[string]bool
	cursor   string // the row of the keyboard cursor
	anchor   string // where an extended selection began
}

// Cursor is the line of the row with the keyboard cursor, -1 for none.
func (g *selection) Cursor() int { return g.lineOf(g.cursor) }

// Selected reports whether the i-th row is selected.
func (g *selection) Selected(i int) bool { return g.selected[g.Row(i).Key] }

// Choose selects only the i-th row. An index out of range clears the selection.
func (g *selection) Choose(i int) {
	clear(g.selected)
	g.cursor, g.anchor = "", ""
	if i >= 0 && i < len(g.lines) {
		key := g.Row(i).Key
		g.selected[key] = true
		g.cursor, g.anchor = key, key
	}
}

// Extend selects from the start of the selection to the i-th row.
func (g *selection) Extend(i int) {
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
func (g *selection) Toggle(i int) {
	key := g.Row(i).Key
	if g.selected[key] {
		delete(g.selected, key)
	} else {
		g.selected[key] = true
	}
	g.cursor, g.anchor = key, key
}

// SelectAll selects every visible row.
func (g *selection) SelectAll() {
	for i := range g.lines {
		g.selected[g.Row(i).Key] = true
	}
}

// forget removes rows that no longer exist from the selection.
func (g *selection) forget() {
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

// Copied is the table of the selected rows in the order shown, or of all visible ones when none is
// selected.
func (g *selection) Copied() *report.Table {
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
func (g *selection) All() *report.Table {
	t := *g.content.Table
	g.only(&t, g.sorted)
	return &t
}

// only replaces the rows of the content's table by some of its rows, those that the table has.
func (g *selection) only(t *report.Table, rows []int) {
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
func (g *selection) level(r *Row) (n uint8) {
	for p := r.Parent; p != NoParent; p = g.content.Rows[p].Parent {
		n++
	}
	return n
}
