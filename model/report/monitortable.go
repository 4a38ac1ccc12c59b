package report

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// monitor is the table of MonitorAt at the end of the scope.
func monitor(t *model.Trace, s measure.Scope, table *Table) error {
	m := measure.MonitorAt(t, s.Threads, s.Range.From, s.Range.To)
	fillMonitor(&m, s.Percent, table)
	table.Notes = []string{
		"The table shows the processes as a CPU monitor would at " + measure.Instant(m.Window.To, s.Range) + ". The column “CPU” covers the last " + measure.Duration(m.Now.Len()) +
			", the column “Average CPU” the last " + measure.Duration(m.Window.Len()) + ".",
	}
	table.correct(t, s, "average", nil)
	return nil
}

// MonitorTable is what a monitor shows, process by process with their threads, with
// shares in the denominator percent.
func MonitorTable(m *measure.Monitor, percent measure.Denominator) *Table {
	table := &Table{Range: m.Window}
	fillMonitor(m, percent, table)
	return table
}

func fillMonitor(m *measure.Monitor, percent measure.Denominator, table *Table) {
	table.Name, table.Title = "monitor", "Monitor"
	table.Columns = []Column{
		{Name: "image", Title: "Name", Kind: KindText, Nested: true},
		{Name: "pid", Title: "PID", Kind: KindID},
		{Name: "tid", Title: "TID", Kind: KindID},
		{Name: "status", Title: "Status", Kind: KindText},
		{Name: "threads", Title: "Threads", Kind: KindCount},
		shareColumn(percent, "now", "CPU"),
		shareColumn(percent, "average", "Average CPU"),
		{Name: "cpu_ns", Title: "CPU usage", Kind: KindDuration},
	}
	add := func(level uint8, image, pid, tid, status, threads Value, used measure.MonitorTime) {
		figures := []Value{shareCell(percent, used.Now, m.Now.Len(), m.CPUs), shareCell(percent, used.Window, m.Window.Len(), m.CPUs), duration(used.Window)}
		if m.Lost {
			boundAll(figures)
		}
		figures[0].AtLeast = figures[0].AtLeast && m.LostNow
		table.add(level, append([]Value{image, pid, tid, status, threads}, figures...))
	}
	told := !m.InterruptsRecorded
	interrupts := func() {
		add(0, text("System Interrupts"), Value{}, Value{}, Value{}, Value{}, m.Interrupts)
		told = true
	}
	for i := range m.Rows {
		p := &m.Rows[i]
		if !told && p.Window < m.Interrupts.Window { // among the processes, sorted by time
			interrupts()
		}
		proc := model.Process{PID: p.PID, Name: p.Name, Known: p.Known}
		name := processName(&proc)
		switch {
		case !p.Known:
			name = text("Unknown process")
		case p.Name == "":
			name = text("unnamed")
		}
		add(0, name, pid(&proc), Value{}, text(threadStatus(processState(p))), count(p.Alive), p.MonitorTime)
		for _, th := range p.Threads {
			label := name
			if th.Name != "" {
				label = text(th.Name)
			}
			add(1, label, pid(&proc), ID(th.TID), text(threadStatus(th.State)), Value{}, th.MonitorTime)
		}
	}
	if !told {
		interrupts()
	}
}

// processState is the state of the most active thread of a process: a process runs when one of its
// threads does.
func processState(p *measure.MonitorProcess) model.State {
	state := model.Dead
	for i := range p.Threads {
		if s := p.Threads[i].State; liveliness[s] > liveliness[state] {
			state = s
		}
	}
	return state
}

// liveliness orders states; what was not seen says less than any other.
var liveliness = [...]int{
	model.Dead: 0, model.Unknown: 1, model.Waiting: 2, model.Ready: 3, model.Preempted: 4, model.Running: 5,
}

// threadStatus is the state of a thread in a monitor.
func threadStatus(s model.State) string {
	switch s {
	case model.Dead:
		return "ended"
	case model.Unknown:
		return "state unknown"
	}
	return strings.ToLower(s.String())
}
