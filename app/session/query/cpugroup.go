package query

import (
	"cmp"
	"slices"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// regroup regroups the rows, which are those of processes with their threads below, most time
// first.
func (r *cpuSummary) regroup() {
	c := r.content
	c.Order = grid.Order{Column: "cpu_ns"}
	switch {
	case r.Group == GroupThread:
		others := slices.IndexFunc(c.Rows, func(row grid.Row) bool { return !row.Leads })
		if others < 0 {
			others = len(c.Rows)
		}
		slices.SortStableFunc(c.Rows[:others], func(a, b grid.Row) int { return cmp.Compare(b.Part, a.Part) })
	case r.Group == GroupFunction && !(r.empty(r.index["start_function"]) && r.empty(r.index["start_module"])):
		r.byFunction()
	}
}

// byFunction inserts a row for each function between the row of a process and those of its threads.
func (r *cpuSummary) byFunction() {
	from := r.content.Rows
	below := map[int][]grid.Row{}
	for i := range from {
		if p := from[i].Parent; p != grid.NoParent {
			below[p] = append(below[p], from[i])
		}
	}
	var rows []grid.Row
	for i := range from {
		if from[i].Parent != grid.NoParent {
			continue
		}
		process := len(rows)
		rows = append(rows, from[i])
		for _, f := range r.functions(&from[i], below[i]) {
			f.head.Parent = process
			head := len(rows)
			rows = append(rows, f.head)
			for _, th := range f.threads {
				th.Parent = head
				rows = append(rows, th)
			}
		}
	}
	r.content.Rows = rows
}

// startGroup is the threads that a process started with one function, below a row with their sums.
type startGroup struct {
	head    grid.Row
	threads []grid.Row
}

// functions groups the threads of a process by their start function, most time first.
func (r *cpuSummary) functions(process *grid.Row, threads []grid.Row) []startGroup {
	var list []startGroup
	at := map[[2]string]int{}
	for _, th := range threads {
		start := [2]string{r.cell(th.Data, "start_module").Text, r.cell(th.Data, "start_function").Text}
		i, ok := at[start]
		if !ok {
			i = len(list)
			at[start] = i
			list = append(list, startGroup{head: r.startHead(process, start)})
		}
		list[i].add(&th)
	}
	for i := range list {
		list[i].head.Cells[r.index["tid"]] = report.Value{
			Kind: report.KindCount, Int: int64(len(list[i].threads)), Display: measure.Plural(len(list[i].threads), "thread", "threads"),
		}
	}
	slices.SortStableFunc(list, func(a, b startGroup) int { return cmp.Compare(b.head.Part, a.head.Part) })
	return list
}

// startHead is the row of a function before any thread is added to it.
func (r *cpuSummary) startHead(process *grid.Row, start [2]string) grid.Row {
	title := cmp.Or(start[1], start[0], "Start function unknown")
	head := grid.Row{
		Key:    process.Key + " " + start[0] + "!" + start[1],
		Cells:  make([]report.Value, len(process.Cells)),
		Thread: model.NoThread, Proc: model.NoProc, Span: process.Span,
		Whole: process.Whole, Class: process.Class, Open: process.Open,
	}
	for i, text := range []string{"process", "start_module", "start_function"} {
		head.Cells[r.index[text]] = report.Value{Kind: report.KindText, Text: [...]string{title, start[0], start[1]}[i]}
	}
	return head
}

// add adds a thread and its figures.
func (g *startGroup) add(th *grid.Row) {
	g.threads = append(g.threads, *th)
	g.head.Part += th.Part
	for i := range th.Cells {
		v, sum := &th.Cells[i], &g.head.Cells[i]
		if !v.Kind.Numeric() || v.Kind == report.KindID {
			continue
		}
		sum.Kind = v.Kind
		sum.Int += v.Int
		sum.Float += v.Float
		sum.AtLeast = sum.AtLeast || v.AtLeast
	}
}
