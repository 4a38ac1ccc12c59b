package record

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// tree is a process that is recorded alone with its descendants; nil where the whole system is
// recorded. Its events are opened for each of its threads, and the kernel opens them for new ones.
type tree struct {
	pids    map[int]bool
	threads []int
	// raw is set where this user may see the kernel's own events of these processes. Without it,
	// records only show when threads get and lose CPUs.
	raw bool
}

// bitCallchainKernel excludes the kernel's functions from call stacks
// (attr.exclude_callchain_kernel).
const bitCallchainKernel = 1 << 21

// findTree finds the processes of a tree. A command is started for it, and held.
func (s *session) findTree() error {
	if !s.o.Tree {
		return nil
	}
	_, readable := findTracefs()
	t := &tree{pids: map[int]bool{}, raw: mayObserve() && readable}
	if len(s.o.Command) > 0 {
		if err := s.hold(); err != nil {
			return err
		}
		s.o.PID = s.program.cmd.Process.Pid
	}
	t.add(s.o.PID, children())
	if len(t.threads) == 0 {
		return errEnded
	}
	s.tree = t
	s.result.LeftOut = append(s.result.LeftOut, "Programs outside the process tree are not recorded.")
	if slices.Contains(s.o.Groups, Disk) && t.raw {
		s.result.LeftOut = append(s.result.LeftOut, "Disk transfers are not recorded: the kernel does not attribute the end of a transfer to the recorded processes. To see transfers, record the whole system.")
	}
	if !t.raw {
		s.result.LeftOut = append(s.result.LeftOut,
			"This user is not allowed to record kernel events: wait reasons and wakers are not recorded.")
	}
	return nil
}

// children are the running children of each process.
func children() map[int][]int {
	list := map[int][]int{}
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return list
	}
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		if parent, err := strconv.Atoi(infoOf(filepath.Join("/proc", d.Name(), "status"), "PPid")); err == nil {
			list[parent] = append(list[parent], pid)
		}
	}
	return list
}

// add adds a process with its descendants.
func (t *tree) add(pid int, children map[int][]int) {
	if t.pids[pid] {
		return
	}
	tasks, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "task"))
	if err != nil {
		return // it has ended
	}
	t.pids[pid] = true
	for _, task := range tasks {
		if tid, err := strconv.Atoi(task.Name()); err == nil {
			t.threads = append(t.threads, tid)
		}
	}
	for _, child := range children[pid] {
		t.add(child, children)
	}
}

// targets are what events are opened for.
func (t *tree) targets() []int {
	if t == nil {
		return []int{everyone}
	}
	return t.threads
}

// processes are the recorded ones, nil for all.
func (t *tree) processes() map[int]bool {
	if t == nil {
		return nil
	}
	return t.pids
}

// tracepoints are the requested ones that can be recorded.
func (t *tree) tracepoints(o *Options) []tracepoint {
	if t == nil {
		return o.tracepoints(o.blocking())
	}
	if !t.raw {
		return nil
	}
	return slices.DeleteFunc(o.tracepoints(false), func(p tracepoint) bool { return slices.Contains(grouped[Disk], p) })
}

// narrow restricts events to a tree, including threads that start later. Switches have separate
// records, since the kernel's event belongs to the thread that leaves: nothing would show a
// thread's switch-in.
func (t *tree) narrow(events []*event) {
	if t == nil {
		return
	}
	events[0].attr.Bits |= unix.PerfBitContextSwitch
	for _, e := range events {
		e.attr.Bits |= unix.PerfBitInherit
		if !t.raw {
			e.attr.Bits |= unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv | bitCallchainKernel
		}
	}
}

// Records that list the thread and CPU of each id of an event (tools/perf, struct
// perf_record_id_index): {u64 count}, then {u64 id, index, CPU, thread} for each.
const (
	recordIDIndex  = 69
	idIndexEntry   = 32
	idIndexEntries = (1<<16 - 8 - recordHeader - 8) / idIndexEntry // in a record
)

// index are those records; from them readers know that only some threads are recorded.
func (t *tree) index(events []*event) []byte {
	var b block
	if t == nil {
		return nil
	}
	for _, e := range events {
		for at := 0; at < len(e.of); at += idIndexEntries {
			n := min(idIndexEntries, len(e.of)-at)
			b.u32(recordIDIndex, uint32(recordHeader+8+n*idIndexEntry)<<16)
			b.u64(uint64(n))
			for i := at; i < at+n; i++ {
				b.u64(e.ids[i], uint64(i), uint64(e.of[i].cpu), uint64(e.of[i].target))
			}
		}
	}
	return b
}
