package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// vm is the CPU time of the processes of a guest, as traced and as seen by its
// host: the correction factor is the host's figure for the guest divided by the
// guest's own.
func vm(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "vm", "Virtual machine"
	c, ok, notes := measure.GuestCorrection(t, s)
	table.Columns = vmColumns(s.Percent, c, ok)
	cpus := measure.KnownCores(t)
	row := func(name, id Value, used, stolen model.Time) []Value {
		share, corrected := vmShare(s.Percent, 100*measure.Quotient(used, s.Capacity(t)), cpus), Value{}
		if ok {
			corrected = correctedCell(c, share)
		}
		return []Value{name, id, duration(used), share, corrected, duration(stolen)}
	}
	for _, p := range vmProcesses(t, s) {
		table.Rows = append(table.Rows, row(p.name, p.pid, p.used, p.stolen))
	}
	busy, stolen := measure.MachineBusy(t, s.Range), measure.StolenIn(t, s.Range)
	table.Total = row(text("Guest total"), Value{}, busy, stolen)
	table.Notes = append([]string{s.Percent.Note(cpus)}, notes...)
	table.Notes = append(table.Notes, measure.GuestNotes(t, s, stolen)...)
	return nil
}

func vmColumns(p measure.Denominator, c measure.Correction, ok bool) []Column {
	corrected := Column{Name: "corrected_percent", Title: "Corrected", Kind: KindPercent, Digits: 2}
	if p == measure.PercentCores {
		corrected.Name, corrected.Kind = "cores_corrected", KindCores
	}
	if ok {
		corrected.Title = correctedTitle(c)
	}
	return []Column{
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindID},
		{Name: "cpu_ns", Title: "CPU usage", Kind: KindDuration, Bound: true},
		cpuColumn(p),
		corrected,
		{Name: "stolen_ns", Title: model.StolenTitle, Kind: KindDuration, Sparse: true},
	}
}

func vmShare(p measure.Denominator, share float64, cpus int) Value {
	v := Value{Kind: KindPercent, Float: p.In(share, cpus)}
	if p == measure.PercentCores {
		v.Kind = KindCores
	}
	return v
}

type vmProcess struct {
	name, pid    Value
	used, stolen model.Time
}

// vmProcesses are the processes of the threads shown that used or lost a CPU, by
// use.
func vmProcesses(t *model.Trace, s measure.Scope) []vmProcess {
	byProc := make([]vmProcess, len(t.Processes))
	stolen := measure.StolenOf(t, s.Threads, s.Range)
	for i, ix := range s.Threads {
		sums := t.Sums(ix, s.Range)
		p := &byProc[t.Threads[ix].Proc]
		p.used += sums[model.Execution]
		p.stolen += stolen[i]
	}
	var list []vmProcess
	for i := range byProc {
		if p := &byProc[i]; p.used > 0 || p.stolen > 0 {
			p.name, p.pid = processName(&t.Processes[i]), pid(&t.Processes[i])
			if !t.Processes[i].Known {
				p.name = text("Unknown process")
			}
			list = append(list, *p)
		}
	}
	slices.SortStableFunc(list, func(a, b vmProcess) int { return cmp.Compare(b.used, a.used) })
	return list
}
