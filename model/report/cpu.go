package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// cpu is the CPU scheduling summary: net CPU time by process and thread, most
// first, with the function that each thread was started with. A process's own row,
// without tid, holds the sum of the threads below it; idle, interrupts and what the
// trace does not show are rows of their own, so that the rows without tid add up to
// the capacity of the CPUs.
func cpu(t *model.Trace, s measure.Scope, table *Table) error {
	ct := knownTime(t, s.Range)
	b := cpuSummary{
		s: s, processors: measure.KnownCores(t), attributed: ct.Run + ct.Idle,
		partial: t.LossIn(model.AllCPUs, s.Range),
	}
	length := s.Range.Len()
	table.Name = "cpu"
	table.Title = "CPU scheduling summary: " + measure.Plural(b.processors, "CPU", "CPUs") + " × " + measure.Duration(length) +
		" = " + measure.Duration(s.Capacity(t))
	table.Columns = cpuColumns(s.Percent)
	procs, hidden := b.group(t)
	b.starts = t.StartFunctions(indexes(procs))
	for i := range procs {
		b.process(t, table, &procs[i])
	}
	relative, unused := table.Column("relative_percent"), map[int]bool{}
	for _, r := range []struct {
		name             string
		length           model.Time
		used, attributed bool
	}{
		{"Threads not shown", hidden, true, true},
		{"Idle", ct.Idle, false, true},
		{interruptsTitle(t), ct.ISR + ct.DPC, true, false},
		{model.StolenTitle, ct.Stolen, true, false},
		{"Unattributed", ct.Unknown + ct.Offline, false, false},
	} {
		if r.length > 0 {
			row := b.row(cpuRow{name: text(r.name)}, r.length)
			if !r.attributed {
				row[relative] = Value{}
			}
			unused[len(table.Rows)] = !r.used
			table.add(0, row)
		}
	}
	table.Total = b.row(cpuRow{name: text("Capacity")}, s.Capacity(t))
	table.Total[table.Column("cpu_ns")].AtLeast, table.Total[relative] = false, Value{}
	table.Notes = append(b.notes(t), accountNotes(t, s)...)
	if !table.correct(t, s, "cpu", unused) && measure.Virtualized(t, s) {
		table.Notes = append(table.Notes, "Recorded in a virtual machine: CPU use may include time that the host took. The report “vm” corrects it by the host's figures.")
	}
	return nil
}

// knownTime is how all known CPUs spent r.
func knownTime(t *model.Trace, r model.Range) (sum model.CoreTime) {
	for c := range t.Cores {
		if t.Cores[c].Known {
			one := t.CoreTime(model.CPU(c), r)
			addCoreTime(&sum, &one)
		}
	}
	return sum
}

func cpuColumns(p measure.Denominator) []Column {
	return []Column{
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindID},
		{Name: "tid", Title: "TID", Kind: KindID, Minor: true},
		{Name: plainThread, Title: "Thread", Kind: KindThread},
		{Name: "start_module", Title: "Start module", Kind: KindText, Sparse: true, Minor: true},
		{Name: "start_function", Title: "Start function", Kind: KindText, Sparse: true},
		{Name: "cpu_ns", Title: "CPU usage", Kind: KindDuration},
		cpuColumn(p),
		{Name: "relative_percent", Title: "Relative share", Kind: KindPercent, Digits: 2, Minor: true},
	}
}

type cpuSummary struct {
	s          measure.Scope
	processors int
	attributed model.Time // running and idle: the whole of which the relative share is a part
	partial    bool
	starts     map[model.ThreadIx]model.Start
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

func indexes(procs []cpuProcess) []model.ProcIx {
	list := make([]model.ProcIx, len(procs))
	for i := range procs {
		list[i] = procs[i].ix
	}
	return list
}

// group sums up the execution of the threads shown by process, and that of the
// threads not shown. Threads that did not run are left out.
func (b *cpuSummary) group(t *model.Trace) (procs []cpuProcess, hidden model.Time) {
	shown := measure.InSet(t, b.s.Threads)
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

// process adds the rows of a process and its threads.
func (b *cpuSummary) process(t *model.Trace, table *Table, p *cpuProcess) {
	proc := &t.Processes[p.ix]
	name := processName(proc)
	if !proc.Known {
		name = text("Unknown process")
	}
	table.add(0, b.row(cpuRow{name: name, pid: pid(proc)}, p.used))
	for _, th := range p.threads {
		start := b.starts[th.ix]
		table.add(1, b.row(cpuRow{
			name: processName(proc), pid: pid(proc), tid: ID(t.Threads[th.ix].TID), thread: thread(t, th.ix),
			module: optional(start.Module), function: optional(start.Function),
		}, th.used))
	}
}

// cpuRow is what identifies a row.
type cpuRow struct{ name, pid, tid, thread, module, function Value }

func (b *cpuSummary) row(r cpuRow, used model.Time) []Value {
	return []Value{
		r.name, r.pid, r.tid, r.thread, r.module, r.function, atLeast(duration(used), b.partial),
		shareCell(b.s.Percent, used, b.s.Range.Len(), b.processors), percent(used, b.attributed),
	}
}

func (b *cpuSummary) notes(t *model.Trace) []string {
	return []string{
		"Capacity is " + measure.Plural(b.processors, "CPU", "CPUs") + " over " + measure.Duration(b.s.Range.Len()) +
			". Relative share: the CPU time as a share of all running and idle time.",
		b.s.Target.Sentence(t),
		"The target used " + measure.DenominatorsOf(b.targetTime(t), b.s.Range.Len(), b.processors).String() + ".",
	}
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

// shareCell is a share of CPU time as a cell.
func shareCell(p measure.Denominator, used, window model.Time, processors int) Value {
	kind := KindPercent
	if p == measure.PercentCores {
		kind = KindCores
	}
	return Value{Kind: kind, Float: p.Of(used, window, processors)}
}

// cpuColumn is the heading of the column of shares of CPU time, whose name
// distinguishes percentages from numbers of CPUs.
func cpuColumn(p measure.Denominator) Column {
	c := Column{Name: "cpu_percent", Key: "cpu", Title: "CPU", Kind: KindPercent, Digits: 2}
	switch p {
	case measure.PercentCore:
		c.Title = "Share of one CPU"
	case measure.PercentCores:
		c.Name, c.Kind = "cores", KindCores
	}
	return c
}
