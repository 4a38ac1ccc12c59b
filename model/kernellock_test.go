package model

import "testing"

// TestKernelLocks: the flags of lock:contention_begin identify the kind of a kernel
// lock.
func TestKernelLocks(t *testing.T) {
	for flags, want := range map[int64]LockKind{
		0: LockKernel, 1: LockSpin, 1 + 2: LockReadWriteSpin, 1 + 4: LockReadWriteSpin, 2: LockReadWrite, 4: LockReadWrite,
		8: LockRT, 8 + 2: LockReadWrite, 8 + 4: LockReadWrite, 16 + 2: LockPerCPU, 16 + 4: LockPerCPU, 32: LockMutex, 32 + 1: LockMutex,
	} {
		if got := kernelLock(flags); got != want {
			t.Errorf("flags %d: %v, want %v", flags, got, want)
		}
	}
	for k := range LockKind(len(lockKindNames)) {
		kernel := k == LockKernel || k > LockMonitor
		if k.Kernel() != kernel || k.Sleeps() != (kernel && k != LockSpin && k != LockReadWriteSpin) {
			t.Errorf("%v: kernel %v, sleeps %v", k, k.Kernel(), k.Sleeps())
		}
	}
}
