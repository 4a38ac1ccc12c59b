package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestManyThreads: with more threads than are kept, the rows are the same, in the same
// order, each time that they are computed; with fewer they are kept.
func TestManyThreads(t *testing.T) {
	const mostKept = 10_000
	for _, n := range []int{mostKept, mostKept + 1} {
		var b strings.Builder
		fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dns\nos linux\nprocess 1 app target\n", n*(n+1)/2)
		for i := range n {
			fmt.Fprintf(&b, "thread %d pid=1\n", i+1)
		}
		b.WriteString("0ns cpu0 exists 1 state=running\n")
		for i := 1; i < n; i++ { // thread i runs for i ns
			fmt.Fprintf(&b, "%dns cpu0 switch %d %d wait\n", i*(i+1)/2, i, i+1)
		}
		tr := modeltest.Parse(t, "many", b.String())
		tab := run(t, "threads", tr, measure.Scope{})
		if kept := len(tab.Rows) > 0; kept != (n <= mostKept) || kept == (tab.Stream != nil) {
			t.Errorf("of %d threads %d rows are kept", n, len(tab.Rows))
		}
		tid, execution := 2, 7
		if tab.Columns[tid].Name != "tid" || tab.Columns[execution].Name != "execution_ns" {
			t.Fatal("other columns")
		}
		for range 2 {
			left := int64(n)
			for row := range tab.All() {
				if row[tid].Int != left || row[execution].Int != left {
					t.Fatalf("thread %d ran for %d ns, want thread %d for as many", row[tid].Int, row[execution].Int, left)
				}
				left--
			}
			if left != 0 {
				t.Errorf("of %d threads %d rows are missing", n, left)
			}
		}
		stopsAfter(t, tab, 3)
		if got, want := tab.Total[execution].Int, int64(n*(n+1)/2); got != want {
			t.Errorf("all of %d threads ran for %d ns, want %d", n, got, want)
		}
	}
}

// stopsAfter stops a report after some rows.
func stopsAfter(t *testing.T, table *report.Table, n int) {
	t.Helper()
	seen := 0
	for range table.All() {
		if seen++; seen == n {
			break
		}
	}
	if seen != n {
		t.Errorf("%d rows, want %d", seen, n)
	}
}
