package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// together is a trace of 1000 µs in which 10 and 20 wait for each other a given number of
// times, 10 for 10 µs each time, and 30 runs for 400 µs.
func together(waits, back int) string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0us 1000us\nos linux\nprocess 10 client\nprocess 20 server\nprocess 30 lone\n" +
		"thread 10 pid=10\nthread 20 pid=20\nthread 30 pid=30\n" +
		"0us cpu0 exists 10 state=running\n0us cpu1 exists idle state=running\n0us cpu1 exists 20 state=waiting\n")
	at := 0
	for i := range max(waits, back) {
		at = 20 * i
		wake := func(n int, at, cpu, id int) {
			ctx := "thread"
			if i >= n {
				ctx = "timer"
			}
			fmt.Fprintf(&b, "%dus cpu%d wake %d ctx=%s\n", at, cpu, id, ctx)
		}
		wake(back, at+10, 0, 20)
		fmt.Fprintf(&b, "%dus cpu1 switch idle 20 preempt\n%dus cpu0 switch 10 idle wait\n", at+10, at+10)
		wake(waits, at+20, 1, 10)
		fmt.Fprintf(&b, "%dus cpu0 switch idle 10 preempt\n%dus cpu1 switch 20 idle wait\n", at+20, at+20)
	}
	at += 30
	fmt.Fprintf(&b, "%dus cpu0 switch 10 30 wait\n%dus cpu0 switch 30 idle wait\n", at, at+400)
	return b.String()
}

// TestTargetGroups: processes that wait for each other are one candidate, which
// competes with others by their total CPU time.
func TestTargetGroups(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       string
	}{
		{"ten waits each, a tenth of the trace", together(10, 10), "[30]400 [10 20]210"},
		{"more CPU time together", together(25, 25), "[10 20]510 [30]400"},
		{"nine of the one", together(9, 25), "[30]400 [10]260 [20]250"},
		{"nine of the other", together(25, 9), "[30]400 [10]260 [20]250"},
		{"less than a tenth of the trace", strings.Replace(together(10, 10), "1000us", "2001us", 1), "[30]400 [10]110 [20]100"},
		{"a thread of the kernel by its parent", strings.Replace(together(10, 10), "process 30 lone", "process 2 kthreadd\nprocess 30 lone parent=2\nthread 2 pid=2", 1), "[10 20]210"},
		{"a child of another 2", strings.Replace(together(10, 10), "process 30 lone", "process 2 init\nprocess 30 lone parent=2\nthread 2 pid=2", 1), "[30]400 [10 20]210"},
		{"a thread of the kernel by its name", strings.Replace(together(10, 10), "lone", "kworker/1:2", 1), "[10 20]210"},
		{"of that name, not on Linux", strings.NewReplacer("lone", "kworker/1:2", "os linux", "os windows").Replace(together(10, 10)), "[30]400 [10 20]210"},
		{"a wait for the system", strings.Replace(together(10, 10), " server", " server system", 1), "[30]400 [10]110"},
	} {
		tr := modeltest.Parse(t, c.what, c.text)
		var got []string
		for _, g := range tr.TargetGroups() {
			var pids []uint32
			for _, p := range g.Procs {
				pids = append(pids, tr.Processes[p].PID)
			}
			slices.Sort(pids)
			got = append(got, fmt.Sprintf("%d%d", pids, int64(g.Used/1000)))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
	tr := modeltest.Parse(t, "target", together(25, 25))
	if got, want := tr.Targets(), []model.ProcIx{0, 1}; !slices.Equal(got, want) {
		t.Errorf("targets %d, want %d", got, want)
	}
}
