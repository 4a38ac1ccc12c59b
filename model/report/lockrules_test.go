package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestHoldRules: the rules of holds, one scene each.
func TestHoldRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene func(s *lockTrace)
		want  []string
	}{
		{
			// 1 takes the free lock at an unknown time, before 2 waits for it.
			"unknown begin, then a hand-off", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high"},
		},
		{
			// Events of 2 were lost from 230 to 260: it may have released the lock and taken it
			// again.
			"lost events of the owner", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.event(230, 2, "loss 260us")
				s.release(300, 2, 0, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…300…300 bounded high"},
		},
		{
			// 1 takes the lock again when it is free: not before 300, at the latest when 3 waits.
			"bounded by the release before", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
				s.wait(350, 3, plain)
				s.release(400, 1, 3, "uaddr=0x10")
				s.release(450, 3, 0, "uaddr=0x10")
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high",
				"0x10 1.0 300…350…400 bounded medium", "0x10 3.0 400…400…450 seen high",
			},
		},
		{
			// As before, but 1 sleeps from 250 to 320: it cannot have taken the lock then.
			"bounded by when it ran", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.event(250, 1, "switch 1 idle wait linux=S")
				s.release(300, 2, 0, "uaddr=0x10")
				s.event(320, 1, "wake 1 kind=waking ctx=timer")
				s.event(320, 1, "switch idle 1 preempt")
				s.wait(350, 3, plain)
				s.release(400, 1, 3, "uaddr=0x10")
				s.release(450, 3, 0, "uaddr=0x10")
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high",
				"0x10 1.0 320…350…400 bounded medium", "0x10 3.0 400…400…450 seen high",
			},
		},
		{
			// 3 is quicker than 2, which was woken: 2 waits again and was not an owner.
			"barging", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.wait(210, 2, plain)
				s.release(300, 3, 2, "uaddr=0x10")
				s.release(400, 2, 0, "uaddr=0x10")
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 3.0 200…210…300 bounded medium",
				"0x10 2.0 300…300…400 seen high",
			},
		},
		{
			// 3 was quicker, and released the lock before 2 checked.
			"a candidate that was overtaken", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.wait(110, 4, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(250, 3, 0, "uaddr=0x10")
				s.release(300, 2, 4, "uaddr=0x10")
				s.release(350, 4, 0, "uaddr=0x10")
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 3.0 200…250…250 bounded medium",
				"0x10 2.0 250…300…300 bounded high", "0x10 4.0 300…300…350 seen high",
			},
		},
		{
			// The futex had changed when 2 was about to wait: it tried again and got the lock.
			"changed before the wait", func(s *lockTrace) {
				s.event(100, 2, "call 2 enter %s", plain)
				s.event(101, 2, "call 2 exit futex ret=-11")
				s.wait(150, 3, plain)
				s.release(200, 2, 3, "uaddr=0x10")
				s.release(250, 3, 0, "uaddr=0x10")
			},
			[]string{"0x10 2.0 101…101…200 seen high", "0x10 3.0 200…200…250 seen high"},
		},
		{
			// 2 waits in vain: it did not get the lock and holds nothing.
			"timeout", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.event(150, 2, "wake 2 kind=waking ctx=timer")
				s.event(150, 2, "switch idle 2 preempt")
				s.event(150, 2, "call 2 exit futex ret=-110")
				s.wait(160, 3, plain)
				s.release(200, 1, 3, "uaddr=0x10")
				s.release(250, 3, 0, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 3.0 200…200…250 seen high"},
		},
		{
			// A producer signals a condition for which consumers wait: it never owned it.
			"a condition has no owner", func(s *lockTrace) {
				for i := range 3 {
					s.wait(100+100*i, 2, plain)
					s.release(150+100*i, 1, 2, "uaddr=0x10")
				}
			},
			nil,
		},
		{
			// At a barrier the last thread to arrive wakes all: none of them owned anything.
			"a barrier has no owner", func(s *lockTrace) {
				for i := range 2 {
					last, at := 1+i, 100+100*i
					for n := 1; n <= 3; n++ {
						if n != last {
							s.wait(at, n, plain)
						}
					}
					s.event(at+50, last, "call %d enter futex uaddr=0x10 arg2=129 arg3=2147483647", last)
					for n := 1; n <= 3; n++ {
						if n != last {
							s.wake(at+50, last, n, "futex", "ret=0")
						}
					}
					s.event(at+50, last, "call %d exit futex ret=2", last)
				}
			},
			nil,
		},
		{
			// The kernel hands a PI futex over: its calls name the owner.
			"PI", func(s *lockTrace) {
				s.wait(100, 2, "futex uaddr=0x20 arg2=134")
				s.event(200, 1, "call 1 enter futex uaddr=0x20 arg2=135")
				s.wake(200, 1, 2, "futex", "ret=0")
				s.event(200, 1, "call 1 exit futex ret=0")
				s.event(300, 2, "call 2 enter futex uaddr=0x20 arg2=135")
				s.event(300, 2, "call 2 exit futex ret=0")
			},
			[]string{"0x20 1.0 -…100…200 unknown medium", "0x20 2.0 200…200…300 seen certain"},
		},
		{
			// A kernel lock is released without a call: by the thread that wakes.
			"kernel", func(s *lockTrace) {
				s.wait(100, 2, "lock_contention uaddr=0x30 arg2=32")
				s.wake(200, 1, 2, "lock_contention", "ret=0")
				s.wait(250, 3, "lock_contention uaddr=0x30 arg2=32")
				s.wake(300, 2, 3, "lock_contention", "ret=0")
			},
			[]string{"0x30 1.0 -…100…200 unknown medium", "0x30 2.0 200…200…300 seen high"},
		},
		{
			// 2 got the lock and does not release it before the trace ends.
			"open", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
				s.wait(350, 3, plain)
				s.release(400, 1, 3, "uaddr=0x10")
				s.wait(500, 2, plain)
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high",
				"0x10 1.0 300…350…400 bounded medium", "0x10 3.0 400…400…- seen medium",
			},
		},
		{
			// Calls on a kernel lock that is not a mutex: the last reader may wake a
			// writer.
			"no mutex of the kernel", func(s *lockTrace) {
				s.wait(100, 2, "lock_contention uaddr=0x30 arg2=4")
				s.wake(200, 1, 2, "lock_contention", "ret=0")
				s.wait(250, 3, "lock_contention uaddr=0x30 arg2=4")
				s.wake(300, 2, 3, "lock_contention", "ret=0")
			},
			nil,
		},
		{
			// 2 waits for another value than that of a contended mutex, once.
			"another value", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
				s.wait(350, 3, "futex uaddr=0x10 arg2=128 arg3=3")
				s.release(400, 1, 3, "uaddr=0x10")
				s.release(450, 3, 0, "uaddr=0x10")
			},
			nil,
		},
		{
			// 1 wakes two at a time, once.
			"a wake of two", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
				s.event(400, 1, "call 1 enter futex uaddr=0x10 arg2=129 arg3=2")
				s.event(400, 1, "call 1 exit futex ret=0")
			},
			nil,
		},
		{
			// 2 got the lock, ran for 99 µs, and 3 released it: 2 had not checked yet.
			"a release by another, just in time", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(299, 3, 0, "uaddr=0x10")
				s.release(400, 2, 0, "uaddr=0x10")
			},
			[]string{
				"0x10 1.0 -…100…200 unknown medium", "0x10 3.0 200…299…299 bounded medium", "0x10 2.0 299…400…400 bounded high",
			},
		},
		{
			// As before, but 2 ran for 100 µs: 3 released what 2 held.
			"a release by another", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 3, 0, "uaddr=0x10")
				s.release(400, 2, 0, "uaddr=0x10")
			},
			nil,
		},
		{
			// 1 takes the lock before 2, which was woken, runs; it loses its CPU between its
			// release and its wake, which comes when 2 holds the lock.
			"a late wake", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.event(200, 3, "call 3 enter futex uaddr=0x10 arg2=129 arg3=1")
				s.event(200, 3, "wake 2 kind=waking ctx=thread")
				s.event(200, 3, "call 3 exit futex ret=1")
				s.wait(220, 4, plain)
				s.event(290, 1, "switch 1 idle preempt linux=R")
				s.event(300, 2, "switch idle 2 preempt")
				s.event(300, 2, "call 2 exit futex ret=0")
				s.event(440, 1, "switch idle 1 preempt")
				s.release(440, 1, 4, "uaddr=0x10")
				s.wait(450, 4, plain)
				s.release(500, 2, 4, "uaddr=0x10")
				s.release(600, 4, 0, "uaddr=0x10")
			},
			[]string{"0x10 3.0 -…100…200 unknown medium", "0x10 2.0 300…300…500 seen high", "0x10 4.0 500…500…600 seen high"},
		},
		{
			// The same address in two processes is two locks.
			"an address of another process", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(150, 5, 0, "uaddr=0x10")
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(300, 2, 0, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high"},
		},
		{
			// A futex that processes share has two addresses: the wake of one by the other shows
			// it.
			"shared", func(s *lockTrace) {
				s.wait(100, 2, "futex uaddr=0x10 arg2=0 arg3=2")
				s.event(200, 5, "call 5 enter futex uaddr=0x50 arg2=1 arg3=1")
				s.wake(200, 5, 2, "futex", "ret=0")
				s.event(200, 5, "call 5 exit futex ret=1")
				s.event(300, 2, "call 2 enter futex uaddr=0x10 arg2=1 arg3=1")
				s.event(300, 2, "call 2 exit futex ret=0")
			},
			[]string{"0x10 5.0 -…100…200 unknown medium", "0x10 2.0 200…200…300 seen high"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s lockTrace
			c.scene(&s)
			got := holdsOf(t, s.trace(t))
			slices.SortFunc(got, byEnd)
			equal(t, "holds", got, c.want)
		})
	}
}

// TestHoldsWhereCallsBlock: if calls are only known for threads that wait, a release that wakes no
// thread is not an event. A thread certainly has the lock while another one waits for it.
func TestHoldsWhereCallsBlock(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene func(s *lockTrace)
		want  []string
	}{
		{
			// 2 may have released the lock before 3 starts to wait, and taken it again.
			"a release that nobody sees", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.wait(400, 3, plain)
				s.release(500, 2, 3, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…400…500 bounded high"},
		},
		{
			// 3 waits all the time: 2 has the lock from its wake on.
			"wanted all the time", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.wait(150, 3, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.release(500, 2, 3, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 2.0 200…200…500 seen high"},
		},
		{
			// 3 gives up at 300: 1 may have released the lock and taken it again before 4 arrives.
			"wanted with a pause", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.wait(250, 3, plain)
				s.event(300, 3, "wake 3 kind=waking ctx=timer")
				s.event(300, 3, "switch idle 3 preempt")
				s.event(300, 3, "call 3 exit futex ret=-110")
				s.wait(400, 4, plain)
				s.release(500, 1, 4, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 1.0 200…400…500 bounded medium"},
		},
		{
			// 2 took the lock at 200 and has run since, but it may be free again when 1 takes it.
			"another one may have released it", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
				s.wait(400, 3, plain)
				s.release(500, 1, 3, "uaddr=0x10")
			},
			[]string{"0x10 1.0 -…100…200 unknown medium", "0x10 1.0 200…400…500 bounded medium"},
		},
		{
			// The only release seen does not distinguish a mutex from other objects that wait for
			// 2.
			"one release", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.release(200, 1, 2, "uaddr=0x10")
			},
			nil,
		},
		{
			// The result of the call is unknown: it may not have got the lock.
			"an end by nobody", func(s *lockTrace) {
				s.wait(100, 2, plain)
				s.event(150, 2, "wake 2 kind=waking ctx=timer")
				s.event(150, 2, "switch idle 2 preempt")
				s.event(150, 2, "call 2 exit futex ret=-4 unknown=1")
				s.wait(250, 3, plain)
				s.wait(300, 4, plain)
				s.release(400, 2, 3, "uaddr=0x10")
				s.release(500, 3, 4, "uaddr=0x10")
			},
			[]string{"0x10 2.0 -…250…400 unknown medium", "0x10 3.0 400…400…500 seen high"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := lockTrace{}
			c.scene(&s)
			text := strings.Replace(lockScene, "os linux\n", "os linux\nrecorded blocking\n", 1) + s.String()
			tr := modeltest.Parse(t, "locks", text)
			if !tr.Info.Recorded.Blocking {
				t.Fatal("the scene has no calls of those that wait")
			}
			got := holdsOf(t, tr)
			slices.SortFunc(got, byEnd)
			equal(t, "holds", got, c.want)
		})
	}
}
