package command

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The trace of TestManyLosses: a loss every 60 µs.
const losses, lossStep = 200_000, 60

// TestManyLosses: 200,000 declared losses slow no report down, not even those that need the losses
// of each of thousands of buckets. That they finish is the test: scanning the losses for each row
// would take minutes.
func TestManyLosses(t *testing.T) {
	for _, test := range []struct {
		name  string
		cpus  []int // that lose events, one after another
		blind int   // how often, at least, a CPU is blind
	}{
		{"switches", []int{0, 1, 2}, losses / 10},
		{"samples", []int{0, 3, 1, 3, 2}, 1}, // permanently: nothing shows who has the fourth
	} {
		t.Run(test.name, func(t *testing.T) {
			a := answersOf(t, lossyTrace(t, test.cpus))
			if l, b := len(a.trace.Losses), len(a.trace.Blind); l != losses || b < test.blind {
				t.Fatalf("%d losses, want %d; blind %d times, want %d", l, losses, b, test.blind)
			}
			for _, r := range reports(t.Context(), a.call.userLimits()) {
				var args []string
				if slices.Contains([]string{"utilization", "ratios", "intervals", "steal"}, r.Name) {
					args = []string{"--bucket", "1ms"}
				}
				table, err := a.table(t, r.Name, args...)
				if err == nil {
					for range table.All() {
						continue // including what is not kept
					}
				}
				if err != nil && r.Name != "counters" && r.Name != "host" {
					t.Errorf("%s: %v", r.Name, err)
				}
				if want := losses * lossStep / 1000; r.Name == "utilization" && len(table.Rows) != want {
					t.Errorf("%d rows of utilization, want %d", len(table.Rows), want)
				}
			}
		})
	}
}

// lossyTrace writes a trace whose CPUs lose events in turns. Each of three has two threads that
// take turns; the fourth only has samples.
func lossyTrace(t *testing.T, cpus []int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "losses.tltxt")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "threadlens-trace 1\ncpus 4\nspan 0us %dus\nos linux\nsampleperiod 100us\nprocess 10 app target\nhas switches wakes samples\n", losses*lossStep)
	for i := range 6 {
		fmt.Fprintf(w, "thread %d pid=10\n", 100+i)
	}
	for k := range losses {
		at, cpu := k*lossStep, k%3
		a, b := 100+2*cpu+k/3%2, 101+2*cpu-k/3%2
		fmt.Fprintf(w, "%dus cpu%d wake %d kind=waking by=%d\n%dus cpu%d switch %d %d wait linux=S\n", at+1, cpu, b, a, at+3, cpu, a, b)
		if k%2 == 0 {
			fmt.Fprintf(w, "%dus cpu3 sample 100\n", at+4)
		}
		fmt.Fprintf(w, "%dus cpu%d loss %dus n=3\n", at+6, cpus[k%len(cpus)], at+8)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
