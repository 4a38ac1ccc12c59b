package report

import (
	"cmp"
	"iter"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// threadColumns are the time columns of the threads table, in their order.
var threadColumns = [...]struct {
	name, title string
	cat         model.Category
	sparse      bool
}{
	{"execution_ns", "Execution", model.Execution, false},
	{"interrupt_ns", "Interrupt", model.Interrupt, true},
	{"synchronization_ns", "Sync", model.Synchronization, false},
	{"io_ns", "I/O", model.IO, false},
	{"sleep_ns", "Sleep", model.Sleep, false},
	{"memory_ns", "Memory", model.MemoryManagement, true},
	{"ui_ns", "UI", model.UIProcessing, true},
	{"preemption_ns", "Preempted", model.Preemption, false},
	{"ready_ns", "Ready", model.Dispatch, false},
	{"wait_for_work_ns", "Waiting for work", model.WaitForWork, true},
	{"unclassified_ns", "Unclassified", model.Unclassified, true},
	{"unknown_ns", "Unknown", model.UnknownCategory, true},
}

// threads is the per-thread breakdown with context switches and dispatch latencies,
// by execution time.
func threads(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "threads", "Threads"
	table.Columns = append(threadTableColumns(), speedColumns(t)...)
	sampled := measure.SampledOf(t, s.Range)
	rows := rankedThreads(t, s, sampled)
	var total threadRow
	cells, partial := make([]Value, 0, len(table.Columns)), make([]bool, len(table.Columns))
	for row := range rows {
		total.add(row)
		cells = row.cells(cells[:0], t, sampled)
		for i := range cells {
			partial[i] = partial[i] || cells[i].AtLeast
		}
		if len(s.Threads) <= mostKept {
			table.Rows = append(table.Rows, slices.Clone(cells))
		}
	}
	if len(s.Threads) > mostKept {
		table.Bounds = slices.Contains(partial, true)
		table.Stream = func(yield func([]Value) bool) {
			cells := make([]Value, 0, len(table.Columns)) // another walk may run concurrently
			for row := range rows {
				if !yield(row.cells(cells, t, sampled)) {
					return
				}
			}
		}
	}
	table.Total = total.totals(t, sampled)
	for i := range table.Total {
		table.Total[i].AtLeast = table.Total[i].Kind != KindNone && partial[i]
	}
	table.Notes = []string{s.Shown(t) + " in " + measure.Window(s.Range) + ". The column “Ready count” and the latencies include only ready times that ended."}
	if sampled.Any() {
		table.Notes = append(table.Notes, sampled.Sentence())
	}
	if total.stolen > 0 {
		table.Notes = append(table.Notes, model.StolenTitle+": the part of the preempted time in which the thread was switched in, although it did not run by the kernel's accounting.")
	}
	if total.throttled > 0 {
		table.Notes = append(table.Notes, "CPU quota: the part of the ready and preempted time in which a control group's quota kept the thread off the CPUs.")
	}
	if t.Accounts() {
		table.Notes = append(table.Notes, accountNote)
	}
	if t.HasFrequencies() {
		table.Notes = append(table.Notes, speedNote)
	}
	return nil
}

// mostKept is for how many threads the rows are kept. Rows take 2 KB each; for more
// threads they are recomputed each time.
const mostKept = 10_000

// rankedThreads are the rows of the threads, by execution time.
func rankedThreads(t *model.Trace, s measure.Scope, sampled *measure.Sampled) iter.Seq[*threadRow] {
	type rank struct {
		ix        model.ThreadIx
		execution model.Time
		samples   int64
		row       *threadRow // nil if it is not kept
	}
	ranks := make([]rank, len(s.Threads))
	measure.Each(len(ranks), func() func(int) {
		var w threadWalk
		return func(i int) {
			row := w.row(t, s.Threads[i], s.Range)
			ranks[i] = rank{ix: row.ix, execution: row.sums[model.Execution]}
			if len(ranks) <= mostKept {
				kept := row
				ranks[i].row = &kept
			}
		}
	})
	for i := range ranks {
		ranks[i].samples = sampled.Thread(ranks[i].ix)
	}
	slices.SortStableFunc(ranks, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.execution, a.execution), cmp.Compare(b.samples, a.samples))
	})
	return func(yield func(*threadRow) bool) {
		var w threadWalk
		var again threadRow
		for _, r := range ranks {
			row := r.row
			if row == nil {
				again = w.row(t, r.ix, s.Range)
				row = &again
			}
			row.samples = r.samples
			if !yield(row) {
				return
			}
		}
	}
}

func threadTableColumns() []Column {
	cols := []Column{
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindID, Minor: true},
		{Name: "tid", Title: "TID", Kind: KindID},
		{Name: "incarnation", Title: "Earlier threads with this TID", Kind: KindCount, Sparse: true, Minor: true},
		{Name: "name", Title: "Thread", Kind: KindText},
		{Name: "start_ns", Title: "Start", Kind: KindInstant, Sparse: true, Minor: true},
		{Name: "end_ns", Title: "End", Kind: KindInstant, Minor: true},
	}
	for _, c := range threadColumns {
		cols = append(cols, Column{Name: c.name, Title: c.title, Kind: KindDuration, Group: "time", Sparse: c.sparse, Minor: c.sparse && c.cat != model.UnknownCategory})
	}
	cols = append(cols, sampledColumns()...)
	return append(cols,
		Column{Name: "switches_in", Title: "Switches", Kind: KindCount},
		Column{Name: "voluntary", Title: "Waits", Kind: KindCount, Minor: true},
		Column{Name: "involuntary", Title: "Preemptions", Kind: KindCount, Minor: true},
		Column{Name: "yields", Title: "Yields", Kind: KindCount, Sparse: true, Minor: true},
		Column{Name: "migrations", Title: "Migrations", Kind: KindCount, Minor: true},
		Column{Name: "ready_count", Title: "Ready count", Kind: KindCount, Minor: true},
		Column{Name: "ready_mean_ns", Title: "Ready mean", Kind: KindDuration, Group: "latency", Minor: true},
		Column{Name: "ready_p50_ns", Title: "p50", Kind: KindDuration, Group: "latency", Minor: true},
		Column{Name: "ready_p99_ns", Title: "p99", Kind: KindDuration, Group: "latency"},
		Column{Name: "ready_max_ns", Title: "Max", Kind: KindDuration, Group: "latency"},
		Column{Name: "stolen_ns", Title: model.StolenTitle, Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
		Column{Name: "throttled_ns", Title: "CPU quota", Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
		Column{Name: "accounted_ns", Title: "Accounted CPU time", Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
		Column{Name: "account_change_percent", Title: "Accounted vs. context switches", Kind: KindChange, Digits: 1, Sparse: true, Minor: true},
	)
}

// threadRow holds the figures of one thread.
type threadRow struct {
	ix    model.ThreadIx
	sums  model.Sums
	sched model.Scheduling
	ready measure.Latency

	samples int64 // that stand for time themselves
	account model.Account
	stolen  model.Time // of the preempted time
	// throttled is the part of the ready and preempted time in which a quota kept the
	// thread off the CPUs.
	throttled model.Time
	speed     measure.Speed
}

// threadWalk computes rows; it keeps the buffer that they share.
type threadWalk struct{ sample []model.Time }

// row computes the figures of a thread in r.
func (w *threadWalk) row(t *model.Trace, ix model.ThreadIx, r model.Range) threadRow {
	row := threadRow{ix: ix, sums: t.Sums(ix, r)}
	row.sched, w.sample = t.Scheduling(ix, r, w.sample[:0])
	row.ready, _ = measure.LatencyOf(w.sample)
	row.account = t.Account(ix, r)
	row.stolen = t.StolenTime(ix, r)
	row.throttled = t.ThrottledTime(ix, r)
	if t.HasFrequencies() {
		row.speed = measure.SpeedOf(t, ix, r)
	}
	return row
}

// add sums up rows for the last line.
func (row *threadRow) add(o *threadRow) {
	row.sums.Add(&o.sums)
	measure.AddScheduling(&row.sched, &o.sched)
	row.ready.N += o.ready.N
	row.samples += o.samples
	row.account.Add(o.account)
	row.stolen += o.stolen
	row.throttled += o.throttled
	row.speed.Add(&o.speed)
}

// cells appends the row's cells.
func (row *threadRow) cells(cells []Value, t *model.Trace, sampled *measure.Sampled) []Value {
	th, p := &t.Threads[row.ix], t.Process(row.ix)
	cells = append(cells, processName(p), pid(p), ID(th.TID), count(th.Incarnation), text(th.Name()),
		instant(th.Life.From), instant(th.Life.To))
	cells = row.figures(cells, t, sampled, th.Life.Clip(sampled.Range).Len())
	if l := &row.ready; l.N == 0 {
		cells = append(cells, Value{}, Value{}, Value{}, Value{})
	} else {
		cells = append(cells, duration(l.Mean), duration(l.P50), duration(l.P99), duration(l.Max))
	}
	cells = append(cells, stolenCell(t, row.stolen), throttledCell(t, row.throttled))
	cells = append(cells, accountCells(t, row.account, row.sched.Lost)...)
	return append(cells, speedCells(t, &row.speed)...)
}

// figures appends the cells that can be added up. The sampled time is at most most,
// if that is not 0.
func (row *threadRow) figures(cells []Value, t *model.Trace, sampled *measure.Sampled, most model.Time) []Value {
	for _, c := range threadColumns {
		d := row.sums[c.cat]
		if d == 0 && !t.Recorded(c.cat) {
			cells = append(cells, Value{})
			continue
		}
		cells = append(cells, atLeast(duration(d), row.sched.Lost && d > 0 && c.cat != model.UnknownCategory))
	}
	cells = append(cells, sampledCells(sampled, row.samples, most)...)
	c := &row.sched
	seen := func(n int) Value { return atLeast(count(n), c.Lost && n > 0) }
	return append(cells, seen(c.In), seen(c.Voluntary), count(c.Involuntary), seen(c.Yields), seen(c.Cross), count(row.ready.N))
}

func (row *threadRow) totals(t *model.Trace, sampled *measure.Sampled) []Value {
	cells := append([]Value{text("Total")}, make([]Value, 6)...)
	cells = row.figures(cells, t, sampled, 0)
	cells = append(cells, make([]Value, 4)...)
	cells = append(cells, stolenCell(t, row.stolen), throttledCell(t, row.throttled))
	cells = append(cells, accountCells(t, row.account, row.sched.Lost)...)
	return append(cells, speedCells(t, &row.speed)...)
}

// throttledCell is a time in which a quota kept threads off the CPUs, empty if the trace
// has no quota.
func throttledCell(t *model.Trace, d model.Time) Value {
	if len(t.Info.Groups) == 0 {
		return Value{}
	}
	return duration(d)
}

// sampledColumns are the columns of sampledCells.
func sampledColumns() []Column {
	var cols []Column
	for _, c := range []struct{ name, title string }{{"sampled", "Sampled"}, {"sampled_low", "95% CI from"}, {"sampled_high", "95% CI to"}} {
		cols = append(cols, Column{Name: c.name + "_ns", Title: c.title, Kind: KindDuration, Group: "time", Sparse: true})
	}
	for _, c := range []struct{ name, title string }{{"sampled", "Samples"}, {"sampled_low", "95% CI from"}, {"sampled_high", "95% CI to"}} {
		cols = append(cols, Column{Name: c.name + "_percent", Title: c.title, Kind: KindPercent, Digits: 2, Sparse: true})
	}
	return cols
}

// sampledCells are the estimate of a number of samples: times, or shares if these are
// unknown. They are empty in a trace without such samples.
func sampledCells(s *measure.Sampled, samples int64, most model.Time) []Value {
	cells := make([]Value, 6)
	if !s.Any() {
		return cells
	}
	e := s.Estimate(samples, most)
	if s.Period > 0 {
		cells[0] = atLeast(duration(e.Time), s.Lost && e.Time > 0)
		cells[1], cells[2] = duration(e.Low), duration(e.High)
		return cells
	}
	for i, share := range []float64{e.Share, e.ShareLow, e.ShareHigh} {
		cells[3+i] = Value{Kind: KindPercent, Float: 100 * share}
	}
	return cells
}
