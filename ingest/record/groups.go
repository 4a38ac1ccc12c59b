package record

import (
	"runtime"
	"slices"
)

// Group is a set of events that is recorded on request.
type Group uint8

// Groups of events.
const (
	Waits    Group = iota // why threads wait: the kernel functions in which they do, its locks, page faults that read a disk
	Calls                 // the calls in which programs wait (futex, sleeps, polls), as they begin and end
	Irqs                  // interrupts and the work that they defer
	Disk                  // requests to block devices
	Syscalls              // all system calls
	Faults                // page faults
	Runtime               // the CPU time that the kernel itself charges to threads
	Markers               // what programs write to trace_marker, see ingest/scenario; on Windows their events
	Methods               // the names of methods that .NET compiles, on Windows
	numGroups
)

var groupNames = [...]string{"waits", "calls", "irqs", "disk", "syscalls", "faults", "runtime", "markers", "clr"}

// String is the group's name on the command line.
func (g Group) String() string { return groupNames[g] }

var groupTitles = [...]string{"Waits and kernel locks", "Blocking system calls", "Interrupts and timers", "Disk transfers", "All system calls", "All page faults", "CPU time accounting", "User markers", ".NET method names"}

// Title is the group's title for people.
func (g Group) Title() string { return groupTitles[g] }

// GroupNames are the names of all groups.
func GroupNames() []string { return groupNames[:] }

// ParseGroup parses a name that String returns.
func ParseGroup(s string) (Group, bool) {
	i := slices.Index(groupNames[:], s)
	return Group(max(i, 0)), i >= 0
}

// Here reports whether this system has events of the group.
func (g Group) Here() bool {
	if runtime.GOOS == "windows" {
		return g != Waits && g != Calls && g != Runtime
	}
	return g != Methods
}

// DefaultGroups are those that cost little and explain much.
func DefaultGroups() []Group {
	if runtime.GOOS == "windows" {
		return []Group{Irqs, Disk, Markers} // why a thread waits is in every switch there
	}
	return []Group{Waits, Disk, Markers}
}

// withCalls are groups where call stacks do not show why threads wait: instead calls show it, with
// what wakes threads and what the kernel does in their time.
func withCalls(groups []Group) []Group {
	groups = slices.Clone(groups)
	if !slices.Contains(groups, Waits) {
		return groups
	}
	for _, g := range []Group{Calls, Irqs, Runtime} {
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// tracepoint is an event that the kernel defines.
type tracepoint struct {
	system, name string
	stack        bool   // its call stack is useful
	call         bool   // the kernel's part of it shows in which system call a thread is
	needed       bool   // without it there is no trace
	late         bool   // repeats what sched_waking showed: a woken thread has arrived on its CPU
	spare        bool   // no message is needed where the kernel lacks it
	filter       string // the kernel's: records only events for which it holds
}

func (p tracepoint) String() string { return p.system + ":" + p.name }

// A switch-out, and a wake.
var (
	switchPoint = tracepoint{system: "sched", name: "sched_switch", stack: true, call: true, needed: true}
	wakePoint   = tracepoint{system: "sched", name: "sched_waking", stack: true, call: true}
)

// scheduling are the events that are always recorded.
var scheduling = []tracepoint{
	switchPoint,
	wakePoint,
	{system: "sched", name: "sched_wakeup", late: true},
	{system: "sched", name: "sched_wakeup_new", stack: true},
	{system: "sched", name: "sched_migrate_task"},
	{system: "sched", name: "sched_process_fork"},
	{system: "sched", name: "sched_process_exec"},
	{system: "sched", name: "sched_process_exit"},
	{system: "sched", name: "sched_pi_setprio"},
}

// grouped are the events of each group.
var grouped = [numGroups][]tracepoint{
	Waits: {{system: "lock", name: "contention_begin"}, {system: "lock", name: "contention_end"}},
	Calls: waitingCalls(),
	Irqs: {
		{system: "irq", name: "irq_handler_entry"},
		{system: "irq", name: "irq_handler_exit"},
		{system: "irq", name: "softirq_entry"},
		{system: "irq", name: "softirq_exit"},
		{system: "timer", name: "hrtimer_expire_entry"},
		{system: "timer", name: "hrtimer_expire_exit"},
	},
	Disk:     {{system: "block", name: "block_rq_issue"}, {system: "block", name: "block_rq_complete"}},
	Syscalls: {{system: "raw_syscalls", name: "sys_enter"}, {system: "raw_syscalls", name: "sys_exit"}},
	Faults:   {{system: "exceptions", name: "page_fault_user"}, {system: "exceptions", name: "page_fault_kernel"}},
	Runtime:  {{system: "sched", name: "sched_stat_runtime"}},
}

// waitingCalls are the system calls in which programs usually wait, both ends, and those that show
// what the descriptors are that they read and write.
func waitingCalls() (list []tracepoint) {
	add := func(end, call, filter string) {
		list = append(list, tracepoint{system: callSystem, name: end + call, filter: filter})
	}
	for _, call := range []string{
		"futex", "futex_waitv", "clock_nanosleep", "nanosleep", "pause", "rt_sigtimedwait", "rt_sigsuspend",
		"poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "epoll_pwait2",
		"read", "write", "readv", "writev", "splice", "fsync", "fdatasync",
		"accept", "accept4", "connect", "recvfrom", "recvmsg", "sendto", "sendmsg",
		"io_getevents", "io_uring_enter", "flock", "semop", "semtimedop", "msgsnd", "msgrcv",
		"mq_timedsend", "mq_timedreceive", "wait4", "waitid", "vfork", "clone3", "madvise",
		"dup", "dup2", "dup3",
	} {
		add("sys_enter_", call, "")
		add("sys_exit_", call, "")
	}
	// Of fcntl: what copies a descriptor or waits for a file lock, which returns 0 or an error; of
	// clone: what waits for the child.
	add("sys_enter_", "fcntl", "cmd == 0 || cmd == 1030 || cmd == 7 || cmd == 38")
	add("sys_exit_", "fcntl", "ret <= 0")
	add("sys_enter_", "clone", "clone_flags & 0x4000")
	add("sys_exit_", "clone", "")
	for _, call := range []string{"eventfd", "eventfd2", "timerfd_create", "signalfd", "signalfd4", "inotify_init", "inotify_init1"} {
		add("sys_exit_", call, "")
	}
	add("sys_enter_", "close", "")
	return list
}

// connections show clients and servers, and whom threads ask, even without a wait: TCP sockets that
// connect, are connected, fail to, or listen, and the routes looked up for datagrams. Events of the
// calls themselves would slow down every system call of every program, costing a busy server a
// tenth of its throughput.
var connections = []tracepoint{
	{system: "sock", name: "inet_sock_set_state", filter: "protocol == 6 && (newstate == 2 || newstate == 10 || oldstate == 2)"},
	{system: "fib", name: "fib_table_lookup", spare: true, filter: "proto == 17"},
	{system: "fib6", name: "fib6_table_lookup", spare: true, filter: "proto == 17"},
}

const callSystem = "syscalls"

// tracepoints are the requested ones. All system calls include those in which programs wait. shown
// is set where call stacks show the calls and what wakes a thread.
func (o *Options) tracepoints(shown bool) (list []tracepoint) {
	groups := o.Groups
	if !shown {
		groups = withCalls(groups)
	}
	for _, p := range scheduling {
		if !shown || !p.late {
			list = append(list, p)
		}
	}
	if shown {
		list = append(list, connections...)
	}
	all := slices.Contains(groups, Syscalls)
	for g, points := range grouped {
		if slices.Contains(groups, Group(g)) && (Group(g) != Calls || !all) {
			list = append(list, points...)
		}
	}
	return list
}
