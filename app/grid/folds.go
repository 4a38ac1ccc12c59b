package grid

// folds is the floor that folds and unfolds rows.
type folds struct{ selection }

// fold lists the visible rows again; those that are not visible any more are no longer selected.
func (g *folds) fold() {
	g.listLines()
	g.forget()
}

// Fold hides the children of the i-th row, or shows them.
func (g *folds) Fold(i int, open bool) {
	at := g.lines[i].row
	if g.parents[at] && g.isOpen(at) != open {
		g.open[g.content.Rows[at].Key] = open
		g.fold()
	}
}

// FoldAll hides all child rows, or shows them.
func (g *folds) FoldAll(open bool) {
	for i, p := range g.parents {
		if p {
			g.open[g.content.Rows[i].Key] = open
		}
	}
	g.fold()
}

// Out is where ← goes from the i-th row: it folds the row if possible, and otherwise goes to its
// parent.
func (g *folds) Out(i int) int {
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
func (g *folds) In(i int) int {
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
