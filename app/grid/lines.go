package grid

import "strings"

// line is a visible row.
type line struct {
	row   int // of the content
	depth int // its number of ancestors
}

// visible is the floor of the rows that are shown: its lines.
type visible struct {
	ordered
	lines []line
	open  map[string]bool // folds changed by the user
}

// listLines lists the visible rows: those that the filter selects and that no folded row hides. Rows
// selected by a filter are shown wherever they are.
func (g *visible) listLines() {
	rows := g.content.Rows
	keep := make([]bool, len(rows)) // selected, or an ancestor or descendant of such a row
	for i := range rows {
		if !g.matched[i] {
			keep[i] = keep[i] || g.within(i)
			continue
		}
		keep[i] = true
		for p := rows[i].Parent; p != NoParent && !keep[p]; p = rows[p].Parent {
			keep[p] = true
		}
	}
	g.lines = g.lines[:0]
	depth := make([]int, len(rows))
	hidden := make([]bool, len(rows)) // inside a folded row
	for _, i := range g.sorted {
		if p := rows[i].Parent; p != NoParent {
			depth[i] = depth[p] + 1
			hidden[i] = hidden[p] || !g.isOpen(p)
		}
		if keep[i] && !hidden[i] {
			g.lines = append(g.lines, line{i, depth[i]})
		}
	}
}

// isOpen reports whether the rows that belong to row i of the content are shown.
func (g *visible) isOpen(i int) bool {
	r := &g.content.Rows[i]
	if open, ok := g.open[r.Key]; ok {
		return open
	}
	return r.Open || !g.filter.Empty()
}

// Len is the number of visible rows.
func (g *visible) Len() int { return len(g.lines) }

// Row is the i-th visible row.
func (g *visible) Row(i int) *Row { return &g.content.Rows[g.lines[i].row] }

// Depth is the number of ancestors of the i-th row.
func (g *visible) Depth(i int) int { return g.lines[i].depth }

// Foldable reports whether the i-th row has children, and whether they are shown.
func (g *visible) Foldable(i int) (foldable, open bool) {
	at := g.lines[i].row
	return g.parents[at], g.parents[at] && g.isOpen(at)
}

// parentLine is the line of the i-th row's parent, -1 without one.
func (g *visible) parentLine(i int) int {
	p := g.content.Rows[g.lines[i].row].Parent
	for k := i - 1; k >= 0 && p != NoParent; k-- {
		if g.lines[k].row == p {
			return k
		}
	}
	return -1
}

// lineOf is the line of the row with a key, -1 when it is not visible.
func (g *visible) lineOf(key string) int {
	for i := range g.lines {
		if key != "" && g.Row(i).Key == key {
			return i
		}
	}
	return -1
}

// Find is the first row, from the i-th on and wrapping around, whose first cell begins with text in
// any case; -1 without one.
func (g *visible) Find(text string, i int) int {
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
