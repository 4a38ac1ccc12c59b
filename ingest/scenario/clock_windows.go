package scenario

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var kernel = windows.NewLazySystemDLL("kernel32.dll")

var (
	getThreadTimes            = kernel.NewProc("GetThreadTimes")
	getCurrentProcessorNumber = kernel.NewProc("GetCurrentProcessorNumber")
)

// ThreadCPU is the CPU time of the calling thread by GetThreadTimes, which counts whole clock
// ticks. QueryThreadCycleTime is finer, but counts cycles of unknown length, and a thread that
// reads its own value misses what it has run since it was switched in.
func ThreadCPU() time.Duration {
	const self = ^uintptr(1) // the pseudo handle of the calling thread
	var created, exited, kernel, user windows.Filetime
	ok, _, _ := syscall.SyscallN(getThreadTimes.Addr(), self, uintptr(unsafe.Pointer(&created)), uintptr(unsafe.Pointer(&exited)),
		uintptr(unsafe.Pointer(&kernel)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		return 0
	}
	const unit = 100 // ns
	return time.Duration(unit * (ticks(kernel) + ticks(user)))
}

func ticks(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }

// threadID is the calling thread.
func threadID() int { return int(windows.GetCurrentThreadId()) }

// processor is the CPU that executes this, within its group.
func processor() int {
	n, _, _ := syscall.SyscallN(getCurrentProcessorNumber.Addr())
	return int(uint32(n))
}

func monotonic() (name string, ns int64) { return "", 0 }
