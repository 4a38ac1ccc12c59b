package grid

import (
	"strings"

	"threadlens/model/report"
)

// Cursor is where the row stands that the keyboard is at, -1 for nowhere.
func (g *Grid) Cursor() int { return g.lineOf(g.cursor) }

// lineOf is where the row with a key is shown, -1 when it is not.
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

// Choose selects the i-th row alone. One that is not there clears the selection.
func (g *Grid) Choose(i int) {
	clear(g.selected)
	g.cursor, g.anchor = "", ""
	if i >= 0 && i < len(g.lines) {
		key := g.Row(i).Key
		g.selected[key] = true
		g.cursor, g.anchor = key, key
	}
}

// Extend selects from where the selection began to the i-th row.
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

// Toggle takes the i-th row into the selection, or out of it.
func (g *Grid) Toggle(i int) {
	key := g.Row(i).Key
	if g.selected[key] {
		delete(g.selected, key)
	} else {
		g.selected[key] = true
	}
	g.cursor, g.anchor = key, key
}

// SelectAll selects every row that is shown.
func (g *Grid) SelectAll() {
	for i := range g.lines {
		g.selected[g.Row(i).Key] = true
	}
}

// forget takes rows that are gone out of the selection.
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

// Out is where ← leads from the i-th row: it folds the row if it can be, and else
// goes to the one that the row belongs to.
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

// In is where → leads from the i-th row: it unfolds the row if it can be, and
// else goes to the first that belongs to it.
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

// Find is the first row, from the i-th on and around, whose first cell begins
// with text in any case; -1 without.
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

// Copied is the table of the selected rows in the order in which they are shown,
// or of all that are shown when none is selected.
func (g *Grid) Copied() *report.Table {
	t := *g.content.Table
	t.Rows, t.Stream = nil, nil
	some := len(g.selected) > 0
	if some || !g.filter.Empty() {
		t.Total = nil // of other rows
	}
	for i := range g.lines {
		if r := g.Row(i); r.Data != nil && (!some || g.selected[r.Key]) {
			t.Rows = append(t.Rows, r.Data)
		}
	}
	return &t
}

// All is the table of all rows in the order of the layout.
func (g *Grid) All() *report.Table {
	t := *g.content.Table
	t.Rows, t.Stream = nil, nil
	for _, i := range g.sorted {
		if data := g.content.Rows[i].Data; data != nil {
			t.Rows = append(t.Rows, data)
		}
	}
	return &t
}
