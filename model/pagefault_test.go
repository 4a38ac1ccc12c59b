package model_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// paging is a thread that waits for pages: for 0.8 µs, then for 6 ms with a disk
// read of its own inside, then for 1 ms while another thread reads and it only
// writes, then for 2 ms in which two of its reads overlap.
const paging = `threadlens-trace 1
cpus 1
span 0ms 40ms
os windows
has switches wakes disk
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
0ms cpu0 switch idle 1 preempt
1ms cpu0 switch 1 idle wait win=9
1.0008ms cpu0 wake 1 ctx=dpc
1.0008ms cpu0 switch idle 1 preempt
2ms cpu0 switch 1 idle wait win=9
7.9ms cpu0 io 1 2.1ms read dev=disk0 file="C:\\app.dll" bytes=4096
8ms cpu0 wake 1 ctx=dpc
8ms cpu0 switch idle 1 preempt
10ms cpu0 switch 1 idle wait win=2
10.8ms cpu0 io 2 10.1ms read dev=disk0 bytes=512
10.9ms cpu0 io 1 10.1ms write dev=disk0 bytes=512
11ms cpu0 wake 1 ctx=dpc
11ms cpu0 switch idle 1 preempt
20ms cpu0 switch 1 idle wait win=9
20.1ms cpu0 io 1 19.9ms read dev=disk0 bytes=512
22ms cpu0 wake 1 ctx=dpc
22ms cpu0 switch idle 1 preempt
22.1ms cpu0 io 1 20.2ms read dev=disk1 bytes=8192
30ms cpu0 switch 1 idle wait win=9
30.1ms cpu0 wake 1 ctx=dpc
30.1ms cpu0 switch idle 1 preempt
30.2ms cpu0 fault 1 30ms hard file="C:\\app.exe"
`

// TestSoftFaultLimit: without disk reads a wait for a page below a microsecond is a
// soft fault, and a longer one may have been either.
func TestSoftFaultLimit(t *testing.T) {
	for end, want := range map[string]model.Sub{"1.000999ms": model.SubSoftFault, "1.001ms": model.SubPageIn} {
		tr := modeltest.Parse(t, end, "threadlens-trace 1\ncpus 1\nspan 0ms 4ms\nos windows\nhas switches wakes\nthread 1 pid=9\n"+
			"0ms cpu0 switch idle 1 preempt\n1ms cpu0 switch 1 idle wait win=9\n"+end+" cpu0 wake 1 ctx=dpc\n"+end+" cpu0 switch idle 1 preempt\n")
		var got []model.Sub
		for ix := range tr.Threads {
			for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
				if s.State == model.Waiting {
					got = append(got, s.Sub)
				}
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("until %s: %v, want %v", end, got, want)
		}
	}
}

// TestS17PageFaults: a wait of 0.8 µs without a disk read is a soft fault, one of 6
// ms with a read inside it a hard one, linked to that read.
func TestS17PageFaults(t *testing.T) {
	type fault struct {
		length model.Time
		sub    model.Sub
		device string
		bytes  int64 // of the read, 0 if none
	}
	recorded := []fault{
		{800, model.SubSoftFault, "", 0},
		{6_000_000, model.SubHardFault, "disk0", 4096},
		{1_000_000, model.SubSoftFault, "", 0}, // the read is another thread's
		{2_000_000, model.SubHardFault, "disk1", 8192},
		{100_000, model.SubHardFault, "", 0}, // the system reports it
	}
	unknown := []fault{
		{800, model.SubSoftFault, "", 0}, // too short for a disk
		{6_000_000, model.SubPageIn, "", 0},
		{1_000_000, model.SubPageIn, "", 0},
		{2_000_000, model.SubPageIn, "", 0},
		{100_000, model.SubHardFault, "", 0},
	}
	var without []string
	for line := range strings.Lines(paging) {
		if !strings.Contains(line, " io ") {
			without = append(without, strings.Replace(line, " disk\n", "\n", 1))
		}
	}
	for name, c := range map[string]struct {
		trace string
		want  []fault
	}{"transfers recorded": {paging, recorded}, "no transfers recorded": {strings.Join(without, ""), unknown}} {
		tr := modeltest.Parse(t, name, c.trace)
		var got []fault
		for ix := range tr.Threads {
			for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
				i, ok := tr.PageRead(&s)
				if s.State != model.Waiting || tr.Threads[ix].TID != 1 {
					if ok {
						t.Errorf("%s: %v at %d leads to a read", name, s.State, s.From)
					}
					continue
				}
				f := fault{length: s.Len(), sub: s.Sub}
				if s.Category != model.MemoryManagement {
					t.Errorf("%s: the wait at %d is %v", name, s.From, s.Category)
				}
				if ok {
					f.device, f.bytes = tr.String(tr.IOs[i].Device), tr.IOs[i].Bytes
				}
				got = append(got, f)
			}
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v", name, got)
		}
		for i, w := range c.want {
			if got[i] != w {
				t.Errorf("%s: wait %d: %+v, want %+v", name, i, got[i], w)
			}
		}
		for _, err := range modeltest.Check(tr) {
			t.Error(err)
		}
	}
}
