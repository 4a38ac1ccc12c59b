package perfdata

// callNumbers names, by machine as uname(1) prints it, the system calls that
// can wait and that the model tells apart (thread_model 4.4). Numbers are those
// of Linux's uapi asm/unistd_64.h and asm-generic/unistd.h.
var callNumbers = map[string]map[int64]string{
	"x86_64": {
		0: "read", 1: "write", 2: "open", 3: "close", 4: "stat", 5: "fstat", 6: "lstat", 7: "poll", 9: "mmap",
		10: "mprotect", 11: "munmap", 12: "brk", 16: "ioctl", 17: "pread64", 18: "pwrite64", 19: "readv",
		20: "writev", 23: "select", 24: "sched_yield", 25: "mremap", 26: "msync", 28: "madvise", 34: "pause",
		35: "nanosleep", 40: "sendfile", 42: "connect", 43: "accept", 44: "sendto", 45: "recvfrom", 46: "sendmsg",
		47: "recvmsg", 56: "clone", 57: "fork", 58: "vfork", 59: "execve", 60: "exit", 61: "wait4", 62: "kill",
		65: "semop", 69: "msgsnd", 70: "msgrcv", 72: "fcntl", 73: "flock", 74: "fsync", 75: "fdatasync",
		78: "getdents", 82: "rename", 87: "unlink", 128: "rt_sigtimedwait", 130: "rt_sigsuspend", 162: "sync",
		202: "futex", 208: "io_getevents", 217: "getdents64", 220: "semtimedop", 230: "clock_nanosleep",
		231: "exit_group", 232: "epoll_wait", 242: "mq_timedsend", 243: "mq_timedreceive", 247: "waitid",
		257: "openat", 262: "newfstatat", 263: "unlinkat", 264: "renameat", 270: "pselect6", 271: "ppoll",
		275: "splice", 277: "sync_file_range", 281: "epoll_pwait", 288: "accept4", 295: "preadv", 296: "pwritev",
		299: "recvmmsg", 306: "syncfs", 307: "sendmmsg", 316: "renameat2", 326: "copy_file_range", 327: "preadv2",
		328: "pwritev2", 332: "statx", 333: "io_pgetevents", 426: "io_uring_enter", 435: "clone3", 437: "openat2",
		441: "epoll_pwait2", 449: "futex_waitv", 454: "futex_wake", 455: "futex_wait", 456: "futex_requeue",
	},
	"aarch64": {
		4: "io_getevents", 22: "epoll_pwait", 25: "fcntl", 29: "ioctl", 32: "flock", 35: "unlinkat", 38: "renameat",
		56: "openat", 57: "close", 61: "getdents64", 63: "read", 64: "write", 65: "readv", 66: "writev",
		67: "pread64", 68: "pwrite64", 69: "preadv", 70: "pwritev", 71: "sendfile", 72: "pselect6", 73: "ppoll",
		76: "splice", 79: "newfstatat", 80: "fstat", 81: "sync", 82: "fsync", 83: "fdatasync", 84: "sync_file_range",
		93: "exit", 94: "exit_group", 95: "waitid", 98: "futex", 101: "nanosleep", 115: "clock_nanosleep",
		124: "sched_yield", 129: "kill", 133: "rt_sigsuspend", 137: "rt_sigtimedwait", 182: "mq_timedsend",
		183: "mq_timedreceive", 188: "msgrcv", 189: "msgsnd", 192: "semtimedop", 193: "semop", 202: "accept",
		203: "connect", 206: "sendto", 207: "recvfrom", 211: "sendmsg", 212: "recvmsg", 214: "brk", 215: "munmap",
		216: "mremap", 220: "clone", 221: "execve", 222: "mmap", 226: "mprotect", 227: "msync", 233: "madvise",
		242: "accept4", 243: "recvmmsg", 260: "wait4", 267: "syncfs", 269: "sendmmsg", 276: "renameat2",
		285: "copy_file_range", 286: "preadv2", 287: "pwritev2", 291: "statx", 292: "io_pgetevents",
		426: "io_uring_enter", 435: "clone3", 437: "openat2", 441: "epoll_pwait2", 449: "futex_waitv",
		454: "futex_wake", 455: "futex_wait", 456: "futex_requeue",
	},
}
