package perfdata

import (
	"strings"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// handlerCases show one handler after another: what is recorded, and what it means.
var handlerCases = []struct {
	name  string
	build func(s *scene)
	want  []string
}{
	{"migrate", func(s *scene) {
		ev := s.trace("sched:sched_migrate_task", "__data_loc char[] comm 8 4 0", "pid_t pid 12 4 1",
			"int prio 16 4 1", "int orig_cpu 20 4 1", "int dest_cpu 24 4 1")
		s.sample(ev, at(10, 0, 1, 1), map[string]any{"comm": "x", "pid": 9, "orig_cpu": 0, "dest_cpu": 1})
		s.sample(ev, at(20, 1, 1, 1), map[string]any{"comm": "x", "pid": 9, "orig_cpu": 1, "dest_cpu": 70000})
	}, []string{"0 cpu0 migrate 9 0>1", "10 cpu1 migrate 9 1>-1"}},
	{"power", func(s *scene) {
		frequency := s.trace("power:cpu_frequency", "u32 state 8 4 0", "u32 cpu_id 12 4 0")
		idle := s.trace("power:cpu_idle", "u32 state 8 4 0", "u32 cpu_id 12 4 0")
		s.sample(frequency, at(10, 0, 1, 1), map[string]any{"state": 1_800_000, "cpu_id": 1})
		s.sample(frequency, at(11, 0, 1, 1), map[string]any{"state": 4_000_000_000, "cpu_id": 70000})
		s.sample(idle, at(12, 1, 0, 0), map[string]any{"state": 2, "cpu_id": 1})
		s.sample(idle, at(13, 1, 0, 0), map[string]any{"state": 1<<32 - 1, "cpu_id": 1})
	}, []string{"0 cpu0 frequency 1 1800000000", "1 cpu0 frequency -1 4000000000000", "2 cpu1 idle 1 2", "3 cpu1 idle 1 -1"}},
	{"rel_loc", func(s *scene) {
		ev := s.trace("irq:irq_handler_entry", "int irq 8 4 1", "__rel_loc char[] name 12 4 0")
		s.sample(ev, at(10, 0, 1, 1), map[string]any{"irq": 24, "name": "virtio0"})
	}, []string{`0 cpu0 irq0 level=2 "virtio0" arg=24 flags=0`}},
	{"irq", func(s *scene) {
		in := s.trace("irq:irq_handler_entry", "int irq 8 4 1", "__data_loc char[] name 12 4 0")
		out := s.trace("irq:irq_handler_exit", "int irq 8 4 1", "int ret 12 4 1")
		s.sample(in, at(10, 0, 1, 1), map[string]any{"irq": 5, "name": "disk"})
		s.sample(out, at(15, 0, 1, 1), map[string]any{"irq": 5, "ret": 1})
	}, []string{`0 cpu0 irq0 level=2 "disk" arg=5 flags=0`, `5 cpu0 irq1 level=2 "" arg=5 flags=0`}},
	{"softirq", func(s *scene) {
		in := s.tracepoint(s.tb, "irq:softirq_entry", softirqPrint, schedSample, "unsigned int vec 8 4 0")
		out := s.tracepoint(s.tb, "irq:softirq_exit", softirqPrint, schedSample, "unsigned int vec 8 4 0")
		for i, vec := range []int{1, 3, 4, 8, 16} {
			s.sample(in, at(uint64(10+10*i), 0, 1, 1), map[string]any{"vec": vec})
			s.sample(out, at(uint64(15+10*i), 0, 1, 1), map[string]any{"vec": vec})
		}
	}, []string{
		`0 cpu0 irq0 level=1 "TIMER" arg=1 flags=1`, `5 cpu0 irq1 level=1 "TIMER" arg=1 flags=1`,
		`10 cpu0 irq0 level=1 "NET_RX" arg=3 flags=2`, `15 cpu0 irq1 level=1 "NET_RX" arg=3 flags=2`,
		`20 cpu0 irq0 level=1 "BLOCK" arg=4 flags=4`, `25 cpu0 irq1 level=1 "BLOCK" arg=4 flags=4`,
		`30 cpu0 irq0 level=1 "HRTIMER" arg=8 flags=1`, `35 cpu0 irq1 level=1 "HRTIMER" arg=8 flags=1`,
		`40 cpu0 irq0 level=1 "" arg=16 flags=0`, `45 cpu0 irq1 level=1 "" arg=16 flags=0`,
	}},
	{"hrtimer", func(s *scene) {
		in := s.trace("timer:hrtimer_expire_entry", "void * hrtimer 8 8 0", "s64 now 16 8 1", "void * function 24 8 0")
		out := s.trace("timer:hrtimer_expire_exit", "void * hrtimer 8 8 0")
		s.sample(in, at(10, 0, 1, 1), map[string]any{"hrtimer": 1, "function": 77})
		s.sample(out, at(12, 0, 1, 1), map[string]any{"hrtimer": 1})
	}, []string{`0 cpu0 irq0 level=2 "hrtimer" arg=77 flags=1`, `2 cpu0 irq1 level=2 "hrtimer" arg=0 flags=1`}},
	{"vectors", func(s *scene) {
		in := s.trace("irq_vectors:reschedule_entry", "int vector 8 4 1")
		out := s.trace("irq_vectors:reschedule_exit", "int vector 8 4 1")
		ipi := s.trace("ipi:ipi_entry", "const char * reason 8 8 0")
		s.sample(in, at(10, 0, 1, 1), map[string]any{"vector": 253})
		s.sample(out, at(12, 0, 1, 1), map[string]any{"vector": 253})
		s.sample(ipi, at(13, 0, 1, 1), nil)
	}, []string{
		`0 cpu0 irq0 level=2 "reschedule" arg=253 flags=8`, `2 cpu0 irq1 level=2 "reschedule" arg=253 flags=8`,
		`3 cpu0 irq0 level=2 "ipi" arg=0 flags=8`,
	}},
	{"syscalls", func(s *scene) {
		in := s.trace("syscalls:sys_enter_futex", "int __syscall_nr 8 4 1", "u32 * uaddr 16 8 0", "int op 24 8 0", "u32 val 32 8 0")
		out := s.trace("syscalls:sys_exit_futex", "int __syscall_nr 8 4 1", "long ret 16 8 1")
		s.sample(in, at(10, 0, 1, 5), map[string]any{"uaddr": 4096, "op": 128, "val": 2})
		s.sample(out, at(20, 0, 1, 5), map[string]any{"ret": -110})
	}, []string{`0 cpu0 call0 5 "futex" 4096,128,2`, `10 cpu0 call1 5 "futex" 0,-110`}},
	{"raw syscalls", func(s *scene) {
		in := s.trace("raw_syscalls:sys_enter", "long id 8 8 1", "unsigned long args[6] 16 48 0")
		out := s.trace("raw_syscalls:sys_exit", "long id 8 8 1", "long ret 16 8 1")
		s.sample(in, at(10, 0, 1, 5), map[string]any{"id": 202, "args": []uint64{7, 9, 11, 13, 0, 0}})
		s.sample(out, at(20, 0, 1, 5), map[string]any{"id": 202, "ret": 1})
		s.sample(in, at(30, 0, 1, 5), map[string]any{"id": 9999})
		s.sample(in, at(40, 0, 1, 5), map[string]any{"id": 15, "args": make([]uint64, 6)})
		s.sample(out, at(50, 0, 1, 5), map[string]any{"id": -1, "ret": -4}) // of what the signal interrupted
		s.sample(out, at(60, 0, 1, 5), map[string]any{"id": -1, "ret": -4}) // of an unknown call
	}, []string{
		`0 cpu0 call0 5 "futex" 7,9,11`, `10 cpu0 call1 5 "futex" 0,1`, `20 cpu0 call0 5 "syscall 9999" 0,0`,
		`30 cpu0 call0 5 "rt_sigreturn" 0,0`, `40 cpu0 call1 5 "rt_sigreturn" 0,0 unknown`,
	}},
	{"calls without a time limit", func(s *scene) {
		poll := s.trace("syscalls:sys_enter_poll", "struct pollfd * ufds 16 8 0", "unsigned int nfds 24 8 0", "int timeout_msecs 32 8 0")
		s.sample(poll, at(10, 0, 1, 5), map[string]any{"ufds": 7, "nfds": 1, "timeout_msecs": 0xffffffff})
		s.sample(poll, at(11, 0, 1, 5), map[string]any{"ufds": 7, "nfds": 1, "timeout_msecs": 0})
		pselect := s.trace("syscalls:sys_enter_pselect6", "int n 16 8 0", "fd_set * inp 24 8 0", "struct __kernel_timespec * tsp 48 8 0")
		s.sample(pselect, at(12, 0, 1, 5), map[string]any{"n": 4, "tsp": 0})
		s.sample(pselect, at(13, 0, 1, 5), map[string]any{"n": 4, "tsp": 4096})
		raw := s.trace("raw_syscalls:sys_enter", "long id 8 8 1", "unsigned long args[6] 16 48 0")
		s.sample(raw, at(14, 0, 1, 5), map[string]any{"id": 232, "args": []uint64{7, 9, 11, 1<<64 - 1, 0, 0}})
		s.sample(raw, at(15, 0, 1, 5), map[string]any{"id": 232, "args": []uint64{7, 9, 11, 0x7fffffff, 0, 0}})
	}, []string{
		`0 cpu0 call0 5 "poll" 7,1,4294967295 untimed`, `1 cpu0 call0 5 "poll" 7,1 until=1`, `2 cpu0 call0 5 "pselect6" 4,0 untimed`, `3 cpu0 call0 5 "pselect6" 4,0,4096`,
		`4 cpu0 call0 5 "epoll_wait" 7,9,11 untimed`, `5 cpu0 call0 5 "epoll_wait" 7,9,11 until=2147483647000005`,
	}},
	{"sockets", func(s *scene) {
		state := s.trace("sock:inet_sock_set_state", "const void * skaddr 8 8 0", "int oldstate 16 4 1", "int newstate 20 4 1", "__u16 protocol 30 2 0")
		change := func(w where, socket, from, to, protocol int) {
			s.sample(state, w, map[string]any{"skaddr": socket, "oldstate": from, "newstate": to, "protocol": protocol})
		}
		soft := func(w where) where { w.flags = linuxsched.FlagSoftIRQ; return w }
		change(at(10, 0, 1, 5), 64, 7, 2, 6)
		change(soft(at(11, 0, 1, 5)), 64, 2, 1, 6) // immediately, on its own CPU
		change(at(12, 0, 1, 5), 65, 7, 2, 6)
		change(soft(at(13, 1, 9, 9)), 65, 2, 1, 6) // known when the thread runs again
		change(at(14, 0, 1, 5), 66, 7, 2, 6)
		s.switched(at(15, 1, 9, 9), 9, 0, 5)
		change(at(16, 1, 1, 5), 66, 2, 7, 6) // refused
		change(at(17, 0, 1, 6), 67, 7, 10, 6)
		change(at(18, 0, 1, 6), 68, 7, 2, 132)       // not of TCP
		change(soft(at(19, 0, 1, 6)), 69, 7, 2, 6)   // not by a thread
		change(soft(at(20, 0, 1, 6)), 69, 12, 10, 6) // nor this
		change(at(21, 0, 1, 6), 64, 2, 1, 6)         // whose start was not seen
		change(at(22, 1, 1, 5), 66, 2, 7, 6)         // nor here, since it ended
		s.switched(at(23, 1, 5, 5), 5, 0, 9)
		s.switched(at(24, 1, 9, 9), 9, 0, 5) // it is known
	}, []string{
		`0 cpu0 call0 5 "connect" -1,0,16`, `0 cpu0 call1 5 "connect" 0,-115`,
		`1 cpu0 call0 5 "connect" -1,0,16`, `1 cpu0 call1 5 "connect" 0,0`,
		`2 cpu0 call0 5 "connect" -1,0,16`, `2 cpu0 call1 5 "connect" 0,-115`,
		`4 cpu0 call0 5 "connect" -1,0,16`, `4 cpu0 call1 5 "connect" 0,-115`,
		`5 cpu1 name 9 pid=9 "t9" flags=0`, `5 cpu1 process 9 "t9" other`, `5 cpu1 name 5 pid=-1 "t5" flags=0`,
		`5 cpu1 switch 9>5 pid=9 preempt NotHigher R prio=[120 120]`, `5 cpu1 exists 9 pid=9`,
		`5 cpu1 call0 5 "connect" -1,0,16`, `5 cpu1 call1 5 "connect" 0,0`,
		`6 cpu1 call0 5 "connect" -1,0,16`, `6 cpu1 call1 5 "connect" 0,-111`,
		`7 cpu0 call0 6 "listen" -1,0`, `7 cpu0 call1 6 "listen" 0,0`,
		`13 cpu1 switch 5>9 pid=5 preempt NotHigher R prio=[120 120]`, `13 cpu1 exists 5 pid=5`, `14 cpu1 switch 9>5 pid=9 preempt NotHigher R prio=[120 120]`,
	}},
	{"routes of datagrams", func(s *scene) {
		four := s.trace("fib:fib_table_lookup", "u8 proto 24 1 0")
		six := s.trace("fib6:fib6_table_lookup", "u8 proto 68 1 0")
		s.sample(four, at(10, 0, 1, 5), map[string]any{"proto": 17})
		s.sample(six, at(11, 0, 1, 6), map[string]any{"proto": 17})
		s.sample(four, at(12, 0, 1, 5), map[string]any{"proto": 6})
		soft := at(13, 0, 1, 5)
		soft.flags = linuxsched.FlagSoftIRQ
		s.sample(four, soft, map[string]any{"proto": 17})
	}, []string{
		`0 cpu0 call0 5 "route" -1,0,16`, `0 cpu0 call1 5 "route" 0,0`,
		`1 cpu0 call0 6 "route" -1,0,16`, `1 cpu0 call1 6 "route" 0,0`,
	}},
	{"sockets where calls are recorded", func(s *scene) {
		state := s.trace("sock:inet_sock_set_state", "const void * skaddr 8 8 0", "int oldstate 16 4 1", "int newstate 20 4 1", "__u16 protocol 30 2 0")
		route := s.trace("fib:fib_table_lookup", "u8 proto 24 1 0")
		call := s.trace("syscalls:sys_enter_connect", "int fd 16 8 0", "struct sockaddr * uservaddr 24 8 0", "int addrlen 32 8 0")
		s.sample(call, at(10, 0, 1, 5), map[string]any{"fd": 3, "uservaddr": 4096, "addrlen": 28})
		s.sample(state, at(11, 0, 1, 5), map[string]any{"skaddr": 64, "oldstate": 7, "newstate": 2, "protocol": 6})
		s.sample(route, at(12, 0, 1, 5), map[string]any{"proto": 17})
	}, []string{`0 cpu0 call0 5 "connect" 3,4096,28`}},
	{"yield", func(s *scene) {
		in := s.trace("syscalls:sys_enter_sched_yield", "int __syscall_nr 8 4 1")
		out := s.trace("syscalls:sys_exit_sched_yield", "int __syscall_nr 8 4 1", "long ret 16 8 1")
		s.sample(in, at(10, 0, 5, 5), nil)
		s.switched(at(11, 0, 5, 5), 5, 0, 6)
		s.switched(at(12, 0, 6, 6), 6, 0, 5)
		s.sample(out, at(13, 0, 5, 5), nil)
		s.switched(at(14, 0, 5, 5), 5, 0, 6)
	}, []string{
		`0 cpu0 call0 5 "sched_yield" 0,0`,
		`1 cpu0 name 5 pid=5 "t5" flags=0`, `1 cpu0 process 5 "t5" other`, `1 cpu0 name 6 pid=-1 "t6" flags=0`,
		`1 cpu0 switch 5>6 pid=5 yield Yield R prio=[120 120]`, `1 cpu0 exists 5 pid=5`,
		`2 cpu0 switch 6>5 pid=6 preempt NotHigher R prio=[120 120]`, `2 cpu0 exists 6 pid=6`,
		`3 cpu0 call1 5 "sched_yield" 0,0`,
		`4 cpu0 switch 5>6 pid=5 preempt NotHigher R prio=[120 120]`,
	}},
	{"marks", func(s *scene) {
		print := s.trace("ftrace:print", "unsigned long ip 8 8 0", "char buf[] 16 64 0")
		for i, text := range []string{
			"S|5|load|90|tl1 c=42\n", "S|5|decode|91|tl1 p=90\n", "I|5|half|tl1 s=91 t=3 e=4\n", "F|5|decode|91|tl1 t=4\n", "B|5|old\n", "E|5\n", "a text\n",
		} {
			s.sample(print, at(uint64(10+i), 0, 5, 6), map[string]any{"ip": 1, "buf": text})
		}
	}, []string{
		`0 cpu0 mark begin 6 pid=5 "load" id=42 span=1`, `1 cpu0 mark begin 6 pid=5 "decode" span=2 parent=1`,
		`2 cpu0 mark step 6 pid=5 "half" span=2 cpu=3`, `3 cpu0 mark end 6 pid=5 "decode" span=2 cpu=4`,
		`4 cpu0 mark begin 6 pid=5 "old"`, `5 cpu0 mark end 6 pid=5 ""`, `6 cpu0 mark step 6 pid=5 "a text"`,
	}},
	{"block", func(s *scene) {
		fields := []string{
			"dev_t dev 8 4 0", "sector_t sector 16 8 0", "unsigned int nr_sector 24 4 0", "unsigned int bytes 28 4 0",
			"char rwbs[8] 32 8 0",
		}
		insert := s.trace("block:block_rq_insert", fields...)
		issue := s.trace("block:block_rq_issue", fields...)
		done := s.trace("block:block_rq_complete", "dev_t dev 8 4 0", "sector_t sector 16 8 0",
			"unsigned int nr_sector 24 4 0", "char rwbs[8] 32 8 0")
		disk := 254<<20 | 3
		s.sample(insert, at(10, 0, 5, 5), map[string]any{"dev": disk, "sector": 64, "nr_sector": 8, "bytes": 4096, "rwbs": "WS"})
		s.sample(issue, at(15, 0, 9, 9), map[string]any{"dev": disk, "sector": 64, "nr_sector": 8, "bytes": 4096, "rwbs": "WS"})
		s.sample(issue, at(20, 0, 6, 6), map[string]any{"dev": disk, "sector": 128, "nr_sector": 16, "rwbs": "R"})
		s.sample(done, at(30, 0, 0, 0), map[string]any{"dev": disk, "sector": 64, "nr_sector": 8, "rwbs": "WS"})
		s.sample(done, at(35, 0, 0, 0), map[string]any{"dev": disk, "sector": 128, "nr_sector": 16, "rwbs": "R"})
		s.sample(done, at(40, 0, 0, 0), map[string]any{"dev": disk, "sector": 128, "nr_sector": 16, "rwbs": "R"})
	}, []string{`5 cpu0 issue 5 bytes=4096 "254:3" flags=1`, `10 cpu0 issue 6 bytes=8192 "254:3" flags=0`, `20 cpu0 io 5 from=5 bytes=4096 "254:3" flags=1`, `25 cpu0 io 6 from=10 bytes=8192 "254:3" flags=0`}},
	{"page fault", func(s *scene) {
		ev := s.trace("exceptions:page_fault_user", "unsigned long address 8 8 0", "unsigned long ip 16 8 0")
		soft := s.event(attr{typ: typeSoftware, config: swPageFaultsMaj, sampleType: schedSample&^sampleRaw | sampleAddr, flags: attrSampleIDAll})
		s.sample(ev, at(10, 0, 5, 5), map[string]any{"address": 0x7000})
		s.sample(soft, where{time: 20, cpu: 0, pid: 5, tid: 5, addr: 0x8000}, nil)
	}, []string{"0 cpu0 fault 5 from=0 at=0x7000 flags=0", "10 cpu0 fault 5 from=10 at=0x8000 flags=1"}},
	{"contention", func(s *scene) {
		in := s.trace("lock:contention_begin", "void * lock_addr 8 8 0", "unsigned int flags 16 4 0")
		out := s.trace("lock:contention_end", "void * lock_addr 8 8 0", "int ret 16 4 1")
		s.sample(in, at(10, 0, 5, 5), map[string]any{"lock_addr": 64, "flags": 32})
		s.sample(out, at(20, 0, 5, 5), map[string]any{"lock_addr": 64, "ret": -4})
	}, []string{`0 cpu0 call0 5 "lock_contention" 64,32`, `10 cpu0 call1 5 "lock_contention" 64,-4`}},
	{"cpu samples", func(s *scene) {
		ev := s.event(attr{typ: typeSoftware, config: swCPUClock, sampleType: schedSample&^sampleRaw | sampleCallchain, flags: attrSampleIDAll | attrFreq, period: 997})
		other := s.event(attr{typ: typeHardware, config: 1, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll})
		s.sample(ev, where{time: 10, cpu: 1, pid: 5, tid: 6, misc: modeKernel, chain: []uint64{
			contextKernel, 0xffff1, 0xffff2, ^uint64(512 - 1), 0x401, 0x402,
		}}, nil)
		s.sample(other, at(11, 1, 5, 6), nil)
		s.sample(ev, where{time: 12, cpu: 1, pid: 5, tid: 6, misc: 2, ip: 0x500}, nil)
	}, []string{"0 cpu1 sample 6 pid=5 kffff1 kffff2 u401 u402", "2 cpu1 sample 6 pid=5 u500"}},
	{"wakeup of old kernels", func(s *scene) {
		ev := s.trace("sched:sched_wakeup", "char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1",
			"int success 32 4 1", "int target_cpu 36 4 1")
		s.sample(ev, at(10, 0, ^uint32(0), ^uint32(0)), map[string]any{"comm": "w", "pid": 5, "success": 1, "target_cpu": 1})
		s.sample(ev, at(20, 0, 1, 1), map[string]any{"comm": "w", "pid": 5, "success": 0, "target_cpu": 1})
	}, []string{`0 cpu0 name 5 pid=-1 "w" flags=0`, "0 cpu0 wake 5 wakeup by=-1 ctx=1 target=1"}},
	{"fork without its record", func(s *scene) {
		s.sample(s.evFork, at(10, 0, 5, 5), map[string]any{"parent_comm": "p", "parent_pid": 5, "child_comm": "c", "child_pid": 6})
	}, []string{`0 cpu0 start 6 pid=-1 by=5 "c"`}},
	{"fork without its record of a thread id that was used before", func(s *scene) {
		gone := map[string]any{"comm": "c", "pid": 6}
		s.waking(at(10, 0, 5, 5), 6, 0)
		s.sample(s.evExit, at(20, 0, 6, 6), gone)
		s.sample(s.evFork, at(30, 0, 5, 5), map[string]any{"parent_comm": "p", "parent_pid": 5, "child_comm": "c", "child_pid": 6})
		s.sample(s.evExit, at(40, 0, 6, 6), gone)
	}, []string{
		`0 cpu0 name 6 pid=-1 "t6" flags=0`, `0 cpu0 wake 6 waking by=5 ctx=1 target=0`, `10 cpu0 exit 6`,
		`20 cpu0 start 6 pid=-1 by=5 "c"`, `30 cpu0 exit 6`,
	}},
	{"fork at the start of the trace, and before it", func(s *scene) {
		s.fork(at(9, 0, 1, 1), 70, 1, 70, 1)
		s.fork(at(10, 0, 50, 50), 60, 50, 60, 50)
		s.ran(at(10, 0, 50, 50), 1)
	}, []string{
		`0 cpu0 process 70 "" other`, `0 cpu0 exists 70 pid=70`,
		`0 cpu0 start 60 pid=60 by=50 ""`, `0 cpu0 process 60 "" other`, `0 cpu0 ran 50 1 in=50`,
	}},
	{"kernel threads by their names", func(s *scene) {
		for i, name := range []string{"kworker/0:1", "kworker", "jbd2/vda1-8", "ksmd"} {
			s.sample(s.evWaking, at(uint64(10+i), 0, 5, 5), map[string]any{"comm": name, "pid": 21 + i, "prio": 120, "target_cpu": 1})
		}
	}, []string{
		`0 cpu0 name 21 pid=21 "kworker/0:1" flags=0`, `0 cpu0 process 21 "kworker/0:1" system`, `0 cpu0 wake 21 waking by=5 ctx=1 target=1`,
		`1 cpu0 name 22 pid=-1 "kworker" flags=0`, `1 cpu0 wake 22 waking by=5 ctx=1 target=1`,
		`2 cpu0 name 23 pid=23 "jbd2/vda1-8" flags=0`, `2 cpu0 process 23 "jbd2/vda1-8" system`, `2 cpu0 wake 23 waking by=5 ctx=1 target=1`,
		`3 cpu0 name 24 pid=24 "ksmd" flags=0`, `3 cpu0 process 24 "ksmd" system`, `3 cpu0 wake 24 waking by=5 ctx=1 target=1`,
	}},
	{"exit record alone", func(s *scene) {
		s.waking(at(10, 0, 1, 1), 7, 0)
		s.exit(at(20, 0, 1, 7), 1, 1, 7, 1)
	}, []string{`0 cpu0 name 7 pid=-1 "t7" flags=0`, "0 cpu0 wake 7 waking by=1 ctx=1 target=0", "10 cpu0 exit 7"}},
	{"process tree", func(s *scene) {
		s.ran(at(10, 0, 50, 50), 1)
		s.comm(where{time: 11, cpu: 0, misc: miscExec}, 50, 50, "prog")
		s.fork(at(12, 0, 50, 50), 60, 50, 60, 50)
		s.fork(at(13, 0, 60, 60), 60, 60, 61, 60)
		s.fork(at(14, 0, 2, 2), 70, 2, 70, 2)
	}, []string{
		"0 cpu0 ran 50 1 in=50",
		`1 cpu0 name 50 pid=50 "prog" flags=1`, `1 cpu0 process 50 "prog" target`,
		`2 cpu0 start 60 pid=60 by=50 "prog"`, `2 cpu0 process 60 "prog" target`,
		`3 cpu0 start 61 pid=60 by=60 "prog"`,
		`4 cpu0 start 70 pid=70 by=2 ""`, `4 cpu0 process 70 "" system`,
	}},
	{"priority", func(s *scene) {
		s.sample(s.evSwitch, at(10, 0, 5, 5), map[string]any{
			"prev_comm": "a", "prev_pid": 5, "prev_prio": 120, "prev_state": 0, "next_comm": "b", "next_pid": 6, "next_prio": 49,
		})
	}, []string{
		`0 cpu0 name 5 pid=5 "a" flags=0`, `0 cpu0 process 5 "a" other`, `0 cpu0 name 6 pid=-1 "b" flags=0`,
		`0 cpu0 switch 5>6 pid=5 preempt HigherPriority R prio=[120 49]`, `0 cpu0 exists 5 pid=5`,
	}},
}

// trace adds a tracepoint whose print format does not matter.
func (s *scene) trace(name string, fields ...string) int {
	return s.tracepoint(s.tb, name, `"x"`, schedSample, fields...)
}

func TestHandlers(t *testing.T) {
	for _, c := range handlerCases {
		for _, order := range []wire.Order{wire.Little, wire.Big} {
			t.Run(c.name, func(t *testing.T) {
				s := newScene(t, order, 0)
				c.build(s)
				diffLines(t, decode(t, s.file(), true).lines(), c.want)
			})
		}
	}
}

// TestSwitchRecords: switches from SWITCH_CPU_WIDE records, where there is no
// tracepoint for them.
func TestSwitchRecords(t *testing.T) {
	c := newComposer(wire.Little)
	c.event(attr{typ: typeSoftware, config: swDummy, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll | attrContextSwitch})
	wide := func(time uint64, tid uint32, misc uint16, peer uint32) {
		c.other(recSwitchCPUWide, where{time: time, pid: tid, tid: tid, misc: misc}, c.words(peer, peer))
	}
	wide(10, 5, miscOut|miscPreempt, 6)
	wide(11, 6, 0, 5)
	wide(20, 6, miscOut, 7)
	wide(30, 8, 0, 7) // 7 left unseen
	wide(40, ^uint32(0), miscOut, 0)
	wide(41, 0, 0, ^uint32(0))
	c.other(recSwitch, where{time: 50, pid: 9, tid: 9, misc: miscOut}, nil)
	c.other(recSwitch, where{time: 60, pid: 9, tid: 9}, nil)
	d := decode(t, c.file(), true)
	diffLines(t, d.lines(), []string{
		"0 cpu0 switch 5>6 pid=5 preempt Runnable  prio=[-32768 -32768]",
		"10 cpu0 switch 6>7 pid=6 wait Unknown  prio=[-32768 -32768]",
		"20 cpu0 switch 7>8 pid=-1 wait Unknown  prio=[-32768 -32768]",
		"30 cpu0 switch 8>0 pid=-1 dead   prio=[-32768 -32768]",
		"40 cpu0 switch 9>-1 pid=9 wait Unknown  prio=[-32768 -32768]",
		"50 cpu0 switch -1>9 pid=-1 wait Unknown  prio=[-32768 -32768]",
	})
	if !d.Info().Has.Switches {
		t.Error("the file is said to have no switches")
	}
}

// TestOldStates: without a flag list in the format the kernel version decides
// what 0x10 means.
func TestOldStates(t *testing.T) {
	for release, want := range map[string]string{"3.10.0-5": "dead  Z", "4.7.10": "dead  Z", "4.8-custom": "dead  X", "5.4.0": "dead  X"} {
		s := newScene(t, wire.Little, 0)
		s.formats[0] = s.formats[0][:strings.Index(s.formats[0], "print fmt")]
		s.feats[featOSRelease] = s.text(release)
		s.switched(at(10, 0, 5, 5), 5, 0x10, 6)
		d := decode(t, s.file(), true)
		if got := d.lines()[len(d.events)-1]; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", release, got, want)
		}
	}
	s := newScene(t, wire.Little, 0)
	s.switched(at(10, 0, 5, 5), 5, 0x4000, 6)
	if d := decode(t, s.file(), true); d.diag("unknown-state") == nil {
		t.Error("an unknown state bit goes unnoticed")
	}
}

// TestCallchains: equal chains become one stack, and a stack is the same in both byte orders.
func TestCallchains(t *testing.T) {
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		s := newScene(t, order, sampleCallchain)
		chain := []uint64{contextKernel, 0xa1, 0xa2, 0xa3}
		for i := range 4 {
			w := at(uint64(10+i), 0, 5, 5)
			w.chain = chain
			if i == 2 {
				w.chain = []uint64{contextKernel, 0xa9, 0xa2, 0xa3}
			}
			s.switched(w, 5, 1, 0)
		}
		d := decode(t, s.file(), true)
		var ids []string
		for i := range d.events {
			if e := &d.events[i]; e.Stack != 0 {
				ids = append(ids, d.frames(e.Stack))
			}
		}
		if got := strings.Join(ids, "|"); got != "ka1 ka2 ka3|ka1 ka2 ka3|ka9 ka2 ka3|ka1 ka2 ka3" {
			t.Errorf("stacks %s", got)
		}
		if n := d.Tables().Stacks.Len(); n != 4 {
			t.Errorf("%d nodes, want 4: the callers are shared", n)
		}
		if !d.Info().Has.Stacks {
			t.Error("the file is said to have no stacks")
		}
	}
}

// TestSampleEvery checks for which events the time between samples is known.
func TestSampleEvery(t *testing.T) {
	clock := attr{typ: typeSoftware, config: swCPUClock}
	for _, x := range []struct {
		what string
		ev   *event
		want model.Time
	}{
		{"nothing is sampled", nil, 0},
		{"a period", &event{attr: attr{typ: clock.typ, config: clock.config, period: 250_000}}, 250_000},
		{"a frequency", &event{attr: attr{typ: clock.typ, config: clock.config, period: 4000, flags: attrFreq}}, 250_000},
		{"no period", &event{attr: clock}, 0},
		{"a thread's clock", &event{attr: attr{typ: typeSoftware, config: swTaskClock, period: 999, flags: attrFreq}}, 1_001_001},
		{"the shortest period", &event{attr: attr{typ: clock.typ, config: clock.config, period: 20_000}}, 20_000},
		{"a shorter one, which the kernel does not keep", &event{attr: attr{typ: clock.typ, config: clock.config, period: 19_999}}, 0},
		{"the highest frequency", &event{attr: attr{typ: clock.typ, config: clock.config, period: 50_000, flags: attrFreq}}, 20_000},
		{"a higher one", &event{attr: attr{typ: clock.typ, config: clock.config, period: 50_001, flags: attrFreq}}, 0},
		{"page faults", &event{attr: attr{typ: typeSoftware, config: swPageFaults, period: 100_000}}, 0},
		{"a counter", &event{attr: attr{typ: typeHardware, period: 100_000}}, 0},
	} {
		m := meta{sampling: x.ev}
		if got := m.sampleEvery(); got != x.want {
			t.Errorf("%s: %d ns, want %d", x.what, got, x.want)
		}
	}
}
