package query

import (
	"slices"

	"threadlens/app/grid"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// Run makes the summary: the data of `threadlens report cpu`, with the rows of the threads below
// those of their processes. It fails with a window outside the trace.
func (q CPU) Run() (*grid.Content, error) {
	find, _ := report.Find("cpu")
	table, err := find.Run(q.Trace, measure.Scope{
		Range: q.Window, Percent: q.Percent, Guest: q.Guest, Target: measure.Target{Procs: q.Targets},
	})
	if err != nil {
		return nil, err
	}
	r := cpuSummary{CPU: q, index: table.ColumnsByKey(), content: &grid.Content{Table: table}}
	r.findThreads()
	for _, cells := range table.Rows {
		r.add(cells)
	}
	r.threadCounts()
	r.regroup()
	r.content.Columns = r.columns()
	if table.Total != nil {
		total := r.row(table.Total)
		total.Class = paint.ClassIdle // no bar
		r.content.Total = &total
	}
	return r.content, nil
}

// columns are the columns on screen: the report's, and the bar.
func (r *cpuSummary) columns() []grid.Column {
	var list []grid.Column
	for i, c := range r.content.Table.Columns {
		if c.Name == columnBefore {
			list = append(list, grid.Column{Name: "bar", Mix: true, Bar: true, Width: 90, Help: "Share of the time of all CPUs, as a bar"})
		}
		col := grid.Column{
			Name: c.Name, Title: c.Title, Kind: c.Kind, Digits: c.Digits, Help: cpuHelp[c.Name],
			Width: cpuWidths[c.Name], Adds: c.Name == "cpu_ns", Link: i == 0,
			// The first column names threads in their rows.
			Off: c.Sparse && r.empty(i) || c.Name == "thread",
		}
		// For the layout each share is one column, whatever its unit.
		switch c.Key {
		case "cpu_corrected":
			col.Name, col.Help, col.Adds = "cpu_percent_corrected", correctedHelp, true
		case "cpu":
			col.Name, col.Help, col.Adds = "cpu_percent", PercentWords(r.Percent), true
		}
		list = append(list, col)
	}
	return list
}

var cpuHelp = map[string]string{
	"process":          "The process, with its threads below it; click to show its share in the chart",
	"tid":              "Thread id; in the row of a process, how many of its threads ran",
	"thread":           "The thread's name and id",
	"start_module":     "Module of the thread's start function",
	"start_function":   "The thread's start function",
	"cpu_ns":           "Time on CPUs in the time window, without interrupts",
	"relative_percent": "The CPU time as a share of the running and idle time of all CPUs",
}

var cpuWidths = map[string]float32{
	"process": 250, "pid": 70, "tid": 92, "thread": 180, "start_module": 120, "start_function": 300, "cpu_ns": 130, "relative_percent": 96,
}

// StartsKnown reports whether a CPU scheduling summary contains the functions with which threads
// were started.
func StartsKnown(c *grid.Content) bool {
	return slices.ContainsFunc(c.Columns, func(col grid.Column) bool {
		return (col.Name == "start_function" || col.Name == "start_module") && !col.Off
	})
}
