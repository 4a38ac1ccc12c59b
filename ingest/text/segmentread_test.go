package text_test

import (
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model/modeltest"
)

// TestS17SegmentRead: the segment of a hard page fault names the read that it waited
// for, others name none.
func TestS17SegmentRead(t *testing.T) {
	tr := modeltest.Parse(t, "faults", `threadlens-trace 1
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
7.9ms cpu0 io 1 2.1ms read dev=disk0 file="a b.dll" bytes=4096
8ms cpu0 wake 1 ctx=dpc
8ms cpu0 switch idle 1 preempt
`)
	var b strings.Builder
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"seg 1.0 1000000 1000800 Waiting MemoryManagement.SoftFault cpu=- flags=- unblocker=- ctx=Dpc by=-\n",
		"seg 1.0 2000000 8000000 Waiting MemoryManagement.HardFault cpu=- flags=- unblocker=- ctx=Dpc by=- read=2100000ns..7900000ns dev=\"disk0\" file=\"a b.dll\"\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
