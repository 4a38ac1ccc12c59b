package observer

import "threadlens/model"

// call is the meaning of a system call of Linux on x86-64. The numbers are those of
// arch/x86/entry/syscalls/syscall_64.tbl.
type call struct {
	name  string
	cat   model.Category // of waits in it, where that depends on nothing else
	rule  rule
	makes making
	file  FileType // that it makes
	limit int      // the argument that is its time limit, for those of the poll family
}

// rule is what the category of a wait in a call depends on.
type rule uint8

const (
	undecided  rule = iota // there is no row for it
	plain                  // nothing
	transfer               // the descriptor
	futexRule              // the operation, the time limit and the result
	futexOnly              // the time limit and the result
	pollRule               // the number of descriptors and the result
	manyRule               // the result
	lockRule               // the command of fcntl
	cloneRule              // the flags
	clone3Rule             // what the child does: its flags are in memory
)

// making is whether a call makes descriptors.
type making uint8

const (
	nothing making = iota
	oneOf          // its result
	copies         // its result, a copy of its first argument
	several        // in memory, or from another process
)

// calls are the system calls that wait in a known way, and those that make descriptors.
var calls = func() map[int]call {
	m := map[int]call{}
	add := func(c call, list numbered) {
		for number, name := range list {
			c.name = name
			m[number] = c
		}
	}
	file := call{rule: plain, cat: model.IO}
	add(call{rule: transfer}, numbered{0: "read", 1: "write", 19: "readv", 20: "writev"})
	add(file, numbered{
		17: "pread64", 18: "pwrite64", 295: "preadv", 296: "pwritev", 327: "preadv2", 328: "pwritev2",
		40: "sendfile", 275: "splice", 326: "copy_file_range", 74: "fsync", 75: "fdatasync", 162: "sync", 306: "syncfs",
		277: "sync_file_range", 26: "msync", 4: "stat", 5: "fstat", 6: "lstat", 262: "newfstatat", 332: "statx",
		87: "unlink", 263: "unlinkat", 82: "rename", 264: "renameat", 316: "renameat2", 78: "getdents", 217: "getdents64",
		208: "io_getevents", 333: "io_pgetevents", 426: "io_uring_enter",
	})
	add(call{rule: plain, cat: model.IO, makes: oneOf, file: RegularFile}, numbered{2: "open", 257: "openat", 437: "openat2"})
	add(file, numbered{45: "recvfrom", 44: "sendto", 46: "sendmsg", 307: "sendmmsg", 42: "connect"})
	add(call{rule: plain, cat: model.IO, makes: several}, numbered{47: "recvmsg", 299: "recvmmsg"})
	add(call{rule: plain, cat: model.WaitForWork, makes: oneOf, file: Socket}, numbered{43: "accept", 288: "accept4"})
	add(call{rule: pollRule, limit: 2}, numbered{7: "poll", 271: "ppoll"})
	add(call{rule: manyRule, limit: selectLimit}, numbered{23: "select", 270: "pselect6"})
	add(call{rule: manyRule, limit: 3}, numbered{232: "epoll_wait", 281: "epoll_pwait", 441: "epoll_pwait2"})
	add(call{rule: futexRule}, numbered{202: "futex"})
	add(call{rule: futexOnly}, numbered{449: "futex_waitv", 455: "futex_wait"})
	add(call{rule: plain, cat: model.Sleep}, numbered{
		35: "nanosleep", 230: "clock_nanosleep", 34: "pause", 128: "rt_sigtimedwait", 130: "rt_sigsuspend",
	})
	add(call{rule: plain, cat: model.Synchronization}, numbered{
		73: "flock", 65: "semop", 220: "semtimedop", 69: "msgsnd", 70: "msgrcv", 242: "mq_timedsend", 243: "mq_timedreceive",
		61: "wait4", 247: "waitid", 58: "vfork", 60: "exit", 231: "exit_group",
	})
	add(call{rule: lockRule, makes: copies}, numbered{72: "fcntl"})
	add(call{rule: cloneRule}, numbered{56: "clone"})
	add(call{rule: clone3Rule}, numbered{435: "clone3"})
	add(call{rule: plain, cat: model.MemoryManagement}, numbered{
		9: "mmap", 11: "munmap", 10: "mprotect", 28: "madvise", 12: "brk", 25: "mremap",
	})
	addMakers(add)
	return m
}()

// selectLimit is the argument of select that is its time limit.
const selectLimit = 4

type numbered map[int]string

// addMakers adds calls that do not determine waits but make descriptors or close them, and some for
// their names.
func addMakers(add func(call, numbered)) {
	one := func(t FileType) call { return call{makes: oneOf, file: t} }
	add(one(RegularFile), numbered{85: "creat", 319: "memfd_create"})
	add(one(Socket), numbered{41: "socket"})
	add(one(EventFile), numbered{284: "eventfd", 290: "eventfd2"})
	add(one(TimerFile), numbered{283: "timerfd_create"})
	add(one(SignalFile), numbered{282: "signalfd", 289: "signalfd4"})
	add(one(NotifyFile), numbered{253: "inotify_init", 294: "inotify_init1", 300: "fanotify_init"})
	add(one(PollFile), numbered{213: "epoll_create", 291: "epoll_create1"})
	add(one(OtherFile), numbered{298: "perf_event_open", 323: "userfaultfd", 425: "io_uring_setup", 434: "pidfd_open"})
	add(call{makes: copies}, numbered{32: "dup", 33: "dup2", 292: "dup3"})
	add(call{makes: several}, numbered{22: "pipe", 293: "pipe2", 53: "socketpair", 438: "pidfd_getfd"})
	add(call{}, numbered{
		3: "close", 436: "close_range", 57: "fork", 59: "execve", 322: "execveat", 16: "ioctl", 21: "access", 83: "mkdir", 84: "rmdir",
		76: "truncate", 77: "ftruncate", 285: "fallocate", 221: "fadvise64", 86: "link", 88: "symlink", 89: "readlink", 24: "sched_yield",
		48: "shutdown", 62: "kill", 219: "restart_syscall", 233: "epoll_ctl", 269: "faccessat", 439: "faccessat2", 203: "sched_setaffinity",
		324: "membarrier", 157: "prctl", 101: "ptrace", 131: "sigaltstack", 14: "rt_sigprocmask", 186: "gettid", 258: "mkdirat",
	})
}

// makesThread reports whether a call returns the id of a new thread or process.
func makesThread(number int) bool {
	switch number {
	case 56, 57, 58, 435:
		return true
	}
	return false
}
