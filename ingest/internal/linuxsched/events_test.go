package linuxsched

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/callnumbers"
	"threadlens/model"
)

// given is the value of a field, by its name.
type given map[string]any

// record handles an event with some of its fields; those that are not given are absent.
func record(t *testing.T, l *Log, system, name string, fields given) {
	t.Helper()
	ev := Find(system, name)
	if ev == nil {
		t.Fatalf("no event %s:%s", system, name)
	}
	var v Values
	for i, f := range ev.Fields {
		switch x := fields[f.Name].(type) {
		case int:
			v.Set(i, int64(x))
		case string:
			v.SetText(i, []byte(x))
		case nil:
			if !f.Optional {
				t.Fatalf("%s needs %s", name, f.Name)
			}
		}
	}
	l.Handle(ev, &v)
}

// at sets the head of the next records.
func (l *Log) at(us int, tid model.TID) {
	l.Head.Time, l.Head.CPU, l.Head.TID, l.Head.Ctx = model.Time(us)*1000, 1, tid, model.CtxThread
}

// words name the kinds of events that a Log makes.
var words = map[model.Kind]string{
	model.KindSwitch: "switch", model.KindWake: "wake", model.KindMigrate: "migrate", model.KindRan: "ran", model.KindBlocked: "blocked",
	model.KindStart: "start", model.KindExit: "exit", model.KindExists: "exists", model.KindName: "name", model.KindProcess: "process",
	model.KindIrqEnter: "irq-enter", model.KindIrqExit: "irq-exit", model.KindCallEnter: "call-enter", model.KindCallExit: "call-exit",
	model.KindIO: "io", model.KindIssue: "issue", model.KindFault: "fault", model.KindMark: "mark", model.KindSample: "sample", model.KindLoss: "loss",
	model.KindFrequency: "frequency", model.KindIdle: "idle",
}

// said lists the events of a Log since the last time, with the fields that a test of it needs.
func said(l *Log) (lines []string) {
	name := func(id model.StringID) string { return l.Out.Names.Get(id) }
	id := func(id model.TID) string {
		if id == model.NoTID {
			return "-"
		}
		return fmt.Sprint(uint32(id))
	}
	pid := func(pid uint32) string {
		if pid == model.NoPID {
			return "-"
		}
		return fmt.Sprint(pid)
	}
	for i := range l.Out.Events {
		e := &l.Out.Events[i]
		s := fmt.Sprintf("%s %s", words[e.Kind], id(e.TID))
		switch e.Kind {
		case model.KindSwitch:
			s += fmt.Sprintf(" to %s %v.%v prio %v pid %s", id(e.Other), e.Out, e.Sub, e.Prio, pid(e.PID))
		case model.KindWake:
			s += fmt.Sprintf(" by %s %v %v cpu %d", id(e.Other), e.Wake, e.Ctx, e.Target)
		case model.KindMigrate:
			s += fmt.Sprintf(" %d to %d", e.From, e.Target)
		case model.KindFrequency, model.KindIdle:
			s += fmt.Sprintf(" cpu %d is %d", int16(e.Target), e.Arg)
		case model.KindIrqEnter, model.KindIrqExit:
			s += fmt.Sprintf(" level %d %d %q flags %d", e.Level, e.Arg, name(e.Name), e.Flags)
		case model.KindCallEnter:
			s += fmt.Sprintf(" %s(%d, %d, %d) until %d flags %d", name(e.Name), e.Arg, e.Arg2, e.Arg3, e.End, e.Flags)
		case model.KindCallExit:
			s += fmt.Sprintf(" %s = %d flags %d", name(e.Name), e.Arg2, e.Flags)
		case model.KindIO, model.KindIssue:
			s += fmt.Sprintf(" %s %d bytes since %d flags %d", name(e.Name), e.Arg, e.End, e.Flags)
		case model.KindStart:
			s += fmt.Sprintf(" pid %s by %s %q", pid(e.PID), id(e.Other), name(e.Name))
		default:
			s += fmt.Sprintf(" pid %s arg %d %q flags %d", pid(e.PID), e.Arg, name(e.Name), e.Flags)
		}
		lines = append(lines, s)
	}
	l.Out.Events = l.Out.Events[:0]
	return lines
}

// TestEvents: what each event of the kernel becomes.
func TestEvents(t *testing.T) {
	futex := 0
	for n, name := range callnumbers.Of("x86_64") {
		if name == "futex" {
			futex = int(n)
		}
	}
	for _, c := range []struct {
		system, name string
		fields       given
		want         []string
	}{
		{"sched", "sched_switch", given{"prev_pid": 7, "prev_prio": 120, "prev_state": 0, "next_pid": 8, "next_prio": 100}, []string{"switch 7 to 8 preempt.HigherPriority prio [120 100] pid -"}},
		{"sched", "sched_switch", given{"prev_pid": 7, "prev_state": "S", "next_pid": 0}, []string{"switch 7 to 0 wait.Interruptible prio [-32768 -32768] pid -"}},
		{"sched", "sched_switch", given{"prev_pid": 7, "prev_state": "S+", "next_pid": 0}, []string{"switch 7 to 0 preempt.ToIdle prio [-32768 -32768] pid -"}},
		{"sched", "sched_switch", given{"prev_pid": -1, "prev_state": "X", "next_pid": 9, "next_prio": 141}, []string{"switch - to 9 dead. prio [-32768 -32768] pid -"}},
		{"", "sched_waking", given{"pid": 8, "comm": "a"}, []string{`name 8 pid - arg 0 "a" flags 0`, "wake 8 by 5 waking Thread cpu 65535"}},
		{"", "sched_wakeup", given{"pid": 8, "success": 0}, nil},
		{"", "sched_wakeup", given{"pid": 8, "success": 1, "target_cpu": 3}, []string{"wake 8 by 5 wakeup Thread cpu 3"}},
		{"", "sched_wakeup_new", given{"pid": 0}, nil},
		{"", "sched_migrate_task", given{"pid": 8, "orig_cpu": 1, "dest_cpu": 0}, []string{"migrate 8 1 to 0"}},
		{"", "sched_migrate_task", given{"pid": 0, "orig_cpu": 1, "dest_cpu": 0}, nil},
		{"", "sched_stat_runtime", given{"pid": 8, "runtime": -3}, []string{`ran 8 pid - arg 0 "" flags 0`}},
		{"", "sched_blocked_reason", given{"pid": 8, "io_wait": 1, "caller": "folio_wait+0x1/0x2"}, []string{`blocked 8 pid - arg 0 "folio_wait" flags 1`}},
		{"", "sched_process_fork", given{"parent_pid": 5, "child_pid": 9, "child_comm": "c"}, []string{`start 9 pid 0 by 5 "c"`}},
		{"", "task_newtask", given{"pid": 9, "comm": "c", "clone_flags": 0}, []string{`start 9 pid 9 by 5 "c"`, `process - pid 9 arg 0 "c" flags 0`}},
		{"", "task_newtask", given{"pid": 9, "comm": "c", "clone_flags": cloneThread}, []string{`start 9 pid 0 by 5 "c"`}},
		{"", "task_rename", given{"pid": 9, "newcomm": "a name longer than 15 bytes"}, []string{`name 9 pid - arg 0 "a name longer t" flags 0`}},
		{"", "sched_process_exec", given{"pid": 9, "filename": "/bin/sh"}, []string{`name 9 pid 9 arg 0 "sh" flags 1`, `process - pid 9 arg 0 "sh" flags 0`}},
		{"", "sched_process_exit", given{"pid": 9}, []string{`exit 9 pid - arg 0 "" flags 0`}},
		{"irq", "irq_handler_entry", given{"irq": 36, "name": "virtio1"}, []string{`irq-enter - level 2 36 "virtio1" flags 0`}},
		{"irq", "irq_handler_exit", given{"irq": 36}, []string{`irq-exit - level 2 36 "" flags 0`}},
		{"irq", "softirq_entry", given{"vec": 3}, []string{fmt.Sprintf(`irq-enter - level 1 3 "NET_RX" flags %d`, model.IrqNet)}},
		{"irq", "softirq_exit", given{"vec": 99, "action": "BLOCK"}, []string{fmt.Sprintf(`irq-exit - level 1 99 "BLOCK" flags %d`, model.IrqBlock)}},
		{"irq", "softirq_entry", given{"vec": 10}, []string{`irq-enter - level 1 10 "" flags 0`}},
		{"timer", "hrtimer_expire_entry", given{"function": 5}, []string{fmt.Sprintf(`irq-enter - level 2 5 "hrtimer" flags %d`, model.IrqTimer)}},
		{"timer", "hrtimer_expire_exit", nil, []string{fmt.Sprintf(`irq-exit - level 2 0 "hrtimer" flags %d`, model.IrqTimer)}},
		{"ipi", "ipi_entry", nil, []string{fmt.Sprintf(`irq-enter - level 2 0 "ipi" flags %d`, model.IrqIpi)}},
		{"irq_vectors", "new_entry", given{"vector": 4}, []string{`irq-enter - level 2 4 "new" flags 0`}},
		{"", "local_timer_exit", given{"vector": 4}, []string{fmt.Sprintf(`irq-exit - level 2 4 "local_timer" flags %d`, model.IrqTimer)}},
		{"raw_syscalls", "sys_enter", given{"id": futex, "args0": 1, "args1": 2, "args2": 3, "args3": 0, "args4": 0, "args5": 0}, []string{fmt.Sprintf("call-enter 5 futex(1, 2, 3) until 0 flags %d", model.CallUntimed)}},
		{"raw_syscalls", "sys_exit", given{"id": 99999, "ret": -4}, []string{"call-exit 5 syscall 99999 = -4 flags 0"}},
		{"syscalls", "sys_enter_poll", given{"0": 1, "1": 2, "2": 3}, []string{"call-enter 5 poll(1, 2, 3) until 13000000 flags 0"}},
		{"", "sys_enter_poll", given{"0": 1, "1": 2, "2": -1}, []string{fmt.Sprintf("call-enter 5 poll(1, 2, -1) until 0 flags %d", model.CallUntimed)}},
		{"", "sys_exit_poll", given{"ret": 1}, []string{"call-exit 5 poll = 1 flags 0"}},
		{"lock", "contention_begin", given{"lock_addr": 64, "flags": 2}, []string{"call-enter 5 lock_contention(64, 2, 0) until 0 flags 0"}},
		{"lock", "contention_end", given{"lock_addr": 64, "ret": 0}, []string{"call-exit 5 lock_contention = 0 flags 0"}},
		{"exceptions", "page_fault_user", given{"address": 4096}, []string{`fault 5 pid - arg 4096 "" flags 0`}},
		{"power", "cpu_frequency", given{"state": 1_800_000, "cpu_id": 3}, []string{"frequency - cpu 3 is 1800000000"}},
		{"", "cpu_frequency", given{"state": 1 << 32, "cpu_id": -1}, []string{"frequency - cpu -1 is 4294967296000"}},
		{"", "cpu_frequency", given{"state": 1<<32 + 1, "cpu_id": 0}, []string{"frequency - cpu 0 is 0"}},
		{"", "cpu_frequency", given{"state": -1, "cpu_id": 0}, []string{"frequency - cpu 0 is 0"}},
		{"power", "cpu_idle", given{"state": 2, "cpu_id": 0}, []string{"idle - cpu 0 is 2"}},
		{"", "cpu_idle", given{"state": 1<<32 - 2, "cpu_id": 0}, []string{"idle - cpu 0 is 4294967294"}},
		{"", "cpu_idle", given{"state": 1<<32 - 1, "cpu_id": 0}, []string{"idle - cpu 0 is -1"}},
		{"", "cpu_idle", given{"state": -1, "cpu_id": 0}, []string{"idle - cpu 0 is -1"}},
		{"ftrace", "print", given{"buf": "B|5|work\n"}, []string{`mark 5 pid - arg 0 "work" flags 0`}},
	} {
		l := NewLog("x86_64", nil)
		l.at(10_000, 5)
		record(t, l, c.system, c.name, c.fields)
		if got := said(l); !slices.Equal(got, c.want) {
			t.Errorf("%s %v:\n%s\nwant\n%s", c.name, c.fields, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestThreads: the Log names threads as records call them, knows the processes of those that it saw
// begin, and follows requests and calls from their start to their end.
func TestThreads(t *testing.T) {
	l := NewLog("", nil)
	step := func(name string, fields given, want ...string) {
		t.Helper()
		record(t, l, "", name, fields)
		if got := said(l); !slices.Equal(got, want) {
			t.Errorf("%s %v:\n%s\nwant\n%s", name, fields, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	l.at(1, 5)
	l.Head.PID = 4
	step("sched_migrate_task", given{"pid": 5, "comm": "a", "orig_cpu": 0, "dest_cpu": 1},
		`exists 5 pid 4 arg 0 "" flags 0`, `name 5 pid 4 arg 0 "a" flags 0`, "migrate 5 0 to 1")
	step("task_newtask", given{"pid": 6, "comm": "a", "clone_flags": cloneThread}, `start 6 pid 4 by 5 "a"`)
	step("sched_process_fork", given{"parent_pid": 5, "child_pid": 6, "child_comm": "a"})
	step("sched_waking", given{"pid": 6, "comm": "b"}, `name 6 pid 4 arg 0 "b" flags 0`, "wake 6 by 5 waking Thread cpu 65535")
	step("sched_waking", given{"pid": 7, "comm": "kworker/0:1"}, `name 7 pid 7 arg 0 "kworker/0:1" flags 0`,
		fmt.Sprintf(`process - pid 7 arg %d "kworker/0:1" flags 0`, model.ClassSystem), "wake 7 by 5 waking Thread cpu 65535")
	step("sys_enter_sched_yield", nil, "call-enter 5 sched_yield(0, 0, 0) until 0 flags 0")
	step("sched_switch", given{"prev_pid": 5, "prev_comm": "a", "prev_state": 0, "next_pid": 6, "next_comm": "b"}, "switch 5 to 6 yield.Yield prio [-32768 -32768] pid 4")
	step("sys_exit", given{"id": -1, "ret": 9}, fmt.Sprintf("call-exit 5 sched_yield = 0 flags %d", model.CallResultUnknown))
	step("sys_exit", given{"id": -1, "ret": 9})
	io := given{"dev": int(Device(254, 1)), "sector": 8, "nr_sector": 2, "rwbs": "WS"}
	step("block_rq_insert", io)
	l.at(2, 6)
	step("block_rq_issue", io, fmt.Sprintf("issue 5 254:1 1024 bytes since 0 flags %d", model.IOWrite))
	l.at(3, 0)
	step("block_rq_complete", io, fmt.Sprintf("io 5 254:1 1024 bytes since 2000 flags %d", model.IOWrite))
	step("block_rq_complete", io)
	step("sched_process_exit", given{"pid": 6}, `exit 6 pid - arg 0 "" flags 0`)
	step("sched_process_exit", given{"pid": 6})
	step("sched_switch", given{"prev_pid": 6, "prev_comm": "b", "prev_state": "Z", "next_pid": 0, "next_comm": ""}, "switch 6 to 0 dead. prio [-32768 -32768] pid 4")
	step("sched_waking", given{"pid": 6, "comm": "c"}, `name 6 pid - arg 0 "c" flags 0`, "wake 6 by 0 waking Thread cpu 65535")
	step("sched_switch", given{"prev_pid": 6, "prev_state": 1 << 20, "next_pid": 0}, "switch 6 to 0 wait.Unknown prio [-32768 -32768] pid -")
	if l.Unsure != 1 || !l.Has.Switches || !l.Has.Wakes || !l.Has.Calls || !l.Has.Disk || l.Has.Samples || l.Has.Interrupts {
		t.Errorf("%d unsure, has %+v", l.Unsure, l.Has)
	}
	l.Lose(1, 5000, 6000, 3, true)
	l.Exists(8, 8, []byte("d"))
	l.Process(8, 5, []byte("whole"))
	l.Sample()
	if want := []string{
		fmt.Sprintf(`loss - pid - arg 3 "" flags %d`, model.LossRing), `exists 8 pid 8 arg 0 "" flags 0`, `name 8 pid 8 arg 0 "d" flags 0`,
		`process - pid 8 arg 0 "d" flags 0`, `process - pid 8 arg 0 "whole" flags 0`, `sample 0 pid 4 arg 0 "" flags 0`,
	}; !slices.Equal(said(l), want) {
		t.Errorf("not %q", want)
	}
}

// TestFind: events are found with and without their system, and those of other systems are not.
func TestFind(t *testing.T) {
	for name, found := range map[string]bool{
		"sched:sched_switch": true, ":sched_switch": true, "other:sched_switch": false, "syscalls:sys_enter_read": true, ":sys_exit_read": true,
		"other:sys_enter_read": false, ":local_timer_entry": true, ":own_entry": false, "irq_vectors:own_exit": true, "irq_vectors:own": false,
		":sys_enter": true, ":": false,
	} {
		system, event, _ := strings.Cut(name, ":")
		if got := Find(system, event) != nil; got != found {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestStackTaken: the stack of a record is interned once if an event takes it, and otherwise not.
func TestStackTaken(t *testing.T) {
	for woken, want := range map[int]int{0: 0, 7: 1} {
		l, calls := NewLog("x86_64", nil), 0
		l.Stack = func() model.StackID { calls++; return 5 }
		l.at(1, 9)
		record(t, l, "sched", "sched_waking", given{"pid": woken, "comm": "seven"})
		record(t, l, "sched", "sched_migrate_task", given{"pid": 7, "orig_cpu": 0, "dest_cpu": 1})
		if calls != want {
			t.Errorf("woken %d: the stack was asked for %d times, want %d", woken, calls, want)
		}
		for i := range l.Out.Events {
			if e := &l.Out.Events[i]; (e.Stack == 5) != (e.Kind == model.KindWake) {
				t.Errorf("%s has stack %d", words[e.Kind], e.Stack)
			}
		}
	}
}
