package query

import (
	"maps"
	"slices"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
)

// AllBlocking stands in CallChoice.Category for all categories.
const AllBlocking = model.NumCategories

// CallChoice says which call trees are shown.
type CallChoice struct {
	Kind calltree.TreeKind
	// Category is that of blocking and unblocking trees, AllBlocking for each.
	Category model.Category
	// Thread is the one whose trees they are, NoThread for all in view.
	Thread model.ThreadIx
}

// CallChoiceOf is the choice of the tree in which the time of a category is; ok is
// false for what stands in none: ready time and interrupts.
func CallChoiceOf(c model.Category, thread model.ThreadIx) (choice CallChoice, ok bool) {
	switch {
	case c == model.Execution:
		return CallChoice{calltree.TreeExecution, AllBlocking, thread}, true
	case slices.Contains(BlockingCategories(), c):
		return CallChoice{calltree.TreeBlocking, c, thread}, true
	}
	return CallChoice{}, false
}

// BlockingCategories are those of blocking trees.
func BlockingCategories() []model.Category {
	var list []model.Category
	for _, name := range calltree.BlockingNames() {
		c, _ := calltree.ParseBlocking(name)
		list = append(list, c)
	}
	return list
}

// Title is what the trees are called.
func (c CallChoice) Title() string {
	switch {
	case c.Kind == calltree.TreeExecution:
		return "Execution"
	case c.Kind == calltree.TreeBlocking && c.Category == AllBlocking:
		return "Blocking, all categories"
	case c.Kind == calltree.TreeUnblocking && c.Category == AllBlocking:
		return "Unblocking"
	case c.Kind == calltree.TreeUnblocking:
		return "Unblocking of " + c.Category.Title()
	}
	return c.Category.Title()
}

// DefaultNoise is the share of a tree in percent below which its functions are left
// out at first.
const DefaultNoise = measure.DefaultNoise

// Calls is what call trees are asked of. It is a plain value, so that they can
// be made in the background.
type Calls struct {
	Trace   *model.Trace
	Choice  CallChoice
	Threads []model.ThreadIx
	Window  model.Range
	Noise   float64
	Mine    bool // Just My Code
	Terms   naming.Terms
}

// Same reports whether another query has the same answer.
func (q *Calls) Same(o *Calls) bool {
	return q.Trace == o.Trace && q.Choice == o.Choice && slices.Equal(q.Threads, o.Threads) && q.Window == o.Window &&
		q.Noise == o.Noise && q.Mine == o.Mine && q.Terms.Clock == o.Terms.Clock && maps.Equal(q.Terms.Names, o.Terms.Names)
}

// Most of what Calls.Quick allows to be looked at between two frames.
const (
	quickSamples = 300_000
	quickStacks  = 100_000
)

// Quick reports whether what does not depend on the window is soon looked at.
func (q *Calls) Quick() bool {
	return q.Trace == nil || len(q.Trace.Samples) <= quickSamples && q.Trace.Tables.Stacks.Len() <= quickStacks
}

// tree is the question to the report.
func (q *Calls) tree() calltree.TreeQuery {
	return calltree.TreeQuery{Kind: q.Choice.Kind, Range: q.Window, Threads: q.Threads, Categories: q.categories(), Mine: q.Mine}
}

func (q *Calls) categories() []model.Category {
	if q.Choice.Category == AllBlocking {
		return nil
	}
	return []model.Category{q.Choice.Category}
}

// CallTrees are the answer to Calls: call trees and their table.
type CallTrees struct {
	Query   Calls
	Content *grid.Content
	Trees   []calltree.CallTree
	// Rows has the node of each row of Content.
	Rows []report.ShownNode
	// Partial is set where events were lost that touch the trees.
	Partial bool
	// More is how many functions are shown in no row, since they are too many.
	More int
}

// MostCallRows is the number of functions that a table of call trees lists.
const MostCallRows = 20_000

// Run makes the trees and their table: `threadlens report` of their kind. It fails
// with a window that meets nothing of the trace.
func (q Calls) Run() (*CallTrees, error) {
	scope := measure.Scope{Range: q.Window, Threads: append([]model.ThreadIx{}, q.Threads...)}
	scope.Tree = measure.TreeChoice{Categories: q.categories(), Noise: q.Noise, Mine: q.Mine}
	if q.Noise <= 0 {
		scope.Tree.Noise = -1 // 0 stands for the usual share
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
	b := callRows{q: &q, trees: trees, columns: map[string]int{}, at: make(map[report.ShownNode]int, len(c.Rows))}
	for i, column := range table.Columns {
		b.columns[column.Name] = i
	}
	for i, of := range c.Rows {
		c.Content.Rows = append(c.Content.Rows, b.row(i, of, table.Rows[i]))
	}
	c.Content.Columns = q.columns(c.Content)
	return c, nil
}

// Of says in words whose trees they are, and of when.
func (q *Calls) Of() string {
	who := timeline.FormatCount(int64(len(q.Threads))) + " threads"
	switch {
	case q.Choice.Thread != model.NoThread:
		who = q.Terms.Thread(q.Trace, q.Choice.Thread)
	case len(q.Threads) == 1:
		who = "1 thread"
	}
	return who + " · " + q.Terms.Clock.Range(q.Window)
}

// Instance is the instance of a node that follows another (dir 1) or precedes it
// (dir -1) in time; see report.CallInstance.
func (c *CallTrees) Instance(of report.ShownNode, from calltree.Instance, dir int) (calltree.InstanceStep, bool) {
	return calltree.CallInstance(c.Query.Trace, c.Query.tree(), c.Trees[of.Tree].Path(of.Node), from, dir)
}

// InstanceText says which instance of how many one is at.
func (q *Calls) InstanceText(step calltree.InstanceStep) string {
	return "Instance " + timeline.FormatCount(step.Number) + " of " + timeline.FormatCount(step.Count) + ": " +
		q.Terms.Thread(q.Trace, step.Thread) + ", " + timeline.FormatDuration(step.Len()) + " at " + q.Terms.Clock.Instant(step.From, q.Window.Len())
}

// Find is the node that a path leads to; ok is false without.
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

// NodeText tells a node in full: its name, its time and of what that is which share,
// and its instances.
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
		lines = append(lines, bound+timeline.FormatDuration(n.Own.Time)+" in itself")
	}
	if n.API != "" {
		lines = append(lines, "Waited in "+timeline.Printable(n.API))
	}
	return lines
}
