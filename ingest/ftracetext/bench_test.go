package ftracetext

import (
	"bytes"
	"context"
	"fmt"
	"testing"
)

// bigText composes a text of many switches and wake-ups of two CPUs.
func bigText(pairs int) []byte {
	var b bytes.Buffer
	b.WriteString("# tracer: nop\n#\n")
	at := int64(1_000_000_000)
	for i := range pairs {
		cpu, tid := i%2, 100+i%50
		at += 3
		fmt.Fprintf(&b, "%16s-%-7d [%03d] d..2. %5d.%06d: sched_switch: prev_comm=worker/%d prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=swapper/%d next_pid=0 next_prio=120\n",
			fmt.Sprintf("worker/%d", tid), tid, cpu, at/1e6, at%1e6, tid, tid, cpu)
		fmt.Fprintf(&b, "%16s-%-7d [%03d] d.h2. %5d.%06d: sched_waking: comm=worker/%d pid=%d prio=120 target_cpu=%03d\n",
			"<idle>", 0, cpu, at/1e6, at%1e6+1, tid+2, tid+2, cpu)
		fmt.Fprintf(&b, "%16s-%-7d [%03d] d..2. %5d.%06d: sched_switch: prev_comm=swapper/%d prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=worker/%d next_pid=%d next_prio=120\n",
			"<idle>", 0, cpu, at/1e6, at%1e6+2, cpu, tid+2, tid+2)
	}
	return b.Bytes()
}

func BenchmarkOpen(b *testing.B) {
	const pairs = 200_000
	data := bigText(pairs)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "bench", nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(3*pairs*b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
}
