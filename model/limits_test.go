package model

import (
	"slices"
	"testing"
)

// TestGoReasons: the reasons for which goroutines stop are those of the table; an unknown one
// is a wait; a goroutine that is still runnable is preempted, whatever the reason, unless it
// yields.
func TestGoReasons(t *testing.T) {
	for text, want := range map[string]Disposition{
		"runtime.Gosched":  {Out: OutYield, Sub: SubYield},
		"chan send":        {Out: OutWait, Sub: SubChanSend},
		"preempted":        {Out: OutWait, Sub: SubGcSuspend},
		"forever":          {Out: OutWait, Sub: SubForever},
		"":                 {Out: OutWait, Sub: SubUnknown, Unknown: true},
		"forever and ever": {Out: OutWait, Sub: SubUnknown, Unknown: true},
	} {
		got := GoSwitchOut(text, false)
		if got.Unknown != (got.Reason == 0) {
			t.Errorf("%q has reason %d", text, got.Reason)
		}
		if got.Reason = 0; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
		want = Disposition{Out: OutPreempt, Sub: SubSliceEnd}
		got = GoSwitchOut(text, true)
		if text == "runtime.Gosched" {
			got.Reason, want = 0, Disposition{Out: OutYield, Sub: SubYield}
		}
		if got != want {
			t.Errorf("%q, runnable: %+v, want %+v", text, got, want)
		}
	}
}

// TestLinuxSwitchOuts: a thread that was still runnable was displaced by a more urgent one
// or by the idle thread, or used up its time slice; where a priority is unknown, so is the
// reason.
func TestLinuxSwitchOuts(t *testing.T) {
	running, _ := LinuxLetter("R")
	sleeping, _ := LinuxLetter("S")
	for _, c := range []struct {
		r          Reason
		toIdle     bool
		prev, next int16
		out        Out
		sub        Sub
	}{
		{running, false, 120, 119, OutPreempt, SubHigherPriority},
		{running, false, 120, 120, OutPreempt, SubNotHigher},
		{running, false, 120, 121, OutPreempt, SubNotHigher},
		{running, false, NoPrio, 119, OutPreempt, SubRunnable},
		{running, false, 120, NoPrio, OutPreempt, SubRunnable},
		{running, false, NoPrio, NoPrio, OutPreempt, SubRunnable},
		{running, true, NoPrio, 120, OutPreempt, SubToIdle},
		{running, true, 120, NoPrio, OutPreempt, SubToIdle},
		{running, true, 120, 120, OutPreempt, SubToIdle},
		{sleeping, false, 120, 119, OutWait, SubInterruptible},
		{sleeping, true, NoPrio, NoPrio, OutWait, SubInterruptible},
	} {
		if out, sub, known := LinuxSwitchOut(c.r, c.toIdle, c.prev, c.next); out != c.out || sub != c.sub || !known {
			t.Errorf("%+v: %v, %v, %v", c, out, sub, known)
		}
	}
	if out, sub, known := LinuxSwitchOut(0, false, 120, 120); out != OutWait || sub != SubUnknown || known {
		t.Errorf("no reason: %v, %v, %v", out, sub, known)
	}
}

// TestUnion: ranges that overlap or touch are joined.
func TestUnion(t *testing.T) {
	r := func(list ...Time) (ranges []Range) {
		for i := 0; i < len(list); i += 2 {
			ranges = append(ranges, Range{list[i], list[i+1]})
		}
		return ranges
	}
	for _, c := range []struct{ a, b, want []Range }{
		{nil, nil, nil},
		{r(0, 5), nil, r(0, 5)},
		{nil, r(0, 5), r(0, 5)},
		{r(0, 5), r(6, 9), r(0, 5, 6, 9)},
		{r(0, 5), r(5, 9), r(0, 9)},
		{r(0, 5), r(4, 9), r(0, 9)},
		{r(0, 9), r(4, 5), r(0, 9)},
		{r(0, 2, 8, 9), r(1, 3, 4, 8), r(0, 3, 4, 9)},
	} {
		if got := union(slices.Clone(c.a), slices.Clone(c.b)); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestLockingCalls: only those fcntl commands wait that wait for a lock.
func TestLockingCalls(t *testing.T) {
	k := callKind{verb: verbFcntl}
	for cmd := range int64(50) {
		if _, ok := k.entered(&openCall{arg2: cmd}, 0); ok != (cmd == 7 || cmd == 38) { // F_SETLKW, F_OFD_SETLKW
			t.Errorf("fcntl %d waits for a lock: %v", cmd, ok)
		}
	}
}

// TestOfNobody: events of no thread, or of the idle one, create no thread and change no other
// one, whatever they are; nor do events of a thread that nothing else names qualify its wait.
func TestOfNobody(t *testing.T) {
	build := func(events ...Event) *Trace {
		list := append([]Event{{Kind: KindSwitch, Time: 10, TID: IdleTID, Other: 1}}, events...)
		list = append(list, Event{Kind: KindSwitch, Time: 30, TID: 1, Other: IdleTID})
		b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, PrepassOf(1, list))
		b.Feed(list, 100)
		return b.Trace()
	}
	segments := func(tr *Trace) (list []Segment) {
		for ix := range tr.Threads {
			if tr.Threads[ix].TID == 1 {
				list = slices.Collect(tr.Segments(ThreadIx(ix), tr.Whole()))
			}
		}
		return list
	}
	want := build()
	for kind := range NumKinds {
		if kind == KindSwitch || kind == KindLoss || kind == KindCPU {
			continue // they are about a CPU
		}
		for _, tid := range []TID{IdleTID, NoTID} {
			got := build(Event{
				Kind: kind, Time: 20, End: 20, TID: tid, Other: NoTID, Target: NoCPU, From: NoCPU, Prio: [2]int16{NoPrio, NoPrio}, Flags: BlockedIO,
			})
			if len(got.Threads) != len(want.Threads) || !slices.Equal(segments(got), segments(want)) {
				t.Errorf("%v of thread %d: %d threads, want %d; %v, want %v", kind, tid, len(got.Threads), len(want.Threads), segments(got), segments(want))
			}
		}
	}
	if got := build(Event{Kind: KindBlocked, Time: 20, TID: 5, Flags: BlockedIO}); len(got.Threads) != len(want.Threads) {
		t.Errorf("a thread is known by that it was blocked: %d", len(got.Threads))
	}
}

// TestLateEvents: an event before what is settled is late, one earlier than its CPU's
// previous event is out of order: by little, or by so much that events are missing.
func TestLateEvents(t *testing.T) {
	const skew = 50
	for _, c := range []struct {
		last, settled, at Time
		want              [3]int64 // late, clamped, damaged
	}{
		{1000, 900, 1000, [3]int64{}},
		{1000, 900, 999, [3]int64{0, 1, 0}},
		{1000, 900, 1000 - skew, [3]int64{0, 1, 0}},
		{1000, 900, 1000 - skew - 1, [3]int64{0, 0, 1}},
		{1000, 2000, 2000, [3]int64{}},
		{1000, 2000, 1999, [3]int64{1, 0, 0}},
		{1000, 2000, 1000, [3]int64{1, 0, 0}},
		{1000, 2000, 999, [3]int64{0, 1, 0}},
		{1000, 2000, 900, [3]int64{0, 0, 1}},
	} {
		b := NewBuilderOptions(&Info{CPUs: 1, End: 5000}, &Tables{}, nil, Options{SkewWindow: skew})
		b.Feed([]Event{{Kind: KindSwitch, Time: c.last, TID: IdleTID, Other: 1}}, c.settled)
		b.Feed([]Event{{Kind: KindSwitch, Time: c.at, TID: 1, Other: IdleTID}}, 5000)
		n := b.Trace().Counters
		if got := [3]int64{n[CountLate], n[CountClampedTs], n[CountStreamError]}; got != c.want {
			t.Errorf("at %d behind %d, settled up to %d: %v, want %v", c.at, c.last, c.settled, got, c.want)
		}
	}
}
