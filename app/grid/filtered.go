package grid

import (
	"slices"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/report"
	"threadlens/timeline"
)

// filtered is the floor that knows which rows the filter selects, and their total.
type filtered struct {
	cells
	filter  filter.Filter
	matched []bool // rows that the filter selects
	hits    int    // how many
	total   *Row   // of the rows that the filter selects
	parents []bool // rows with children
}

// findParents finds the rows with children.
func (g *filtered) findParents() {
	g.parents = make([]bool, len(g.content.Rows))
	for i := range g.content.Rows {
		if p := g.content.Rows[i].Parent; p != NoParent {
			g.parents[p] = true
		}
	}
}

// IsTree reports whether any rows belong to others.
func (g *filtered) IsTree() bool {
	for _, p := range g.parents {
		if p {
			return true
		}
	}
	return false
}

// Total is the row that sums up the rows that the filter selects; nil when that is meaningless.
func (g *filtered) Total() *Row { return g.total }

// Filter is the text of the filter.
func (g *filtered) Filter() string { return g.filter.String() }

// Count is how many rows the filter selects, and how many there are.
func (g *filtered) Count() (picked, all int) { return g.hits, len(g.content.Rows) }

// match applies the filter to every row.
func (g *filtered) match() {
	rows := g.content.Rows
	g.matched, g.hits = make([]bool, len(rows)), 0
	for i := range rows {
		g.matched[i] = g.filter.Empty() || !(g.parents[i] && g.IsHeading(&rows[i])) && g.filter.Row(g.scope.Place, g.facts(&rows[i]))
		if g.matched[i] {
			g.hits++
		}
	}
	g.sumUp()
}

// facts are the properties of a row for filters.
func (g *filtered) facts(r *Row) filter.Row {
	f := filter.Row{Thread: r.Thread, Proc: r.Proc, Texts: slices.Clone(g.content.Words[r.Key])}
	for i := range g.content.Columns {
		c := &g.content.Columns[i]
		if i < len(r.Cells) && !c.Numeric() && !c.Mix {
			f.Texts = append(f.Texts, g.text(c, r, r.Cells[i]))
		}
	}
	return f
}

// sumUp makes the total of the selected rows: that of the content, or the sums of the columns that
// add up. Others, such as means, are empty.
func (g *filtered) sumUp() {
	g.total = g.content.Total
	if g.total == nil || g.hits == len(g.content.Rows) {
		return
	}
	sum := &Row{
		Cells: make([]report.Value, len(g.content.Columns)), Parent: NoParent,
		Thread: model.NoThread, Proc: model.NoProc,
	}
	for i := range g.content.Rows {
		if r := &g.content.Rows[i]; g.matched[i] && !g.within(i) {
			g.add(sum, r)
		}
	}
	if len(sum.Cells) > 0 {
		sum.Cells[0] = report.Value{
			Kind: report.KindText,
			Text: "Matching rows: " + timeline.FormatCount(int64(g.hits)) + " of " + timeline.FormatCount(int64(len(g.content.Rows))),
		}
	}
	g.total = sum
}

// add adds a row to a sum.
func (g *filtered) add(sum, r *Row) {
	sum.Sums.Add(&r.Sums)
	sum.Whole += r.Whole
	for i := range g.content.Columns {
		if !g.content.Columns[i].Adds || i >= len(r.Cells) || r.Cells[i].Kind == report.KindNone {
			continue
		}
		v := &sum.Cells[i]
		v.Kind = r.Cells[i].Kind
		v.Int += r.Cells[i].Int
		v.Float += r.Cells[i].Float
		v.AtLeast = v.AtLeast || r.Cells[i].AtLeast
	}
}

// within reports whether row i belongs, directly or not, to one that the filter selects, whose
// figures include it.
func (g *filtered) within(i int) bool {
	for p := g.content.Rows[i].Parent; p != NoParent; p = g.content.Rows[p].Parent {
		if g.matched[p] {
			return true
		}
	}
	return false
}
