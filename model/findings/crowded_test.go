package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// crowding is a thread of the target that has a CPU for 5 of every 20 ms, forty times. In the
// other 15 ms the CPU belongs to a real-time thread of another program, and for some time to
// another thread of the target. Afterwards the CPU is idle until 840 ms.
type crowding struct {
	own     model.Time // how long the other thread of the target runs in every 20 ms
	several bool       // thirty threads of the other program take turns
	running model.Time // how long the first runs
}

func (c crowding) play() *play {
	p := newPlay(1, 2, 840*ms)
	hogs := model.Time(1)
	if c.several {
		hogs = 30
	}
	for k := range hogs {
		p.head += fmt.Sprintf("thread %d pid=99 name=hog\n", 50+k)
	}
	p.event(0, 0, "exists 2 state=waiting")
	p.event(0, 0, "switch idle 1 preempt prio=120,120")
	for k := range model.Time(40) {
		at, hog := k*20*ms, 50+k%hogs
		p.event(at+c.running, 0, "switch 1 %d preempt prio=120,49", hog)
		if c.own > 0 {
			p.event(at+20*ms-c.own, 0, "wake 2 ctx=timer to=0")
			p.event(at+20*ms-c.own, 0, "switch %d 2 wait sub=Sleep prio=49,120", hog)
			p.event(at+20*ms, 0, "switch 2 1 wait sub=Sleep prio=120,120")
		} else {
			p.event(at+20*ms, 0, "switch %d 1 wait sub=Sleep prio=49,120", hog)
		}
	}
	p.event(805*ms, 0, "switch 1 idle wait sub=Sleep prio=120,120")
	return p
}

// TestE18Crowded: a thread that other programs keep off the CPUs in short pieces; not one that
// its own program keeps off, or that has a CPU for most of the time that it is runnable.
func TestE18Crowded(t *testing.T) {
	usual := crowding{own: ms, running: 5 * ms}
	f := found(t, usual.play(), "E18", findings.Warning,
		"1 was queued for 74.5% of the time in which it needed a CPU (600 ms in total); hog 50 (real-time 50) ran for 93.3% of the queued time.",
		"Queued: 600 ms 40 times", "Threads that had the CPU: ")
	if f.Name() != "Crowded out by other programs" || f.Cost != 600*ms {
		t.Errorf("%s %d", f.Name(), f.Cost)
	}
	// A thread of the target ran longer than each of the others: they have the CPU nevertheless.
	f = found(t, crowding{own: 2 * ms, running: 5 * ms, several: true}.play(), "E18", findings.Warning,
		"1 was queued for 74.5% of the time in which it needed a CPU (600 ms in total); threads of other programs ran for 86.7% of the queued time; the one that ran longest was hog 50 (real-time 50) (4.3%).",
		"Queued: 600 ms 40 times", "Threads that had the CPU:  hog 50 (real-time 50) 26.0 ms, ")
	if slices.ContainsFunc(f.Threads[1:], func(ix model.ThreadIx) bool { return ix == 1 }) {
		t.Errorf("a thread of the program itself is named: %+v", f)
	}
	for _, c := range []crowding{{own: 4 * ms, running: 5 * ms}, {own: ms, running: 11 * ms}} {
		missed(t, c.play(), "E18")
	}
	p := usual.play()
	p.head = strings.Replace(p.head, "has switches", "pertask\nhas switches", 1) // it is unknown what else ran
	missed(t, p, "E18")
}
