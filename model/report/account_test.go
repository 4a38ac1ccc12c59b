package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// accountScene has a thread whose runs of 20 ms the kernel booked as 22 ms, and one
// whose only run was not booked to its end.
const accountScene = `threadlens-trace 1
cpus 1
span 0us 100ms
os linux
20ms cpu0 ran 7 22ms
20ms cpu0 switch 7 idle wait linux=S
40ms cpu0 switch idle 7 preempt
60ms cpu0 ran 7 22ms
60ms cpu0 switch 7 idle wait linux=S
80ms cpu0 switch idle 8 preempt
90ms cpu0 ran 8 10ms
`

func TestAccountColumns(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	table := run(t, "threads", tr, measure.Scope{Range: tr.Whole(), Threads: measure.Visible(tr)})
	at := len(table.Columns) - 2
	if table.Columns[at].Name != "accounted_ns" || len(table.Rows) != 2 || !tellsAccount(table) {
		t.Fatalf("%v, %d rows, %q", table.Columns[at], len(table.Rows), table.Notes)
	}
	for i, want := range []struct {
		kernel  int64
		percent float64
		atLeast bool
	}{{42_000_000, 5, false}, {10_000_000, 0, true}} {
		row := table.Rows[i]
		if row[at].Int != want.kernel || row[at].AtLeast != want.atLeast || row[at+1].Float != want.percent {
			t.Errorf("row %d: %+v", i, row[at:])
		}
	}
	cpu := run(t, "cpu", tr, measure.Scope{Range: tr.Whole(), Threads: measure.Visible(tr)})
	want := "For the threads shown, the context switches show 50.0 ms, the kernel accounted 52.0 ms: 4.0% more."
	if !slices.Contains(cpu.Notes, want) {
		t.Errorf("the notes are %q", cpu.Notes)
	}
	if total := table.Total[at]; total.Int != 52_000_000 || !total.AtLeast {
		t.Errorf("in all: %+v", total)
	}
}

// TestNoAccountColumns: if the kernel's account was not recorded, its columns are
// empty, and no note mentions it.
func TestNoAccountColumns(t *testing.T) {
	var lines []string
	for line := range strings.Lines(accountScene) {
		if !strings.Contains(line, " ran ") {
			lines = append(lines, line)
		}
	}
	tr := modeltest.Parse(t, "none", strings.Join(lines, ""))
	table := run(t, "threads", tr, measure.Scope{Range: tr.Whole(), Threads: measure.Visible(tr)})
	for _, row := range table.Rows {
		if n := len(row); row[n-1] != (report.Value{}) || row[n-2] != (report.Value{}) {
			t.Errorf("%+v", row[n-2:])
		}
	}
	if tellsAccount(table) {
		t.Errorf("%q", table.Notes)
	}
	for _, row := range run(t, "health", tr, measure.Scope{Range: tr.Whole()}).Rows {
		if row[0].Text == "account" {
			t.Errorf("%v", row)
		}
	}
}

// tellsAccount reports whether a note explains the kernel's account.
func tellsAccount(table *report.Table) bool {
	return slices.ContainsFunc(table.Notes, func(note string) bool { return strings.HasPrefix(note, "Accounted CPU time: ") })
}

func TestAccountHealth(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	table := run(t, "health", tr, measure.Scope{Range: tr.Whole()})
	var said []string
	for _, row := range table.Rows {
		if row[0].Text == "account" {
			said = append(said, row[1].Text+": "+row[6].Text)
		}
	}
	want := []string{
		"All threads: the context switches show 50.0 ms, the kernel accounted 52.0 ms: 4.0% more; the kernel may " +
			"compute CPU time from an earlier reading of its clock, for example one made at a wake-up, so the " +
			"two figures differ most for short time slices",
		"7: the context switches show 40.0 ms, the kernel accounted 42.0 ms: 5.0% more",
	}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", said)
	}
}

func TestAccountText(t *testing.T) {
	for want, a := range map[string]model.Account{
		"30.0 ms by context switches, 20.2 ms accounted by the kernel (+1.0%); the kernel's accounting of 10.0 ms is not in the trace": {
			Kernel: 20_200_000, Switches: 20_000_000, Open: 10_000_000,
		},
		"20.0 ms by context switches, 19.8 ms accounted by the kernel (−1.0%)": {Kernel: 19_800_000, Switches: 20_000_000, Open: 300},
		"0 ns by context switches, 1.00 ms accounted by the kernel":            {Kernel: 1_000_000},
	} {
		if got := report.AccountText(a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
