package model_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestTargets: the target is what the source declares, otherwise the process that executed
// longest, otherwise the one with the most samples; with the processes that it started,
// never the recorder.
func TestTargets(t *testing.T) {
	const two = "process 10 a\nprocess 20 b\nthread 1 pid=10\nthread 2 pid=20\n"
	const sampled = "1us cpu0 sample 1\n2us cpu0 sample 2\n3us cpu0 sample 2\n"
	run := func(first, second string) string { // how long each runs, on CPU 0
		return "0us cpu0 switch idle 1 preempt\n" + first + " cpu0 switch 1 2 wait\n" + second + " cpu0 switch 2 idle wait\n"
	}
	const child = "5us cpu1 start 4 by=2 pid=40\n6us cpu1 start 5 by=4 pid=50\n" // 2 creates 4, which creates 5
	for _, c := range []struct {
		what, text string
		recorder   uint32
		want       []uint32
	}{
		{"the longest", two + run("40us", "81us"), 0, []uint32{20}},
		{"the first of two that are as long", two + run("40us", "80us"), 0, []uint32{10}},
		{"with its children", two + run("40us", "81us") + child, 0, []uint32{20, 40, 50}},
		{"and not with another's", two + run("41us", "80us") + child, 0, []uint32{10}},
		{"not the recorder", two + run("40us", "81us"), 20, []uint32{10}},
		{"nor as a child", two + run("40us", "81us") + child, 40, []uint32{20, 50}},
		{"not the system", strings.Replace(two, " b\n", " b system\n", 1) + run("40us", "81us"), 0, []uint32{10}},
		{"not idle", strings.Replace(two, " b\n", " b idle\n", 1) + run("40us", "81us"), 0, []uint32{10}},
		{"not who is not known", "process 10 a\nthread 1 pid=10\n" + run("40us", "81us"), 0, []uint32{10}},
		{"nobody ran", two + "0us cpu0 exists idle state=running\n", 0, nil},
		{"by samples", two + sampled, 0, []uint32{20}},
		{"by samples, not the recorder", two + sampled, 20, []uint32{10}},
		{"by samples, as many", two + sampled + "4us cpu0 sample 1\n", 0, []uint32{10}},
		{"declared", strings.Replace(two, " a\n", " a target\n", 1) + run("40us", "81us"), 0, []uint32{10}},
		{"declared, with children", strings.Replace(two, " b\n", " b target\n", 1) + run("41us", "80us") + child, 0, []uint32{20, 40, 50}},
	} {
		tr := modeltest.Parse(t, c.what, "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\n"+c.text)
		var got []uint32
		if c.recorder != 0 {
			for i := range tr.Processes {
				tr.Processes[i].Recorder = tr.Processes[i].PID == c.recorder
			}
		}
		for _, p := range tr.Targets() {
			got = append(got, tr.Processes[p].PID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: processes %d, want %d", c.what, got, c.want)
		}
	}
}
