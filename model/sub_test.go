package model

import (
	"strings"
	"testing"
)

// TestSubs: what each sub-reason means by itself: "?" marks those that need better
// evidence, "*" threads with nothing to do.
func TestSubs(t *testing.T) {
	seen := map[Sub]bool{SubNone: true}
	for cat, names := range map[Category]string{
		UnknownCategory:  "NotSeen Loss Hotplug Gap Race Unknown Created Terminating Interruptible?",
		Execution:        "InSyscall",
		Dispatch:         "Dispatch New",
		Preemption:       "Runnable HigherPriority NotHigher SliceEnd ToIdle Throttled Stolen Yield QuantumEnd DispatchInterrupt DeferredPreempt CpuRateLimited",
		Sleep:            "Sleep Parked FutexTimeout PollTimeout SystemIdle* Timed",
		IO:               "KernelGeneric? IoRing Uninterruptible? File Pipe Socket Network Async Device? Block Flush Connect NetPoll Syscall Console",
		UIProcessing:     "MessageWait? MessageLoop",
		WaitForWork:      "WorkQueue* IpcServerIdle* KernelIdle* Poll Accept Completion",
		MemoryManagement: "InSwap StackInSwap ProcessInSwap FreePage PageIn PoolAlloc VirtualMemory PageOut CalloutStack PhysicalFault MdlCache MemoryMap GcAssist GcSweep GcEnd GcWeak GcSuspend HardFault SoftFault Alloc",
		Synchronization: "Suspended Gate UserWait? EventPair? IpcCall Rendezvous KeyedEvent ExecutiveResource PushLock KernelMutex FastMutex GuardedMutex Rundown AddressWait Rcu" +
			" Traced Futex Ipc FileLock ChildWait Exit ChanSend ChanRecv Select Mutex Cond Synctest Forever Coroutine GcWait Lock Condition TaskWait Semaphore Event Join GenericWait",
	} {
		for _, name := range strings.Fields(names) {
			var want SegmentFlags
			if plain, ok := strings.CutSuffix(name, "?"); ok {
				name, want = plain, LowConfidence
			}
			if plain, ok := strings.CutSuffix(name, "*"); ok {
				name, want = plain, IdleWorker
			}
			s, ok := ParseSub(name)
			if !ok || s.String() != name || s.Category() != cat || s.flags() != want || seen[s] {
				t.Errorf("%s: %v is %v %v, want %v %v", name, s, s.Category(), s.flags(), cat, want)
			}
			seen[s] = true
		}
	}
	if len(seen) != int(NumSubs) {
		t.Errorf("%d sub-reasons are listed, of %d", len(seen), NumSubs)
	}
	if s := Sub(NumSubs); s.String() != "?" || s.Category() != UnknownCategory || s.flags() != 0 {
		t.Errorf("one that there is not is %v %v %v", s, s.Category(), s.flags())
	}
}

// TestWindowsReasons: a Windows wait reason means what its sub-reason does, except for
// waits of the kernel, of which those of drivers are for a device.
func TestWindowsReasons(t *testing.T) {
	for code, r := range windowsReasons {
		want := r.sub.Category()
		if r.name == "WrKernel" {
			want = Synchronization
		}
		if r.cat != want || r.weak != (r.sub.flags()&LowConfidence != 0) {
			t.Errorf("%d %s is %v, weak %v; its sub-reason %v is %v %v", code, r.name, r.cat, r.weak, r.sub, r.sub.Category(), r.sub.flags())
		}
	}
}

// TestInterrupted: which results of a call show that a signal ended it: EINTR, and the
// kernel-internal ones from -516 to -512.
func TestInterrupted(t *testing.T) {
	for result, want := range map[int64]bool{
		0: false, 1: false, -3: false, -4: true, -5: false, -511: false, -512: true, -514: true, -516: true, -517: false,
	} {
		if got := interrupted(result); got != want {
			t.Errorf("%d: %v", result, got)
		}
	}
}

// TestWindowsStates: what the state of a thread at its switch-out means by itself, with a
// wait reason that adds nothing.
func TestWindowsStates(t *testing.T) {
	for state, want := range []Disposition{
		{Out: OutWait, Sub: SubCreated, Unknown: true},
		{Out: OutPreempt, Sub: SubRunnable},
		{Out: OutPreempt, Sub: SubRunnable},
		{Out: OutPreempt, Sub: SubRunnable},
		{Out: OutDead},
		{Out: OutWait, Sub: SubKernelGeneric},
		{Out: OutWait, Sub: SubStackInSwap},
		{Out: OutPreempt, Sub: SubRunnable},
		{Out: OutWait, Sub: SubGate},
		{Out: OutWait, Sub: SubProcessInSwap},
		{Out: OutWait, Sub: SubUnknown, Unknown: true}, // there is no such state
	} {
		want.Reason = WindowsReason(0)
		if got := WindowsSwitchOut(uint8(state), 0); got != want {
			t.Errorf("state %d: %+v, want %+v", state, got, want)
		}
	}
}

// TestMakers: what descriptors refer to, by the call that made them.
func TestMakers(t *testing.T) {
	n := 0
	for d, names := range map[DescriptorType]string{
		DescriptorFile: "open openat openat2 creat", DescriptorSocket: "socket accept accept4", DescriptorEvent: "eventfd eventfd2",
		DescriptorTimer: "timerfd_create", DescriptorSignal: "signalfd signalfd4", DescriptorNotify: "inotify_init inotify_init1 fanotify_init",
		DescriptorUnknown: "dup dup2 dup3 fcntl",
	} {
		for _, name := range strings.Fields(names) {
			if got, ok := makers[name]; got != d || !ok {
				t.Errorf("%s makes a %v, want %v", name, got, d)
			}
			n++
		}
	}
	if n != len(makers) {
		t.Errorf("%d calls make descriptors, want %d", len(makers), n)
	}
}

// TestSubTitles: each sub-reason has a title that --reason can take, without a comma.
func TestSubTitles(t *testing.T) {
	for sub := SubNone + 1; sub < NumSubs; sub++ {
		if title := sub.Title(); title == "" || strings.Contains(title, ",") || title != strings.TrimSpace(title) {
			t.Errorf("%v: %q", sub, title)
		}
	}
	for sub, want := range map[Sub]string{SubNone: "", SubPageIn: "page in", SubNotHigher: "same or lower priority", SubUnknown: "not recorded"} {
		if got := sub.Title(); got != want {
			t.Errorf("%v: %q, want %q", sub, got, want)
		}
	}
}
