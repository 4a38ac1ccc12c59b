package session

import (
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

const stolenSource = `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 20 app target
thread 21 pid=20
thread 22 pid=20
0ms cpu0 switch idle 21 preempt
1ms cpu0 wake 22 to=0
10ms cpu0 ran 21 6000000
20ms cpu0 switch 21 22 preempt
30ms cpu0 switch 22 21 wait
40ms cpu0 switch 21 idle preempt
50ms cpu0 switch idle 21 preempt
60ms cpu0 switch 21 - preempt
70ms cpu0 switch - 21 preempt
80ms cpu0 offline
`

// TestStolenHasOneName: facts of the thread, of the CPU and of its occupants have one name for what
// the host took, used for nothing else.
func TestStolenHasOneName(t *testing.T) {
	s := openedWith(t, stolenSource)
	s.Select(at(t, s, 21, 8*ms))
	f, _ := s.Facts()
	if value(f, "Preempted by") != model.StolenTitle || s.Hint().Title != model.StolenTitle {
		t.Errorf("facts are %+v", f)
	}
	for at, want := range map[model.Time]string{8 * ms: "CPU taken by the host 4.00 ms, 6.000", 85 * ms: "CPU offline 20.0 ms, 80.000", 45 * ms: "CPU idle 10.0 ms, 40.000"} {
		text := explain.ObjectText(s.Trace(), timeline.Object{Kind: timeline.ObjectSlice, Index: 0, At: at}, naming.Terms{})
		if text = strings.NewReplacer("\u2009", " ", "\u00a0", " ").Replace(text); !strings.HasPrefix(text, want) {
			t.Errorf("of %d: %q, want %q", at, text, want)
		}
	}
	s.Select(at(t, s, 22, 8*ms))
	f, _ = s.Facts()
	if text := f.Text(); !strings.Contains(text, "taken by the host") || strings.Contains(text, "not running (CPU offline)") {
		t.Errorf("meanwhile there was\n%s", text)
	}
}

// TestPreemptedByIsNeverEmpty: facts of a preemption name who took the CPU, or why nobody is named;
// so do the facts of its end.
func TestPreemptedByIsNeverEmpty(t *testing.T) {
	s := openedWith(t, stolenSource)
	for _, c := range []struct {
		at        model.Time
		by, ended string
	}{
		{25 * ms, "22", "22 took the CPU."},
		{45 * ms, "nobody: the CPU went idle", "preempted by nobody: the CPU went idle."},
		{65 * ms, "unknown: the CPU's next thread was not recorded", "preempted by unknown: the CPU's next thread was not recorded."},
	} {
		s.Select(at(t, s, 21, c.at))
		f, _ := s.Facts()
		if got := value(f, "Preempted by"); got != c.by {
			t.Errorf("at %d: preempted by %q, want %q", c.at, got, c.by)
		}
		if v := s.UnblockingStack(); !strings.HasSuffix(v.Missing, c.ended) {
			t.Errorf("at %d: %q, want %q", c.at, v.Missing, c.ended)
		}
	}
	s.Select(at(t, s, 21, 5*ms))
	if f, _ := s.Facts(); value(f, "Preempted by") != "" {
		t.Errorf("who runs is preempted by %q", value(f, "Preempted by"))
	}
}

// TestStolenInTheTableOfThreads: the table has a column of what the host took, visible where it
// took anything.
func TestStolenInTheTableOfThreads(t *testing.T) {
	for _, c := range []struct {
		src string
		off bool
		ns  int64
	}{{stolenSource, false, 4e6}, {strings.Replace(stolenSource, "ran 21 6000000", "ran 21 10000000", 1), true, 0}} {
		content, err := openedWith(t, c.src).Report()
		if err != nil {
			t.Fatal(err)
		}
		for i, col := range content.Columns {
			if col.Name != "stolen_ns" {
				continue
			}
			if got := content.Total.Cells[i].Int; col.Title != model.StolenTitle || col.Off != c.off || got != c.ns {
				t.Errorf("%q off %v says %d, want off %v, %d", col.Title, col.Off, got, c.off, c.ns)
			}
			c.ns = -1
		}
		if c.ns != -1 {
			t.Error("there is no such column")
		}
	}
}
