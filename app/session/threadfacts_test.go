package session

import (
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/model"
	"threadlens/timeline"
)

func TestThreadFacts(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
process 2 "kthreadd" system
thread 7 pid=7 name="app"
thread 30 pid=2 name="kworker/0:1"
10us cpu0 switch idle 7 preempt prio=120,110
100us cpu0 start 8 pid=7 by=7
100us cpu0 name 8 "app"
150us cpu0 wake 8 kind=new
200us cpu0 switch 7 8 preempt prio=100,120
300us cpu0 name 8 "worker"
400us cpu0 exit 8
410us cpu0 switch 8 30 dead
500us cpu0 switch 30 idle wait
`)
	value := func(f explain.ThreadFacts, label string) string {
		for _, r := range f.Rows {
			if r.Label == label {
				return r.Value
			}
		}
		return ""
	}
	tests := []struct {
		tid  model.TID
		kind string
		want map[string]string
	}{
		{7, "main thread of app 7", map[string]string{
			"Lifetime": "0.000 – 1.000 ms, 1.00 ms; alive for the whole trace", "Names": "app",
			"Created by": "unknown", "Priority": "100, ranged from 100 to 110, nice -20 (lower runs first)", "Start function": "unknown",
		}},
		{8, "thread of app 7", map[string]string{
			"Lifetime": "0.100 – 0.410 ms, 310 µs", "Names": "app from 0.100 ms; worker from 0.300 ms",
			"Created by": "app 7", "Priority": "120 (lower runs first)", "Exit began": "0.400 ms",
		}},
		{30, "kernel thread", map[string]string{"Priority": "unknown"}},
	}
	for _, tt := range tests {
		s.Select(timeline.SegmentRef{Thread: thread(t, s.Trace(), tt.tid), Index: -1})
		f, ok := s.ThreadFacts()
		if !ok || f.Kind != tt.kind {
			t.Errorf("%d: %q, want %q", tt.tid, f.Kind, tt.kind)
		}
		for label, want := range tt.want {
			if got := value(f, label); got != want {
				t.Errorf("%d: %s: %q, want %q", tt.tid, label, got, want)
			}
		}
		if text := f.Text(); !strings.Contains(text, "Lifetime: ") || !strings.HasPrefix(text, f.Title+"\n") {
			t.Errorf("%q", text)
		}
	}
	s.Select(timeline.NoSegment)
	if _, ok := s.ThreadFacts(); ok {
		t.Error("facts about no thread")
	}
}
