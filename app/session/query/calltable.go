package query

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
)

// Names of columns of a table of call trees.
const (
	ColumnFunction = "function"
	columnAPI      = "api"
	columnDetails  = "details"
)

// columns are those on screen.
func (q *Calls) columns(c *grid.Content) []grid.Column {
	what := map[calltree.TreeKind]string{
		calltree.TreeExecution: "Samples", calltree.TreeBlocking: "Waits and preemptions", calltree.TreeUnblocking: "Waits that other threads ended",
	}[q.Choice.Kind]
	time := func(name, title, help string) grid.Column {
		return grid.Column{Name: name, Title: title, Kind: report.KindDuration, Share: true, Help: help + "; percentages are of the total of the function's call tree"}
	}
	columns := []grid.Column{
		{Name: ColumnFunction, Title: "Name", Kind: report.KindText, Width: 290, Grow: true, Link: true, Help: "The function, below its caller; click to show the longest uninterrupted time in it"},
		{Name: "count", Title: "Count", Kind: report.KindCount, Help: what + " in the function and its callees", Width: 88},
		time("inclusive_ns", "Inclusive", "Time in the function and its callees"),
		time("exclusive_ns", "Exclusive", "Time in the function itself, without callees"),
		{Name: "exclusive_count", Title: "Exclusive count", Kind: report.KindCount, Off: true, Help: what + " in the function itself, without callees"},
		{Name: "longest_ns", Title: "Longest", Kind: report.KindDuration, Off: true, Help: "Longest uninterrupted time in the function, including its callees"},
		{Name: "longest_thread", Title: "Longest in thread", Kind: report.KindText, Off: true, Width: 130, Help: "Thread with the longest uninterrupted time in the function, including its callees"},
		{Name: "longest_from_ns", Title: "Longest at", Kind: report.KindInstant, Off: true, Help: "Start of the longest uninterrupted time in the function, including its callees"},
		{Name: columnAPI, Title: "Wait function", Kind: report.KindText, Width: 160, Help: "The function in which the threads waited; shown only if Threadlens knows what a wait in this function is for"},
		{Name: columnDetails, Title: "Module", Kind: report.KindText, Width: 120, Help: "The function's module"},
	}
	for i := range columns {
		if columns[i].Name == columnAPI {
			columns[i].Off = !slices.ContainsFunc(c.Rows, func(r grid.Row) bool { return r.Cells[i].Text != "" })
		}
	}
	return columns
}

// callRows makes the rows of a table of call trees.
type callRows struct {
	q       *Calls
	trees   []calltree.CallTree
	columns map[string]int           // of the report
	at      map[report.ShownNode]int // rows by node
	keys    []uint64
	open    []bool // of each row: it is on the hottest path
}

// row is the i-th row.
func (b *callRows) row(i int, of report.ShownNode, data []report.Value) grid.Row {
	tree := &b.trees[of.Tree]
	n, whole := &tree.Nodes[of.Node], model.Time(tree.Weight(tree.Nodes[0].All))
	r := grid.Row{
		Data: data, Parent: grid.NoParent, Whole: whole, Thread: n.Longest.Thread, Proc: model.NoProc, Span: n.Longest.Range,
		Leads: n.Longest.Thread != model.NoThread, Open: true,
	}
	key := fnv.New64a()
	if n.Parent >= 0 {
		r.Parent = b.at[report.ShownNode{Tree: of.Tree, Node: n.Parent}]
		key.Write(strconv.AppendUint(nil, b.keys[r.Parent], 16))
		r.Open = b.open[r.Parent] && 2*model.Time(tree.Weight(n.All)) >= whole
	}
	key.Write([]byte(n.Name))
	b.at[of], b.keys, b.open = i, append(b.keys, key.Sum64()), append(b.open, r.Open)
	r.Key = strconv.FormatUint(key.Sum64(), 16)
	module := b.q.Trace.String(n.Frame.Module)
	word := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	name := word(n.Name)
	name.Display = Function(n.Name, module)
	api := word(n.API)
	if _, function, ok := strings.Cut(n.API, "!"); ok {
		api.Display = function
	}
	who := report.Value{}
	if r.Leads {
		who = word(b.q.Terms.Thread(b.q.Trace, r.Thread))
	}
	is := func(column string) report.Value { return data[b.columns[column]] }
	r.Cells = []report.Value{
		name, is("count"), is("inclusive_ns"), is("exclusive_ns"), is("exclusive_count"), is("longest_ns"), who, is("longest_from_ns"), api, word(module),
	}
	return r
}

// Function is the name of a function without that of its module; an offset in a module without a
// known function keeps it.
func Function(name, module string) string {
	function, ok := strings.CutPrefix(name, module+"!")
	switch {
	case !ok || module == "":
		return name
	case strings.HasPrefix(function, "+0x"):
		return module + function
	}
	return function
}
