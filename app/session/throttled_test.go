package session

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/model"
)

// throttledSource has a thread that uses up its quota of 30 ms in each of five periods.
func throttledSource(account string) string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 500ms\nos linux\nprocess 20 app target\nthread 21 pid=20\ngroup /a 30ms 100ms " + account + "\naround 20 group=/a cpus=0\n")
	for k := range 5 {
		fmt.Fprintf(&b, "%dms cpu0 switch idle 21 preempt linux=R\n%dms cpu0 switch 21 idle preempt linux=R\n", 100*k, 100*k+30)
	}
	return b.String()
}

// TestThrottledWords: facts and hint of a segment name the quota where the kernel's account
// agrees; where it does not, they call it likely.
func TestThrottledWords(t *testing.T) {
	for _, c := range []struct{ account, reason, rule, hint string }{
		{"0ms 0 0 0ms 490ms 5 4 300ms", "the control group used up its CPU quota", "throttling, counted by the kernel: no thread of the control group ran until the next quota period began", "CPU quota used up"},
		{"0ms 0 0 0ms 0ms 0 0 0ms", "left the CPU while still runnable, and the CPU went idle", "but the kernel counted no throttling", "Preemption"},
	} {
		s := openedWith(t, throttledSource(c.account))
		s.Select(at(t, s, 21, 150*ms))
		f, _ := s.Facts()
		seg, _ := s.Trace().SegmentAt(0, 150*ms)
		if text := f.Text(); !strings.Contains(text, c.reason) || !strings.HasSuffix(explain.RuleWords(s.Trace(), &seg), c.rule) || s.Hint().Title != c.hint {
			t.Errorf("%s:\n%s\n%s\n%s", c.account, text, explain.RuleWords(s.Trace(), &seg), s.Hint().Title)
		}
		if seg.State != model.Preempted {
			t.Errorf("%+v", seg)
		}
	}
}
