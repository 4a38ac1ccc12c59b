package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// TestS35Convoy: eight threads on a lock that goes to the longest waiter, held for
// 20 µs and handed over in 50; and near misses: a lock that does not keep the order,
// and one that is held for long.
func TestS35Convoy(t *testing.T) {
	for _, c := range []struct {
		name            string
		hold, rounds    int
		unfair, convoys bool
	}{
		{"convoy", 20, 6, false, true},
		{"unfair", 20, 6, true, false},
		{"long holds", 500, 6, false, false},
		{"few hand-offs", 20, 2, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := convoyTrace(t, 8, c.hold, c.rounds*8, c.unfair, 0)
			table := run(t, "locks", tr, measure.Scope{})
			want := map[bool]string{true: "yes", false: "no"}[c.convoys]
			equal(t, "convoy", cells(t, table, "convoy"), []string{want})
			if c.convoys {
				convoy, _ := blocking.ConvoyOf(tr, &blocking.LocksOf(tr).List[0], tr.Whole())
				equal(t, "median hold", convoy.Hold, us(20))
				equal(t, "median hand-off", convoy.Handoff, us(50))
				if convoy.Queue < 6 || convoy.Arrivals() < 13_000 || convoy.Served() < 13_000 {
					t.Errorf("%+v: %v arrive and %v are served in a second", convoy, convoy.Arrivals(), convoy.Served())
				}
			}
		})
	}
}

// TestConvoyTest: both sides of each condition of a convoy.
func TestConvoyTest(t *testing.T) {
	for handoffs, want := range map[int]bool{19: false, 20: true} {
		tr := convoyTrace(t, 8, 20, handoffs, false, 0)
		_, ok := blocking.ConvoyOf(tr, &blocking.LocksOf(tr).List[0], tr.Whole())
		equal(t, fmt.Sprint(handoffs, " hand-offs"), ok, want)
	}
}

// TestFirstOfEqualConvoys: of two convoys as long as each other, the lock has the first.
func TestFirstOfEqualConvoys(t *testing.T) {
	of := func(times int) model.Range {
		tr := convoyTrace(t, 8, 20, 96, false, times)
		convoy, ok := blocking.ConvoyOf(tr, &blocking.LocksOf(tr).List[0], tr.Whole())
		equal(t, fmt.Sprint(times, " convoys"), ok, true)
		return convoy.Range
	}
	equal(t, "the first of two", of(2), of(1))
}

// convoyTrace has threads that hand over a lock: hold µs each, and 50 µs until the
// next one runs. Each waits again 1 µs after its release. At the end the queue is
// served, and it all starts again, so many times.
func convoyTrace(t *testing.T, threads, hold, handoffs int, unfair bool, times int) *model.Trace {
	var s strings.Builder
	fmt.Fprintf(&s, "threadlens-trace 1\ncpus %d\nos linux\nprocess 9 app\n", threads)
	for n := range threads {
		fmt.Fprintf(&s, "thread %d pid=9\n", n+1)
	}
	event := func(at, thread int, format string, args ...any) {
		fmt.Fprintf(&s, "%dus cpu%d %s\n", at, thread-1, fmt.Sprintf(format, args...))
	}
	for n := range threads {
		event(0, n+1, "switch idle %d preempt", n+1)
	}
	var queue []int
	wait := func(at, thread int) {
		event(at, thread, "call %d enter futex uaddr=0x10 arg2=128 arg3=2", thread)
		event(at, thread, "switch %d idle wait linux=S", thread)
		queue = append(queue, thread)
	}
	at, owner := 0, 1
	served := handoffs + threads - 1
	for i := range max(times*served, handoffs) {
		if len(queue) == 0 {
			for n := 1; n <= threads; n++ {
				if n != owner {
					wait(at+10+n, n)
				}
			}
			at += 100
		}
		next := 0
		if unfair {
			next = len(queue) - 1
		}
		woken := queue[next]
		queue = slices.Delete(queue, next, next+1)
		event(at, owner, "call %d enter futex uaddr=0x10 arg2=129 arg3=1", owner)
		event(at, owner, "wake %d kind=waking ctx=thread", woken)
		event(at, owner, "call %d exit futex ret=1", owner)
		if i%served < handoffs {
			wait(at+1, owner)
		}
		at += 50
		event(at, woken, "switch idle %d preempt", woken)
		event(at, woken, "call %d exit futex ret=0", woken)
		at, owner = at+hold, woken
	}
	return modeltest.Parse(t, "convoy", s.String())
}
