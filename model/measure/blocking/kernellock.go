package blocking

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// Guarded is what a kernel lock guards, as far as the functions in which threads waited
// for it show.
type Guarded uint8

// What locks guard.
const (
	GuardsUnknown Guarded = iota
	GuardsMemory          // the memory map of a process: mmap_lock
	GuardsFile            // a file or a directory: its inode's lock
)

// guardedByFunction are functions of the Linux kernel that take locks, with what those guard
// (mm, arch/*/mm/fault.c, kernel/exit.c; fs, fs/ext4, fs/xfs, fs/btrfs). They take the lock of
// the process that calls them.
var guardedByFunction = func() map[string]Guarded {
	m := map[string]Guarded{}
	for g, names := range map[Guarded]string{
		GuardsMemory: "lock_mm_and_find_vma do_user_addr_fault do_page_fault exc_page_fault vm_mmap_pgoff __vm_munmap vm_munmap vm_brk_flags " +
			"__x64_sys_brk __do_sys_brk do_mprotect_pkey mprotect_fixup __x64_sys_mremap __do_sys_mremap do_madvise madvise_lock " +
			"__mm_populate get_user_pages_unlocked exit_mmap exit_mm dup_mmap exec_mmap begin_new_exec setup_arg_pages do_shmat ksys_shmdt mlock_fixup do_mlock",
		GuardsFile: "ext4_buffered_write_iter ext4_file_write_iter ext4_dio_write_iter ext4_file_read_iter ext4_llseek generic_file_write_iter " +
			"xfs_ilock xfs_file_buffered_write xfs_file_dio_write btrfs_inode_lock iterate_dir open_last_lookups path_openat lookup_slow walk_component " +
			"filename_create do_unlinkat do_rmdir do_renameat2 lock_rename vfs_unlink vfs_rename vfs_rmdir do_truncate notify_change chmod_common chown_common",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = g
		}
	}
	return m
}()

// guards finds what a kernel lock guards and, for a memory map, whose it is, from the
// stacks of its waiters. If they contradict each other, as when the lock of another process
// has come to be at its address, the result is unknown.
func (l *LockUse) guards(t *model.Trace) {
	l.Guards, l.Memory = GuardsUnknown, model.NoProc
	if !l.Kind.Sleeps() {
		return
	}
	met := map[model.StackID]Guarded{}
	shared := false
	for i := range l.Waits {
		w := &l.Waits[i]
		for s := range t.Segments(w.Thread, w.Range) {
			if s.State != model.Waiting || s.From < w.From {
				continue
			}
			g := guardedIn(t, met, s.Stack)
			proc := t.Threads[w.Thread].Proc
			switch {
			case g == GuardsUnknown:
			case l.Guards != GuardsUnknown && l.Guards != g:
				l.Guards, l.Memory = GuardsUnknown, model.NoProc
				return
			default:
				shared = shared || l.Guards != GuardsUnknown && l.Memory != proc
				l.Guards, l.Memory = g, proc
			}
		}
	}
	if shared || l.Guards != GuardsMemory {
		l.Memory = model.NoProc
	}
}

// guardedIn is what the lock guards for which a thread with a stack waits: by the
// innermost known function of the kernel.
func guardedIn(t *model.Trace, met map[model.StackID]Guarded, id model.StackID) (g Guarded) {
	if g, ok := met[id]; ok || id == model.NoStack {
		return g
	}
	for at := id; at != model.NoStack && g == GuardsUnknown; {
		caller, frame := t.Tables.Stacks.Node(at)
		if !frame.Kernel {
			break
		}
		name, _, _ := strings.Cut(t.String(frame.Name), ".")
		g, at = guardedByFunction[name], caller
	}
	met[id] = g
	return g
}

// title names a kernel lock for people.
func (l *LockUse) title(t *model.Trace) string {
	switch {
	case l.Guards == GuardsMemory && l.Memory != model.NoProc:
		return "mmap_lock of " + measure.ProcessName(&t.Processes[l.Memory])
	case l.Guards == GuardsMemory:
		return "mmap_lock " + l.Address()
	case l.Guards == GuardsFile:
		return "inode lock " + l.Address()
	}
	return l.Kind.String() + " " + l.Address()
}
