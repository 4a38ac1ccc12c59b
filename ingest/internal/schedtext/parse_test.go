package schedtext

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/linuxsched"
)

// told lists the fields that are known, by their names in the event.
func told(ev *linuxsched.Event, v *linuxsched.Values) string {
	var parts []string
	for i := range ev.Fields {
		switch f := &ev.Fields[i]; {
		case !v.Has[i]:
		case v.Text[i] != nil:
			parts = append(parts, fmt.Sprintf("%s=%q", f.Name, v.Text[i]))
		default:
			parts = append(parts, fmt.Sprintf("%s=%d", f.Name, v.N[i]))
		}
	}
	return strings.Join(parts, " ")
}

const bad = "(not a payload of it)"

var payloads = []struct{ event, payload, want string }{
	{
		"sched_switch", "prev_comm=mtx-0 prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120",
		`prev_comm="mtx-0" prev_pid=12 prev_prio=120 prev_state="S" next_comm="swapper/0" next_pid=0 next_prio=120`,
	},
	{
		"sched_switch", "prev_comm= prev_pid=7 z prev_pid=12 prev_prio=-1 prev_state=R+ ==> next_comm=x ==> y next_pid=9 next_prio=0",
		`prev_comm=" prev_pid=7 z" prev_pid=12 prev_prio=-1 prev_state="R+" next_comm="x ==> y" next_pid=9 next_prio=0`,
	},
	{
		"sched_switch", "prev_comm= prev_pid=3 prev_prio=120 prev_state=D|K next_comm= next_pid=4 next_prio=120 next_info=3,4 cg=top-app",
		`prev_comm="" prev_pid=3 prev_prio=120 prev_state="D|K" next_comm="" next_pid=4 next_prio=120`,
	},
	{
		"sched_switch", "prev_comm=soak prev_pid=0x2e9d (11933) prev_prio=0x78 (120) prev_state=0x0 (0) next_comm=ksoftirqd/1 next_pid=0x16 (22) next_prio=0x78 (120)",
		`prev_comm="soak" prev_pid=11933 prev_prio=120 prev_state=0 next_comm="ksoftirqd/1" next_pid=22 next_prio=120`,
	},
	{
		"sched_switch", "prev_comm=ARRAY[e6, 97, a5, 20, 2d, 00, 00, 00, 00, 00, 00, 00, 00, 00, 00, 00] prev_pid=5 prev_prio=120 prev_state=1 next_comm=ARRAY[63] next_pid=6 next_prio=120",
		`prev_comm="日 -" prev_pid=5 prev_prio=120 prev_state=1 next_comm="ARRAY[63]" next_pid=6 next_prio=120`,
	},
	{
		"sched_switch", "a-1 [000] 1.0::5390 [120] S ==> oddnames:5386 [120]",
		`prev_comm="a-1 [000] 1.0:" prev_pid=5390 prev_prio=120 prev_state="S" next_comm="oddnames" next_pid=5386 next_prio=120`,
	},
	{
		"sched_switch", "a:1 [9] S ==> b:77 [120] S ==> x:1 [120] S:8 [99]",
		`prev_comm="a:1 [9] S ==> b" prev_pid=77 prev_prio=120 prev_state="S" next_comm="x:1 [120] S" next_pid=8 next_prio=99`,
	},
	{
		"sched_switch", " lead:7 [120] W ==> swapper/7:0 [120]",
		`prev_comm=" lead" prev_pid=7 prev_prio=120 prev_state="I" next_comm="swapper/7" next_pid=0 next_prio=120`,
	},
	{
		"sched_switch", "task sh:7 [120] (S) ==> b:9 [120]",
		`prev_comm="sh" prev_pid=7 prev_prio=120 prev_state="S" next_comm="b" next_pid=9 next_prio=120`,
	},
	{
		"sched_switch", "[FAILED TO PARSE] prev_pid=7 prev_prio=120 prev_state=2 next_prio=9 next_pid=8 next_comm=a b",
		`prev_pid=7 prev_prio=120 prev_state=2 next_comm="a b" next_pid=8 next_prio=9`,
	},
	{"sched_switch", "prev_comm=mtx-0 prev_pid=12 prev_pr", bad},
	{"sched_switch", "", bad},
	{"sched_waking", "comm=x pid=1 pid=5410 prio=120 target_cpu=001", `comm="x pid=1" pid=5410 target_cpu=1`},
	{"sched_waking", "comm=comm=x pid=1 pid=5410 prio=120 target_cpu=001", `comm="comm=x pid=1" pid=5410 target_cpu=1`},
	{"sched_waking", "comm=Binder_1 pid=217 prio=120 success=0 target_cpu=5", `comm="Binder_1" pid=217 target_cpu=5 success=0`},
	{"sched_wakeup", "threadlens:9219 [120] CPU:000", `comm="threadlens" pid=9219 target_cpu=0`},
	{"sched_wakeup", "comm=x pid=1:5 [120] success=1 CPU:005", `comm="comm=x pid=1" pid=5 target_cpu=5 success=1`},
	{"sched_wakeup", "vivid-000-vid-c:212 [120]<CANT FIND FIELD success> CPU:003", `comm="vivid-000-vid-c" pid=212 target_cpu=3`},
	{"sched_wakeup", "task fio:243615 [120] success=1 [031]", `comm="fio" pid=243615 target_cpu=31 success=1`},
	{"sched_wakeup_new", "fio:2436 [120] CP", bad},
	{"cpu_frequency", "state=1800000 cpu_id=3", `state=1800000 cpu_id=3`},
	{"cpu_idle", "state=4294967295 cpu_id=0", `state=4294967295 cpu_id=0`},
	{"cpu_idle", "state=1", bad},
	{"sched_migrate_task", "comm=go pid=29080 prio=120 orig_cpu=0 dest_cpu=1", `pid=29080 orig_cpu=0 dest_cpu=1 comm="go"`},
	{"sched_stat_runtime", "comm=Thread-103 pid=3979 runtime=5014167 [ns] vruntime=244334517704 [ns]", `pid=3979 runtime=5014167`},
	{"sched_blocked_reason", "pid=269 iowait=1 caller=worker_thread+0x534/0x820", `pid=269 io_wait=1 caller="worker_thread+0x534/0x820"`},
	{"sched_blocked_reason", "pid=269 io_wait=0 caller=0xff", `pid=269 io_wait=0 caller=255`},
	{"sched_process_fork", "comm=a pid=1 pid=27517 child_comm=go child_pid=27519", `parent_pid=27517 child_pid=27519 child_comm="go"`},
	{"sched_process_fork", "comm=x pid=1 pid=7 child_comm=b child_pid=8 child_pid=9", `parent_pid=7 child_pid=9 child_comm="b child_pid=8"`},
	{"sched_process_fork", "parent_comm=go parent_pid=7 child_comm=go child_pid=9", `parent_pid=7 child_pid=9 child_comm="go"`},
	{"sched_process_exec", "filename=/a pid=1 old_pid=2/b pid=2510 old_pid=2511", `pid=2510 filename="/a pid=1 old_pid=2/b"`},
	{"sched_process_exit", "comm=a pid=1 prio=2 pid=55 prio=120 group_dead=true", `pid=55`},
	{"task_newtask", "pid=5386 comm=go.sh clone_flags=3d0f00 oom_score_adj=0", `pid=5386 comm="go.sh" clone_flags=4001536`},
	{"task_rename", "pid=5398 oldcomm=oddnames newcomm= lead oom_score_adj=0", `pid=5398 newcomm=" lead"`},
	{"irq_handler_entry", "irq=36 name=eth 0, x", `irq=36 name="eth 0, x"`},
	{"irq_handler_exit", "irq=36 ret=handled", `irq=36`},
	{"softirq_entry", "vec=1 [action=TIMER]", `vec=1 action="TIMER"`},
	{"softirq_exit", "vec=9", `vec=9`},
	{"hrtimer_expire_entry", "hrtimer=0xffff888627d1c6f8 function=0x10 now=2966796009569", `function=16`},
	{"hrtimer_expire_entry", "hrtimer=00000000abc function=tick_sched now=1", `function="tick_sched"`},
	{"hrtimer_expire_exit", "hrtimer=0xffff888627d1c6f8", ``},
	{"local_timer_entry", "vector=239", `vector=239`},
	{"sys_enter", "NR 202 (7f, 80, 1, 0, 0, ff)", `id=202 args0=127 args1=128 args2=1 args3=0 args4=0 args5=255`},
	{"sys_enter", "NR 202 (7f, 80", `id=202 args0=127 args1=128`},
	{"sys_exit", "NR -1 = -38", `id=-1 ret=-38`},
	{"sys_exit", "NR 5", bad},
	{"contention_begin", "0xffff8881003c35ec (flags=SPIN|WRITE)", `lock_addr=-131387340605972 flags=5`},
	{"contention_begin", "00000000abcd (flags=MUTEX)", `lock_addr=43981 flags=32`},
	{"contention_end", "0xffff (ret=-4)", `lock_addr=65535 ret=-4`},
	{"block_rq_issue", "254,0 WS 65536 () 335564928 + 128 be,0,4 [disk-0]", `dev=266338304 sector=335564928 nr_sector=128 rwbs="WS" bytes=65536`},
	{"block_rq_complete", "8,1 R (12 0f ) 8 + 16 [0]", `dev=8388609 sector=8 nr_sector=16 rwbs="R"`},
	{"block_rq_insert", "8,1 R 4096 8 + 16 [0]", bad},
	{"page_fault_user", "address=0x7f00 ip=0x1 error_code=0x4", `address=32512`},
	{"page_fault_user", "address=7f00 ip=1 error_code=4", `address=32512`},
	{"tracing_mark_write", "B|12|a: b", `buf="B|12|a: b"`},
	{"print", "tracing_mark_write: E|12", `buf="E|12"`},
	{"print", "ffffffff81234567: hello", `buf="hello"`},
	{"print", "ip=0xff buf=hello", `buf="hello"`},
	{"print", "main: hello", `buf="main: hello"`},
	{"sys_enter_futex", "uaddr: 0x3bfed738, op: 0x00000081, val: 7fffffff, utime: 0x00000000, uaddr2: 10, val3: 1", `0=1006556984 1=129 2=2147483647 3=0 4=16 5=1`},
	{"sys_enter_futex", "op=FUTEX_WAIT_BITSET|FUTEX_PRIVATE_FLAG uaddr=0x10 val=2147483647 utime=0x5 val3=0xffffffff", `0=16 1=137 2=2147483647 3=5 5=4294967295`},
	{"sys_enter_poll", "__syscall_nr=7 ufds=0x10 nfds=0x00000003 timeout_msecs=0x64", `0=16 1=3 2=100`},
	{"sys_enter_openat", `dfd: 0xffffff9c, filename: 0x7f "a, b: 1, x", flags: 0x80`, `0=4294967196 1=127 2=128`},
	{"sys_enter_sync", "", ``},
	{"sys_exit_futex", "0xffffffffffffff92", `ret=-110`},
	{"sys_exit_futex", "__syscall_nr=202 ret=0x2", `ret=2`},
	{"sys_exit_futex", "-> 3", `ret=3`},
	{"sys_exit_futex", "none", bad},
}

func TestPayloads(t *testing.T) {
	var events Events
	for _, c := range payloads {
		ev := events.Find([]byte(c.event))
		if ev == nil {
			t.Fatalf("no event %s", c.event)
		}
		var v linuxsched.Values
		got := bad
		if Parse(ev, []byte(c.payload), &v) {
			got = told(ev, &v)
		}
		if got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.event, c.payload, got, c.want)
		}
	}
}

func TestUnnamed(t *testing.T) {
	var events Events
	for _, c := range []struct{ text, event, want string }{
		{"sys_futex(uaddr: 0x5595, op: 0x80, val: 0, utime: 0, uaddr2: 0x9500, val3: 1)", "sys_enter_futex", "0=21909 1=128 2=0 3=0 4=38144 5=1"},
		{"sys_sync()", "sys_enter_sync", ""},
		{"sys_futex -> 0x3", "sys_exit_futex", "ret=3"},
		{"sys_futex -> x", "", ""},
		{"sys_futex", "", ""},
		{"sys_(a: 1)", "", ""},
		{"     0:120:R   + [002]  5882: 94:R sleep", "sched_wakeup", `comm="sleep" pid=5882 target_cpu=2`},
		{"  5882: 94:S ==> [002]     0:140:R <idle>", "sched_switch", `prev_pid=5882 prev_prio=94 prev_state="S" next_comm="<idle>" next_pid=0 next_prio=140`},
		{"  5882: 94:S --> [002]     0:140:R <idle>", "", ""},
		{"hello", "", ""},
	} {
		var v linuxsched.Values
		ev := events.Unnamed([]byte(c.text), &v)
		name, got := "", ""
		if ev != nil {
			name, got = ev.Name, told(ev, &v)
		}
		if name != c.event || got != c.want {
			t.Errorf("%s: %s %s, want %s %s", c.text, name, got, c.event, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	var events Events
	for name, want := range map[string]bool{
		"sched:sched_switch": true, "sched_switch": true, "irq:sched_switch": false, "cycles": false,
		"syscalls:sys_enter_futex": true, "sys_exit_read": true, "irq_vectors:local_timer_entry": true,
	} {
		for range 2 {
			if got := events.Find([]byte(name)) != nil; got != want {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
	for i := range maxKnown + 10 {
		events.Find(fmt.Appendf(nil, "e%d", i))
	}
	if len(events.known) != maxKnown {
		t.Errorf("%d names are kept", len(events.known))
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range payloads {
		f.Add(c.event, []byte(c.payload))
	}
	f.Fuzz(func(_ *testing.T, event string, payload []byte) {
		var events Events
		var v linuxsched.Values
		if ev := events.Find([]byte(event)); ev != nil {
			Parse(ev, payload, &v)
		}
		events.Unnamed(payload, &v)
	})
}

func BenchmarkSwitch(b *testing.B) {
	var events Events
	var v linuxsched.Values
	for _, c := range []struct{ name, event, payload string }{
		{"long", "sched_switch", payloads[0].payload},
		{"short", "sched_switch", "mtx-0:5390 [120] S ==> oddnames:5386 [120]"},
		{"waking", "sched_waking", "comm=threadlens pid=217 prio=120 target_cpu=005"},
	} {
		b.Run(c.name, func(b *testing.B) {
			name, payload := []byte(c.event), []byte(c.payload)
			for b.Loop() {
				if !Parse(events.Find(name), payload, &v) {
					b.Fatal("not parsed")
				}
			}
		})
	}
}
