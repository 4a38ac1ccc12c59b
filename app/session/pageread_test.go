package session

import (
	"strings"
	"testing"

	"threadlens/model"
)

// TestS17PageRead: a hard page fault names the read that it waited for and goes to it; for a soft
// one the outcome is that there was none.
func TestS17PageRead(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0ms 40ms
os windows
has switches wakes disk
process 9 app.exe
thread 1 pid=9
0ms cpu0 switch idle 1 preempt
1ms cpu0 switch 1 idle wait win=9
1.0008ms cpu0 wake 1 ctx=dpc
1.0008ms cpu0 switch idle 1 preempt
2ms cpu0 switch 1 idle wait win=9
7.9ms cpu0 io 1 2.1ms read dev=disk0 file="C:\\app.dll" bytes=4096
8ms cpu0 wake 1 ctx=dpc
8ms cpu0 switch idle 1 preempt
`)
	s.Select(at(t, s, 1, 1_000_400))
	f, _ := s.Facts()
	if got := value(f, "Reason"); f.Category != "Memory management" || f.Duration != "800 ns" || got != "page fault with no disk read by this thread" {
		t.Errorf("%s of %s: %s", f.Category, f.Duration, got)
	}
	if _, ok := s.PageRead(); ok || value(f, "Page read") != "" {
		t.Error("a soft fault leads to a read")
	}
	s.ToPageRead()
	if s.Marked().Len() != 0 {
		t.Error("a soft fault leads somewhere")
	}
	s.Select(at(t, s, 1, 5*ms))
	f, _ = s.Facts()
	if got, want := value(f, "Page read"), "5.80 ms from "; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `, 4 KiB, C:\app.dll, disk0`) {
		t.Errorf("page read %q", got)
	}
	s.ToPageRead()
	if want := (model.Range{From: 2_100_000, To: 7_900_000}); s.Marked() != want {
		t.Errorf("led to %v, want %v", s.Marked(), want)
	}
}
