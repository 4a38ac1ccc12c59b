package ingest_test

import (
	"regexp"
	"strconv"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// lockSlack is how far the trace and the workload may differ, ns: the program reads the clock
// before the call that releases and after the call that waits.
const lockSlack = 50_000

// mutexOf is the lock of a workload, found by the address that it printed.
func mutexOf(t *testing.T, tr *model.Trace, name string) *blocking.LockUse {
	t.Helper()
	facts, _ := truth(t, name)
	m := regexp.MustCompile(`mutex=0x([0-9a-f]+)`).FindStringSubmatch(facts)
	if m == nil {
		t.Fatalf("%s tells no address", name)
	}
	addr, err := strconv.ParseUint(m[1], 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	list := blocking.LocksOf(tr).List
	for i := range list {
		if list[i].Addr == addr && list[i].Kind == model.LockFutex {
			return &list[i]
		}
	}
	t.Fatalf("%s: no lock at %#x", name, addr)
	return nil
}

// TestLockHolds compares the holds of a mutex with what the workload measured of every acquisition.
// All but one in each record involved a wait, by this thread or by others, which the calls show. A
// free mutex is taken without a call, so that the start of such a hold is known within bounds only;
// both are counted.
func TestLockHolds(t *testing.T) {
	for _, name := range []string{"mutex_busy_g_futex", "mutex_sleep_futex"} {
		t.Run(name, func(t *testing.T) {
			tr := load(t, perfFile(t, name))
			l := mutexOf(t, tr, name)
			as := acquisitions(t, tr, name)
			var whole, waited, waitedWhole, released int
			for _, a := range as {
				h := holdAt(tr, l, a)
				ends := h != nil && abs(h.To-a.release) <= lockSlack
				fits := ends && abs(h.From-a.got) <= lockSlack
				released += count(ends)
				whole += count(fits)
				if contends(l, tr, a) {
					waited++
					waitedWhole += count(fits)
					if h != nil && h.Begin != blocking.BeginSeen {
						t.Errorf("%d waited until %d, its hold is %+v", a.tid, a.got, *h)
					}
				}
			}
			t.Logf("%s: %d of %d holds are within %d µs of the truth, %d of the %d that were waited for, %d releases",
				name, whole, len(as), lockSlack/1000, waitedWhole, waited, released)
			if 100*waitedWhole < 99*waited || waited < len(as)*9/10 {
				t.Errorf("%d of %d acquisitions that were waited for", waitedWhole, waited)
			}
			if 100*whole < 99*len(as) {
				t.Errorf("%d of %d acquisitions", whole, len(as))
			}
		})
	}
}

// TestNothingClaimedIsNotHeld: of the time that holds claim as attested, at most 1 % is time in
// which the thread did not have the mutex, and most of the time held is claimed.
func TestNothingClaimedIsNotHeld(t *testing.T) {
	for _, name := range []string{"mutex_busy_g_futex", "mutex_sleep_futex"} {
		tr := load(t, perfFile(t, name))
		l := mutexOf(t, tr, name)
		as := acquisitions(t, tr, name)
		var claimed, truly, held model.Time
		for _, a := range as {
			held += a.release - a.got
		}
		for i := range l.Holds {
			h := &l.Holds[i]
			claimed += h.Attested().Len()
			for _, a := range as {
				if a.tid == int64(tr.Threads[h.Thread].TID) {
					truly += h.Attested().Overlap(model.Range{From: a.got, To: a.release})
				}
			}
		}
		t.Logf("%s: %d µs held, %d µs claimed, %d µs of them rightly", name, held/1000, claimed/1000, truly/1000)
		if 100*(claimed-truly) > claimed || 100*truly < 97*held {
			t.Errorf("%s: %d ns held, %d claimed, %d of them rightly", name, held, claimed, truly)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// holdAt is the hold of an acquisition's thread that overlaps it longest, nil without.
func holdAt(tr *model.Trace, l *blocking.LockUse, a acquisition) (best *blocking.Hold) {
	r := model.Range{From: a.got, To: a.release}
	for i := range l.Holds {
		h := &l.Holds[i]
		if int64(tr.Threads[h.Thread].TID) == a.tid && h.Overlap(r) > 0 && (best == nil || h.Overlap(r) > best.Overlap(r)) {
			best = h
		}
	}
	return best
}

// contends reports whether the thread of an acquisition waited for the lock.
func contends(l *blocking.LockUse, tr *model.Trace, a acquisition) bool {
	for i := range l.Waits {
		w := &l.Waits[i]
		if int64(tr.Threads[w.Thread].TID) == a.tid && w.From >= a.requested && w.To <= a.got {
			return true
		}
	}
	return false
}

// TestLockOwners: every contended wait for the mutex whose owner sleeps names the owner, at any
// time for which the workload recorded it.
func TestLockOwners(t *testing.T) {
	const name = "mutex_sleep_futex"
	tr := load(t, perfFile(t, name))
	l := mutexOf(t, tr, name)
	locks, as := blocking.LocksOf(tr), acquisitions(t, tr, name)
	waits := 0
	for _, a := range as {
		for _, e := range waitsIn(tr, a) {
			seg := tr.Segment(e.Thread, e.First)
			at, _, ok := locks.At(&seg)
			if !ok || at != l {
				t.Errorf("the wait of %d at %d is for %+v", a.tid, seg.From, at)
				continue
			}
			waits++
			var named, owned model.Time
			for _, o := range as {
				if o.tid == a.tid {
					continue
				}
				r := model.Range{From: o.got, To: o.release}.Clip(seg.Range)
				owned += r.Len()
				for h, part := range l.Owners(r) {
					if int64(tr.Threads[h.Thread].TID) == o.tid {
						named += part.Len()
					}
				}
			}
			if owned == 0 || owned-named > 2*lockSlack {
				t.Errorf("the wait of %d at %d had an owner for %d ns, named for %d", a.tid, seg.From, owned, named)
			}
		}
	}
	if waits < 119 {
		t.Errorf("%d contended waits", waits)
	}
	for _, c := range blocking.ContentionOf(tr, measure.Visible(tr), tr.Whole()) {
		if c.Lock == l && c.Confidence < blocking.Medium {
			t.Errorf("%+v", c)
		}
	}
}

// TestInheritedTruth compares what the waits for a mutex inherited from its owners with the
// workload's record: whom each wait is charged to, and how long they ran.
func TestInheritedTruth(t *testing.T) {
	for _, name := range []string{"mutex_busy", "mutex_busy_g_futex"} {
		t.Run(name, func(t *testing.T) {
			tr := load(t, perfFile(t, name))
			as := acquisitions(t, tr, name)
			var owned, named, ran, truly model.Time
			for _, a := range as {
				for _, e := range waitsIn(tr, a) {
					seg := tr.Segment(e.Thread, e.First)
					for _, o := range as {
						r := model.Range{From: o.got, To: o.release}.Clip(seg.Range)
						if o.tid == a.tid || r.Len() == 0 {
							continue
						}
						owned += r.Len()
						truly += ranIn(tr, o.tid, r)
						for p := range blocking.Inherited(tr, seg, r) {
							if int64(tr.Threads[p.Segment.Thread].TID) == o.tid {
								named += p.Len()
							}
							if p.Category() == model.Execution {
								ran += p.Len()
							}
						}
					}
				}
			}
			t.Logf("%s: owners held it for %d µs of the waits, %d µs are charged to them; they ran for %d µs, charged are %d",
				name, owned/1000, named/1000, truly/1000, ran/1000)
			if owned == 0 || 100*(owned-named) > 2*owned {
				t.Errorf("%d ns of %d are charged to the owner", named, owned)
			}
			if truly == 0 || 100*abs(ran-truly) > 2*truly {
				t.Errorf("the owners ran for %d ns, inherited are %d", truly, ran)
			}
		})
	}
}

// ranIn is how long a thread had a CPU in r.
func ranIn(tr *model.Trace, id int64, r model.Range) (d model.Time) {
	for ix := range tr.Threads {
		if int64(tr.Threads[ix].TID) == id {
			s := tr.Sums(model.ThreadIx(ix), r)
			d += s[model.Execution] + s[model.Interrupt]
		}
	}
	return d
}
