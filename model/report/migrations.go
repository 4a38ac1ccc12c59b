package report

import (
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// migrations counts each thread's switches onto a CPU other than the one that it
// ran on last. Shares are of the switches whose previous CPU is known.
func migrations(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "migrations", "Context switches and migrations"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "switches", Title: "Switches", Kind: KindCount},
		{Name: "cross_core", Title: "Cross-CPU migrations", Kind: KindCount},
		{Name: "cross_core_percent", Title: "Cross-CPU share", Kind: KindPercent, Digits: 1},
		{Name: "to_sibling", Title: "To SMT sibling", Kind: KindCount, Sparse: true},
		{Name: "cross_socket", Title: "Cross-socket migrations", Kind: KindCount, Sparse: true},
		{Name: "cross_socket_percent", Title: "Cross-socket share", Kind: KindPercent, Digits: 1, Sparse: true},
		{Name: "cross_node", Title: "Cross-node migrations", Kind: KindCount, Sparse: true},
		{Name: "cross_node_percent", Title: "Cross-node share", Kind: KindPercent, Digits: 1, Sparse: true},
	}
	table.Columns = append(table.Columns, sliceColumns()...)
	type row struct {
		ix model.ThreadIx
		model.Scheduling
		cpu model.Time
	}
	rows := make([]row, len(s.Threads))
	for i, c := range SchedulingOf(t, s.Threads, s.Range) {
		rows[i] = row{s.Threads[i], c, onCPU(t, s.Threads[i], s.Range)}
	}
	var total model.Scheduling
	var cpu model.Time
	for i := range rows {
		measure.AddScheduling(&total, &rows[i].Scheduling)
		cpu += rows[i].cpu
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.Cross != b.Cross {
			return b.Cross - a.Cross
		}
		return b.In - a.In
	})
	for _, r := range rows {
		cells := append([]Value{thread(t, r.ix)}, switchCells(t.Info, &r.Scheduling)...)
		cells = append(cells, sliceCells(&r.Scheduling, r.cpu, processName(t.Process(r.ix)))...)
		boundSums(table, cells, r.Lost)
		table.Rows = append(table.Rows, cells)
	}
	table.Total = append(append([]Value{text("Total")}, switchCells(t.Info, &total)...), sliceCells(&total, cpu, Value{})...)
	sumMarks(table.Total, table.Rows)
	table.Notes = []string{
		fmt.Sprintf("Switches that moved the thread to another CPU: %d of the %s for which the previous CPU is known.", total.Cross, measure.Count(int64(total.Known))),
	}
	all, idle := switchesIn(t, s.Range)
	table.Notes = append(table.Notes, fmt.Sprintf("All CPUs: %s (%s of them to idle), %.4g per second.",
		measure.Plural(all, "switch", "switches"), measure.Count(idle), 1e9*measure.Quotient(model.Time(all), s.Range.Len())))
	table.Notes = append(table.Notes, measure.TopologyNote(t.Info))
	return nil
}

// SchedulingOf counts the switches of each of the threads in r.
func SchedulingOf(t *model.Trace, threads []model.ThreadIx, r model.Range) []model.Scheduling {
	counts := make([]model.Scheduling, len(threads))
	measure.Each(len(threads), func() func(int) {
		var latencies []model.Time // not requested, but the buffer is reused
		return func(i int) {
			counts[i], latencies = t.Scheduling(threads[i], r, latencies[:0])
		}
	})
	return counts
}

// boundSums marks the counts and the CPU time of a row that lost events affect:
// there may be more. Shares and means of them may be more or less.
func boundSums(table *Table, cells []Value, lost bool) {
	for i, c := range table.Columns {
		if lost && (c.Kind == KindCount || c.Name == "cpu_ns") {
			boundAll(cells[i : i+1])
		}
	}
}

// switchCells are the counts; those for unknown places are empty.
func switchCells(n *model.Info, c *model.Scheduling) []Value {
	known := model.Time(c.Known)
	cells := []Value{count(c.In), count(c.Cross), percent(model.Time(c.Cross), known), {}, {}, {}, {}, {}}
	socket, node, core := n.Knows()
	if core {
		cells[3] = count(c.ToSibling)
	}
	if socket {
		cells[4], cells[5] = count(c.CrossSocket), percent(model.Time(c.CrossSocket), known)
	}
	if node {
		cells[6], cells[7] = count(c.CrossNode), percent(model.Time(c.CrossNode), known)
	}
	return cells
}

// switchesIn counts the context switches of all CPUs in r, and those that ended in
// idle.
func switchesIn(t *model.Trace, r model.Range) (all, idle int64) {
	for c := range t.Cores {
		a := activityOf(t, model.CPU(c), r, nil)
		all += a.switches
		idle += a.toIdle
	}
	return all, idle
}
