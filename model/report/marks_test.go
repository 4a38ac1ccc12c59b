package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// lossyThreads is a trace in which threads 8 and 9 run on CPUs of their own, and
// the events of the second are lost from 40 to 60 µs.
func lossyThreads(t *testing.T) *model.Trace {
	t.Helper()
	return modeltest.Parse(t, "lossy", `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 7 "app" target
thread 8 pid=7 name="a"
thread 9 pid=7 name="b"
1us cpu0 switch idle 8 preempt
1us cpu1 switch idle 9 preempt
20us cpu1 switch 9 idle wait
25us cpu1 wake 9
30us cpu1 switch idle 9 wait
40us cpu1 loss 60us n=3
70us cpu1 switch idle 9 wait
90us cpu0 switch 8 idle wait
`)
}

// TestS20LowerBounds: numbers that include damaged time are lower bounds, those
// before it are not, and a sum is one if any of its parts is.
func TestS20LowerBounds(t *testing.T) {
	tr := lossyThreads(t)
	before, around := model.Range{From: 0, To: us(20)}, model.Range{From: 0, To: us(90)}
	for _, c := range []struct {
		table string
		cells string // column and row of the lower bounds
	}{
		{"threads", "execution_ns 1, execution_ns total"},
		{"migrations", "switches 0, cpu_ns 0, switches total, cpu_ns total"},
		{"monitor", "now_percent 0, average_percent 0, cpu_ns 0"},
		{"sampling", "exact_ns 0, sampled_ns 0"},
	} {
		scope := func(r model.Range) measure.Scope {
			return measure.Scope{Range: r, Threads: measure.Visible(tr), Tick: us(5)}
		}
		if got := boundCells(run(t, c.table, tr, scope(before))); len(got) > 0 {
			t.Errorf("%s before the loss: %v", c.table, got)
		}
		got := boundCells(run(t, c.table, tr, scope(around)))
		for _, want := range strings.Split(c.cells, ", ") {
			if !got[want] {
				t.Errorf("%s: %s is no lower bound; those are %v", c.table, want, got)
			}
		}
		if got["execution_ns 0"] || got["switches 1"] || got["cross_core_percent 0"] || got["error_percent 0"] {
			t.Errorf("%s: too many lower bounds: %v", c.table, got)
		}
	}
}

// TestMarksOfSums: a total is a lower bound in exactly those columns in which a row
// is.
func TestMarksOfSums(t *testing.T) {
	tr := lossyThreads(t)
	for _, name := range []string{"threads", "migrations", "utilization"} {
		for to := us(10); to <= us(100); to += us(10) {
			table := run(t, name, tr, measure.Scope{Range: model.Range{To: to}, Threads: measure.Visible(tr), Bucket: us(10)})
			for i, v := range table.Total {
				any := false
				for _, row := range table.Rows {
					any = any || row[i].AtLeast
				}
				if v.AtLeast != any && v.Kind != report.KindNone {
					t.Errorf("%s to %d: total of %s is marked %v", name, to, table.Columns[i].Name, v.AtLeast)
				}
			}
		}
	}
}

// boundCells are the lower bounds of a table, as "column row".
func boundCells(table *report.Table) map[string]bool {
	cells := map[string]bool{}
	add := func(row []report.Value, name string) {
		for i, v := range row {
			if v.AtLeast {
				cells[table.Columns[i].Name+" "+name] = true
			}
		}
	}
	for i, row := range table.Rows {
		add(row, fmt.Sprint(i))
	}
	add(table.Total, "total")
	return cells
}
