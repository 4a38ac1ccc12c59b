package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestInterrupts: an interrupt inside another one takes its time, also where it outlasts it; counts and lengths are of
// whole interrupts.
func TestInterrupts(t *testing.T) {
	const src = "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\nthread 11 pid=10\nthread 12 pid=10\n0us cpu0 switch idle 11 wait\n0us cpu1 switch idle 12 wait\n" +
		"10us cpu0 irq 30us dpc routine=net_rx\n15us cpu0 irq 20us isr routine=eth0\n18us cpu0 irq 25us isr routine=disk\n" +
		"50us cpu1 irq 54us isr routine=eth0\n90us cpu1 irq 100us dpc routine=timer\n"
	tr := modeltest.Parse(t, "irq.tltxt", src)
	for _, x := range []struct {
		r    model.Range
		want string
	}{
		{tr.Whole(), "" + // net_rx: 20 − 5 − 5; eth0: 3 + 4, of which 5 and 4 are the lengths; disk: 7
			"Soft interrupt net_rx 1 10 20 1\nSoft interrupt timer 1 10 10 1\nInterrupt disk 1 7 7 1\nInterrupt eth0 2 7 5 2\n"},
		{model.Range{From: 16e3, To: 92e3}, "" + // timer is cut off at the end: it did not end
			"Interrupt disk 1 7 7 1\nInterrupt eth0 2 6 5 2\nSoft interrupt net_rx 1 5 20 1\nSoft interrupt timer 0 2 0 1\n"},
	} {
		table := run(t, "interrupts", tr, measure.Scope{Range: x.r})
		at := table.ColumnsByKey()
		var got strings.Builder
		for _, row := range table.Rows {
			fmt.Fprintln(&got, row[at["kind"]].Text, row[at["routine"]].Text, row[at["count"]].Int, row[at["total_ns"]].Int/1e3, row[at["max_ns"]].Int/1e3, row[at["cpus"]].Int)
		}
		if got.String() != x.want {
			t.Errorf("%v: got\n%swant\n%s", x.r, got.String(), x.want)
		}
	}
	mean := run(t, "interrupts", tr, measure.Scope{}).Rows[3]
	if mean[5].Int != 4500 || mean[6].Int != 5000 {
		t.Errorf("eth0 lasts %d on average, p99 %d", mean[5].Int, mean[6].Int)
	}
	closeTo(t, "share", run(t, "interrupts", tr, measure.Scope{}).Rows[0][4].Float, 100*10.0/200, 1e-9)
}

// TestInterruptsAddUp: in random traces the rows of each kind add up to the time of the CPUs in interrupts.
func TestInterruptsAddUp(t *testing.T) {
	some := false
	for seed := range uint64(20) {
		tr := modeltest.Parse(t, "world", modeltest.World(seed))
		for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End / 2}} {
			var want, got model.Time
			for c := range tr.Cores {
				if tr.Cores[c].Known {
					core := tr.CoreTime(model.CPU(c), r)
					want += core.ISR + core.DPC
				}
			}
			for _, row := range run(t, "interrupts", tr, measure.Scope{Range: r}).Rows {
				got += model.Time(row[3].Int)
			}
			if some = some || want > 0; got != want {
				t.Errorf("seed %d, %v: %d, want %d", seed, r, got, want)
			}
		}
	}
	if !some {
		t.Error("no trace has interrupts")
	}
}

// TestWordsOfInterrupts: only traces of Windows have DPCs, in every report.
func TestWordsOfInterrupts(t *testing.T) {
	for os, want := range map[string][3]string{
		"linux":   {"IRQ", "Softirq", report.InterruptsAndSoft},
		"windows": {"ISR", "DPC", report.InterruptsAndDPCs},
	} {
		tr := modeltest.Parse(t, "words", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos "+os+"\n0us cpu0 switch idle 1 wait\n10us cpu0 irq 20us isr\n30us cpu0 irq 50us dpc\n")
		for _, name := range []string{"utilization", "cores"} {
			var titles []string
			for _, c := range run(t, name, tr, measure.Scope{}).Columns {
				titles = append(titles, c.Title)
			}
			if got := strings.Join(titles, "|"); !strings.Contains(got, "|"+want[0]+"|"+want[1]+"|") {
				t.Errorf("%s of %s has the columns %s", name, os, got)
			}
		}
		rows := run(t, "cpu", tr, measure.Scope{}).Rows
		if !slices.ContainsFunc(rows, func(row []report.Value) bool { return row[0].Text == want[2] }) {
			t.Errorf("cpu of %s has no row %s", os, want[2])
		}
	}
}
