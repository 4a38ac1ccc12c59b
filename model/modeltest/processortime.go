//go:build unix

package modeltest

import (
	"syscall"
	"testing"
	"time"
)

// ProcessorTime is the CPU time that the program has used so far.
func ProcessorTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
