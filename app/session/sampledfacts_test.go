package session

import (
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
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

// TestSampledFacts: facts and profile explain why nothing is known, and show what was sampled.
func TestSampledFacts(t *testing.T) {
	const period = "sampleperiod 1ms\n"
	for _, x := range []struct {
		name, source                 string
		thread                       model.TID
		reason, sampled, besideTotal string
	}{
		{
			"no switches", sampledOnly, 1, "the trace has no context switches", "3.00 ms sampled (95% interval: 1.02 ms to 8.81 ms)",
			"Unknown: the trace has no context switches; 4.00 ms sampled (95% interval: 1.56 ms to 10.3 ms)",
		},
		{
			"no period", strings.Replace(sampledOnly, period, "", 1), 1, "the trace has no context switches", "75.0% of the samples (95% interval: 30.1% to 95.4%)",
			"Unknown: the trace has no context switches; 100.0% of the samples (95% interval: 51.0% to 100.0%)",
		},
		{
			"one CPU without", strings.Replace(sampledOnly, "cpus 1", "cpus 2", 1) + "5000ms cpu1 switch 7 8 preempt\n", 1, "state unknown until the thread's first event",
			"3.00 ms sampled (95% interval: 1.02 ms to 8.81 ms)", "4.00 ms sampled (95% interval: 1.56 ms to 10.3 ms) on CPUs without recorded context switches",
		},
		{"all CPUs with", sampledOnly + "5000ms cpu0 switch 1 2 preempt\n", 2, "state unknown until the thread's first event", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "x", x.source)
			seg, ok := tr.SegmentAt(thread(t, tr, x.thread), 0)
			if !ok {
				t.Fatal("no segment")
			}
			s := New()
			s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
			s.SetWidth(1000)
			s.Open(Source{}, tr)
			f := explain.FactsOf(tr, seg, tr.Whole(), s.Terms())
			if got := value(f, "Reason"); got != x.reason {
				t.Errorf("Reason is %q, want %q", got, x.reason)
			}
			if got := value(f, "Sampled"); got != x.sampled {
				t.Errorf("Sampled is %q, want %q", got, x.sampled)
			}
			if got := s.SampledText(); got != x.besideTotal {
				t.Errorf("beside the profile stands %q, want %q", got, x.besideTotal)
			}
		})
	}
}
