package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// shareOf writes times as shares of a Denominator.
type shareOf struct {
	by     measure.Denominator
	length model.Time
	cpus   int
}

// capacity is the time of all CPUs.
func (s shareOf) capacity() float64 { return float64(s.length) * float64(s.cpus) }

func (s shareOf) cell(d float64) Value {
	whole, scale, kind := s.capacity(), 100.0, KindPercent
	switch s.by {
	case measure.PercentCore:
		whole = float64(s.length)
	case measure.PercentCores:
		whole, scale, kind = float64(s.length), 1, KindCores
	}
	v := Value{Kind: kind}
	if whole > 0 {
		v.Float = scale * d / whole
	}
	return v
}

// shareColumn is the column of such shares.
func shareColumn(by measure.Denominator, name, title string) Column {
	if by == measure.PercentCores {
		return Column{Name: name + "_cores", Key: name, Title: title, Kind: KindCores, Digits: 3}
	}
	return Column{Name: name + "_percent", Key: name, Title: title, Kind: KindPercent, Digits: 2}
}

// sampling is the table of Emulate: processes with their threads, the most time
// first, then the CPUs. A process's own row has no thread.
func sampling(t *model.Trace, s measure.Scope, table *Table) error {
	e, err := measure.Emulate(context.Background(), t, s.Range, s.Clock(), nil)
	if err != nil {
		return err
	}
	w := samplingTable{
		t: t, e: e, share: shareOf{s.Percent, s.Range.Len(), e.CPUs}, stacks: measure.StackSamplesOf(t, s.Range),
		lost: t.LossIn(model.AllCPUs, s.Range),
	}
	table.Name, table.Title = "sampling", "What a sampling tool would have shown"
	table.Columns = w.columns()
	for _, p := range w.group(s.Threads) {
		proc := &t.Processes[p.ix]
		name := processName(proc)
		if !proc.Known {
			name = text("Unknown process")
		}
		charge := e.Sum(p.threads)
		table.Rows = append(table.Rows, w.row(name, pid(proc), Value{}, &charge, e.CPUs, w.stacks.Sum(p.threads)))
		for _, ix := range p.threads {
			charge := e.Thread(ix)
			table.Rows = append(table.Rows, w.row(processName(proc), pid(proc), thread(t, ix), &charge, 1, w.stacks.Of[ix]))
		}
	}
	for i := range e.Cores {
		if t.Cores[i].Known {
			name := text(fmt.Sprintf("CPU %d", i))
			table.Rows = append(table.Rows, w.row(name, Value{}, Value{}, &e.Cores[i], 1, 0))
		}
	}
	machine := e.Machine()
	table.Total = w.row(text("All CPUs"), Value{}, Value{}, &machine, e.CPUs, w.stacks.N)
	table.Notes = w.notes(s)
	return nil
}

type samplingTable struct {
	t      *model.Trace
	e      *measure.Emulation
	share  shareOf
	stacks measure.StackSamples
	lost   bool // lost events affect the window: exact and sampled times are lower bounds
}

func (w *samplingTable) columns() []Column {
	share := func(name, title string) Column { return shareColumn(w.share.by, name, title) }
	return []Column{
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindID, Minor: true},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "exact_ns", Title: "Exact", Kind: KindDuration, Group: "time"},
		{Name: "sampled_ns", Title: "Sampled", Kind: KindDuration, Group: "time"},
		share("exact", "Exact"), share("sampled", "Sampled"), share("error", "Error"), share("interval_low", "95% CI from"), share("interval_high", "95% CI to"),
		share("mean", "Mean"), share("low", "Lowest"), share("high", "Highest"), share("deviation", "Std. deviation"),
		{Name: "stack_samples", Title: "Stack samples", Kind: KindCount, Sparse: true, Bound: true, Minor: true},
		{Name: "by_stack_samples", Title: "Stack-sample estimate", Kind: share("", "").Kind, Digits: 2, Sparse: true, Minor: true},
		w.stackInterval("low", "95% CI from"), w.stackInterval("high", "95% CI to"),
		{Name: "reading", Title: "Sampling accuracy", Kind: KindText},
	}
}

// stackInterval is the column of one end of the interval of the stack samples'
// estimate.
func (w *samplingTable) stackInterval(end, title string) Column {
	c := shareColumn(w.share.by, "by_stack_samples_"+end, "Stack-sample estimate, "+title)
	c.Sparse = true
	return c
}

type samplingProcess struct {
	ix      model.ProcIx
	exact   model.Time
	threads []model.ThreadIx
}

// group adds the threads that ran to their processes, the most time first.
func (w *samplingTable) group(threads []model.ThreadIx) []samplingProcess {
	byProc := make([]samplingProcess, len(w.t.Processes))
	for _, ix := range threads {
		if c := w.e.Threads[ix]; c != nil && c.Exact > 0 {
			p := &byProc[w.t.Threads[ix].Proc]
			p.ix = w.t.Threads[ix].Proc
			p.exact += c.Exact
			p.threads = append(p.threads, ix)
		}
	}
	byProc = slices.DeleteFunc(byProc, func(p samplingProcess) bool { return len(p.threads) == 0 })
	for _, p := range byProc {
		slices.SortStableFunc(p.threads, func(a, b model.ThreadIx) int {
			return cmp.Compare(w.e.Threads[b].Exact, w.e.Threads[a].Exact)
		})
	}
	slices.SortStableFunc(byProc, func(a, b samplingProcess) int { return cmp.Compare(b.exact, a.exact) })
	return byProc
}

func (w *samplingTable) row(name, pid, thread Value, c *measure.Charge, cpus int, samples int64) []Value {
	r, spread, share := w.e.Read(c, cpus), w.e.Spread(c), w.share.cell
	var number, estimate, from, to Value
	if samples > 0 {
		number = count(samples)
		if w.stacks.Every > 0 {
			estimate = share(w.stacks.Share(samples) * float64(w.e.Range.Len()))
			low, high := w.stacks.Interval(samples, cpus)
			from, to = share(low*float64(w.e.Range.Len())), share(high*float64(w.e.Range.Len()))
		}
	}
	used := []Value{duration(r.Exact), duration(r.Sampled), share(float64(r.Exact)), share(float64(r.Sampled))}
	means := []Value{share(spread.Mean), share(spread.Low), share(spread.High)}
	if w.lost {
		boundAll(used)
		boundAll(means)
	}
	row := append([]Value{name, pid, thread}, used...)
	row = append(append(row, share(float64(r.Error())), share(r.Low), share(r.High)), means...)
	return append(row, share(spread.Deviation), number, estimate, from, to, text(r.Words))
}

func (w *samplingTable) notes(s measure.Scope) []string {
	e := w.e
	r := measure.Rate{Count: e.Ticks[0], Window: e.Range.Len()}
	notes := []string{
		"Clock " + e.String() + ": " + r.String() + ", on each of " + measure.Plural(e.CPUs, "CPU", "CPUs") + "; " + s.Shown(w.t) + ".",
		"A tick is charged to the thread that was on the CPU just before. A thread's sampled time is its share of the " +
			"ticks, multiplied by the length of the window. Times include interrupts; the reports “cpu” and “utilization” count these separately. " +
			"The 95% confidence intervals (CI) are Wilson score intervals of the sampled share.",
		fmt.Sprintf("Mean, Lowest, Highest and Std. deviation show how the sampled share depends on the position (phase) of the clock tick; they are over %d phases.", measure.Phases),
	}
	if e.Ticks[0] < measure.LeastSamples {
		notes = append(notes, fmt.Sprintf("Too few samples: %s per CPU, but shares of threads need at least %s. Use a longer window.",
			measure.Plural(e.Ticks[0], "tick", "ticks"), measure.Count(measure.LeastSamples)))
	}
	if st := w.stacks; st.N > 0 && st.Every > 0 {
		few := ""
		if n := int64(st.Range.Len() / st.Every); n < measure.LeastSamples {
			few = "; too few samples to trust, " + measure.Count(n) + " of " + measure.Count(measure.LeastSamples) + " needed per CPU"
		}
		notes = append(notes, "Stack samples: "+measure.Rate{Count: st.N, Window: st.Range.Len()}.String()+"; each counts as "+measure.Duration(st.Every)+" of CPU time"+few+".")
	} else if st.N > 0 {
		notes = append(notes, "Stack samples: "+measure.Rate{Count: st.N, Window: st.Range.Len()}.String()+"; the sampling period is unknown.")
	}
	return notes
}
