package model_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model/modeltest"
)

// TestWithoutSwitches: where a trace or a CPU has no context switches, samples,
// wakes, starts and accounted time create no thread states. Times in µs, trace [0,
// 100).
func TestWithoutSwitches(t *testing.T) {
	// The switch gives CPU 0, and thus the trace, its states: 8 to 9 at 50.
	const switched = "50us cpu0 switch 8 9 preempt\n"
	const cpu0 = `cpu 0
  [0, 50) 8.0 Inferred
  [50, 100) 9.0
  run 100 idle 0 isr 0 dpc 0 unknown 0 offline 0
`
	const threads = `thread 8.0 life [0, 100)
  [0, 50) Running Execution cpu=0 Inferred
  [50, 100) Preempted Preemption.Runnable cpu=0 by=9.0 OpenEnd
  episode Preempt out 50 ready 50 in open by 9.0
thread 9.0 life [0, 100)
  [0, 50) Unknown Unknown.NotSeen
  [50, 100) Running Execution cpu=0 OpenEnd
`
	const none = `cpu 0
  [0, 100) unknown
  run 0 idle 0 isr 0 dpc 0 unknown 100 offline 0
`
	for _, x := range []struct{ name, events, want string }{
		{"one thread sampled", "10us cpu0 sample 1\n30us cpu0 sample 1\n", `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + none + "cpu 1\n" + none[len("cpu 0\n"):]},
		{"wakes, starts, calls and accounted time", "5us cpu0 start 1\n10us cpu0 wake 2 ctx=thread by=3\n20us cpu1 ran 3 8us\n30us cpu0 call 1 enter read\n", `thread 1.0 life [5, 100)
  [5, 100) Unknown Unknown.NotSeen
thread 2.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
thread 3.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + none + "cpu 1\n" + none[len("cpu 0\n"):]},
		{"lives end with the exit, or the last sample after it", "0us cpu0 exists 1\n0us cpu0 exists 2\n0us cpu0 exists 3\n10us cpu0 exit 1\n10us cpu0 exit 2\n15us cpu0 sample 2\n100us cpu0 exit 3\n100us cpu0 sample 3\n", `thread 1.0 life [0, 10)
  [0, 10) Unknown Unknown.NotSeen
thread 2.0 life [0, 15.001)
  [0, 15.001) Unknown Unknown.NotSeen
thread 3.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + none + "cpu 1\n" + none[len("cpu 0\n"):]},
		{"an id used again", "5us cpu0 sample 1\n10us cpu0 exists 1\n12us cpu0 exit 1\n20us cpu0 start 1\n40us cpu0 exit 1\n", `thread 1.0 life [0, 12)
  [0, 12) Unknown Unknown.NotSeen
thread 1.1 life [20, 40)
  [20, 40) Unknown Unknown.NotSeen
` + none + "cpu 1\n" + none[len("cpu 0\n"):]},
		{"lost events", "10us cpu0 sample 1\n20us cpu0 loss 40us\n50us cpu0 sample 1\n60us all loss 70us\n", `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + none + "cpu 1\n" + none[len("cpu 0\n"):] + "counter loss 3\ncounter lossNs 40000\n"},
		{"offline stays", "10us cpu0 sample 1\n30us cpu1 offline\n70us cpu1 online\n", `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + none + `cpu 1
  [0, 30) unknown
  [30, 70) offline
  [70, 100) unknown
  run 0 idle 0 isr 0 dpc 0 unknown 60 offline 40
`},
		{"a CPU without switches beside one with", "10us cpu1 sample 1\n" + switched + "60us cpu1 sample 1\n", threads + `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + cpu0 + "cpu 1\n" + none[len("cpu 0\n"):] + "noWakeEvents\n"},
		{"accounted time on a CPU without switches", "10us cpu1 ran 1 8us\n" + switched, threads + `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + cpu0 + "cpu 1\n" + none[len("cpu 0\n"):] + "noWakeEvents\n"},
		{"a sample on a CPU said to be idle", "0us cpu1 exists idle state=running\n10us cpu1 sample 1\n" + switched, threads + `thread 1.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + cpu0 + "cpu 1\n" + none[len("cpu 0\n"):] + "counter mismatch 1\nnoWakeEvents\n"},
		{"a sample of the thread that is said to run", "0us cpu1 exists 1 state=running\n10us cpu1 sample 1\n" + switched, threads + `thread 1.0 life [0, 100)
  [0, 100) Running Execution cpu=1 OpenEnd+OpenStart
` + cpu0 + `cpu 1
  [0, 100) 1.0 OpenStart
  run 100 idle 0 isr 0 dpc 0 unknown 0 offline 0
noWakeEvents
`},
		{"a sample of another thread", "0us cpu1 exists 1 state=running\n10us cpu1 sample 1\n20us cpu1 sample 2\n" + switched, threads + `thread 1.0 life [0, 100)
  [0, 10) Running Execution cpu=1 OpenStart
  [10, 100) Unknown Unknown.Loss OpenEnd
thread 2.0 life [0, 100)
  [0, 100) Unknown Unknown.NotSeen
` + cpu0 + `cpu 1
  [0, 10) 1.0 OpenStart
  [10, 100) unknown
  run 10 idle 0 isr 0 dpc 0 unknown 90 offline 0
counter mismatch 1
noWakeEvents
`},
		{"a CPU with switches: the sample fills the gap that one leaves", "5us cpu1 switch 7 idle wait\n10us cpu1 sample 1\n" + switched + "80us cpu1 switch 1 idle wait\n", threads + `thread 1.0 life [0, 100)
  [0, 10) Unknown Unknown.NotSeen
  [10, 80) Running Execution cpu=1 Inferred
  [80, 100) Waiting Unclassified.Unknown OpenEnd
  episode Wait out 80 ready 100 in open
thread 7.0 life [0, 100)
  [0, 5) Running Execution cpu=1 Inferred
  [5, 100) Waiting Unclassified.Unknown OpenEnd
  episode Wait out 5 ready 100 in open
` + cpu0 + `cpu 1
  [0, 5) 7.0 Inferred
  [5, 10) unknown
  [10, 80) 1.0 Inferred
  [80, 100) idle
  run 75 idle 20 isr 0 dpc 0 unknown 5 offline 0
counter brokenChain 1
noWakeEvents
`},
	} {
		t.Run(x.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "x", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\n"+x.events)
			for _, err := range modeltest.Check(tr) {
				t.Error(err)
			}
			got := describe(tr)
			if diff := cmp.Diff(blocks(x.want), blocks(got)); diff != "" {
				t.Errorf("(-want +got)\n%s\nall of it:\n%s", diff, got)
			}
		})
	}
}

// blocks splits a description into the parts about each thread and CPU, in the
// order of their names.
func blocks(s string) []string {
	var list []string
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, " ") {
			list[len(list)-1] += line
		} else {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return list
}
