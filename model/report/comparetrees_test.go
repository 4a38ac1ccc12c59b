package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// blockedIn is 100 ms or more of a thread that waits in two functions, each for some ms.
func blockedIn(load, store, span int) string {
	const head = "threadlens-trace 1\ncpus 1\nspan 0ms %dms\nos linux\nprocess 10 app target\nthread 11 pid=10 name=one\n" +
		"stack 1 app!load app!main\nstack 2 app!store app!main\n"
	var b strings.Builder
	fmt.Fprintf(&b, head, span)
	fmt.Fprintf(&b, "0ms cpu0 switch idle 11 wait\n")
	at := 10
	for i, wait := range []int{load, store} {
		if wait == 0 {
			continue
		}
		fmt.Fprintf(&b, "%dms cpu0 switch 11 idle wait linux=D stack=%d\n%dms cpu0 wake 11\n%[3]dms cpu0 switch idle 11 wait\n", at, i+1, at+wait)
		at += wait + 10
	}
	return b.String()
}

// TestCompareTrees: functions are matched by where they are called from, the largest difference first, in shares
// of windows of different length.
func TestCompareTrees(t *testing.T) {
	a := report.Side{Trace: modeltest.Parse(t, "a", blockedIn(20, 10, 100))}
	b := report.Side{Trace: modeltest.Parse(t, "b", blockedIn(30, 80, 200))}
	table, err := report.CompareTrees(a, b, calltree.TreeBlocking)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := treeLines(table), ""+
		"0 Unclassified wait: 30 110 30.0 55.0 +25.0\n"+
		"1 app!main: 30 110 30.0 55.0 +25.0\n"+
		"2 app!store: 10 80 10.0 40.0 +30.0\n"+
		"2 app!load: 20 30 20.0 15.0 -5.0\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestCompareTreesOfOne: what only one trace has has no figures of the other.
func TestCompareTreesOfOne(t *testing.T) {
	a := report.Side{Trace: modeltest.Parse(t, "a", blockedIn(20, 0, 100))}
	b := report.Side{Trace: modeltest.Parse(t, "b", blockedIn(0, 50, 100))}
	table, err := report.CompareTrees(a, b, calltree.TreeBlocking)
	if err != nil {
		t.Fatal(err)
	}
	if got := treeLines(table); !strings.Contains(got, "2 app!store: - 50 - 50.0 +50.0\n2 app!load: 20 - 20.0 - -20.0\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestCompareTreesNoise: functions below the share of their category in both traces are counted in a note.
func TestCompareTreesNoise(t *testing.T) {
	for _, x := range []struct {
		noise float64
		rows  int
		note  string
	}{{-1, 4, ""}, {9, 4, ""}, {11, 3, "1 function below 11.0% of the call tree's total: not shown"}} {
		a := report.Side{Trace: modeltest.Parse(t, "a", blockedIn(90, 10, 200)), Scope: measure.Scope{Tree: measure.TreeChoice{Noise: x.noise}}}
		table, err := report.CompareTrees(a, a, calltree.TreeBlocking)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(table.Notes, "\n"); len(table.Rows) != x.rows || !strings.Contains(notes, x.note) || x.note == "" && strings.Contains(notes, "not shown") {
			t.Errorf("%v: %d rows, %s", x.noise, len(table.Rows), notes)
		}
	}
}

// TestCompareTreesAddUp: for random traces each root has the time of both trees, and without noise there is a row for
// each function of either.
func TestCompareTreesAddUp(t *testing.T) {
	for seed := range uint64(8) {
		var sides [2]report.Side
		var want [2]map[string]model.Time
		for i := range sides {
			sides[i].Trace = modeltest.Parse(t, "w", modeltest.World(seed+100*uint64(i)))
			sides[i].Scope.Tree.Noise = -1
			want[i] = map[string]model.Time{}
			s := whole(t, sides[i].Trace).Scope
			for _, kind := range []calltree.TreeKind{calltree.TreeBlocking} {
				for _, tree := range calltree.TreesIn(&s, sides[i].Trace, kind) {
					for k, n := range tree.Nodes {
						want[i][tree.Category.String()+" "+strings.Join(tree.Path(k).Names, ";")] += n.All.Time
					}
				}
			}
		}
		table, err := report.CompareTrees(sides[0], sides[1], calltree.TreeBlocking)
		if err != nil {
			t.Fatal(err)
		}
		at := table.ColumnsByKey()
		var path []string
		all := map[string]bool{}
		for _, row := range table.Rows {
			depth := row[at["depth"]].Int
			if depth > 0 {
				path = append(path[:depth-1], row[at["function"]].Text)
			} else {
				path = path[:0]
			}
			key := row[at["category"]].Text + " " + strings.Join(path, ";")
			all[key] = true
			for i, column := range []string{"a_ns", "b_ns"} {
				if got := model.Time(row[at[column]].Int); got != want[i][key] {
					t.Errorf("%d: %s %s is %d, want %d", seed, key, column, got, want[i][key])
				}
			}
		}
		for i := range want {
			for key := range want[i] {
				if !all[key] {
					t.Errorf("%d: no row %s", seed, key)
				}
			}
		}
	}
}

// treeLines are the rows of a comparison of trees: depth, function, and figures in ms and percent.
func treeLines(table *report.Table) string {
	at := table.ColumnsByKey()
	var b strings.Builder
	for _, row := range table.Rows {
		fmt.Fprintf(&b, "%d %s:", row[at["depth"]].Int, row[at["function"]].Text)
		for _, key := range []string{"a_ns", "b_ns", "a_percent", "b_percent"} {
			switch v := row[at[key]]; v.Kind {
			case report.KindNone:
				b.WriteString(" -")
			case report.KindDuration:
				fmt.Fprintf(&b, " %d", v.Int/1e6)
			default:
				fmt.Fprintf(&b, " %.1f", v.Float)
			}
		}
		fmt.Fprintf(&b, " %+.1f\n", row[at["difference_percent"]].Float)
	}
	return b.String()
}
