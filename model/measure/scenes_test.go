package measure_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestStartsOfAWindow: a thread starts where it is switched to in the window, not where the
// window begins while it runs.
func TestStartsOfAWindow(t *testing.T) {
	tr := modeltest.Parse(t, "starts", `threadlens-trace 1
cpus 1
span 0us 100000us
os linux
thread 8 pid=7
0us cpu0 exists 8 state=running
20000us cpu0 switch 8 idle wait
30000us cpu0 switch idle 8 preempt
40000us cpu0 loss 41000us
50000us cpu0 switch 8 idle wait
`)
	for _, c := range []struct{ from, to, starts model.Time }{{0, 100, 1}, {10, 100, 1}, {10, 25, 0}, {30, 100, 1}, {31, 100, 0}, {45, 100, 0}} {
		e, err := measure.Emulate(t.Context(), tr, model.Range{From: c.from * 1e6, To: c.to * 1e6}, measure.Clock{Tick: measure.Tick}, nil)
		if err != nil {
			t.Fatal(err)
		}
		charge := e.Thread(0)
		if sum := charge.Starts(); sum != int64(c.starts) {
			t.Errorf("from %d to %d ms: %d starts, want %d", c.from, c.to, sum, c.starts)
		}
	}
}

// TestMachineBusy: a CPU is busy with threads and interrupts of both kinds; an unknown one is
// neither busy nor idle.
func TestMachineBusy(t *testing.T) {
	tr := modeltest.Parse(t, "busy", `threadlens-trace 1
cpus 2
span 0us 100us
os linux
thread 8 pid=7
10us cpu0 switch idle 8 preempt
20us cpu0 irq 23us isr
30us cpu0 switch 8 idle wait
40us cpu0 irq 45us isr
50us cpu0 irq 57us dpc
`)
	for _, c := range []struct{ from, to, want model.Time }{{0, 100, 32}, {0, 10, 0}, {20, 23, 3}, {40, 45, 5}, {50, 57, 7}, {45, 50, 0}} {
		if got := measure.MachineBusy(tr, model.Range{From: c.from * 1000, To: c.to * 1000}); got != c.want*1000 {
			t.Errorf("from %d to %d µs: %d, want %d µs", c.from, c.to, got, c.want)
		}
	}
	u := measure.ExactOfCPUs(tr, 0)
	for _, c := range []struct {
		r    model.Range
		told bool
	}{{model.Range{From: 0, To: 100}, false}, {model.Range{From: measure.Tick - 1, To: measure.Tick}, true}, {model.Range{From: measure.Tick, To: measure.Tick + 1}, false}} {
		if _, ok := u.Sampled(c.r); ok != c.told {
			t.Errorf("a tick in %v: %v", c.r, ok)
		}
	}
}

// TestRingSentence: a window that goes beyond the time for which all CPUs are known gets a note, if a
// ring buffer kept only the newest events.
func TestRingSentence(t *testing.T) {
	const known = "The recording kept only the latest events: events of all CPUs are available only in 0.020 – 0.100 ms."
	tr := modeltest.Parse(t, "ring", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\nthread 8 pid=7\n0us cpu1 switch idle 8 preempt\n0us cpu0 loss 20us ring=1\n50us cpu1 switch 8 idle wait\n")
	for _, c := range []struct {
		from, to model.Time
		want     string
	}{{0, 100_000, known}, {19_999, 100_000, known}, {20_000, 100_000, ""}, {20_001, 100_000, ""}, {20_000, 50_000, ""}, {0, 10_000, known}} {
		if got := measure.RingSentence(tr, model.Range{From: c.from, To: c.to}); got != c.want {
			t.Errorf("from %d to %d: %q", c.from, c.to, got)
		}
	}
	none := modeltest.Parse(t, "none", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\nthread 8 pid=7\n0us cpu1 switch idle 8 preempt\n")
	if got := measure.RingSentence(none, none.Whole()); got != "" {
		t.Errorf("without a ring: %q", got)
	}
}

// TestLossSentence: the losses that overlap a window are counted, with CPU and time; those
// at an unknown time count in every window.
func TestLossSentence(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 3\nspan 0us 100us\nos linux\nthread 8 pid=7\n"
	const events = "0us cpu0 switch idle 8 preempt\n10us cpu1 loss 20us n=3\n40us cpu1 loss 50us n=4\n60us cpu2 loss 70us n=5\n"
	for _, c := range []struct {
		head, events string
		from, to     model.Time
		want         string
	}{
		{"", "0us cpu0 switch idle 8 preempt\n", 0, 100, ""},
		{"lost 5\n", "0us cpu0 switch idle 8 preempt\n", 0, 100, "5 events were lost at unknown times."},
		{"lost 0 buffers=2\n", "0us cpu0 switch idle 8 preempt\n", 0, 100, "2 buffers were lost at unknown times."},
		{"", events, 0, 100, "12 events were lost on CPUs 1 and 2 in 3 intervals within 0.010 – 0.070 ms."},
		{"", events, 0, 30, "3 events were lost on CPU 1, 0.010 – 0.020 ms."},
		{"", events, 15, 45, "7 events were lost on CPU 1 in 2 intervals within 0.010 – 0.050 ms."},
		{"", events, 80, 100, ""},
		{"lost 20\n", events, 80, 100, "8 events were lost at unknown times."},
		{"lost 12\n", events, 80, 100, ""},
	} {
		tr := modeltest.Parse(t, "loss", head+c.head+c.events)
		if got := measure.LossSentence(tr, model.Range{From: c.from * 1000, To: c.to * 1000}); got != c.want {
			t.Errorf("%q, from %d to %d µs: %q, want %q", c.head, c.from, c.to, got, c.want)
		}
	}
}

// TestGroupErrors: a grouping that a metric does not have is an error.
func TestGroupErrors(t *testing.T) {
	tr := modeltest.Parse(t, "groups", "threadlens-trace 1\ncpus 1\nspan 0us 1000000us\nos linux\nthread 8 pid=7\n0us cpu0 switch idle 8 preempt\n")
	for _, c := range []struct {
		s    measure.Scope
		want string
	}{
		{measure.Scope{GroupBy: measure.GroupName}, ""},
		{measure.Scope{GroupBy: measure.GroupAll + 1}, "metrics can be grouped by"},
		{measure.Scope{GroupBy: measure.GroupTime, Bucket: 1000}, ""},
		{measure.Scope{GroupBy: measure.GroupTime, Bucket: 1}, "buckets of 1 ns divide"},
		{measure.Scope{GroupBy: measure.GroupTime, Bucket: -1}, "is invalid"},
	} {
		c.s.Metric = measure.MetricSlice
		if _, err := measure.Groups(tr, c.s); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
}

// TestTargetSentence: how the target was chosen is said where it is known.
func TestTargetSentence(t *testing.T) {
	tr := modeltest.Parse(t, "target", "threadlens-trace 1\ncpus 1\nspan 0ns 1us\nos linux\nprocess 7 app target\nthread 7 pid=7\n0ns cpu0 switch idle 7 wait\n")
	procs := tr.Targets()
	for why, want := range map[string]string{"": "Target: app (pid 7).", "as specified": "Target: app (pid 7); as specified."} {
		if got := (measure.Target{Procs: procs, Why: why}).Sentence(tr); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
