package tracedat

import (
	"testing"

	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
)

// story is a file with something of everything.
type story struct {
	*composer
	sw, waking, fork, exec, rawEnter, futex, futexEnd, stack, print, blocked, irq *tracepoint.Format
}

const statePrint = `"%s%s", (REC->prev_state & 0xff) ? __print_flags(REC->prev_state & 0xff, "|", { 0x01, "S" }, { 0x02, "D" }) : "R", REC->prev_state & 0x100 ? "+" : ""`

// newStory describes the events.
func newStory(tb testing.TB, order wire.Order) *story {
	c := newComposer(tb, order)
	return &story{
		composer: c,
		stack:    c.event("ftrace", "kernel_stack", 4, `""`, "int size 8 4 1", "unsigned long caller[] 16 0 0"),
		print:    c.event("ftrace", "print", 5, `""`, "unsigned long ip 8 8 0", "char buf[] 16 0 0"),
		sw: c.event("sched", "sched_switch", 300, statePrint, "char prev_comm[16] 8 16 0", "pid_t prev_pid 24 4 1", "int prev_prio 28 4 1",
			"long prev_state 32 8 1", "char next_comm[16] 40 16 0", "pid_t next_pid 56 4 1", "int next_prio 60 4 1"),
		waking:   c.event("sched", "sched_waking", 301, `""`, "char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1", "int target_cpu 32 4 1"),
		fork:     c.event("sched", "sched_process_fork", 302, `""`, "__data_loc char[] parent_comm 8 4 0", "pid_t parent_pid 12 4 1", "__data_loc char[] child_comm 16 4 0", "pid_t child_pid 20 4 1"),
		exec:     c.event("sched", "sched_process_exec", 303, `""`, "__data_loc char[] filename 8 4 0", "pid_t pid 12 4 1"),
		blocked:  c.event("sched", "sched_blocked_reason", 304, `""`, "pid_t pid 8 4 1", "void* caller 16 8 0", "bool io_wait 24 1 0"),
		rawEnter: c.event("raw_syscalls", "sys_enter", 20, `""`, "long id 8 8 1", "unsigned long args[6] 16 48 0"),
		futex: c.event("syscalls", "sys_enter_futex", 400, `""`, "int __syscall_nr 8 4 1", "u32* uaddr 16 8 0", "int op 24 8 0", "u32 val 32 8 0",
			"struct* utime 40 8 0", "u32* uaddr2 48 8 0", "u32 val3 56 8 0", "__data_loc char[] __text_val 64 4 0"),
		futexEnd: c.event("syscalls", "sys_exit_futex", 401, `""`, "int __syscall_nr 8 4 1", "long ret 16 8 1"),
		irq:      c.event("irq", "irq_handler_entry", 60, `""`, "int irq 8 4 1", "__data_loc char[] name 12 4 0"),
	}
}

// zero is the time of the story's first record.
const zero = 5_000_000_000

// tell writes the events: two CPUs, on the first of which threads 10 and 11 take turns.
func (s *story) tell() *story {
	a, b := s.cpu(0), s.cpu(1)
	a.add(zero, s.sw, fields{"common_pid": 10, "prev_comm": "ten", "prev_pid": 10, "prev_prio": 120, "prev_state": 1, "next_comm": "eleven", "next_pid": 11, "next_prio": 120})
	a.add(zero+1, s.stack, fields{"common_pid": 10, "size": 2, "caller": []uint64{0xffffffff81000010, 0xffffffff81000120}})
	b.add(zero+500, s.waking, fields{"common_pid": 20, "common_flags": flagHard, "comm": "ten", "pid": 10, "prio": 120, "target_cpu": 0})
	b.add(zero+600, s.sw, fields{"common_pid": 20, "prev_comm": "twenty", "prev_pid": 20, "prev_prio": 120, "prev_state": 256, "next_comm": "swapper/1", "next_pid": 0, "next_prio": 120})
	a.add(zero+1000, s.sw, fields{"common_pid": 11, "prev_comm": "eleven", "prev_pid": 11, "prev_prio": 120, "prev_state": 2, "next_comm": "ten", "next_pid": 10, "next_prio": 120})
	a.add(zero+1100, s.futex, fields{"common_pid": 10, "__syscall_nr": 202, "uaddr": 4096, "op": 128, "val": 7, "utime": 0})
	a.add(zero+1200, s.futexEnd, fields{"common_pid": 10, "__syscall_nr": 202, "ret": -11})
	a.add(zero+1300, s.print, fields{"common_pid": 10, "ip": 1, "buf": "B|10|work\n"})
	a.add(zero+1400, s.fork, fields{"common_pid": 10, "parent_comm": "ten", "parent_pid": 10, "child_comm": "child", "child_pid": 12})
	a.add(zero+1500, s.exec, fields{"common_pid": 12, "filename": "/bin/sleep", "pid": 12})
	a.add(zero+1600, s.irq, fields{"common_pid": 10, "irq": 3, "name": "a network card with a name that is too long for a short record of it, of more than a hundred bytes"})
	a.add(zero+1700, s.rawEnter, fields{"common_pid": 30, "id": 1})
	a.add(zero+1<<30, s.blocked, fields{"common_pid": 10, "pid": 11, "io_wait": 1, "caller": 0xffffffff81000120 - 1<<64})
	return s
}

// flagHard is the flag of a record in an interrupt.
const flagHard = 8

// loses writes lost records on the first CPU, and more behind.
func (s *story) loses(n uint64) *story {
	a := s.cpu(0)
	a.lose(n)
	a.add(zero+2<<30, s.sw, fields{"common_pid": 11, "prev_comm": "eleven", "prev_pid": 11, "prev_prio": 120, "prev_state": 0, "next_comm": "ten", "next_pid": 10, "next_prio": 100})
	return s
}

// describe adds names, symbols and options.
func (s *story) describe() *story {
	s.kallsyms = "0000000000000000 A zero\nffffffff81000100 T outer\t[mod]\nffffffff81000000 t schedule\nffffffff81000110 D data\n"
	s.cmdlines = "10 other\n30 thirty\n31 unseen\n<...>\n30 again\n"
	s.option(optClock, "local global [mono]\n\x00")
	s.option(optUname, "Linux host 6.1.5-test x86_64\x00")
	return s
}
