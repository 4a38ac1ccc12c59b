package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// bothNode is a function of two call trees, as called from one place.
type bothNode struct {
	name     string
	time     [2]model.Time // with all callees, in A and B
	in       [2]bool
	children []*bothNode
}

// child is the node of a function that is called from this one.
func (n *bothNode) child(name string) *bothNode {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &bothNode{name: name}
	n.children = append(n.children, c)
	return c
}

// bothRoot is the root of two call trees of what threads did.
type bothRoot struct {
	bothNode
	category model.Category
	sampled  bool
}

// CompareTrees shows the call trees of a kind in two traces side by side: below each function those with the
// largest difference first. Percent is of the window, where 100 % is one thread.
func CompareTrees(a, b Side, kind calltree.TreeKind) (*Table, error) {
	table := &Table{Name: "compare-" + kind.String(), Title: kind.Title() + ", side by side"}
	table.Columns = []Column{
		{Name: "a_ns", Title: "A", Kind: KindDuration, Group: "time"},
		{Name: "b_ns", Title: "B", Kind: KindDuration, Group: "time"},
		{Name: "a_percent", Title: "A", Kind: KindPercent, Digits: 2},
		{Name: "b_percent", Title: "B", Kind: KindPercent, Digits: 2},
		{Name: "difference_percent", Title: "Difference", Kind: KindChange, Digits: 2},
		{Name: "category", Title: "Category", Kind: KindText, Minor: true},
		{Name: "depth", Title: "Depth", Kind: KindCount, Minor: true},
		{Name: "function", Title: "Function", Kind: KindText, Nested: true},
	}
	c := treeComparison{table: table}
	for i, s := range []*Side{&a, &b} {
		var err error
		if s.Scope, err = s.Scope.In(s.Trace); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Trace.Info.File, err)
		}
		c.windows[i] = s.Scope.Range.Len()
		c.add(i, calltree.TreesIn(&s.Scope, s.Trace, kind))
	}
	c.least = a.Scope.Tree.Least()
	table.Range = a.Scope.Range
	table.Scope = a.Scope.Title(a.Trace) + " against " + b.Scope.Title(b.Trace) + "; A"
	for _, r := range c.roots {
		c.rows(r, &r.bothNode, 0)
	}
	table.Notes = []string{
		"A: " + side(a), "B: " + side(b),
		"Times include all callees. Percentages are of the length of the window: 100% is one thread for the whole window. Difference: B − A, in percentage points; the callees of a function are sorted by difference, the largest first.",
	}
	if c.left > 0 {
		table.Notes = append(table.Notes, measure.Plural(c.left, "function", "functions")+" below "+measure.Percent(c.least, 1)+" of the call tree's total: not shown; --noise 0 shows all.")
	}
	if c.timeless {
		table.Notes = append(table.Notes, "Call trees of samples are left out where it is unknown how much time a sample stands for.")
	}
	for i, s := range []*Side{&a, &b} {
		for _, n := range measure.Partial(s.Trace, s.Scope.Range) {
			table.Notes = append(table.Notes, "AB"[i:i+1]+": "+n)
		}
	}
	return table, nil
}

// treeComparison makes the rows of CompareTrees.
type treeComparison struct {
	table    *Table
	windows  [2]model.Time
	roots    []*bothRoot
	least    float64 // share of a category below which functions are left out, percent
	left     int
	timeless bool
}

// add adds the trees of A (0) or B (1).
func (c *treeComparison) add(side int, trees []calltree.CallTree) {
	for i := range trees {
		tree := &trees[i]
		if tree.Counts() {
			c.timeless = true
			continue
		}
		root := c.root(tree)
		nodes := make([]*bothNode, len(tree.Nodes))
		for k := range tree.Nodes {
			n := &tree.Nodes[k]
			nodes[k] = &root.bothNode
			if n.Parent >= 0 {
				nodes[k] = nodes[n.Parent].child(n.Name)
			}
			nodes[k].time[side] += n.All.Time
			nodes[k].in[side] = true
		}
	}
}

// root is the root for a tree.
func (c *treeComparison) root(tree *calltree.CallTree) *bothRoot {
	for _, r := range c.roots {
		if r.category == tree.Category && r.sampled == tree.Sampled {
			return r
		}
	}
	r := &bothRoot{bothNode{name: tree.Nodes[0].Name}, tree.Category, tree.Sampled}
	c.roots = append(c.roots, r)
	return r
}

// percents are the times of a node, of the windows.
func (c *treeComparison) percents(n *bothNode) (a, b float64) {
	return 100 * measure.Quotient(n.time[0], c.windows[0]), 100 * measure.Quotient(n.time[1], c.windows[1])
}

// rows adds a node and those below it.
func (c *treeComparison) rows(root *bothRoot, n *bothNode, depth int) {
	a, b := c.percents(n)
	rootA, rootB := c.percents(&root.bothNode)
	if depth > 0 && 100*max(a, b) < c.least*max(rootA, rootB) {
		c.left += n.count()
		return
	}
	row := []Value{{}, {}, {}, {}, {Kind: KindChange, Float: b - a}, category(root.category), count(depth), text(n.name)}
	for i, p := range []float64{a, b} {
		if n.in[i] {
			row[i], row[2+i] = duration(n.time[i]), Value{Kind: KindPercent, Float: p}
		}
	}
	c.table.add(uint8(min(depth, maxLevel)), row)
	difference := func(n *bothNode) float64 {
		a, b := c.percents(n)
		return math.Abs(b - a)
	}
	slices.SortStableFunc(n.children, func(x, y *bothNode) int { return cmp.Compare(difference(y), difference(x)) })
	for _, child := range n.children {
		c.rows(root, child, depth+1)
	}
}

// count is how many functions a node consists of.
func (n *bothNode) count() int {
	all := 1
	for _, c := range n.children {
		all += c.count()
	}
	return all
}
