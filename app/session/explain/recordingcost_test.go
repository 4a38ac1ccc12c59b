package explain

import (
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestCostFacts: what the recorder used is shown where it is known; events cost what was measured,
// or an estimate for the least and the most busy CPU.
func TestCostFacts(t *testing.T) {
	const scene = `threadlens-trace 1
cpus 2
span 0us 100ms
os linux
RECORDER
process 7 threadlens
process 8 other
thread 7 pid=7 name=threadlens
thread 8 pid=8 name=other
20ms cpu0 switch 7 idle wait linux=S
40ms cpu0 switch idle 8 preempt
60ms cpu0 switch 8 idle wait linux=S
70ms cpu1 switch idle 7 preempt
75ms cpu1 switch 7 idle wait linux=S
`
	for recorder, want := range map[string][]string{
		"recorder 7": {
			"Recorder: threadlens (the recorder) 7 used 25.0 ms of CPU time, 25.0% of one CPU",
			"Recording cost: 2 to 9 events per CPU, <0.1% of the CPU's time, at 1.00 µs each (estimated)",
		},
		"eventcost 2us\neventsof 8 100": {"Recording cost: 100 events × 2.00 µs each (measured) = 200 µs, 0.1% of the CPU time; most of the events in: other (pid 8) 100%"},
		"":                              {"Recording cost: 2 to 9 events per CPU, <0.1% of the CPU's time, at 1.00 µs each (estimated)"},
	} {
		var got []string
		for _, f := range CostFacts(modeltest.Parse(t, "cost", strings.Replace(scene, "RECORDER\n", recorder+"\n", 1))) {
			got = append(got, f.Label+": "+f.Value)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q: %q", recorder, got)
		}
	}
	if facts := CostFacts(modeltest.Parse(t, "empty", "threadlens-trace 1\ncpus 1\n")); len(facts) > 0 {
		t.Errorf("of nothing: %v", facts)
	}
}
