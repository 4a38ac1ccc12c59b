package report_test

import (
	"strings"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestWhyNone: a report without rows says which events are missing or, if none are, that nothing was
// seen. One whose notes explain it, or that has rows, says neither.
func TestWhyNone(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	none := func(name string) string {
		t.Helper()
		a, ok := report.Find(name)
		if !ok {
			t.Fatal(name)
		}
		table, err := a.Run(tr, measure.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		return table.None
	}
	has := &tr.Info.Has
	for name, c := range map[string]struct {
		recorded *bool
		want     string
	}{
		"disk":       {&has.Disk, "disk transfers were not recorded"},
		"syscalls":   {&has.Calls, "no system calls were recorded"},
		"symbols":    {&has.Stacks, "no call stacks were recorded"},
		"contention": {&has.Wakes, "wake-ups were not recorded"},
		"preemption": {&has.Switches, "context switches were not recorded"},
	} {
		before := *has
		has.Switches, has.Wakes, has.Disk, has.Calls, has.Stacks = true, true, true, true, true
		if got := none(name); !strings.HasPrefix(got, "nothing found in 0.000") {
			t.Errorf("%s: %q", name, got)
		}
		*c.recorded = false
		if got := none(name); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		*has = before
	}
	for name, want := range map[string]string{
		"counters": "", "host": "", "cores": "", "threads": "",
		"spans": "the trace has no markers; programs write them, and “threadlens record” records them",
		"smt":   "the trace does not show which CPUs share a core",
		"steal": "nothing shows that the host took time in ",
	} {
		if got := none(name); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
