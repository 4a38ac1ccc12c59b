package report_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

func TestSurroundingsText(t *testing.T) {
	for want, s := range map[string]model.Surroundings{
		"": {},
		"sh -c \"a b\" \"\" \"$x\"; batch; nice -5; CPUs 0-1; group /a; memory limit 4096 bytes; 1 page fault with a disk read": {
			Arguments: []string{"sh", "-c", "a b", "", "$x"}, Policy: "batch", Nice: -5, CPUs: "0-1", Group: "/a", MemoryLimit: 4096, MajorFaults: 1,
		},
	} {
		if got := report.SurroundingsText(&s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestQuotasInHealth: each control group with a quota has a row, a warning if the kernel
// counted that it did not suffice.
func TestQuotasInHealth(t *testing.T) {
	tr := modeltest.Parse(t, "quotas", `threadlens-trace 1
cpus 1
os linux
group /a 30ms 100ms 0ms 3 1 1ms 1ms 9 8 5ms
group /b 1.5ms 10ms 0ms 3 1 1ms 1ms 9 1 1ms
group /c 1ms 10ms 0ms 3 1 1ms 0ms 3 1 1ms
1ms cpu0 switch 1 idle wait linux=S
`)
	a, _ := report.Find("health")
	table, err := a.Run(tr, measure.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range table.Rows {
		if row[0].Text == "quota" {
			got = append(got, row[1].Text+" "+row[2].Text+" "+row[6].Text)
		}
	}
	want := []string{
		"/a warning CPU quota: 30 ms per 100 ms; according to the kernel's counters, the control group was throttled in 7 of 6 periods, for a total of 4.00 ms (the sum over all CPUs)",
		"/b info CPU quota: 1.5 ms per 10 ms; according to the kernel's counters, the control group was throttled in 0 of 6 periods, for a total of 0 ns (the sum over all CPUs)",
		"/c info CPU quota: 1 ms per 10 ms; the kernel's throttling counters were read only once, so it is unknown how often the control group was throttled",
	}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}
