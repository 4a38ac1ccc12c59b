package query

import (
	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
)

// CallTrees are the result of Calls: call trees and their table.
type CallTrees struct {
	Query   Calls
	Content *grid.Content
	Trees   []calltree.CallTree
	// Rows has the node of each row of Content.
	Rows []report.ShownNode
	// Partial is set where lost events touch the trees.
	Partial bool
	// More is how many functions have no row, because there are too many.
	More int
}

// MostCallRows is the number of functions that a table of call trees lists.
const MostCallRows = 20_000

// Run makes the trees and their table: `threadlens report` of their kind. It fails with a window
// outside the trace.
func (q Calls) Run() (*CallTrees, error) {
	scope := measure.Scope{Range: q.Window, Threads: append([]model.ThreadIx{}, q.Threads...)}
	scope.Tree, scope.Kind.Categories = measure.TreeChoice{Noise: q.Noise, Mine: q.Mine}, q.categories()
	if q.Noise <= 0 {
		scope.Tree.Noise = -1 // 0 means the default share
	}
	table, trees, rows, err := report.TreeTable(q.Trace, scope, q.Choice.Kind)
	if err != nil {
		return nil, err
	}
	lost := q.Trace.LossIn(model.AllCPUs, q.Window) || q.Trace.Touched(q.Threads, q.Window)
	c := &CallTrees{Partial: lost, Query: q, Trees: trees, Rows: rows, Content: &grid.Content{Table: table}}
	if len(rows) > MostCallRows {
		c.More = len(rows) - MostCallRows
		c.Rows = rows[:MostCallRows]
	}
	b := callRows{q: &q, trees: trees, columns: table.ColumnsByKey(), at: make(map[report.ShownNode]int, len(c.Rows))}
	for i, of := range c.Rows {
		c.Content.Rows = append(c.Content.Rows, b.row(i, of, table.Rows[i]))
	}
	c.Content.Columns = q.columns(c.Content)
	return c, nil
}

// Instance is the instance of a node that follows another (dir 1) or precedes it
// (dir -1) in time; see report.CallInstance.
func (c *CallTrees) Instance(of report.ShownNode, from calltree.Instance, dir int) (calltree.InstanceStep, bool) {
	return calltree.CallInstance(c.Query.Trace, c.Query.tree(), c.Trees[of.Tree].Path(of.Node), from, dir)
}

// Find is the node at the end of a path; ok is false without one.
func (c *CallTrees) Find(path calltree.CallPath) (of report.ShownNode, ok bool) {
	for i := range c.Trees {
		if c.Trees[i].Category == path.Category && c.Trees[i].Sampled == path.Sampled {
			k, ok := c.Trees[i].Find(path.Names)
			return report.ShownNode{Tree: i, Node: k}, ok
		}
	}
	return of, false
}

// Node is a node of the trees.
func (c *CallTrees) Node(of report.ShownNode) *calltree.CallNode {
	return &c.Trees[of.Tree].Nodes[of.Node]
}

// NodeText describes a node in full: its name, its time and its share of what, and its instances.
func (c *CallTrees) NodeText(of report.ShownNode) []string {
	n, root := c.Node(of), &c.Trees[of.Tree].Nodes[0]
	what := "instances"
	if n.All.Count == 1 {
		what = "instance"
	}
	bound := ""
	if c.Partial && c.Trees[of.Tree].Category != model.UnknownCategory {
		bound = "≥ "
	}
	tree := &c.Trees[of.Tree]
	time := bound + timeline.FormatDuration(n.All.Time) + ", "
	if tree.Sampled {
		if what = "samples"; n.All.Count == 1 {
			what = "sample"
		}
		if tree.Counts() {
			time = ""
		}
	}
	lines := []string{
		timeline.Printable(n.Name),
		time + timeline.FormatPercent(model.Time(tree.Weight(n.All)), model.Time(tree.Weight(root.All))) + " of " + root.Name +
			", " + timeline.FormatCount(n.All.Count) + " " + what,
	}
	if n.Own.Time > 0 && n.Own.Time < n.All.Time {
		lines = append(lines, bound+timeline.FormatDuration(n.Own.Time)+" exclusive")
	}
	if n.API != "" {
		lines = append(lines, "Waited in "+timeline.Printable(n.API))
	}
	return lines
}
