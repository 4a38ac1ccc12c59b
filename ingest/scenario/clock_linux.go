package scenario

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ThreadCPU is the CPU time of the calling thread, exact at the time of the call:
// CLOCK_THREAD_CPUTIME_ID.
func ThreadCPU() time.Duration {
	var t unix.Timespec
	if _, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// threadID is the calling thread.
func threadID() int {
	id, _, _ := unix.RawSyscall(unix.SYS_GETTID, 0, 0, 0)
	return int(id)
}

// processor is the CPU that executes this.
func processor() int {
	var cpu uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return 0
	}
	return int(cpu)
}

// monotonic is the clock of elapsed times, ns, and its name.
func monotonic() (name string, ns int64) {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return "", 0
	}
	return "CLOCK_MONOTONIC", t.Nano()
}
