package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// TestE3Burst: 16 threads on two CPUs are runnable for half of the window, and for
// one ns less.
func TestE3Burst(t *testing.T) {
	burst := func(length model.Time) *play {
		p := newPlay(2, 16, 100*ms)
		for i := range 16 {
			p.event(0, i%2, "exists %d state=waiting", i+1)
			p.event(0, i%2, "wake %d ctx=timer to=%d", i+1, i%2)
		}
		for i := range 8 { // the last two of them start to run at the end of the burst
			for c := range 2 {
				p.run(c, 2*i+c+1, model.Time(i)*length/7, model.Time(i+1)*length/7-us, "wait sub=Sleep")
			}
		}
		return p
	}
	for length, want := range map[model.Time]int{40 * ms: 0, 70 * ms: 1} {
		if list := only(t, burst(length).trace(t), "E3"); len(list) != want {
			t.Errorf("a burst of %d ns: %+v", length, list)
		}
	}
}

// TestE7Habit: a thread that is moved at every switch, 30 times or 29, and 100 times a
// second or 98.
func TestE7Habit(t *testing.T) {
	moved := func(times int, every model.Time) *play {
		p := newPlay(2, 1, model.Time(times+1)*every)
		p.event(0, 0, "exists 1 state=waiting")
		for k := range times + 1 {
			at := model.Time(k) * every
			p.event(at, k%2, "wake 1 ctx=timer to=%d", k%2)
			p.run(k%2, 1, at+us, at+200*us, "wait sub=Sleep")
		}
		return p
	}
	for _, c := range []struct {
		times int
		every model.Time
		found bool
	}{{30, 5 * ms, true}, {29, 5 * ms, false}, {200, 9900 * us, true}, {200, 10200 * us, false}} {
		if list := only(t, moved(c.times, c.every).trace(t), "E7"); c.found != (len(list) == 1) {
			t.Errorf("moved %d times, every %d ns: %+v", c.times, c.every, list)
		}
	}
}

// probablyStuck are two threads that wait for locks with unknown owners; the third
// thread of the process runs for some ms in the meantime.
func probablyStuck(t *testing.T, busy int) *model.Trace {
	t.Helper()
	return modeltest.DeadlockFree(t, fmt.Sprintf("20ms cpu2 switch 3 idle wait sub=Sleep\n30ms cpu2 wake 3 ctx=timer\n30ms cpu2 switch idle 3 preempt\n%dms cpu2 switch 3 idle wait sub=Sleep\n", 30+busy))
}

// TestE20Probably: two threads wait for locks that were free when they were taken, so
// that no owner is known; the third thread of the process runs for 10 % of that time,
// or more.
func TestE20Probably(t *testing.T) {
	list := only(t, probablyStuck(t, 16), "E20")
	if len(list) != 1 || list[0].Severity != findings.Warning || !strings.HasPrefix(list[0].Sentence, "Probably a deadlock: A 1 waits for futex 0x40, B 2 waits for futex 0x10. Each of these waits lasted until its thread or the trace ended") {
		t.Errorf("%+v", list)
	}
	if list := only(t, probablyStuck(t, 19), "E20"); len(list) > 0 {
		t.Errorf("another thread runs: %s", list[0].Sentence)
	}
}
