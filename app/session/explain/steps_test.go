package explain_test

import (
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestStepFacts: a frequency is compared with the highest recorded one, an idle state has its number
// and its time, and what is unknown says so.
func TestStepFacts(t *testing.T) {
	tr := modeltest.Parse(t, "steps", `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
10ms cpu0 frequency 1 1800000000
20ms cpu0 frequency 1 2400000000
20ms cpu1 idle-state 1 2
23ms cpu1 idle-state 1 -
`)
	for _, c := range []struct {
		kind timeline.ObjectKind
		ms   int64
		want string
	}{
		{timeline.ObjectFrequency, 0, "Frequency unknown for 10.0 ms, 0.000 – 10.000 ms, CPU 1"},
		{timeline.ObjectFrequency, 10, "1.8 GHz for 10.0 ms, 75% of 2.4 GHz, the highest recorded, 10.000 – 20.000 ms, CPU 1"},
		{timeline.ObjectFrequency, 99, "2.4 GHz for 80.0 ms, 100% of 2.4 GHz, the highest recorded, 20.000 – 100.000 ms, CPU 1"},
		{timeline.ObjectIdle, 19, "Idle state unknown for 20.0 ms, 0.000 – 20.000 ms, CPU 1"},
		{timeline.ObjectIdle, 20, "Idle state 2 for 3.00 ms, 20.000 – 23.000 ms, CPU 1"},
		{timeline.ObjectIdle, 23, "CPU not idle for 77.0 ms, 23.000 – 100.000 ms, CPU 1"},
	} {
		o := timeline.Object{Kind: c.kind, Index: 1, At: model.Time(c.ms * 1e6)}
		got := strings.ReplaceAll(explain.ObjectText(tr, o, naming.Terms{}), "\u2009", " ")
		if got = strings.ReplaceAll(got, "\u00a0", " "); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}
