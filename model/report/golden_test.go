package report_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// spanned is a thread with a span of 60 µs that holds one of 20 µs, in which it waits for
// 10 µs, and another thread with one span of the same name.
const spanned = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 7 app target
thread 1 pid=7 name=a
thread 2 pid=7 name=b
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
10us cpu0 mark 1 begin load id=5
20us cpu0 mark 1 begin parse
25us cpu0 switch 1 idle wait sub=Futex
33us cpu1 wake 1 ctx=thread to=0
35us cpu0 switch idle 1 preempt
40us cpu0 mark 1 end parse
50us cpu0 mark 1 step half
50us cpu1 mark 2 begin load id=5
70us cpu0 mark 1 end load id=5
90us cpu1 mark 2 end load id=5
`

// TestGoldenRows: every column of every row for small traces, in order.
func TestGoldenRows(t *testing.T) {
	tr := modeltest.Parse(t, "spanned", spanned)
	first := []model.ThreadIx{threadOf(t, tr, 1)}
	host := modeltest.Parse(t, "host", hostTrace)
	for _, c := range []struct {
		report string
		tr     *model.Trace
		scope  measure.Scope
		rows   []string
	}{
		// The wait of 8 µs and the 2 µs until the thread runs are inside both spans.
		{"spans", tr, measure.Scope{}, []string{
			"load | span | 0 | 1.0 | 10000 | 60000 | 40000 | 50000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0 | 5 | - | - | -",
			"half | step | 1 | 1.0 | 50000 | 40000 | - | 30000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0 | - | - | - | -",
			"parse | span | 1 | 1.0 | 20000 | 20000 | 20000 | 10000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0 | - | - | - | -",
			"load | span | 0 | 2.0 | 50000 | 40000 | 40000 | 40000 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 5 | - | - | -",
		}},
		{"span-names", tr, measure.Scope{}, []string{
			"load | 2 | 0 | 100000 | 50000 | 40000 | 60000 | 60000 | 60000 | 80000 | 90000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0",
			"parse | 1 | 0 | 20000 | 20000 | 20000 | 20000 | 20000 | 20000 | 20000 | 10000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0",
		}},
		{"span-groups", tr, measure.Scope{}, []string{
			"5 | load | 2 | 2 | 10000 | 80000 | 100000 | 90000 | 0 | 8000 | 0 | 0 | 0 | 0 | 0 | 2000 | 0 | 0 | 0",
		}},
		{"wait-chains", tr, measure.Scope{Range: model.Range{From: us(26), To: us(40)}}, []string{
			"0 | 1.0 | app | Synchronization | Futex | 25000 | 33000 | -",
			"1 | 2.0 | app | Execution | - | 0 | 100000 | running or runnable",
		}},
		{"critical-hops", tr, measure.Scope{Range: model.Range{From: us(20), To: us(40)}, Threads: first}, []string{
			"20000 | 5000 | 25 | 1.0 | app | Running | - | 0 | - | -",
			"25000 | 8000 | 40 | 2.0 | app | Running | - | 1 | 1.0 | futex",
			"33000 | 2000 | 10 | 1.0 | app | Ready | Dispatch | 0 | - | -",
			"35000 | 5000 | 25 | 1.0 | app | Running | - | 0 | - | -",
		}},
		{"vcpus", host, measure.Scope{}, []string{
			"qemu-system-x86 | 10 | - | 40000000 | 60000000 | 30 | 20000000 | 20000000",
			"qemu-system-x86 | 10 | 11.0 | 30000000 | 40000000 | 40 | - | -",
			"qemu-system-x86 | 10 | 12.0 | 10000000 | 20000000 | 20 | - | -",
		}},
		{"steal", host, measure.Scope{Bucket: 50 * ms}, []string{"0 | 0 | - | - | 10", "50000000 | 0 | - | - | 50"}},
	} {
		equal(t, c.report, rowsOf(run(t, c.report, c.tr, c.scope)), c.rows)
	}
}
