package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/report"
)

// rwlock has threads 1 to 3 use the words at two addresses as pthread_rwlock does:
// 1 holds it, 2 waits to read and 3 to write; each wakes all readers or one writer.
func rwlock(s *lockTrace, a, b string) {
	s.wait(100, 2, "futex uaddr="+a+" arg2=128 arg3=2")
	s.wait(110, 3, "futex uaddr="+b+" arg2=128 arg3=3")
	s.event(200, 1, "call 1 enter futex uaddr=%s arg2=129 arg3=2147483647", a)
	s.wake(200, 1, 2, "futex", "ret=0")
	s.event(200, 1, "call 1 exit futex ret=1")
	s.event(201, 1, "call 1 enter futex uaddr=%s arg2=129 arg3=1", b)
	s.event(201, 1, "call 1 exit futex ret=0")
	s.event(300, 2, "call 2 enter futex uaddr=%s arg2=129 arg3=1", b)
	s.wake(300, 2, 3, "futex", "ret=0")
	s.event(300, 2, "call 2 exit futex ret=1")
	s.wait(350, 1, "futex uaddr="+a+" arg2=128 arg3=2")
	s.event(400, 3, "call 3 enter futex uaddr=%s arg2=129 arg3=2147483647", a)
	s.wake(400, 3, 1, "futex", "ret=0")
	s.event(400, 3, "call 3 exit futex ret=1")
}

// mutex has threads 1 to 3 that hand over the mutex at an address from a time on.
func mutex(s *lockTrace, at int, addr string) {
	s.wait(at, 2, "futex uaddr="+addr+" arg2=128 arg3=2")
	s.wait(at+10, 3, "futex uaddr="+addr+" arg2=128 arg3=2")
	s.release(at+50, 1, 2, "uaddr="+addr)
	s.release(at+60, 2, 3, "uaddr="+addr)
	s.release(at+70, 3, 0, "uaddr="+addr)
}

// users has threads that wake the waiters for a word, of which there are none.
func users(s *lockTrace, addr string, threads ...int) {
	for _, n := range threads {
		s.release(100, n, 0, "uaddr="+addr)
	}
}

// TestLockObjects: which words are one object, and which objects have owners.
func TestLockObjects(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene func(s *lockTrace)
		want  []string
	}{
		{"C9 rwlock", func(s *lockTrace) { rwlock(s, "0x100", "0x104") }, []string{"0x100 words=2 waits=3 wakes=4 owned=false holds=0"}},
		{"C9 two mutexes", func(s *lockTrace) {
			mutex(s, 100, "0x100")
			mutex(s, 300, "0x128")
		}, []string{"0x100 words=1 waits=2 wakes=3 owned=true holds=3", "0x128 words=1 waits=2 wakes=3 owned=true holds=3"}},
		{"mutexes near each other", func(s *lockTrace) {
			mutex(s, 100, "0x100")
			mutex(s, 300, "0x104")
		}, []string{"0x100 words=1 waits=2 wakes=3 owned=true holds=3", "0x104 words=1 waits=2 wakes=3 owned=true holds=3"}},
		{"16 bytes apart", func(s *lockTrace) { rwlock(s, "0x100", "0x110") }, []string{"0x100 words=2 waits=3 wakes=4 owned=false holds=0"}},
		{"17 bytes apart", func(s *lockTrace) { rwlock(s, "0x100", "0x111") }, []string{
			"0x100 words=1 waits=2 wakes=2 owned=false holds=0", "0x111 words=1 waits=1 wakes=2 owned=false holds=0",
		}},
		{"lower word last", func(s *lockTrace) { rwlock(s, "0x104", "0x100") }, []string{"0x100 words=2 waits=3 wakes=4 owned=false holds=0"}},
		{"a mutex between", func(s *lockTrace) {
			rwlock(s, "0x100", "0x108")
			mutex(s, 500, "0x104")
		}, []string{"0x100 words=2 waits=3 wakes=4 owned=false holds=0", "0x104 words=1 waits=2 wakes=3 owned=true holds=3"}},
		// The parking places of two threads, which a third one wakes.
		{"other threads", func(s *lockTrace) {
			for i, addr := range []string{"0x100", "0x104"} {
				s.wait(100+100*i, 2+i, "futex uaddr="+addr+" arg2=128 arg3=0")
				s.release(150+100*i, 1, 2+i, "uaddr="+addr)
			}
		}, []string{"0x100 words=1 waits=1 wakes=1 owned=false holds=0", "0x104 words=1 waits=1 wakes=1 owned=false holds=0"}},
		// A place that only 2 uses, near one of 1 and 2.
		{"one thread", func(s *lockTrace) {
			s.wait(100, 2, "futex uaddr=0x100 arg2=128 arg3=0")
			s.release(150, 1, 2, "uaddr=0x100")
			s.release(200, 2, 0, "uaddr=0x104")
		}, []string{"0x100 words=1 waits=1 wakes=1 owned=false holds=0", "0x104 words=1 waits=0 wakes=1 owned=false holds=0"}},
		// The same two threads: one object.
		{"two threads", func(s *lockTrace) {
			s.wait(100, 2, "futex uaddr=0x100 arg2=128 arg3=0")
			s.release(150, 1, 2, "uaddr=0x100")
			s.release(200, 2, 0, "uaddr=0x104")
			s.release(210, 1, 0, "uaddr=0x104")
		}, []string{"0x100 words=2 waits=1 wakes=3 owned=false holds=0"}},
		{"three of four threads", func(s *lockTrace) {
			users(s, "0x100", 1, 2, 3, 4)
			users(s, "0x104", 1, 2, 3, 6)
		}, []string{"0x100 words=2 waits=0 wakes=8 owned=false holds=0"}},
		{"two of three threads", func(s *lockTrace) {
			users(s, "0x100", 1, 2, 3)
			users(s, "0x104", 1, 2, 6)
		}, []string{"0x100 words=1 waits=0 wakes=3 owned=false holds=0", "0x104 words=1 waits=0 wakes=3 owned=false holds=0"}},
		// Another process has words at the same addresses.
		{"another process", func(s *lockTrace) {
			rwlock(s, "0x100", "0x104")
			s.release(500, 5, 0, "uaddr=0x104")
		}, []string{"0x100 words=2 waits=3 wakes=4 owned=false holds=0", "0x104 words=1 waits=0 wakes=1 owned=false holds=0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s lockTrace
			c.scene(&s)
			tr := s.trace(t)
			var got []string
			for _, l := range blocking.LocksOf(tr).List {
				got = append(got, fmt.Sprintf("%s words=%d waits=%d wakes=%d owned=%v holds=%d",
					l.Address(), len(l.Words), len(l.Waits), len(l.Wakes), l.Owned, len(l.Holds)))
			}
			equal(t, "objects", got, c.want)
		})
	}
}

// TestC9: the rwlock is one object without an owner; its contention is counted by
// the threads that ended the waits.
func TestC9(t *testing.T) {
	var s lockTrace
	rwlock(&s, "0x100", "0x104")
	tr := s.trace(t)
	table := run(t, "contention", tr, measure.Scope{})
	equal(t, "locks", strings.Join(cells(t, table, "lock"), " "), "0x100 0x100 0x100 0x100")
	equal(t, "levels", table.Levels, []uint8{0, 1, 1, 1})
	equal(t, "waiters", cells(t, table, "waiter"), []string{"", "3.0", "2.0", "1.0"})
	equal(t, "unblockers", cells(t, table, "unblocker"), []string{"", "2.0", "1.0", "3.0"})
	equal(t, "numbers", []string{table.Rows[0][1].Display, table.Rows[0][2].Display}, []string{"3 waiters", "3 unblockers"})
	equal(t, "times", column(t, table, "total_ns"), times(340, 190, 100, 50))
	equal(t, "times in data", column(t, table.Data(), "total_ns"), times(190, 100, 50))
	equal(t, "confidence", cells(t, table, "evidence"), []string{"low", "low", "low", "low"})
	for _, name := range []string{"owner_running_ns", "owner_preempted_ns", "owner_waiting_ns"} {
		equal(t, name, filled(t, table, name), 0)
	}
	locks := run(t, "locks", tr, measure.Scope{})
	for name, want := range map[string][]int64{"waiters": {3}, "waits": {3}, "wakers": {3}, "words": {2}, "wait_total_ns": times(340)} {
		equal(t, name, column(t, locks, name), want)
	}
	for _, name := range []string{"owners", "holds", "bounded", "hold_total_ns", "hold_most_ns"} {
		equal(t, name, filled(t, locks, name), 0)
	}
	for _, name := range []string{"waits", "wakers"} {
		equal(t, name, filled(t, locks, name), 1)
	}
}

// filled counts the cells of a column that are not empty.
func filled(t *testing.T, table *report.Table, name string) (n int) {
	t.Helper()
	i := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("%s has no column %s", table.Name, name)
	}
	for row := range table.All() {
		if row[i].Kind != report.KindNone {
			n++
		}
	}
	return n
}

// TestHeldTotals: hold times count from when they are attested; the earliest starts
// give their maximum, or a lower bound of that if one is unknown.
func TestHeldTotals(t *testing.T) {
	var s lockTrace
	s.wait(100, 2, plain)
	s.release(200, 1, 2, "uaddr=0x10")
	s.release(300, 2, 0, "uaddr=0x10")
	s.wait(350, 3, plain)
	s.release(400, 1, 3, "uaddr=0x10")
	s.release(450, 3, 0, "uaddr=0x10")
	tr := s.trace(t)
	for _, c := range []struct {
		from, to       int
		held, most     int
		bounded, holds int64
		atLeast        bool
	}{
		{0, 1000, 300, 350, 2, 4, true},
		{201, 1000, 200, 250, 1, 3, false}, // without the hold whose start is unknown
		{300, 400, 100, 100, 0, 1, false},  // the one that ends at 300
	} {
		scope := measure.Scope{Range: microseconds(c.from, c.to)}
		table := run(t, "locks", tr, scope)
		equal(t, "held", column(t, table, "hold_total_ns"), times(float64(c.held)))
		equal(t, "at most", column(t, table, "hold_most_ns"), times(float64(c.most)))
		equal(t, "bounded", column(t, table, "bounded"), []int64{c.bounded})
		equal(t, "holds", column(t, table, "holds"), []int64{c.holds})
		for i := range table.Columns {
			if table.Columns[i].Name == "hold_most_ns" && table.Rows[0][i].AtLeast != c.atLeast {
				t.Errorf("%+v: the most is a lower bound: %v", c, !c.atLeast)
			}
		}
	}
	if got := owners(tr, &blocking.LocksOf(tr).List[0], microseconds(300, 400)); len(got) != 1 || got[0] != "1.0 350–400 medium" {
		t.Errorf("before 350 nothing shows that 1 has it: %v", got)
	}
}

// microseconds is a range in µs.
func microseconds(from, to int) model.Range {
	return model.Range{From: model.Time(from) * 1000, To: model.Time(to) * 1000}
}
