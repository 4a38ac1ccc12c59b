package report_test

import (
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestRecordingCost: the number of events times the cost of one, as a share of all CPUs'
// time, and by process: at most five, those with at least one percent, by the newest name of
// an id.
func TestRecordingCost(t *testing.T) {
	const scene = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 7 redis
process 8 other
thread 7 pid=7
thread 8 pid=8
20ms cpu0 switch 7 idle wait linux=S
40ms cpu1 switch 8 idle wait linux=S
`
	for _, x := range []struct {
		name, head, tail string
		sentence         string
		events           int64
	}{
		{"not measured", "", "eventsof 7 10\n", "", 0},
		{"no events", "eventcost 1us\n", "", "", 0},
		{"one process", "eventcost 800ns\n", "eventsof 7 2500\n", "2\u2009500 events × 800 ns each (measured) = 2.00 ms, 1.0% of the CPU time; most of the events in: redis (pid 7) 100%", 2500},
		{
			"all kinds", "eventcost 1us\n", "eventsof 0 300\neventsof - 100\neventsof 7 500\neventsof 8 9\neventsof 9 91\n",
			"1\u2009000 events × 1.00 µs each (measured) = 1.00 ms, 0.5% of the CPU time; most of the events in: redis (pid 7) 50%, idle CPUs 30%, unknown processes 10%, pid 9 9%", 1000,
		},
		{
			"many", "eventcost 1us\n", "eventsof 1 1\neventsof 2 1\neventsof 3 1\neventsof 4 1\neventsof 5 1\neventsof 6 1\n",
			"6 events × 1.00 µs each (measured) = 6.00 µs, <0.1% of the CPU time; most of the events in: pid 1 17%, pid 2 17%, pid 3 17%, pid 4 17%, pid 5 17%", 6,
		},
	} {
		tr := modeltest.Parse(t, x.name, scene[:len("threadlens-trace 1\n")]+x.head+scene[len("threadlens-trace 1\n"):]+x.tail)
		sentence, events := measure.RecordingCost(tr)
		equal(t, x.name, sentence, x.sentence)
		equal(t, x.name, events, x.events)
		if rows := healthText(t, tr, "overhead"); x.sentence != "" {
			equal(t, x.name, rows, []string{"all CPUs | info | " + measure.Count(events) + " | " + sentence})
		} else {
			equal(t, x.name, len(rows), 2)
		}
	}
}
