package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// recordings are measured traces.
func recordings(t *testing.T, sources ...string) (list []*report.Recording) {
	t.Helper()
	for i, src := range sources {
		tr := modeltest.Parse(t, fmt.Sprint("recording ", i), src)
		r, err := report.Record(report.Side{Trace: tr})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// TestCompareMany: what differs between the sides more than among the recordings of a side is significant and
// comes first; a larger difference that varies as much within a side is not.
func TestCompareMany(t *testing.T) {
	var a, b []string
	for i := range 5 {
		a = append(a, server(4, 20+i%2, 5*(i%3)))
		b = append(b, server(4, 40+i%2, 5*((i+1)%4)))
	}
	table, err := report.CompareMany(recordings(t, a...), recordings(t, b...))
	if err != nil {
		t.Fatal(err)
	}
	at := table.ColumnsByKey()
	rows := map[string][]report.Value{}
	for _, row := range table.Rows {
		rows[row[0].Text+": "+row[1].Text] = row
	}
	if first := table.Rows[0]; first[1].Text != "app / worker-*: Sleep" || first[at["significant"]].Text != "yes" {
		t.Errorf("the first row is %v", first)
	}
	if thread := rows["thread: app / worker-1"]; thread == nil || thread[at["p_adjusted"]].Kind != report.KindNone {
		t.Errorf("a thread is tested on its own: %v", thread)
	}
	// Four threads run 20 or 21 of 100 ms, and 40 or 41.
	run := rows["state: app / worker-*: Execution"]
	if run[at["significant"]].Text != "yes" {
		t.Errorf("execution is not significant: %v", run)
	}
	closeTo(t, "A", run[at["a_percent"]].Float, 81.6, 1e-9)
	closeTo(t, "B", run[at["b_percent"]].Float, 161.6, 1e-9)
	closeTo(t, "spread", run[at["a_spread_percent"]].Float, 4*math.Sqrt(.06), 1e-9) // 0.2² · 2 + 0.3² …: the variance of 0 1 0 1 0 is 0.3
	a5, b5 := []float64{80, 84, 80, 84, 80}, []float64{160, 164, 160, 164, 160}
	raw, _ := measure.Welch(a5, b5)
	if p := run[at["p_adjusted"]].Float; p < raw || p > raw*float64(len(table.Rows)) {
		t.Errorf("P is %v, of %v for one row of %d", p, raw, len(table.Rows))
	}
	for _, name := range []string{"state: app / worker-*: Synchronization", "state: app / idle: Sleep"} {
		if row := rows[name]; row != nil && row[at["significant"]].Text == "yes" {
			t.Errorf("what varies, or does not differ, is significant: %v", row)
		}
	}
}

// TestCompareManyOfSome: a state that some recordings lack took no time there; a span that some lack has no
// length there.
func TestCompareManyOfSome(t *testing.T) {
	with := server(2, 20, 10) + "900ms cpu2 mark 9 begin load id=1\n950ms cpu2 mark 9 end load id=1\n"
	table, err := report.CompareMany(recordings(t, with, server(2, 20, 0)), recordings(t, server(2, 20, 0), server(2, 20, 0), server(2, 20, 0)))
	if err != nil {
		t.Fatal(err)
	}
	at := table.ColumnsByKey()
	for _, row := range table.Rows {
		switch row[0].Text + ": " + row[1].Text {
		case "state: app / worker-*: Synchronization":
			closeTo(t, "mean with 0", row[at["a_percent"]].Float, 10, 1e-9)
			if row[at["b_percent"]].Float != 0 || row[at["p_adjusted"]].Kind == report.KindNone {
				t.Errorf("%v", row)
			}
		case "span: load, mean":
			if row[at["a_ns"]].Int != 50e6 || row[at["b_ns"]].Kind != report.KindNone || row[at["significant"]].Kind != report.KindNone {
				t.Errorf("%v", row)
			}
		}
	}
}

// TestCompareManyNotes: the notes name all recordings.
func TestCompareManyNotes(t *testing.T) {
	five := recordings(t, server(1, 20, 0), server(1, 20, 0), server(1, 20, 0), server(1, 20, 0), server(1, 20, 0))
	table, err := report.CompareMany(five, five)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A: recording", "B: recording"} {
		if notes := strings.Join(table.Notes, "\n"); strings.Count(notes, name) != 5 {
			t.Errorf("the notes do not name five of %q:\n%s", name, notes)
		}
	}
}

// TestCompareManyOfFew: one recording is not enough to tell chance.
func TestCompareManyOfFew(t *testing.T) {
	r := recordings(t, server(1, 20, 0), server(1, 20, 0))
	for _, sides := range [][2][]*report.Recording{{r[:1], r}, {r, r[:1]}, {nil, r}} {
		if _, err := report.CompareMany(sides[0], sides[1]); err == nil {
			t.Errorf("%d against %d are compared", len(sides[0]), len(sides[1]))
		}
	}
}
