package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// cpu is the CPU scheduling summary: net CPU time by process and thread, most
// first. A process's own row, without tid, holds the sum of the threads below
// it; idle, interrupts and what the trace does not tell are rows of their own,
// so that the rows without tid add up to the capacity of the processors.
func cpu(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "cpu", "CPU scheduling summary"
	table.Columns = cpuColumns(s.Percent)
	b := cpuSummary{s: s, capacity: s.capacity(t)}
	procs, hidden := b.group(t)
	var ct model.CoreTime
	for c := range t.Cores {
		if t.Cores[c].Known {
			one := t.CoreTime(model.CPU(c), s.Range)
			addCoreTime(&ct, &one)
		}
	}
	b.attributed = ct.Run + ct.Idle
	b.partial = lossIn(t, model.AllCPUs, s.Range)
	for _, p := range procs {
		proc := &t.Processes[p.ix]
		name := processName(proc)
		if !proc.Known {
			name = text("Unknown process")
		}
		table.Rows = append(table.Rows, b.row(name, pid(proc), Value{}, p.used))
		for _, th := range p.threads {
			tid := count(t.Threads[th.ix].TID)
			table.Rows = append(table.Rows, b.row(processName(proc), pid(proc), tid, th.used))
		}
	}
	for _, r := range []struct {
		name string
		used model.Time
	}{
		{"Threads not shown", hidden},
		{"Idle", ct.Idle},
		{"Interrupts and DPCs", ct.ISR + ct.DPC},
		{"Unattributed", ct.Unknown + ct.Offline},
	} {
		if r.used > 0 {
			table.Rows = append(table.Rows, b.row(text(r.name), Value{}, Value{}, r.used))
		}
	}
	table.Total = b.row(text("Capacity"), Value{}, Value{}, b.capacity)
	table.Total[5].AtLeast, table.Total[7] = false, Value{}
	table.Notes = b.notes(t)
	return nil
}

func cpuColumns(p Denominator) []Column {
	share := Column{Name: "percent_cpu", Title: "CPU", Kind: KindPercent, Digits: 2}
	switch p {
	case PercentCore:
		share.Title = "CPU of one core"
	case PercentCores:
		share.Title, share.Kind = "CPU", KindCores
	}
	return []Column{
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindCount},
		{Name: "tid", Title: "TID", Kind: KindCount},
		{Name: "start_module", Title: "Start module", Kind: KindText, Sparse: true},
		{Name: "start_function", Title: "Start function", Kind: KindText, Sparse: true},
		{Name: "cpu_ns", Title: "CPU usage", Kind: KindDuration},
		share,
		{Name: "percent_relative", Title: "Relative", Kind: KindPercent, Digits: 2},
	}
}

type cpuSummary struct {
	s          Scope
	capacity   model.Time // of all known processors
	attributed model.Time // running and idle: what the relative share is of
	partial    bool
}

type cpuThread struct {
	ix   model.ThreadIx
	used model.Time
}

type cpuProcess struct {
	ix      model.ProcIx
	used    model.Time
	threads []cpuThread
}

// group sums up the execution of the threads shown by process, and that of the
// threads not shown. Threads that did not run are left out.
func (b *cpuSummary) group(t *model.Trace) (procs []cpuProcess, hidden model.Time) {
	shown := inSet(t, b.s.Threads)
	byProc := make([]cpuProcess, len(t.Processes))
	for i := range t.Threads {
		ix := model.ThreadIx(i)
		sums := t.Sums(ix, b.s.Range)
		used := sums[model.Execution]
		switch p := &byProc[t.Threads[i].Proc]; {
		case used == 0:
		case !shown[i]:
			hidden += used
		default:
			p.used += used
			p.threads = append(p.threads, cpuThread{ix, used})
		}
	}
	for i := range byProc {
		if p := &byProc[i]; len(p.threads) > 0 {
			p.ix = model.ProcIx(i)
			slices.SortStableFunc(p.threads, func(a, b cpuThread) int { return cmp.Compare(b.used, a.used) })
			procs = append(procs, *p)
		}
	}
	slices.SortStableFunc(procs, func(a, b cpuProcess) int { return cmp.Compare(b.used, a.used) })
	return procs, hidden
}

func (b *cpuSummary) row(name, pid, tid Value, used model.Time) []Value {
	var of Value
	switch b.s.Percent {
	case PercentCore:
		of = percent(used, b.s.Range.Len())
	case PercentCores:
		of = cores(used, b.s.Range.Len())
	default:
		of = percent(used, b.capacity)
	}
	return []Value{
		name, pid, tid, {}, {}, atLeast(duration(used), b.partial), of, percent(used, b.attributed),
	}
}

func (b *cpuSummary) notes(t *model.Trace) []string {
	notes := []string{
		"Capacity is " + plural(knownCores(t), "processor", "processors") + " over " + Duration(b.s.Range.Len()) +
			". Relative shares are of running and idle time.",
		b.s.Target.name(t),
		"The target used " + DenominatorsOf(b.targetTime(t), b.s.Range.Len(), knownCores(t)).String() + ".",
	}
	if Virtualized(t, b.s) {
		notes = append(notes, "Virtualized, uncorrected: see the report vm.")
	}
	return notes
}

// targetTime is the CPU time of the target's threads.
func (b *cpuSummary) targetTime(t *model.Trace) model.Time {
	var used model.Time
	for _, p := range b.s.Target.Procs {
		for _, ix := range t.Processes[p].Threads {
			sums := t.Sums(ix, b.s.Range)
			used += sums[model.Execution]
		}
	}
	return used
}

// inSet is list as a set.
func inSet(t *model.Trace, list []model.ThreadIx) []bool {
	set := make([]bool, len(t.Threads))
	for _, ix := range list {
		set[ix] = true
	}
	return set
}
