package text_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
	"threadlens/model/modeltest"
)

const segmentsWant = `thread 3.0 pid=5 life=0ns..100000ns name=""
seg 3.0 0 10000 Unknown Unknown.NotSeen cpu=- flags=- unblocker=- ctx=- by=-
seg 3.0 10000 35000 Running Execution cpu=0 flags=- unblocker=- ctx=- by=-
seg 3.0 35000 60000 Preempted Preemption.HigherPriority cpu=0 flags=LossOverlap unblocker=- ctx=- by=20.0
seg 3.0 60000 70000 Unknown Unknown.Gap cpu=- flags=- unblocker=- ctx=- by=- likely=Preemption
seg 3.0 70000 80000 Running Execution cpu=0 flags=Inferred unblocker=- ctx=- by=-
seg 3.0 80000 100000 Unknown Unknown.Gap cpu=- flags=OpenEnd unblocker=- ctx=- by=- likely=Sleep
thread 20.0 pid=5 life=0ns..100000ns name="CLR \"Worker\""
seg 20.0 0 10000 Running Execution cpu=0 flags=Inferred unblocker=- ctx=- by=-
seg 20.0 10000 30000 Waiting Unclassified.UserWait cpu=- flags=LowConfidence unblocker=3.0 ctx=Thread by=- likely=Synchronization
seg 20.0 30000 35000 Ready Dispatch cpu=- flags=- unblocker=- ctx=- by=-
seg 20.0 35000 60000 Running Execution cpu=0 flags=- unblocker=- ctx=- by=-
seg 20.0 60000 100000 Unknown Unknown.Gap cpu=- flags=OpenEnd unblocker=- ctx=- by=- likely=Execution
cpu 0 0 10000 20.0 flags=Inferred
cpu 0 10000 35000 3.0 flags=-
cpu 0 35000 60000 20.0 flags=-
cpu 0 60000 70000 unknown flags=-
cpu 0 70000 80000 3.0 flags=Inferred
cpu 0 80000 100000 idle flags=-
irq 0 3000 4000 dpc
cpu 1 0 5000 unknown flags=-
cpu 1 5000 100000 offline flags=-
cpu 2 0 100000 unknown flags=-
`

func TestWriteSegments(t *testing.T) {
	trace := modeltest.Parse(t, "x", `threadlens-trace 1
cpus 3
span 0us 100us
os windows
process 5 app target
thread 20 pid=5 name="CLR \"Worker\""
thread 3 pid=5
3us cpu0 irq 4us dpc
10us cpu0 switch 20 3 wait win=6
30us cpu0 wake 20
35us cpu0 switch 3 20 preempt win=32
60us cpu0 loss 70us
80us cpu0 switch 3 idle wait win=4
5us cpu1 offline
`)
	var out bytes.Buffer
	if err := text.WriteSegments(&out, trace); err != nil {
		t.Fatal(err)
	}
	got, counters, _ := strings.Cut(out.String(), "counter ")
	if got != segmentsWant {
		t.Errorf("got\n%s\nwant\n%s", got, segmentsWant)
	}
	lines := strings.Split("counter "+counters, "\n")
	if len(lines) != int(model.NumCounters)+1 {
		t.Errorf("%d counters, want %d", len(lines)-1, model.NumCounters)
	}
	for _, want := range []string{"counter mismatch 0", "counter loss 1", "counter lossNs 10000", "counter unresolvedStack 0"} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("no line %q in\n%s", want, counters)
		}
	}
	if err := text.WriteSegments(fullDisk{}, trace); !errors.Is(err, errFull) {
		t.Errorf("WriteSegments returns %v, want %v", err, errFull)
	}
}

// TestThreadOrder: threads are printed by id and incarnation, in whatever order they appear in the
// trace.
func TestThreadOrder(t *testing.T) {
	trace := modeltest.Parse(t, "x", `threadlens-trace 1
cpus 1
10us cpu0 switch 30 9 wait
20us cpu0 switch 9 30 dead
30us cpu0 start 9 by=30
40us cpu0 start 10 by=30
50us cpu0 wake 9 kind=new
`)
	var out bytes.Buffer
	if err := text.WriteSegments(&out, trace); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for line := range strings.Lines(out.String()) {
		if fields := strings.Fields(line); fields[0] == "thread" {
			keys = append(keys, fields[1])
		}
	}
	if got := strings.Join(keys, " "); got != "9.0 9.1 10.0 30.0" {
		t.Errorf("threads %s, want 9.0 9.1 10.0 30.0", got)
	}
}
