package analysis_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/model/modeltest"
)

// monitored is a trace of 90 s in which processes come, go and share a processor.
const monitored = `threadlens-trace 1
cpus 2
span 0s 90s
os linux
process 10 "A" target
process 20 "B"
thread 11 pid=10
thread 21 pid=20
0s cpu0 switch idle 11 wait
0s cpu1 switch idle idle wait
20s cpu0 switch 11 21 wait linux=S
20s cpu1 irq 21s dpc
50s cpu0 switch 21 11 wait linux=S
59500ms cpu0 switch 11 21 wait linux=S
80s cpu0 switch 21 idle dead linux=X
`

// TestS21Monitor: the rolling table at 60 s equals the report of [0, 60] s, and
// before that the one of all the time so far.
func TestS21Monitor(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	for _, at := range []model.Time{30 * sec, 60 * sec} {
		r := model.Range{To: at}
		monitor, cpu := table(t, trace, "monitor", r), table(t, trace, "cpu", r)
		report := map[string][]analysis.Value{}
		for _, row := range cpu.Rows {
			if row[2].Kind == analysis.KindNone { // of a process, or of interrupts
				report[row[0].Text] = row
			}
		}
		if len(monitor.Rows) != 3 {
			t.Fatalf("%d rows", len(monitor.Rows))
		}
		for _, row := range monitor.Rows {
			name := row[0].Text
			if name == "System Interrupts" {
				name = "Interrupts and DPCs"
			}
			want := report[name]
			used, share := cell(cpu, want, "cpu_ns"), cell(cpu, want, "percent_cpu")
			if cell(monitor, row, "cpu_ns").Int != used.Int || cell(monitor, row, "average_percent").Float != share.Float {
				t.Errorf("at %d s %s: %v, the report says %v", at/sec, name, row, want)
			}
		}
	}
}

// TestS21MonitorRolls: now is the last second, the average that of the last 60.
func TestS21MonitorRolls(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	all := analysis.Visible(trace)
	m := analysis.MonitorAt(trace, all, 0, 60*sec)
	for i, want := range []analysis.MonitorTime{{Now: sec / 2, Window: 29500 * ms}, {Now: sec / 2, Window: 30500 * ms}} {
		row := m.Rows[1-i]
		if row.MonitorTime != want || row.Threads != 1 {
			t.Errorf("%+v, want %+v", row, want)
		}
	}
}

// TestS21MonitorForgets: what was more than 60 s ago is forgotten, and instants
// outside of the trace do no harm.
func TestS21MonitorForgets(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	all := analysis.Visible(trace)
	m := analysis.MonitorAt(trace, all, 0, 85*sec)
	if m.Window != (model.Range{From: 25 * sec, To: 85 * sec}) || m.Now.From != 84*sec {
		t.Errorf("window %v, now %v", m.Window, m.Now)
	}
	if b := m.Rows[0]; b.Threads != 0 || b.Window != 45500*ms || b.Now != 0 {
		t.Errorf("B has ended: %+v", b)
	}
	if busy := m.Cores[0].Busy; len(busy) != 60 || busy[0] != 1 || busy[59] != 0 {
		t.Errorf("CPU 0: %v", busy)
	}
	for _, at := range []model.Time{-5, 0, 1, 500 * sec} {
		m := analysis.MonitorAt(trace, all, 0, at)
		if m.Window.Len() < 0 || m.Window.To > trace.End || m.Window.From < 0 {
			t.Errorf("at %d: %v", at, m.Window)
		}
	}
}

func table(t *testing.T, trace *model.Trace, name string, r model.Range) *analysis.Table {
	t.Helper()
	find, _ := analysis.Find(name)
	table, err := find.Run(trace, analysis.Scope{Range: r})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func cell(table *analysis.Table, row []analysis.Value, name string) analysis.Value {
	for i, c := range table.Columns {
		if c.Name == name && i < len(row) {
			return row[i]
		}
	}
	return analysis.Value{}
}
