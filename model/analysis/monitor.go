package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// How far back a monitor looks, ns: for its averages and graphs, and for what it
// calls now.
const (
	MonitorWindow model.Time = 60e9
	MonitorNow    model.Time = 1e9
)

// Monitor is what a monitor of processes shows at an instant: the end of Window.
type Monitor struct {
	Window model.Range // at most MonitorWindow long
	Now    model.Range // its end, at most MonitorNow long
	CPUs   int         // known processors
	Rows   []MonitorRow
	// Interrupts is the time of interrupts and deferred calls on all processors.
	Interrupts MonitorTime
	Cores      []MonitorCore // known ones
}

// MonitorTime is a processor time inside Monitor.Now and Monitor.Window.
type MonitorTime struct{ Now, Window model.Time }

// MonitorRow is a process that ran in the window or has threads at its end.
type MonitorRow struct {
	Proc    model.ProcIx
	Threads int // at the end of the window
	MonitorTime
}

// MonitorCore is a processor: how much of each part of the window it was busy, in
// shares from 0 to 1, the latest last.
type MonitorCore struct {
	CPU  model.CPU
	Busy []float64
	MonitorTime
}

// MonitorAt makes the monitor of some threads at an instant; nothing before from
// is looked at.
func MonitorAt(t *model.Trace, threads []model.ThreadIx, from, at model.Time) Monitor {
	at = min(max(at, 0), t.End)
	m := Monitor{Window: model.Range{From: min(at, max(from, 0, at-MonitorWindow)), To: at}}
	m.Now = model.Range{From: max(m.Window.From, at-MonitorNow), To: at}
	byProc := make([]MonitorRow, len(t.Processes))
	for _, ix := range threads {
		p := &byProc[t.Threads[ix].Proc]
		window, now := t.Sums(ix, m.Window), t.Sums(ix, m.Now)
		p.Window += window[model.Execution]
		p.Now += now[model.Execution]
		if life := t.Threads[ix].Life; life.From < at && life.To >= at {
			p.Threads++
		}
	}
	for i := range byProc {
		if byProc[i].Proc = model.ProcIx(i); byProc[i].Threads > 0 || byProc[i].Window > 0 {
			m.Rows = append(m.Rows, byProc[i])
		}
	}
	slices.SortStableFunc(m.Rows, func(a, b MonitorRow) int { return cmp.Compare(b.Window, a.Window) })
	for c := range t.Cores {
		if t.Cores[c].Known {
			m.CPUs++
			m.core(t, model.CPU(c))
		}
	}
	return m
}

// core adds a processor.
func (m *Monitor) core(t *model.Trace, cpu model.CPU) {
	busy := func(r model.Range) (all, interrupts model.Time) {
		ct := t.CoreTime(cpu, r)
		return ct.Run + ct.ISR + ct.DPC, ct.ISR + ct.DPC
	}
	c := MonitorCore{CPU: cpu}
	var window, now model.Time
	c.Window, window = busy(m.Window)
	c.Now, now = busy(m.Now)
	m.Interrupts.Window += window
	m.Interrupts.Now += now
	for to := m.Window.To; to > m.Window.From; to -= MonitorNow {
		r := model.Range{From: max(m.Window.From, to-MonitorNow), To: to}
		all, _ := busy(r)
		c.Busy = append(c.Busy, quotient(all, r.Len()))
	}
	slices.Reverse(c.Busy)
	m.Cores = append(m.Cores, c)
}

// monitorAverageAt is the column of the average share.
const monitorAverageAt = 5

// monitor is the table of MonitorAt at the end of the scope.
func monitor(t *model.Trace, s Scope, table *Table) error {
	m := MonitorAt(t, s.Threads, s.Range.From, s.Range.To)
	table.Name, table.Title = "monitor", "Monitor"
	table.Columns = []Column{
		{Name: "image", Title: "Image", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindCount},
		{Name: "status", Title: "Status", Kind: KindText},
		{Name: "threads", Title: "Threads", Kind: KindCount},
		shareColumn(s.Percent, "now", "CPU"),
		shareColumn(s.Percent, "average", "Average CPU"),
		{Name: "cpu_ns", Title: "CPU usage", Kind: KindDuration},
	}
	share := func(used model.Time, of model.Range) Value { return s.Percent.Value(used, of.Len(), m.CPUs) }
	lostNow, lost := t.LossIn(model.AllCPUs, m.Now), t.LossIn(model.AllCPUs, m.Window)
	add := func(image, pid, status, threads Value, used MonitorTime) {
		figures := []Value{share(used.Now, m.Now), share(used.Window, m.Window), duration(used.Window)}
		if lost {
			boundAll(figures)
		}
		figures[0].AtLeast = figures[0].AtLeast && lostNow
		table.Rows = append(table.Rows, append([]Value{image, pid, status, threads}, figures...))
	}
	for _, r := range m.Rows {
		p := &t.Processes[r.Proc]
		name, status := processName(p), "running"
		if !p.Known {
			name = text("Unknown process")
		}
		if r.Threads == 0 {
			status = "ended"
		}
		add(name, pid(p), text(status), count(r.Threads), r.MonitorTime)
	}
	add(text("System Interrupts"), Value{}, text("running"), Value{}, m.Interrupts)
	table.Notes = []string{
		"As a monitor would show it at " + Instant(m.Window.To, s.Range) + ": CPU is that of the last " + Duration(m.Now.Len()) +
			", average CPU that of the last " + Duration(m.Window.Len()) + ".",
	}
	table.correct(t, s, monitorAverageAt, func([]Value) bool { return true })
	return nil
}
