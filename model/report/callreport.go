package report

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// ShownNode is the node that a row of a TreeTable shows.
type ShownNode struct {
	Tree, Node int // index of the tree, and of its Nodes
}

// TreeTable is the report of call trees of a kind, with the trees that it shows
// without their noise, and the node that each of its rows shows.
func TreeTable(t *model.Trace, s measure.Scope, kind calltree.TreeKind) (table *Table, trees []calltree.CallTree, rows []ShownNode, err error) {
	table, err = prepared(func(t *model.Trace, s measure.Scope, table *Table) error {
		trees, rows = treeTable(&s, t, kind, table)
		return nil
	}, targetThreads, treeNeeds(kind))(t, s)
	return table, trees, rows, err
}

// treeNeeds are the events without which there are no call trees of a kind.
func treeNeeds(kind calltree.TreeKind) []needs {
	if kind == calltree.TreeExecution {
		return []needs{needSamples}
	}
	return []needs{needStacks}
}

// treeReport fills in the report of call trees of a kind.
func treeReport(kind calltree.TreeKind) func(*model.Trace, measure.Scope, *Table) error {
	return func(t *model.Trace, s measure.Scope, table *Table) error {
		treeTable(&s, t, kind, table)
		return nil
	}
}

// treeTable fills in the report of call trees of a kind.
func treeTable(s *measure.Scope, t *model.Trace, kind calltree.TreeKind, table *Table) ([]calltree.CallTree, []ShownNode) {
	table.Name, table.Title = kind.String(), kind.Title()
	trees, rows := callTable(s, t, kind, table)
	switch kind {
	case calltree.TreeExecution:
		if len(t.Samples) == 0 {
			table.Notes = append(table.Notes, "The trace has no execution samples.")
		}
		if len(trees) == 0 || !trees[0].Sampled {
			table.Notes = append(table.Notes, "Samples: each sample covers the time to the thread's next sample or, if none follows, to the end of the time slice. The first "+
				"sample of a time slice also covers the time since the switch-in. Time slices without samples are shown as [no sample].")
		}
		if sampled := measure.SampledOf(t, s.Range); sampled.Any() {
			table.Notes = append(table.Notes, sampled.Sentence())
		}
	case calltree.TreeBlocking:
		table.Notes = append(table.Notes, stackNotes(t)...)
	default:
		table.Notes = append(append(table.Notes, "The call stacks are of threads that ended waits of other threads; times are the lengths of these waits."), stackNotes(t)...)
	}
	return trees, rows
}

func stackNotes(t *model.Trace) []string {
	if t.Info.Has.Stacks {
		return nil
	}
	return []string{"The trace has no call stacks."}
}

// callTable fills a table with call trees below each other .
func callTable(s *measure.Scope, t *model.Trace, kind calltree.TreeKind, table *Table) (trees []calltree.CallTree, rows []ShownNode) {
	table.Columns = []Column{
		{Name: "inclusive_ns", Title: "Inclusive", Kind: KindDuration, Group: "time"},
		{Name: "exclusive_ns", Title: "Exclusive", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "exclusive_count", Title: "Exclusive count", Kind: KindCount, Minor: true},
		{Name: "longest_ns", Title: "Longest", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "longest_from_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		{Name: "longest_thread", Title: "Longest in thread", Kind: KindThread, Minor: true},
		{Name: "category", Title: "Category", Kind: KindText, Minor: true},
		{Name: "api", Title: "Wait function", Kind: KindText, Sparse: true, Minor: true},
		{Name: "depth", Title: "Depth", Kind: KindCount, Minor: true},
		{Name: "function", Title: "Function", Kind: KindText, Nested: true},
	}
	names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
	left := 0
	partial := lossy(t, *s)
	trees = calltree.TreesIn(s, t, kind)
	for i := range trees {
		tree := &trees[i]
		left += len(tree.Nodes)
		for k, n := range tree.Shown(s.Tree.Least()) {
			left--
			row := callCells(n, tree, &names)
			if partial && tree.Category != model.UnknownCategory {
				boundAll(row[:2])
				boundAll(row[3:5])
			}
			table.add(uint8(min(n.Depth, maxLevel)), row)
			rows = append(rows, ShownNode{i, k})
		}
	}
	table.Notes = []string{s.Shown(t) + ". Inclusive: with all callees. Share: of the call tree's total."}
	if left > 0 {
		table.Notes = append(table.Notes, measure.Plural(left, "function", "functions")+" below "+measure.Percent(s.Tree.Least(), 1)+" of the call tree's total: not shown; --noise 0 shows all.")
	}
	return trees, rows
}

// maxLevel is the greatest depth; deeper rows are shown at it too.
const maxLevel = 1<<8 - 1

func callCells(n *calltree.CallNode, tree *calltree.CallTree, names *threadCells) []Value {
	share := percent(model.Time(tree.Weight(n.All)), model.Time(tree.Weight(tree.Nodes[0].All)))
	row := []Value{
		duration(n.All.Time), duration(n.Own.Time), share,
		count(n.All.Count), count(n.Own.Count),
		{},
		{},
		{},
		category(tree.Category), optional(n.API), count(n.Depth), text(n.Name),
	}
	if tree.Sampled {
		row[8] = text("Sampled")
		if tree.Counts() {
			row[0], row[1] = Value{}, Value{} // samples that stand for no time
		}
	}
	if n.Longest.Thread != model.NoThread && !tree.Sampled { // otherwise all have the same length
		row[5], row[6], row[7] = duration(n.Longest.Len()), instant(n.Longest.From), names.of(n.Longest.Thread)
	}
	return row
}
