package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// coreTable is how each CPU spent the window: the time columns add up to its
// length.
func coreTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "cores", "CPUs"
	table.Columns = []Column{
		{Name: "cpu", Title: "CPU", Kind: KindCount},
		{Name: "run_ns", Title: "Running", Kind: KindDuration, Group: "time"},
		{Name: "idle_ns", Title: "Idle", Kind: KindDuration, Group: "time"},
		{Name: "isr_ns", Title: interruptColumn(t, model.LevelIsr), Kind: KindDuration, Group: "time"},
		{Name: "dpc_ns", Title: interruptColumn(t, model.LevelDpc), Kind: KindDuration, Group: "time"},
		{Name: "unknown_ns", Title: "Unknown", Kind: KindDuration, Group: "time"},
		{Name: "offline_ns", Title: "Offline", Kind: KindDuration, Group: "time", Sparse: true},
		{Name: "stolen_ns", Title: model.StolenTitle, Kind: KindDuration, Group: "time", Sparse: true},
		{Name: "switches", Title: "Switches", Kind: KindCount},
		{Name: "threads", Title: "Threads", Kind: KindCount},
		{Name: "busy_percent", Title: "Busy", Kind: KindPercent, Digits: 1},
		{Name: "socket", Title: "Socket", Kind: KindCount, Sparse: true},
		{Name: "node", Title: "NUMA node", Kind: KindCount, Sparse: true},
		{Name: "core", Title: "Core", Kind: KindCount, Sparse: true},
		{Name: "class", Title: "Kind", Kind: KindText, Sparse: true},
	}
	table.Columns = append(table.Columns, coreStepColumns(t)...)
	states := idleStatesOf(t)
	var total, known model.CoreTime // of all, and of those that count in shares
	var switches int64
	seenOn := make([]int32, len(t.Threads)) // 1 + the last CPU counted
	for i := range t.Cores {
		cpu := model.CPU(i)
		ct := t.CoreTime(cpu, s.Range)
		a := activityOf(t, cpu, s.Range, seenOn)
		partial := t.LossIn(cpu, s.Range)
		row := append([]Value{count(cpu)}, coreCells(&ct, partial)...)
		row = append(row, atLeast(count(a.switches), partial && a.switches > 0), count(a.threads), busy(&ct))
		row = append(row, placeCells(t.Info.Place(cpu))...)
		table.Rows = append(table.Rows, append(row, coreStepCells(t, cpu, s.Range, states)...))
		addCoreTime(&total, &ct)
		if t.Cores[i].Known {
			addCoreTime(&known, &ct)
		}
		switches += a.switches
	}
	lost := t.LossIn(model.AllCPUs, s.Range)
	table.Total = append([]Value{text("Total")}, coreCells(&total, lost)...)
	table.Total = append(table.Total, atLeast(count(switches), switches > 0 && lost), Value{}, busy(&known))
	table.Total = append(table.Total, make([]Value, len(table.Columns)-len(table.Total))...)
	table.Notes = []string{"The times of each row add up to " + measure.Duration(s.Range.Len()) + ". Running and idle exclude interrupts."}
	table.Notes = append(table.Notes, measure.TopologyNote(t.Info))
	if !t.Info.Has.Interrupts {
		table.Notes = append(table.Notes, "No interrupts were recorded: their time is part of running and idle.")
	}
	return nil
}

// activity is what happened on a CPU.
type activity struct {
	switches, toIdle int64
	threads          int // number of distinct ones that ran
}

// activityOf counts the switches of a CPU in r, and, by means of seenOn, which
// holds 1 + the last CPU on which each thread was seen, the distinct threads that
// ran. Switches after which the thread ran for no time at all are counted only over
// the whole trace.
func activityOf(t *model.Trace, cpu model.CPU, r model.Range, seenOn []int32) (a activity) {
	mark := int32(cpu) + 1
	for sl := range t.Slices(cpu, r) {
		if sl.Switched && sl.From >= r.From {
			a.switches++
			if sl.Occupant == model.OccupantIdle {
				a.toIdle++
			}
		}
		if ix, ok := sl.Occupant.Thread(); ok && int(ix) < len(seenOn) && seenOn[ix] != mark {
			seenOn[ix] = mark
			a.threads++
		}
	}
	if r == t.Whole() && t.Info.Cut.Len() == 0 {
		a.switches = t.Cores[cpu].Switches
	}
	return a
}

func coreCells(c *model.CoreTime, partial bool) []Value {
	bound := func(d model.Time) Value { return atLeast(duration(d), partial && d > 0) }
	return []Value{
		bound(c.Run), bound(c.Idle), bound(c.ISR), bound(c.DPC), duration(c.Unknown), duration(c.Offline), duration(c.Stolen),
	}
}

// placeCells are the place of a CPU, empty if unknown.
func placeCells(p model.Place) []Value {
	cells := make([]Value, 3, 4)
	for i, n := range []int32{p.Socket, p.Node, p.Core} {
		if n >= 0 {
			cells[i] = count(int64(n))
		}
	}
	return append(cells, optional(p.Class))
}

// busy is the share of the time that a CPU was not idle, empty if nothing is known
// about it.
func busy(c *model.CoreTime) Value {
	used, of, bound := c.Busy()
	if c.Unknown >= of {
		return Value{}
	}
	return atLeast(percent(used, of), bound)
}

func addCoreTime(sum, c *model.CoreTime) {
	sum.Run += c.Run
	sum.Idle += c.Idle
	sum.ISR += c.ISR
	sum.DPC += c.DPC
	sum.Unknown += c.Unknown
	sum.Offline += c.Offline
	sum.Stolen += c.Stolen
}
