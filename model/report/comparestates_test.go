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

// server is a second of workers, each of which every 100 ms runs for a time, waits for a lock, and
// sleeps, on a CPU of its own; and of a thread that always sleeps. Times in ms.
func server(workers, run, lock int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus %d\nspan 0ms 1000ms\nos linux\nprocess 10 app target\nthread 9 pid=10 name=idle\n", workers+1)
	for i := range workers {
		fmt.Fprintf(&b, "thread %d pid=10 name=\"worker-%d\"\n", 20+i, i)
	}
	fmt.Fprintf(&b, "0ms cpu%d switch idle 9 wait\n0ms cpu%[1]d switch 9 idle wait linux=S\n", workers)
	for at := 0; at < 1000; at += 100 {
		for i := range workers {
			tid := 20 + i
			if at > 0 {
				fmt.Fprintf(&b, "%dms cpu%d wake %d ctx=timer\n", at, i, tid)
			}
			fmt.Fprintf(&b, "%dms cpu%d switch idle %d wait\n", at, i, tid)
		}
		if lock > 0 {
			for i := range workers {
				tid := 20 + i
				fmt.Fprintf(&b, "%dms cpu%d call %d enter futex arg=0x100 arg2=0x80\n%[1]dms cpu%[2]d switch %[3]d idle wait linux=S\n", at+run, i, tid)
			}
			for i := range workers {
				tid := 20 + i
				fmt.Fprintf(&b, "%dms cpu%d wake %d ctx=timer\n%[1]dms cpu%[2]d switch idle %[3]d wait\n%[1]dms cpu%[2]d call %[3]d exit futex ret=0\n", at+run+lock, i, tid)
			}
		}
		for i := range workers {
			tid := 20 + i
			fmt.Fprintf(&b, "%dms cpu%d call %d enter clock_nanosleep\n%[1]dms cpu%[2]d switch %[3]d idle wait linux=S\n", at+run+lock, i, tid)
		}
	}
	return b.String()
}

// TestCompareStates: the states that differ most come first, whatever their names and ids.
func TestCompareStates(t *testing.T) {
	for _, x := range []struct {
		name, a, b string
		first      string
		difference float64 // points
		counts     [2]int64
	}{
		{"one more lock", server(4, 20, 0), server(4, 20, 30), "app / worker-*: Synchronization", 120, [2]int64{4, 4}},
		{"more to do", server(4, 20, 10), server(4, 50, 10), "app / worker-*: Execution", 120, [2]int64{4, 4}},
		{"half the threads", server(4, 50, 10), server(2, 50, 10), "app / worker-*: Execution", -100, [2]int64{4, 2}},
		{"nothing", server(3, 20, 10), server(3, 20, 10), "", 0, [2]int64{1, 1}},
	} {
		table, err := report.Compare(report.Side{Trace: modeltest.Parse(t, "a", x.a)}, report.Side{Trace: modeltest.Parse(t, "b", x.b)})
		if err != nil {
			t.Fatal(err)
		}
		row := table.Rows[0]
		at := table.ColumnsByKey()
		d := row[at["difference_percent"]].Float
		if x.first != "" && (row[0].Text != "state" || row[1].Text != x.first) || math.Abs(d-x.difference) > 1e-9 {
			t.Errorf("%s: first is %s by %v, want %s by %v", x.name, row[1].Text, d, x.first, x.difference)
		}
		if row[at["a_count"]].Int != x.counts[0] || row[at["b_count"]].Int != x.counts[1] {
			t.Errorf("%s: %d and %d threads, want %v", x.name, row[at["a_count"]].Int, row[at["b_count"]].Int, x.counts)
		}
		if s := row[at["b_spread_percent"]].Float; s > 1e-9 {
			t.Errorf("%s: ten equal parts spread by %v", x.name, s)
		}
		idle := false
		for _, r := range table.Rows {
			idle = idle || r[0].Text == "state" && strings.HasPrefix(r[1].Text, "app / idle: ") && math.Abs(r[at["difference_percent"]].Float) > 1e-9
		}
		if idle {
			t.Errorf("%s: the thread that sleeps differs", x.name)
		}
	}
}

// TestCompareStatesSpread: a thread that runs only in one of the ten parts spreads as widely as it runs.
func TestCompareStatesSpread(t *testing.T) {
	const src = "threadlens-trace 1\ncpus 1\nspan 0ms 1000ms\nos linux\nprocess 10 app target\nthread 11 pid=10 name=one\n" +
		"0ms cpu0 switch idle 11 wait\n100ms cpu0 switch 11 idle wait linux=S\n"
	rows := compared(t, src, src)
	run := rows["state: app / one: Execution"]
	closeTo(t, "average", run[6].Float, 10, 1e-9)
	// The mean of ten values of which one is 100 and nine are 0 has the standard error 10.
	closeTo(t, "spread", run[10].Float, 10, 1e-9)
	closeTo(t, "spread of B", run[11].Float, 10, 1e-9)
	closeTo(t, "difference", run[9].Float, 0, 0)
}

// TestCompareStatesOfOne: a role or a state that only one trace has is compared with none.
func TestCompareStatesOfOne(t *testing.T) {
	rows := compared(t, server(2, 20, 0), strings.ReplaceAll(server(2, 20, 30), "worker-", "helper-"))
	for name, want := range map[string]float64{"app / worker-*: Execution": -40, "app / helper-*: Synchronization": 60} {
		row := rows["state: "+name]
		if row == nil {
			t.Fatalf("no row %s", name)
		}
		closeTo(t, name, row[9].Float, want, 1e-9)
		if has := row[6].Kind == report.KindNone; has != (want > 0) || (row[7].Kind == report.KindNone) != (want < 0) {
			t.Errorf("%s: %+v", name, row)
		}
	}
}

// TestCompareStatesNaive adds the segments of random traces up one by one.
func TestCompareStatesNaive(t *testing.T) {
	for seed := range uint64(8) {
		a, b := modeltest.Parse(t, "a", modeltest.World(seed)), modeltest.Parse(t, "b", modeltest.World(seed+100))
		lines := report.Comparisons(whole(t, a), whole(t, b))
		sums := map[string][2]model.Time{}
		for side, tr := range []*model.Trace{a, b} {
			s := whole(t, tr)
			for _, ix := range s.Scope.Threads {
				for c, d := range tr.Profile([]model.ThreadIx{ix}, s.Scope.Range) {
					name := "state " + model.Category(c).Title()
					sum := sums[name]
					sum[side] += d
					sums[name] = sum
				}
			}
		}
		got := map[string][2]model.Time{}
		last := math.Inf(1)
		for _, l := range lines {
			if l.Section != "state" {
				continue
			}
			name := "state " + l.Name[strings.LastIndex(l.Name, ": ")+2:]
			sum := got[name]
			sum[0], sum[1] = sum[0]+l.A.Time, sum[1]+l.B.Time
			got[name] = sum
			if d := math.Abs(l.Difference()); d > last {
				t.Errorf("seed %d: %s by %v follows %v", seed, l.Name, d, last)
			} else {
				last = d
			}
		}
		for name, want := range sums {
			if got[name] != want {
				t.Errorf("seed %d, %s: %v, want %v", seed, name, got[name], want)
			}
		}
	}
}

func whole(t *testing.T, tr *model.Trace) report.Side {
	t.Helper()
	s, err := measure.Scope{}.In(tr)
	if err != nil {
		t.Fatal(err)
	}
	return report.Side{Trace: tr, Scope: s}
}

// TestCompareShortNames: people see the process only where there are several.
func TestCompareShortNames(t *testing.T) {
	one := compared(t, server(2, 20, 0), server(2, 20, 30))
	two := compared(t, server(2, 20, 0), strings.ReplaceAll(server(2, 20, 30), "process 10 app", "process 10 ape"))
	for name, want := range map[string]string{"state: app / worker-*: Execution": "worker-*: Execution", "thread: app / worker-1": "worker-1", "process: app": ""} {
		if got := one[name][1].Display; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if got := two[name][1].Display; got != "" {
			t.Errorf("with two processes, %s: %q", name, got)
		}
	}
}
