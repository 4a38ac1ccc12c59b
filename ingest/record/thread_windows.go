package record

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// threadClock measures the CPU time of a thread of the system.
type threadClock struct {
	thread windows.Handle
	times  *windows.LazyProc
	before time.Duration
}

// openThread starts the clock of a thread now; nil where it is not available.
func openThread(id uint32) *threadClock {
	h, err := windows.OpenThread(windows.THREAD_QUERY_LIMITED_INFORMATION, false, id)
	if err != nil {
		return nil
	}
	c := &threadClock{thread: h, times: windows.NewLazySystemDLL("kernel32.dll").NewProc("GetThreadTimes")}
	if c.before = c.used(); c.before < 0 {
		c.close()
		return nil
	}
	return c
}

// used is the CPU time of the thread, -1 where unknown.
func (c *threadClock) used() time.Duration {
	if c == nil {
		return -1
	}
	var created, exited, kernel, user windows.Filetime
	ok, _, _ := c.times.Call(uintptr(c.thread), uintptr(unsafe.Pointer(&created)), uintptr(unsafe.Pointer(&exited)),
		uintptr(unsafe.Pointer(&kernel)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		return -1
	}
	return span(kernel) + span(user) - c.before
}

// span converts a duration, which Windows counts in units of 100 ns.
func span(t windows.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
}

func (c *threadClock) close() {
	if c != nil {
		_ = windows.CloseHandle(c.thread) // it was only queried
	}
}
