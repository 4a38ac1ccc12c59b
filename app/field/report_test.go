package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"threadlens/model/modeltest"
)

func TestParseFindings(t *testing.T) {
	f, err := parseFindings([]byte(`{"report": "findings", "scope": "lion (pid 7)",
"columns": [{"name":"rule"},{"name":"new"},{"name":"severity"},{"name":"pattern"},{"name":"finding"},{"name":"cost_ns"},{"name":"threads"},{"name":"try"}],
"rows": [["E2", 5, "warning", "Lock contention", "lion waited. ", 422, "7, 8", null], ["E1", 5, "info", "Serialized", "One.", null, "7", "Divide."]]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &found{"lion (pid 7)", []finding{
		{"warning", "E2", "Lock contention", "lion waited.", "7, 8", "", 422},
		{"info", "E1", "Serialized", "One.", "7", "Divide.", 0},
	}}
	if d := gocmp.Diff(want, f, gocmp.AllowUnexported(found{}, finding{})); d != "" {
		t.Error(d)
	}
	for _, text := range []string{"", `{"columns": [{"name":"rule"}], "rows": [["E2"]]}`, `{"columns": [{"name":"finding"}], "rows": [["x", 1]]}`} {
		if f, err := parseFindings([]byte(text)); err == nil {
			t.Errorf("%q: %+v", text, f)
		}
	}
}

// TestReport writes one result of each kind; testdata/report.txt is what that looks like.
func TestReport(t *testing.T) {
	c := func(name string) *fieldCase {
		return &fieldCase{name: name, title: "a " + name + " waits", truth: "its log"}
	}
	healthy := c("sheep")
	healthy.healthy = "it sleeps"
	truth := truths{{"waited", quantity{duration, 1e9}}}
	list := results{
		{fieldCase: c("lion"), truth: truth, found: found{"lion (pid 7)", []finding{waits("lion waited for puma."), quiet}}, verdict: verdict{place: 1}},
		{fieldCase: c("tiger"), truth: truth, found: found{"tiger (pid 8)", slices.Repeat([]finding{quiet}, 7)}, verdict: verdict{place: 3, off: []string{"waited is 1 s"}}},
		{fieldCase: c("puma"), truth: truth, found: found{"puma (pid 9)", []finding{quiet}}, verdict: verdict{place: 4, wrong: []string{"“event” in 1"}}},
		{fieldCase: c("cat"), truth: truth, found: found{"cat (pid 3)", nil}},
		{fieldCase: c("dog"), truth: truth, found: found{"dog (pid 4)", []finding{quiet}}, verdict: verdict{nearest: []string{"1 lacks “dog”"}}},
		{fieldCase: c("wolf"), truth: truth, found: found{"wolf (pid 5)", []finding{quiet}}, verdict: verdict{place: 2}, disturbed: "much waited"},
		{fieldCase: healthy, truth: truth, found: found{"sheep (pid 6)", nil}},
		{fieldCase: healthy, truth: truth, found: found{"sheep (pid 6)", []finding{quiet}}, verdict: verdict{wrong: []string{"E8 Sleep polling"}}},
		{fieldCase: c("bear"), skipped: "needs honey"},
		{fieldCase: c("fox"), err: errors.New("it is gone\nfor long")},
	}
	var b bytes.Buffer
	for _, r := range list {
		if err := r.write(&b); err != nil {
			t.Fatal(err)
		}
	}
	if err := list.write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "report.txt")
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(string(want), b.String()); d != "" {
		t.Error(d)
	}
}

// TestDisturbance has a thread of the case (1) run for 300 µs and queue for 300: 100
// behind a thread of its own (2), 100 behind a foreign one (3), 100 behind the kernel (4).
func TestDisturbance(t *testing.T) {
	const events = `os linux
target 7
process 7 lion
process 8 cub parent=7
process 9 tiger
process 10 kernel system
thread 1 pid=7
thread 2 pid=8
thread 3 pid=9
thread 4 pid=10
0us cpu0 switch idle 1 preempt
300us cpu0 switch 1 2 preempt
400us cpu0 switch 2 3 wait linux=S
500us cpu0 switch 3 4 wait linux=S
600us cpu0 switch 4 1 wait linux=S
600us cpu0 switch 1 idle wait linux=S
`
	for _, c := range []struct {
		span string
		ids  []int
		want disturbance
	}{
		// The case ran for 400 µs, 1 and 2 together, and queued for 300.
		{"650us", nil, disturbance{100.0 / 700, 100.0 / 250}},
		{"650us", []int{8}, disturbance{100.0 / 700, 100.0 / 250}},
		{"750us", nil, disturbance{100.0 / 750, 100.0 / 350}},
		{"650us", []int{9}, disturbance{}},
	} {
		tr := modeltest.Parse(t, "disturbed.tltxt", "threadlens-trace 1\ncpus 1\nspan 0us "+c.span+"\n"+events)
		if got := disturbanceOf(tr, c.ids); got != c.want {
			t.Errorf("%s, %v: %v, want %v", c.span, c.ids, got, c.want)
		}
	}
	foreign := modeltest.Parse(t, "idle.tltxt", "threadlens-trace 1\ncpus 1\nspan 0us 1000us\nos linux\nthread 1 pid=7\n0us cpu0 switch idle 1 preempt\n")
	if got := disturbanceOf(foreign, nil); got != (disturbance{taken: 1}) {
		t.Errorf("of no thread: %v", got)
	}
}

func TestDisturbedBy(t *testing.T) {
	usual, patient, idle := &fieldCase{}, &fieldCase{disturbed: 50}, &fieldCase{idle: 40}
	for _, c := range []struct {
		c    *fieldCase
		d    disturbance
		want string
	}{
		{usual, disturbance{0.1, 1}, ""},
		{usual, disturbance{0.11, 0}, "11 % of its demand for CPU, or of the time, waited for other programs"},
		{patient, disturbance{0.5, 1}, ""},
		{patient, disturbance{0.51, 0}, "51 % of its demand for CPU, or of the time, waited for other programs"},
		{idle, disturbance{0.1, 0.6}, ""},
		{idle, disturbance{0.1, 0.61}, "other programs took 61 % of the CPU time that it left"},
	} {
		if got := c.c.disturbedBy(c.d, 10); got != c.want {
			t.Errorf("%+v: %q, want %q", c.d, got, c.want)
		}
	}
}

func TestIDs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ids")
	if err := writeIDs(path, []int{9, 7, 9, 8}); err != nil {
		t.Fatal(err)
	}
	ids, err := readIDs(path)
	if err != nil || !slices.Equal(ids, []int{7, 8, 9}) {
		t.Errorf("%v, %v", ids, err)
	}
	if err := os.WriteFile(path, []byte("7\nlion\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if ids, err := readIDs(path); err == nil {
		t.Errorf("%v", ids)
	}
}
