package findings_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// TestWhatTheHostTookIsNoQueue: a thread from which the host takes its CPU is not made
// to wait by the system, even if other CPUs are idle and it takes longer than 100 ms.
func TestWhatTheHostTookIsNoQueue(t *testing.T) {
	p := newPlay(2, 1, 400*ms)
	p.put(0, 0, 1, "")
	p.event(200*ms, 0, "ran 1 %d", 50*ms)
	p.put(300*ms, 0, 0, "wait")
	missed(t, p, "E18")
	missed(t, p, "E11")

	// The same as a queue of the system's own.
	p = newPlay(2, 2, 400*ms)
	p.put(0, 0, 1, "")
	p.put(50*ms, 0, 2, "preempt")
	p.put(200*ms, 0, 1, "preempt")
	p.put(300*ms, 0, 0, "wait")
	found(t, p, "E11", findings.Warning)
}

// TestE3BehindTheHost: if threads need more than the CPUs because the host has taken
// these, that is not their own fault.
func TestE3BehindTheHost(t *testing.T) {
	behind := func(executed model.Time) *play {
		p := newPlay(2, 3, 200*ms)
		for c := range 2 {
			p.put(0, c, c+1, "")
		}
		p.event(0, 0, "wake 3 ctx=timer to=0")
		for k := model.Time(1); k <= 10; k++ {
			for c := range 2 {
				p.event(k*20*ms-1, c, "ran %d %d", c+1, executed)
			}
		}
		return p
	}
	missed(t, behind(4*ms), "E3")
	found(t, behind(16*ms), "E3", findings.Warning, "behind the program's own threads.", model.StolenTitle+": 120 ms the host used the CPU for 42.9% of the queued time")
	f := found(t, behind(20*ms), "E3", findings.Problem, "behind the program's own threads.")
	for _, d := range f.Details {
		if d.Title == model.StolenTitle {
			t.Errorf("%s has %s though it took nothing", d.Title, d.Value)
		}
	}
}

// TestE3Quota: threads that are runnable while their CPUs are idle are kept off by
// something other than each other, such as a quota.
func TestE3Quota(t *testing.T) {
	p := newPlay(2, 4, 600*ms)
	for i := range 4 {
		p.event(0, i%2, "exists %d state=waiting", i+1)
		p.event(0, i%2, "wake %d ctx=timer to=%d", i+1, i%2)
	}
	for k := range model.Time(3) { // all run for 30 of 200 ms
		for c := range 2 {
			p.put(k*200*ms, c, c+1, "")
			p.put(k*200*ms+15*ms, c, c+3, "preempt")
			p.put(k*200*ms+30*ms, c, 0, "preempt")
		}
	}
	for _, rule := range []string{"E3", "E11", "E18"} {
		missed(t, p, rule)
	}
}
