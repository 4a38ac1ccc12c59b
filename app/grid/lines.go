package grid

// line is a row that is shown.
type line struct {
	row   int // of the content
	depth int // how many it belongs to
}

// fold lists the rows that are shown: those that the filter lets through and
// that no folded row hides. Rows picked by a filter are shown wherever they are.
func (g *Grid) fold() {
	rows := g.content.Rows
	keep := make([]bool, len(rows)) // picked, or above or below one that is
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

// Len is the number of rows that are shown.
func (g *Grid) Len() int { return len(g.lines) }

// Row is the i-th row that is shown.
func (g *Grid) Row(i int) *Row { return &g.content.Rows[g.lines[i].row] }

// Depth is how many rows the i-th belongs to.
func (g *Grid) Depth(i int) int { return g.lines[i].depth }

// IsTree reports whether some rows belong to others.
func (g *Grid) IsTree() bool {
	for _, p := range g.parents {
		if p {
			return true
		}
	}
	return false
}

// Foldable reports whether rows belong to the i-th, and whether they are shown.
func (g *Grid) Foldable(i int) (foldable, open bool) {
	at := g.lines[i].row
	return g.parents[at], g.parents[at] && g.isOpen(at)
}

// Fold hides the rows that belong to the i-th, or shows them.
func (g *Grid) Fold(i int, open bool) {
	at := g.lines[i].row
	if g.parents[at] && g.isOpen(at) != open {
		g.open[g.content.Rows[at].Key] = open
		g.fold()
	}
}

// FoldAll hides all rows that belong to others, or shows them.
func (g *Grid) FoldAll(open bool) {
	for i, p := range g.parents {
		if p {
			g.open[g.content.Rows[i].Key] = open
		}
	}
	g.fold()
}

// parentLine is where the row stands that the i-th belongs to, -1 for none.
func (g *Grid) parentLine(i int) int {
	p := g.content.Rows[g.lines[i].row].Parent
	for k := i - 1; k >= 0 && p != NoParent; k-- {
		if g.lines[k].row == p {
			return k
		}
	}
	return -1
}
