package report_test

import (
	"strings"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestWhyNone: a report without rows says which events are missing or, if none are, that nothing was
// seen. One that has rows says neither.
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
		"locks":      {&has.Calls, "no system calls were recorded; “threadlens record” records the calls in which threads wait"},
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
		"cores": "", "threads": "",
		"counters": "no counters: load a file of ",
		"host":     "no host figures: load the host's counters with --counters FILE, a CSV file ",
		"vcpus":    "no threads of virtual CPUs in 0.000",
		"hardware": "no hardware counters were recorded with the context switches; ",
		"spans":    "the trace has no markers; programs write them, and “threadlens record” records them",
		"smt":      "the trace does not show which CPUs share a core",
		"steal":    "nothing shows that the host took CPU time in ",
	} {
		if got := none(name); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestNoneWithoutReasons: where neither calls nor stacks were recorded on Linux, no wait is known to be
// for a lock, and the reports about locks say so. Advice for Linux is for traces of Linux.
func TestNoneWithoutReasons(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	none := func(name string) string {
		a, _ := report.Find(name)
		table, err := a.Run(tr, measure.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		return table.None
	}
	has := &tr.Info.Has
	has.Switches, has.Wakes, has.Calls, has.Stacks = true, true, false, false
	const unknown = "nothing shows which waits are for locks: neither system calls nor call stacks were recorded; “threadlens record” records them"
	for _, name := range []string{"contention", "inherited"} {
		has.Calls, has.Stacks = false, false
		equal(t, name, none(name), unknown)
		for _, recorded := range []*bool{&has.Calls, &has.Stacks} {
			has.Calls, has.Stacks = false, false
			*recorded = true
			if got := none(name); !strings.HasPrefix(got, "nothing found in ") {
				t.Errorf("%s with calls or stacks: %q", name, got)
			}
		}
	}
	has.Calls, has.Stacks = false, false
	tr.Info.OS.Family = "windows"
	if got := none("contention"); !strings.HasPrefix(got, "nothing found in ") {
		t.Errorf("of Windows: %q", got)
	}
	equal(t, "locks of Windows", none("locks"), "no system calls were recorded")
}

// TestNoneHasAReason: no report is empty without a reason.
func TestNoneHasAReason(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	for _, a := range report.List() {
		table, err := a.Run(tr, measure.Scope{})
		if err == nil && table.IsEmpty() && table.None == "" {
			t.Errorf("%s has no rows and no reason", a.Name)
		}
	}
}
