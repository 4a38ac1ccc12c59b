package report_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// monitored is a trace of 90 s in which processes start, end and share a CPU.
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
// before that the report of all the time so far.
func TestS21Monitor(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	for _, at := range []model.Time{30 * sec, 60 * sec} {
		r := model.Range{To: at}
		monitor, cpu := table(t, trace, "monitor", r), table(t, trace, "cpu", r)
		rows := map[string][]report.Value{}
		key := func(row []report.Value) string { // of a process, of interrupts, or of a thread
			return strings.Replace(row[0].Text, "System Interrupts", report.InterruptsAndSoft, 1) + measure.Count(row[2].Int)
		}
		for _, row := range cpu.Rows {
			rows[key(row)] = row
		}
		if len(monitor.Rows) != 5 {
			t.Fatalf("%d rows", len(monitor.Rows))
		}
		for _, row := range monitor.Rows {
			name, want := row[0].Text, rows[key(row)]
			used, share := cell(cpu, want, "cpu_ns"), cell(cpu, want, "cpu_percent")
			if cell(monitor, row, "cpu_ns").Int != used.Int || cell(monitor, row, "average_percent").Float != share.Float {
				t.Errorf("at %d s %s: %v, the report says %v", at/sec, name, row, want)
			}
		}
	}
}

// TestS21MonitorRolls: now is the last second, the average that of the last 60.
func TestS21MonitorRolls(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	all := measure.Visible(trace)
	m := measure.MonitorAt(trace, all, 0, 60*sec)
	for i, want := range []measure.MonitorTime{{Now: sec / 2, Window: 29500 * ms}, {Now: sec / 2, Window: 30500 * ms}} {
		row := m.Rows[1-i]
		if row.MonitorTime != want || row.Alive != 1 {
			t.Errorf("%+v, want %+v", row, want)
		}
	}
}

// TestMonitorStatus: a process does what the most active of its threads does.
func TestMonitorStatus(t *testing.T) {
	trace := modeltest.Parse(t, "status", `threadlens-trace 1
cpus 1
span 0s 10s
os linux
process 10 "runs"
process 20 "is ready"
process 30 "waits"
process 40 "ended"
thread 11 pid=10
thread 12 pid=10
thread 21 pid=20
thread 22 pid=20
thread 31 pid=30
thread 41 pid=40
1s cpu0 switch idle 12 wait
2s cpu0 switch 12 22 wait linux=S
3s cpu0 switch 22 31 wait linux=S
4s cpu0 switch 31 41 wait linux=S
5s cpu0 switch 41 21 dead linux=X
6s cpu0 switch 21 11 preempt
`)
	monitor := table(t, trace, "monitor", model.Range{To: 10 * sec})
	got := map[string]string{}
	for i, row := range monitor.Rows {
		if monitor.Levels[i] == 0 {
			got[row[0].Text] = cell(monitor, row, "status").Text
		}
	}
	want := map[string]string{"runs": "running", "is ready": "preempted", "waits": "waiting", "ended": "ended"}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestS21MonitorForgets: what was more than 60 s ago is forgotten, and instants
// outside the trace do no harm.
func TestS21MonitorForgets(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	all := measure.Visible(trace)
	m := measure.MonitorAt(trace, all, 0, 85*sec)
	if m.Window != (model.Range{From: 25 * sec, To: 85 * sec}) || m.Now.From != 84*sec {
		t.Errorf("window %v, now %v", m.Window, m.Now)
	}
	if b := m.Rows[0]; b.Alive != 0 || b.Window != 45500*ms || b.Now != 0 {
		t.Errorf("B has ended: %+v", b)
	}
	if parts := m.Cores[0].Parts; len(parts) != 60 || parts[0] != (measure.MonitorPart{Length: sec, Busy: sec}) || parts[59].Busy != 0 {
		t.Errorf("CPU 0: %v", parts)
	}
	for _, at := range []model.Time{-5, 0, 1, 500 * sec} {
		m := measure.MonitorAt(trace, all, 0, at)
		if m.Window.Len() < 0 || m.Window.To > trace.End || m.Window.From < 0 {
			t.Errorf("at %d: %v", at, m.Window)
		}
	}
}

// TestRolling: stretches of a trace, added one by one, equal what a monitor of the
// whole trace shows at every instant.
func TestRolling(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	all := measure.Visible(trace)
	var r measure.Rolling
	if m := r.Monitor(); len(m.Rows) != 0 {
		t.Errorf("before anything: %+v", m)
	}
	for at := sec; at <= 90*sec; at += sec {
		r.Add(trace, model.Range{From: at - sec, To: at}, false, nil)
		got, want := r.Monitor(), measure.MonitorAt(trace, all, 0, at)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("at %d s:\n%+v, want\n%+v", at/sec, got, want)
		}
	}
}

// TestRollingLossAndOffline: lost events make the figures of the stretch lower
// bounds, and those of the window as long as it contains the stretch; a CPU without
// events is listed, as offline.
func TestRollingLossAndOffline(t *testing.T) {
	trace := modeltest.Parse(t, "monitored", monitored)
	var r measure.Rolling
	for i := range model.Time(70) {
		r.Add(trace, model.Range{From: i * sec, To: (i + 1) * sec}, i == 3, []model.CPU{7})
		m := r.Monitor()
		if m.LostNow != (i == 3) || m.Lost != (i >= 3 && i < 63) {
			t.Errorf("at %d s: lost now %v, in the window %v", i, m.LostNow, m.Lost)
		}
		if m.CPUs != 2 || len(m.Cores) != 3 || !m.Cores[2].Offline || m.Cores[2].CPU != 7 || len(m.Cores[2].Parts) != len(m.Cores[0].Parts) {
			t.Fatalf("processors %+v", m.Cores)
		}
		if v := report.MonitorTable(&m, 0).Rows[0][5]; v.AtLeast != m.LostNow && v.Float != 0 {
			t.Errorf("at %d s: %+v", i, v)
		}
	}
}

// TestRollingKeepsNamesAndGaps: a stretch that does not show a name does not take it away, and how a
// CPU was used while events were lost is unknown. A process that never had a name is called unnamed.
func TestRollingKeepsNamesAndGaps(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 1\nspan 0s 2s\nos linux\n"
	var r measure.Rolling
	for _, text := range []string{
		head + "process 20 \"B\"\nthread 21 pid=20\n0s cpu0 switch idle 21 wait\n",
		head + "process 20 \"\"\nthread 21 pid=20\nprocess 30 \"\"\nthread 31 pid=30\n0s cpu0 switch idle 21 wait\n500ms cpu0 loss 1s\n1s cpu0 switch idle 31 wait\n",
	} {
		r.Add(modeltest.Parse(t, "stretch", text), model.Range{To: 2 * sec}, false, nil)
	}
	m := r.Monitor()
	var names []string
	rows := report.MonitorTable(&m, 0)
	for i, row := range rows.Rows {
		if rows.Levels[i] == 0 {
			names = append(names, row[0].Text)
		}
	}
	equal(t, "names", strings.Join(names, ", "), "B, unnamed")
	want := []measure.MonitorPart{{Length: 2 * sec, Busy: 2 * sec}, {Length: 2 * sec, Busy: 1500 * ms, Unknown: 500 * ms}}
	if got := m.Cores[0].Parts; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func table(t *testing.T, trace *model.Trace, name string, r model.Range) *report.Table {
	t.Helper()
	find, _ := report.Find(name)
	table, err := find.Run(trace, measure.Scope{Range: r})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func cell(table *report.Table, row []report.Value, name string) report.Value {
	for i, c := range table.Columns {
		if c.Name == name && i < len(row) {
			return row[i]
		}
	}
	return report.Value{}
}

// TestMonitorOfTheLiving: a process that ended before the window is not listed.
func TestMonitorOfTheLiving(t *testing.T) {
	trace := modeltest.Parse(t, "ended", `threadlens-trace 1
cpus 1
span 0s 90s
os linux
process 10 "A" target
process 20 "B"
thread 11 pid=10
thread 21 pid=20
0s cpu0 switch idle 21 wait
1s cpu0 switch 21 11 dead linux=X
`)
	for at, want := range map[model.Time]string{60 * sec: "A B", 61 * sec: "A", 90 * sec: "A"} {
		var names []string
		for _, p := range measure.MonitorAt(trace, measure.Visible(trace), 0, at).Rows {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		equal(t, "processes", strings.Join(names, " "), want)
	}
}
