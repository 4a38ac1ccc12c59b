package explain

import (
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model/modeltest"
)

const sampledOnly = `threadlens-trace 1
cpus 1
span 0ms 5001ms
sampleperiod 1ms
process 5 app target
thread 1 pid=5
thread 2 pid=5
0ms cpu0 sample 1
10ms cpu0 sample 1
20ms cpu0 sample 1
5000ms cpu0 sample 2
`

// TestSampleText: the text of a sample contains when, where and in which function it was taken.
func TestSampleText(t *testing.T) {
	tr := modeltest.Parse(t, "x", `threadlens-trace 1
cpus 2
span 0ms 100ms
stack 1 app!main
stack 2 lib!work+0x10 app!main
10ms cpu0 sample 1 stack=1
20ms cpu1 sample 1 stack=2
30ms cpu0 sample 1
`)
	for i, want := range []string{"sampled in app!main at 10.000 ms, CPU 0", "sampled in lib!work+0x10 at 20.000 ms, CPU 1", "sampled at 30.000 ms, CPU 0, without a stack"} {
		if got := SampleText(tr, &tr.Samples[i], naming.Terms{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNothingRan: an empty table claims that nothing ran only where switches show it.
func TestNothingRan(t *testing.T) {
	for source, want := range map[string]string{
		sampledOnly: "What ran is unknown: the trace has no context switches",
		sampledOnly + "5000ms cpu0 switch 1 2 preempt\n": "No thread ran in this time window",
	} {
		if got := NothingRan(modeltest.Parse(t, "x", source)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := NothingRan(nil); got != "No thread ran in this time window" {
		t.Errorf("without a trace: %q", got)
	}
}
