package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// TestKernelLocksByKind: what a kernel lock guards is known from the innermost kernel
// function that shows it, and whose memory from its waiters; not if these differ, nor
// for a lock for which no thread sleeps.
func TestKernelLocksByKind(t *testing.T) {
	fault := []string{"schedule", "rwsem_down_read_slowpath", "down_read_killable", "lock_mm_and_find_vma", "exc_page_fault"}
	unmap := []string{"schedule", "rwsem_down_write_slowpath", "down_write_killable", "__vm_munmap.isra.0", "__x64_sys_munmap"}
	write := []string{"schedule", "rwsem_down_write_slowpath", "down_write", "ext4_buffered_write_iter", "vfs_write"}
	other := []string{"schedule", "rwsem_down_write_slowpath", "down_write", "kernfs_fop_open"}
	const memory, file, unknown = blocking.GuardsMemory, blocking.GuardsFile, blocking.GuardsUnknown
	for _, c := range []struct {
		first, second []string
		pids          [2]int
		flags         int
		guards        blocking.Guarded
		title         string
	}{
		{fault, unmap, [2]int{1, 1}, 4, memory, "mmap_lock of one (pid 1)"},
		{fault, other, [2]int{1, 2}, 2, memory, "mmap_lock of one (pid 1)"},
		{other, fault, [2]int{1, 2}, 2, memory, "mmap_lock of two (pid 2)"},
		{fault, unmap, [2]int{1, 2}, 4, memory, "mmap_lock 0x40"},
		{write, write, [2]int{1, 2}, 4, file, "inode lock 0x40"},
		{write, fault, [2]int{1, 1}, 4, unknown, "kernel rwsem 0x40"},
		{other, other, [2]int{1, 1}, 32, unknown, "kernel mutex 0x40"},
		{fault, fault, [2]int{1, 1}, 1, unknown, "kernel spinlock 0x40"},
	} {
		trace := fmt.Sprintf(`threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 1 one target
process 2 two target
thread 10 pid=%d
thread 20 pid=%d
%s%s0us cpu0 exists 10 state=running
0us cpu1 exists 20 state=running
5us cpu0 call 10 enter lock_contention arg=0x40 arg2=%d
10us cpu0 switch 10 idle wait linux=D stack=1
15us cpu1 call 20 enter lock_contention arg=0x40 arg2=%d
20us cpu1 switch 20 30 wait linux=D stack=2
50us cpu1 wake 10 kind=waking ctx=thread by=30
60us cpu0 switch idle 10 preempt
61us cpu0 call 10 exit lock_contention
70us cpu0 wake 20 kind=waking ctx=thread by=10
80us cpu1 switch 30 20 preempt
81us cpu1 call 20 exit lock_contention
`, c.pids[0], c.pids[1], stackOf(1, c.first...), stackOf(2, c.second...), c.flags, c.flags)
		tr := modeltest.Parse(t, c.title, trace)
		lock := &blocking.LocksOf(tr).List[0]
		if lock.Guards != c.guards || lock.LockTitle() != c.title || (lock.Memory != model.NoProc) != strings.Contains(c.title, "mmap_lock of") {
			t.Errorf("%v and %v by %v: guards %d, %q of process %d, want %d, %q", c.first, c.second, c.pids, lock.Guards, lock.LockTitle(), lock.Memory, c.guards, c.title)
		}
		table := run(t, "locks", tr, measure.Scope{})
		if got := table.Rows[0][0]; got.Display != c.title || got.Text != "0x40" {
			t.Errorf("%s: the report says %q, %q", c.title, got.Text, got.Display)
		}
	}
}
