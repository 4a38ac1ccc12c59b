package grid

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"threadlens/model/report"
)

// ordered is the floor that sorts the rows.
type ordered struct {
	filtered
	sorted []int // rows in order, a row after its parent
}

// sort puts the rows into the order of the layout: children stay with their parent and are sorted
// among themselves.
func (g *ordered) sort() {
	rows := g.content.Rows
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	tree := false
	for i := range rows {
		tree = tree || rows[i].Parent != NoParent
	}
	for _, o := range g.layout.Sort {
		if at := slices.IndexFunc(g.content.Columns, func(c Column) bool { return c.Name == o.Column }); at >= 0 {
			slices.SortStableFunc(order, func(a, b int) int { return g.compare(&rows[a], &rows[b], at, o.Reverse) })
		}
	}
	if ahead := g.content.Ahead; ahead != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bit(ahead[rows[b].Key]), bit(ahead[rows[a].Key])) })
	}
	g.sorted = order
	if tree {
		g.sorted = g.nest(order)
	}
}

// nest puts rows after their parents, keeping their order.
func (g *ordered) nest(order []int) []int {
	below := make([][]int, len(order)+1) // of each row, and of none
	for _, i := range order {
		below[g.content.Rows[i].Parent+1] = append(below[g.content.Rows[i].Parent+1], i)
	}
	nested := make([]int, 0, len(order))
	var add func(list []int)
	add = func(list []int) {
		for _, i := range list {
			nested = append(nested, i)
			add(below[i+1])
		}
	}
	if g.content.Headed {
		slices.Sort(below[0])
	}
	add(below[0])
	return nested
}

// compare compares two rows in a column. Empty cells come last either way.
func (g *ordered) compare(a, b *Row, at int, reverse bool) int {
	c := &g.content.Columns[at]
	if c.Mix {
		return 0
	}
	va, vb := a.Cells[at], b.Cells[at]
	if ea, eb := va.Kind == report.KindNone, vb.Kind == report.KindNone; ea || eb {
		return cmp.Compare(bit(ea), bit(eb))
	}
	if reverse {
		a, b, va, vb = b, a, vb, va
	}
	switch {
	case !c.Numeric() && va.Int != vb.Int: // texts that represent numbers, such as severities
		return cmp.Compare(vb.Int, va.Int)
	case !c.Numeric():
		return strings.Compare(strings.ToLower(shownText(va)), strings.ToLower(shownText(vb)))
	case c.Share && g.layout.Percent && a.Whole > 0 && b.Whole > 0:
		return cmp.Compare(float64(vb.Int)/float64(b.Whole), float64(va.Int)/float64(a.Whole))
	}
	if c.Signed { // the largest, whether too much or too little
		return cmp.Compare(math.Abs(vb.Float), math.Abs(va.Float))
	}
	return cmp.Or(cmp.Compare(vb.Int, va.Int), cmp.Compare(vb.Float, va.Float))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
