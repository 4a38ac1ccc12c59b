package findings_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// script starts n processes, one every step; each lives for the given time.
func script(n int, life, step model.Time) *play {
	p := newPlay(2, 1, model.Time(n)*step+life+ms)
	p.put(0, 0, 1, "")
	for i := range n {
		tid, cpu, at := 10+i, i%2, model.Time(i)*step
		if life <= step {
			cpu = 1
		}
		p.event(at+us, 0, "start %d by=1 name=sh pid=%d", tid, tid)
		p.event(at+us, 0, "wake %d kind=new to=%d", tid, cpu)
		p.put(at+2*us, cpu, tid, "preempt")
		p.event(at+101*us, cpu, "name %d expr exec=1 pid=%d", tid, tid)
		p.event(at+life-100*us, cpu, "exit %d", tid)
		p.put(at+life, cpu, 0, "dead")
		if life > step && cpu == 0 {
			p.put(at+life, 0, 1, "")
		}
	}
	return p
}

// TestE28ShortLived: a hundred processes, one after the other; not fewer, not long-lived
// ones, not with long times between them, and not simultaneously.
func TestE28ShortLived(t *testing.T) {
	f := found(t, script(100, 999*us, ms), "E28", findings.Warning,
		"app 1 started 100 processes one after the other, most often expr. The median lifetime of the processes was 998 µs; for 97.8% of the window, at least one of these processes existed.",
		"Startup: 10.0 ms of the processes' lifetimes, from the start of each process until", "Exit: 10.0 ms of the processes' lifetimes, while the processes were exiting")
	if f.Cost != 100*998*us || len(f.Evidence) != findings.MaxEvidence {
		t.Errorf("%+v", f)
	}
	missed(t, script(99, 999*us, ms), "E28")
	found(t, script(100, 10001*us, 11*ms), "E28", findings.Warning)
	missed(t, script(100, 10002*us, 11*ms), "E28")
	missed(t, script(100, ms, 2100*us), "E28")
	missed(t, script(100, 1500*us, ms), "E28")
}
