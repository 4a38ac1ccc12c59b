package grid

// line is a visible row.
type line struct {
	row   int // of the content
	depth int // its number of ancestors
}

// fold lists the visible rows: those that the filter selects and that no folded row hides. Rows
// selected by a filter are shown wherever they are.
func (g *Grid) fold() {
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
	g.forget()
}

// isOpen reports whether the rows that belong to row i of the content are shown.
func (g *Grid) isOpen(i int) bool {
	r := &g.content.Rows[i]
	if open, ok := g.open[r.Key]; ok {
		return open
	}
	return r.Open || !g.filter.Empty()
}

// Len is the number of visible rows.
func (g *Grid) Len() int { return len(g.lines) }

// Row is the i-th visible row.
func (g *Grid) Row(i int) *Row { return &g.content.Rows[g.lines[i].row] }

// Depth is the number of ancestors of the i-th row.
func (g *Grid) Depth(i int) int { return g.lines[i].depth }

// IsTree reports whether any rows belong to others.
func (g *Grid) IsTree() bool {
	for _, p := range g.parents {
		if p {
			return true
		}
	}
	return false
}

// Foldable reports whether the i-th row has children, and whether they are shown.
func (g *Grid) Foldable(i int) (foldable, open bool) {
	at := g.lines[i].row
	return g.parents[at], g.parents[at] && g.isOpen(at)
}

// Fold hides the children of the i-th row, or shows them.
func (g *Grid) Fold(i int, open bool) {
	at := g.lines[i].row
	if g.parents[at] && g.isOpen(at) != open {
		g.open[g.content.Rows[at].Key] = open
		g.fold()
	}
}

// FoldAll hides all child rows, or shows them.
func (g *Grid) FoldAll(open bool) {
	for i, p := range g.parents {
		if p {
			g.open[g.content.Rows[i].Key] = open
		}
	}
	g.fold()
}

// parentLine is the line of the i-th row's parent, -1 without one.
func (g *Grid) parentLine(i int) int {
	p := g.content.Rows[g.lines[i].row].Parent
	for k := i - 1; k >= 0 && p != NoParent; k-- {
		if g.lines[k].row == p {
			return k
		}
	}
	return -1
}
