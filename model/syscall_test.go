package model

import (
	"fmt"
	"slices"
	"testing"
)

// systemCalls are the calls of all threads in r, as texts.
func systemCalls(tr *Trace, r Range) (list []string) {
	for ix := range tr.Threads {
		for c := range tr.SystemCalls(ThreadIx(ix), r) {
			s := fmt.Sprintf("%d: %s %d-%d", tr.Threads[ix].TID, tr.String(c.Name), c.From, c.To)
			if c.Descriptor >= 0 {
				s += fmt.Sprintf(" on %d %v", c.Descriptor, c.Type)
			}
			if c.Error != 0 {
				s += fmt.Sprintf(" error %d", c.Error)
			}
			for _, flag := range []struct {
				set  bool
				text string
			}{{c.NoEntry, " no entry"}, {c.NoReturn, " no return"}, {c.Cut, " cut"}} {
				if flag.set {
					s += flag.text
				}
			}
			list = append(list, s)
		}
	}
	return list
}

func wantCalls(t *testing.T, tr *Trace, want ...string) {
	t.Helper()
	if got := systemCalls(tr, tr.Whole()); !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// TestSystemCalls: what is kept of calls with both ends, with results on both sides of the
// limit for errors, with descriptors, and of calls with a missing end.
func TestSystemCalls(t *testing.T) {
	b := newLockBuilder()
	b.Add([]Event{{Kind: KindProcess, PID: 9}, {Kind: KindExists, TID: 1, PID: 9}})
	call := func(name string, arg, ret int64) {
		b.call(KindCallEnter, 1, name, arg, 0)
		b.call(KindCallExit, 1, name, 0, ret)
	}
	call("mmap", 3, -4096)        // 10: an address
	call("mmap", 3, -4095)        // 30
	call("read", 3, -1)           // 50
	call("socket", 2, 7)          // 70
	call("read", 7, 0)            // 90
	call("openat", -100, 3)       // 110
	call("close", 3, 0)           // 130: of the file
	call("read", 3, 0)            // 150: no longer the file
	call("read", -1, -9)          // 170
	call("read", 1<<32|7, 5)      // 190: the kernel uses 32 bits
	call("lock_contention", 7, 0) // no system call
	b.Add([]Event{
		{Kind: KindCallEnter, Time: 230, TID: 1, PID: NoPID, Name: b.trace.Tables.Strings.ID("poll"), Flags: CallInferred},
		{Kind: KindCallExit, Time: 240, TID: 1, PID: NoPID, Name: b.trace.Tables.Strings.ID("poll"), Flags: CallInferred},
		{Kind: KindCallEnter, Time: 250, TID: 1, PID: NoPID, Name: b.trace.Tables.Strings.ID("rt_sigreturn")},
		{Kind: KindCallExit, Time: 260, TID: 1, PID: NoPID, Name: b.trace.Tables.Strings.ID("rt_sigreturn"), Arg2: -4, Flags: CallResultUnknown},
	})
	b.now = 260
	b.call(KindCallEnter, 1, "write", 1, 0) // 270: which returns unseen
	b.call(KindCallEnter, 1, "poll", 1, 0)  // 280
	b.call(KindCallExit, 1, "futex", 0, -1) // 290: of another one
	b.call(KindCallExit, 1, "poll", 0, 0)   // 300: too late
	b.call(KindCallExit, 2, "clone", 0, 0)  // 310: of a new thread
	b.call(KindCallExit, 2, "clone", 0, -1) // 320: of one that makes another
	b.call(KindCallEnter, 2, "exit_group", 0, 0)
	b.call(KindCallEnter, 1, "pause", 0, 0) // 340: to the end
	wantCalls(t, b.Trace(),
		"1: mmap 10-20", "1: mmap 30-40 error 4095", "1: read 50-60 on 3 unknown error 1", "1: socket 70-80", "1: read 90-100 on 7 socket",
		"1: openat 110-120", "1: close 130-140 on 3 file", "1: read 150-160 on 3 unknown", "1: read 170-180 error 9", "1: read 190-200 on 7 socket",
		"1: rt_sigreturn 250-260",
		"1: write 270-270 on 1 unknown no return cut", "1: poll 280-280 no return cut", "1: futex 290-290 error 1 no entry", "1: poll 300-300 no entry", "1: pause 340-340 no return",
		"2: clone 320-320 error 1 no entry", "2: exit_group 330-340 no return")
}

// TestSystemCallsIn: a window contains the calls that overlap it.
func TestSystemCallsIn(t *testing.T) {
	b := newLockBuilder()
	for range 3 {
		b.call(KindCallEnter, 1, "read", 0, 0)
		b.call(KindCallExit, 1, "read", 0, 0)
	}
	tr := b.Trace()
	for r, want := range map[Range]int{{0, 60}: 3, {0, 9}: 0, {0, 10}: 1, {20, 25}: 1, {21, 29}: 0, {25, 50}: 2, {60, 70}: 1, {61, 70}: 0} {
		if got := len(systemCalls(tr, r)); got != want {
			t.Errorf("%d calls in %v, want %d", got, r, want)
		}
	}
}

// TestLongSystemCall: a call may take longer than 32 bits of ns.
func TestLongSystemCall(t *testing.T) {
	b := newLockBuilder()
	b.call(KindCallEnter, 1, "pause", 0, 0)
	b.now = 7e9
	b.call(KindCallExit, 1, "pause", 0, 0)
	b.call(KindCallEnter, 1, "pause", 0, 0)
	b.now += mostCallLength + 5
	b.call(KindCallExit, 1, "pause", 0, 0)
	tr := b.Trace()
	wantCalls(t, tr, "1: pause 10-7000000010", fmt.Sprintf("1: pause 7000000020-%d", 7000000020+mostCallLength))
}

// unentered is a thread that waits twice before it returns from a call.
func unentered(recorded Recorded, more ...Event) *lockBuilder {
	b := newLockBuilder()
	b.trace.Info.Recorded = recorded
	b.Add([]Event{
		{Kind: KindSwitch, Time: 0, TID: IdleTID, Other: 1, PID: NoPID},
		{Kind: KindSwitch, Time: 100, TID: 1, Other: IdleTID, PID: NoPID},
		{Kind: KindSwitch, Time: 110, TID: IdleTID, Other: 1, PID: NoPID},
		{Kind: KindSwitch, Time: 120, TID: 1, Other: IdleTID, PID: NoPID},
		{Kind: KindSwitch, Time: 150, TID: IdleTID, Other: 1, PID: NoPID},
	})
	b.Add(more)
	b.now = 160
	b.call(KindCallExit, 1, "read", 0, -1) // 170
	return b
}

// TestUnenteredCalls: a call that was under way when the recording started counts from the
// last wait, if all events since then are known to have been recorded.
func TestUnenteredCalls(t *testing.T) {
	call := func(kind Kind, at Time, name StringID) Event {
		return Event{Kind: kind, Time: at, TID: 1, PID: NoPID, Name: name}
	}
	all := Recorded{AllCalls: true}
	wantCalls(t, unentered(all).Trace(), "1: read 120-170 error 1 no entry")
	wantCalls(t, unentered(Recorded{Calls: []string{"read", "read:exit"}}).Trace(), "1: read 120-170 error 1 no entry")
	wantCalls(t, unentered(Recorded{Calls: []string{"read:exit"}}).Trace(), "1: read 170-170 error 1 no entry")
	wantCalls(t, unentered(Recorded{}).Trace(), "1: read 170-170 error 1 no entry")
	b := unentered(all, call(KindCallEnter, 151, 0)) // in another one since then
	wantCalls(t, b.Trace(), "1:  151-151 no return cut", "1: read 170-170 error 1 no entry")
	b = unentered(all, call(KindCallExit, 155, 0)) // which returned
	wantCalls(t, b.Trace(), "1:  120-155 no entry", "1: read 170-170 error 1 no entry")
	b = unentered(all, Event{Kind: KindLoss, Time: 151, End: 152, PID: NoPID})
	wantCalls(t, b.Trace(), "1: read 170-170 error 1 no entry")
}

// TestHalfRecordedCalls: if only one end of calls was recorded, nothing more is known about
// them.
func TestHalfRecordedCalls(t *testing.T) {
	b := newLockBuilder()
	b.trace.Info.Recorded.Calls = []string{"close", "eventfd2:exit"}
	b.call(KindCallEnter, 1, "close", 4, 0)
	b.call(KindCallExit, 1, "eventfd2", 0, 4)
	b.call(KindCallEnter, 1, "close", 4, 0)
	b.call(KindCallExit, 2, "eventfd2", 0, 4)
	wantCalls(t, b.Trace(), "1: close 10-10 on 4 unknown no return cut", "1: eventfd2 20-20 no entry", "1: close 30-30 on 4 unknown no return cut", "2: eventfd2 40-40 no entry")
}

// TestSystemCallsBehindLosses: as TestLockCallsBehindLosses.
func TestSystemCallsBehindLosses(t *testing.T) {
	b := newLockBuilder()
	b.Add([]Event{{Kind: KindSwitch, Time: 0, TID: 0, Other: 1, PID: NoPID}})
	b.call(KindCallEnter, 1, "fsync", 3, 0) // 10
	b.call(KindCallExit, 1, "fsync", 0, 0)  // 20
	b.call(KindCallEnter, 1, "fsync", 3, 0) // 30
	b.Add([]Event{{Kind: KindLoss, Time: 35, End: 38, PID: NoPID}})
	b.now = 40
	b.call(KindCallExit, 1, "fsync", 0, -5) // 50
	b.Add([]Event{
		{Kind: KindSwitch, Time: 52, TID: 1, Other: IdleTID, PID: NoPID}, {Kind: KindSwitch, Time: 55, TID: IdleTID, Other: 1, PID: NoPID},
	})
	b.call(KindCallEnter, 1, "fsync", 3, 0) // 60
	b.call(KindCallExit, 1, "fsync", 0, -5) // 70
	wantCalls(t, b.Trace(), "1: fsync 10-20 on 3 unknown", "1: fsync 30-35 on 3 unknown no return cut", "1: fsync 60-70 on 3 unknown error 5")
}

// TestMostSystemCalls: with more calls than are kept, the number of events left out is reported,
// and none of their ends is taken for that of another call.
func TestMostSystemCalls(t *testing.T) {
	b := newLockBuilder()
	b.sysCalls.most = 2
	b.call(KindCallEnter, 1, "read", 0, 0)
	b.call(KindCallExit, 1, "read", 0, 0)
	b.call(KindCallEnter, 1, "read", 0, 0) // 30
	b.call(KindCallEnter, 1, "read", 0, 0) // too many
	b.call(KindCallExit, 1, "read", 0, 0)
	tr := b.Trace()
	wantCalls(t, tr, "1: read 10-20 on 0 unknown", "1: read 30-30 on 0 unknown no return cut")
	if n := len(tr.Diagnostics); n == 0 || tr.Diagnostics[n-1].Code != CallsLeftOut || tr.Diagnostics[n-1].Count != 2 {
		t.Errorf("said is %v", tr.Diagnostics)
	}
}

// TestManyCallNames: calls with more names than are kept are left out.
func TestManyCallNames(t *testing.T) {
	b := newLockBuilder()
	b.trace.callNames = make([]StringID, mostCallNames-1)
	b.call(KindCallEnter, 1, "read", 0, 0)
	b.call(KindCallExit, 1, "read", 0, 0)
	b.call(KindCallEnter, 1, "write", 0, 0)
	b.call(KindCallEnter, 1, "read", 0, 0)
	tr := b.Trace()
	wantCalls(t, tr, "1: read 10-20 on 0 unknown", "1: read 40-40 on 0 unknown no return")
	if n := len(tr.Diagnostics); n == 0 || tr.Diagnostics[n-1].Count != 1 {
		t.Errorf("said is %v", tr.Diagnostics)
	}
}
