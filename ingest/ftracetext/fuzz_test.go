package ftracetext

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"threadlens/model"
)

// composed are texts with everything that one can have.
var composed = []string{
	`# tracer: nop
#
# entries-in-buffer/entries-written: 9/12   #P:2
#
            bash-845     (    845) [000] d..2.  1.000001: sched_switch: prev_comm=bash prev_pid=845 prev_prio=120 prev_state=S ==> next_comm=a next_pid=7 next_prio=120
            bash-845     (    845) [000] d..2.  1.000001: <stack trace>
 => trace_event_raw_event_sched_switch
 => schedule
            bash-845     (    845) [000] d..2.  1.000001: <user stack trace>
 =>  /lib/libc.so[+0x1234]
 => <00007f3b1c001234>
##### CPU 1 buffer started ####
          <idle>-0       (-------) [001] d.h2.  1.000003: sched_waking: comm=b pid=8 prio=120 target_cpu=001
               a-7       (      7) [000] .....  1.000004: sys_futex(uaddr: 0x10, op: 0x80, val: 0, utime: 0, uaddr2: 0x0, val3: 0)
               a-7       (      7) [000] .....  1.000005: sys_futex -> 0x0
               a-7       (      7) [000] ....1  1.000006: tracing_mark_write: B|7|one
two
CPU:0 [LOST 12 EVENTS]
               a-7       (      7) [000] ....1  1.000007: tracing_mark_write: trace_event_clock_sync: realtime_ts=1700000000000
               a-7       (      7) [000] .....  1.000008: block_rq_issue: 254,0 WS 65536 () 335564928 + 128 be,0,4 [a]
`,
	`cpus=2
               a-7     [000]     2.000001234: sched_switch:         a:7 [120] S ==> a-1 [000] 1.0::9 [120]
               a-7     [000]     2.000001235: kernel_stack:         <stack trace >
=> schedule (ffffffff821f94c3)
CPU:1 [EVENTS DROPPED]
  a-1 [000] 1.0:-9     [001]     2.000001236: sys_enter_futex:      op=FUTEX_WAIT|FUTEX_PRIVATE_FLAG uaddr=0x10 val=0x00000000
  a-1 [000] 1.0:-9     [000]     2.000001235: task_newtask:         pid=10 comm=a clone_flags=10000 oom_score_adj=0
`,
	`<!DOCTYPE html>
<html><script class="trace-data" type="application/text">
PROCESS DUMP
USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME                       COMM
root             7     1   49908  18412 0                   0 S /bin/a b                   a
USER           PID   TID CMD
root             7     8 b c
</script><script class="trace-data" type="application/text">
               a-7     [000] d..2  2.000001: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=8 next_prio=120
</script></html>
`,
	`# nop latency trace v1.1.5 on 6.18.44
# latency: 0 us, #2/4, CPU#0 | (M:PREEMPT(none) VP:0, KP:0, SP:0 HP:0 #P:2)
    bash-845       0dN.2. 10511us!: sched_wakeup_new: comm=bash pid=8010 prio=120 target_cpu=000
    bash-845       0-0x10 10512us : 5882: 94:S ==> [002]     0:140:R <idle>
`,
}

// use opens a text, reads all events and builds the model.
func use(tb testing.TB, data []byte) {
	tb.Helper()
	Sniff(data)
	r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "test", nil)
	if err != nil {
		return
	}
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	if err := r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
		b.Feed(batch, settled)
		return nil
	}); err != nil {
		tb.Fatal(err)
	}
	b.Trace()
}

func FuzzOpen(f *testing.F) {
	for _, text := range composed {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { use(t, data) })
}

// TestDamaged cuts texts everywhere and changes single bytes.
func TestDamaged(t *testing.T) {
	for _, text := range composed {
		for n := range len(text) {
			use(t, []byte(text[:n]))
			if n%3 != 0 { // the model takes most of the time
				continue
			}
			damaged := []byte(text)
			damaged[n] ^= 1 << (n % 8)
			use(t, damaged)
		}
	}
}

// TestHostile opens texts that would cost much without limits.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"no digits behind many names": strings.Repeat("-1 ", 1<<18),
		"a name for each line":        strings.Repeat(eventLine, 1) + numbered(1<<14, "a-7 [000] 1.000001: event%d: x\n"),
		"a thread for each line":      numbered(1<<12, "a-%d000 [000] 1.000001: sched_process_exit: comm=a pid=1 prio=1\n"),
		"a CPU for each line":         numbered(1<<14, "a-1 [%d] 1.000001: sched_process_exit: comm=a pid=1 prio=1\n"),
		"losses":                      numbered(1<<14, "CPU:%d [LOST 1 EVENTS]\n") + eventLine,
		"many candidates":             "a-1 [000] 1.000001: sched_process_exec: filename=" + strings.Repeat(" pid=1 old_pid", 1<<16) + "\n",
		"an endless marker":           "a-1 [000] 1.000001: print: x\n" + strings.Repeat(eventLine, 1<<10) + "a-1 [000] 1.000001: print: x\n" + strings.Repeat("y\n", 1<<10),
	} {
		t.Run(name, func(t *testing.T) { use(t, []byte(text)) })
	}
}
