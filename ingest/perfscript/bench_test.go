package perfscript

import (
	"bytes"
	"context"
	"fmt"
	"testing"
)

// composed makes a text of about n lines: threads on 4 CPUs that wake each other and run in turn.
func composed(n int, chains bool) []byte {
	var b bytes.Buffer
	for i := range n / 3 {
		at, cpu := 1000000+i*3, i%4
		prev, next := 100+i/4%50, 100+(i/4+1)%50
		chain := ""
		if chains {
			chain = fmt.Sprintf("\n\tffffffff8139ba69 __traceiter_x+0x29 ([kernel.kallsyms])\n\tffffffff8139ba70 schedule+0x29 ([kernel.kallsyms])\n"+
				"\t           %x f%d+0x7 (/usr/lib/libc.so.6)\n", 0xee000+i%90, i%30)
		}
		for j, event := range [...]string{
			"sched:sched_waking: comm=worker-%d pid=%[1]d prio=120 target_cpu=002",
			"sched:sched_stat_runtime: comm=worker-%d pid=%[1]d runtime=53570 [ns]",
			"sched:sched_switch: prev_comm=worker-%d prev_pid=%[1]d prev_prio=120 prev_state=S ==> next_comm=worker-%[2]d next_pid=%[2]d next_prio=120",
		} {
			fmt.Fprintf(&b, "%16s %5d [%03d] %5d.%06d000: %26s%s\n", fmt.Sprintf("worker-%d", prev), prev, cpu, 2000+(at+j)/1000000, (at+j)%1000000,
				"", fmt.Sprintf(event+"%.0[2]d", prev, next)+chain)
		}
	}
	return b.Bytes()
}

// BenchmarkOpen reads a long text.
func BenchmarkOpen(b *testing.B) {
	for name, chains := range map[string]bool{"plain": false, "chains": true} {
		data := composed(600_000, chains)
		lines := bytes.Count(data, []byte("\n"))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "bench", nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
