package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// paced is a machine of two CPUs: CPU 0 reports its frequency and idle states, CPU 1 neither. Thread
// 8 runs 20 us at half of the highest frequency and 10 us at all of it, thread 9 on CPU 1.
const paced = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 7 app target
thread 8 pid=7
thread 9 pid=7
0us cpu1 switch idle 9 preempt
10us cpu0 frequency 0 1200000000
10us cpu0 switch idle 8 preempt
30us cpu0 frequency 0 2400000000
40us cpu0 switch 8 idle wait
40us cpu0 idle-state 0 2
60us cpu0 idle-state 0 -
70us cpu0 idle-state 0 0
100us cpu1 switch 9 idle wait
`

// TestFrequencyReports: the reports threads and cores show shares of the highest frequency and times
// in idle states, and nothing where they are unknown.
func TestFrequencyReports(t *testing.T) {
	tr := modeltest.Parse(t, "paced", paced)
	table := run(t, "threads", tr, measure.Scope{})
	equal(t, "threads", column(t, table, "tid"), []int64{9, 8})
	equal(t, "shares", numbers(table, "max_frequency_percent"), []float64{-1, 66.666667})
	equal(t, "known", numbers(table, "frequency_known_percent"), []float64{0, 100})
	total := table.Total[table.Column("frequency_known_percent")]
	if total.Float != 100*30.0/130 {
		t.Errorf("total: %v known", total)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, "highest recorded frequency") {
		t.Errorf("notes %q", notes)
	}
	table = run(t, "threads", tr, measure.Scope{Range: model.Range{From: 35_000, To: 45_000}})
	equal(t, "shares of a window", numbers(table, "max_frequency_percent"), []float64{-1, 100})

	equal(t, "columns", columnsFrom(table, "max_frequency_percent"), []string{"max_frequency_percent .1 false", "frequency_known_percent .1 true"})
	table = run(t, "threads", tr, measure.Scope{Range: model.Range{From: 41_000, To: 45_000}})
	equal(t, "shares of a window without thread 8", numbers(table, "frequency_known_percent"), []float64{0, -1})

	table = run(t, "cores", tr, measure.Scope{})
	equal(t, "columns", columnsFrom(table, "mean_frequency_mhz"), []string{
		"mean_frequency_mhz .0 false", "highest_frequency_mhz .0 false", "max_frequency_percent .1 false", "frequency_known_percent .1 true",
		"idle_state_0_ns .0 true", "idle_state_2_ns .0 true",
	})
	equal(t, "MHz", numbers(table, "mean_frequency_mhz"), []float64{2133.333333, -1})
	equal(t, "highest", numbers(table, "highest_frequency_mhz"), []float64{2400, -1})
	equal(t, "share", numbers(table, "max_frequency_percent"), []float64{88.888889, -1})
	equal(t, "known", numbers(table, "frequency_known_percent"), []float64{90, -1})
	equal(t, "state 0", numbers(table, "idle_state_0_ns"), []float64{30_000, -1})
	equal(t, "state 2", numbers(table, "idle_state_2_ns"), []float64{20_000, -1})
	if v := table.Rows[0][table.Column("idle_state_0_ns")]; !v.AtLeast {
		t.Error("the idle state is not known before 40 µs, but the times are not lower bounds")
	}
	if len(table.Total) != len(table.Columns) {
		t.Errorf("%d totals of %d columns", len(table.Total), len(table.Columns))
	}
	table = run(t, "cores", tr, measure.Scope{Range: model.Range{From: 20_000, To: 45_000}})
	if v := table.Rows[0][table.Column("idle_state_0_ns")]; v.AtLeast || v.Int != 0 {
		t.Errorf("no time in idle state 0: %v", v)
	}
	table = run(t, "cores", tr, measure.Scope{Range: model.Range{From: 40_000, To: 100_000}})
	if v := table.Rows[0][table.Column("idle_state_2_ns")]; v.AtLeast || v.Int != 20_000 {
		t.Errorf("idle state 2 in a window in which all is known: %v", v)
	}
}

// columnsFrom are the columns from one on, with their decimals and whether they are minor.
func columnsFrom(table *report.Table, name string) (list []string) {
	for _, c := range table.Columns[table.Column(name):] {
		list = append(list, fmt.Sprintf("%s .%d %v", c.Name, c.Digits, c.Minor))
	}
	return list
}

// TestKnownNanosecond: even a nanosecond is known, and not more.
func TestKnownNanosecond(t *testing.T) {
	tr := modeltest.Parse(t, "short", `threadlens-trace 1
cpus 1
span 0ns 100ns
os linux
0ns cpu0 exists idle state=running
99ns cpu0 frequency 0 1000000
99ns cpu0 idle-state 0 0
`)
	table := run(t, "cores", tr, measure.Scope{})
	equal(t, "MHz", numbers(table, "mean_frequency_mhz"), []float64{1})
	equal(t, "known", numbers(table, "frequency_known_percent"), []float64{1})
	if v := table.Rows[0][table.Column("idle_state_0_ns")]; v.Int != 1 || !v.AtLeast {
		t.Errorf("idle state 0: %v", v)
	}
	table = run(t, "cores", tr, measure.Scope{Range: model.Range{To: 99}})
	equal(t, "before", numbers(table, "mean_frequency_mhz"), []float64{-1})
	equal(t, "idle before", numbers(table, "idle_state_0_ns"), []float64{-1})
}

// numbers are the numbers of a column, rounded to 1e-6, -1 for empty cells.
func numbers(table *report.Table, name string) (list []float64) {
	i := table.Column(name)
	for _, row := range table.Rows {
		switch v := row[i]; {
		case v.Kind == report.KindNone:
			list = append(list, -1)
		case v.Kind == report.KindDuration:
			list = append(list, float64(v.Int))
		default:
			list = append(list, math.Round(1e6*v.Float)/1e6)
		}
	}
	return list
}

// TestWithoutFrequencies: a trace without such events has none of their columns.
func TestWithoutFrequencies(t *testing.T) {
	var lines []string
	for line := range strings.Lines(paced) {
		if !strings.Contains(line, "frequency") && !strings.Contains(line, "idle-state") {
			lines = append(lines, line)
		}
	}
	tr := modeltest.Parse(t, "without", strings.Join(lines, ""))
	for _, name := range []string{"threads", "cores"} {
		for _, c := range run(t, name, tr, measure.Scope{}).Columns {
			if strings.Contains(c.Name, "frequency") || strings.Contains(c.Name, "idle_state") {
				t.Errorf("%s has the column %s", name, c.Name)
			}
		}
	}
}
