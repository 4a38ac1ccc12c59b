package model

import (
	"slices"
	"testing"
)

// lockBuilder feeds a Builder with calls of threads.
type lockBuilder struct {
	*Builder
	now Time
}

func newLockBuilder() *lockBuilder {
	return &lockBuilder{Builder: NewBuilder(&Info{CPUs: 1}, &Tables{}, nil)}
}

// call adds an event 10 ns after the one before.
func (b *lockBuilder) call(kind Kind, tid TID, name string, arg, arg2 int64) {
	b.now += 10
	b.Add([]Event{{Kind: kind, Time: b.now, TID: tid, PID: NoPID, Name: b.trace.Tables.Strings.ID(name), Arg: arg, Arg2: arg2}})
}

// TestLockCalls: what is kept of calls on locks, including nested ones, those that
// do not return, and those whose lock is unknown.
func TestLockCalls(t *testing.T) {
	b := newLockBuilder()
	b.call(KindCallEnter, 1, "read", 3, 0)
	b.call(KindCallEnter, 1, "futex", 0x10, 128)         // 20
	b.call(KindCallEnter, 1, "lock_contention", -0x1, 0) // 30, inside
	b.call(KindCallExit, 1, "lock_contention", 0, 0)     // 40
	b.call(KindCallExit, 1, "futex", 0, -110)            // 50
	b.call(KindCallEnter, 2, "futex", 0x10, 1)           // 60: shared, another lock
	b.call(KindCallEnter, 2, "futex", 0x10, 129)         // 70: the previous one has returned unseen
	b.call(KindCallExit, 2, "futex", 0, 3)               // 80
	b.call(KindCallEnter, 1, "futex", 0x10, 128+2)       // unknown operation
	b.call(KindCallEnter, 1, "futex", 0, 128)            // without an address
	b.call(KindCallExit, 3, "futex", 0, 0)               // begun before the trace
	b.call(KindCallEnter, 3, "futex", 0x20, 128+6)       // 120, to the end
	tr := b.Trace()
	want := []LockCall{
		{Range{20, 50}, 0, 0, LockTimedOut, LockWait, false, false},
		{Range{30, 40}, 0, 1, 0, LockAcquire, false, false},
		{Range{60, 70}, 1, 2, 0, LockWake, true, false},
		{Range{70, 80}, 1, 0, 3, LockWake, false, false},
		{Range{120, 120}, 2, 3, 0, LockAcquire, true, true},
	}
	if !slices.Equal(tr.LockCalls, want) {
		t.Errorf("got  %v\nwant %v", tr.LockCalls, want)
	}
	kernel := ^uint64(0)
	locks := []Lock{{LockFutex, 0, 0x10}, {LockKernel, NoProc, kernel}, {LockShared, 0, 0x10}, {LockFutex, 0, 0x20}}
	if !slices.Equal(tr.Locks, locks) {
		t.Errorf("locks %v", tr.Locks)
	}
}

// TestLockCallsBehindLosses: where lost events leave unknown what a thread did since it entered a
// call, a later return may be that of another call. A call before or after them is complete.
func TestLockCallsBehindLosses(t *testing.T) {
	b := newLockBuilder()
	b.Add([]Event{{Kind: KindSwitch, Time: 0, TID: 0, Other: 1, PID: NoPID}})
	b.call(KindCallEnter, 1, "futex", 0x10, 128) // 10
	b.call(KindCallExit, 1, "futex", 0, 0)       // 20
	b.call(KindCallEnter, 1, "futex", 0x10, 128) // 30
	b.Add([]Event{{Kind: KindLoss, Time: 35, End: 38, PID: NoPID}})
	b.now = 40
	b.call(KindCallExit, 1, "futex", 0, LockTimedOut) // 50
	b.Add([]Event{
		{Kind: KindSwitch, Time: 52, TID: 1, Other: IdleTID, PID: NoPID}, {Kind: KindSwitch, Time: 55, TID: IdleTID, Other: 1, PID: NoPID},
	})
	b.call(KindCallEnter, 1, "futex", 0x10, 128) // 60
	b.call(KindCallExit, 1, "futex", 0, 0)       // 70
	got := b.Trace().LockCalls
	want := []LockCall{
		{Range{10, 20}, 0, 0, 0, LockWait, false, false},
		{Range{30, 35}, 0, 0, 0, LockWait, true, false},
		{Range{60, 70}, 0, 0, 0, LockWait, false, false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestLockCallsAreBounded: calls beyond the limit are reported as missing.
func TestLockCallsAreBounded(t *testing.T) {
	b := newLockBuilder()
	b.lockFamily(NoString)
	b.locks.most = 3
	b.call(KindCallEnter, 1, "futex", 0x10, 129)
	for range 4 {
		b.call(KindCallExit, 1, "futex", 0, 0)
		b.call(KindCallEnter, 1, "futex", 0x10, 129)
	}
	tr := b.Trace()
	if len(tr.LockCalls) != 3 {
		t.Errorf("%d calls are kept", len(tr.LockCalls))
	}
	if n := len(tr.Diagnostics); n == 0 || tr.Diagnostics[n-1].Code != "lock-calls" || tr.Diagnostics[n-1].Count != 2 {
		t.Errorf("diagnostics %+v", tr.Diagnostics)
	}
	if b := newLockBuilder(); b.Trace().LockCalls != nil || b.locks.families != nil {
		t.Error("a trace without such calls should keep nothing")
	}
}

// TestMutexCalls: which calls are those of a mutex, by operation and third argument.
func TestMutexCalls(t *testing.T) {
	for _, c := range []struct {
		os, name   string
		arg2, arg3 int64
		want       bool
	}{
		{"linux", "futex", 128, 1, false}, // FUTEX_WAIT_PRIVATE
		{"linux", "futex", 128, 2, true},
		{"linux", "futex", 128, 3, false},
		{"linux", "futex", 128, 1<<32 + 2, true}, // the upper half of the register is ignored
		{"linux", "futex", 0, 2, true},
		{"linux", "futex", 128 + 9, 2, true}, // WAIT_BITSET
		{"linux", "futex", 128 + 9, 0, false},
		{"linux", "futex", 129, 0, false}, // WAKE
		{"linux", "futex", 129, 1, true},
		{"linux", "futex", 129, 2, false},
		{"linux", "futex", 129, 1<<31 - 1, false},
		{"linux", "futex", 128 + 10, 1, true},  // WAKE_BITSET
		{"linux", "futex", 128 + 4, 1, false},  // CMP_REQUEUE
		{"linux", "futex", 128 + 5, 1, false},  // WAKE_OP
		{"linux", "futex", 128 + 6, 0, true},   // LOCK_PI
		{"linux", "futex", 128 + 7, 0, true},   // UNLOCK_PI
		{"linux", "futex", 128 + 13, 0, true},  // LOCK_PI2
		{"linux", "futex", 128 + 11, 2, false}, // WAIT_REQUEUE_PI
		{"linux", "futex", 128 + 12, 1, false}, // CMP_REQUEUE_PI
		{"linux", "futex_wait", 2, 0, true},
		{"linux", "futex_wait", 0, 2, false},
		{"linux", "futex_wake", 0, 1, true},
		{"linux", "futex_wake", 1, 2, false},
		{"linux", "lock_contention", 0, 0, false},
		{"linux", "lock_contention", 1, 0, false},      // a spinlock
		{"linux", "lock_contention", 2, 0, false},      // readers
		{"linux", "lock_contention", 4, 0, false},      // writers
		{"linux", "lock_contention", 8, 0, true},       // RT
		{"linux", "lock_contention", 8 + 2, 0, false},  // readers of an RT lock
		{"linux", "lock_contention", 32, 0, true},      // mutex
		{"linux", "lock_contention", 32 + 1, 0, true},  // mutex, spinning
		{"linux", "lock_contention", 16 + 4, 0, false}, // per CPU
		{"windows", "lock_contention", 0, 0, true},     // a monitor
	} {
		b := newLockBuilder()
		b.trace.Info.OS.Family = c.os
		b.Add([]Event{{Kind: KindCallEnter, Time: 1, TID: 1, PID: NoPID, Name: b.trace.Tables.Strings.ID(c.name), Arg: 16, Arg2: c.arg2, Arg3: c.arg3}})
		tr := b.Trace()
		if len(tr.LockCalls) != 1 || tr.LockCalls[0].Mutex != c.want {
			t.Errorf("%s %s %d, %d: %+v, want mutex %v", c.os, c.name, c.arg2, c.arg3, tr.LockCalls, c.want)
		}
	}
}
