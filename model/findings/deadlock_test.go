package findings_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// unlocked has the third thread, not the owner, hand the second thread its lock.
const unlocked = `150ms cpu2 call 3 enter futex uaddr=0x10 arg2=129 arg3=1
150ms cpu2 wake 2 kind=waking ctx=thread
150ms cpu2 call 3 exit futex ret=1
150ms cpu1 switch idle 2 preempt
150ms cpu1 call 2 exit futex ret=0
`

// TestE20Deadlock: each of two threads waits for the lock of the other, until the trace
// ends or they are killed: for 100 ms, not for 99, and not if one of them continues.
func TestE20Deadlock(t *testing.T) {
	for _, test := range []struct {
		name   string
		second int
		end    string
		found  bool
	}{
		{"until the trace ends", 30, "", true},
		{"for 100 ms", 100, "", true},
		{"the second one first", 15, "", true},
		{"for 99 ms", 101, "", false},
		{"until they are killed", 30, modeltest.DeadlockKilled, true},
		{"one is released", 30, unlocked, false},
		{"events were lost", 30, "150ms cpu2 loss 151ms\n", false},
	} {
		tr := modeltest.Deadlock(t, test.second, test.end)
		list := only(t, tr, "E20")
		if test.found != (len(list) == 1) {
			t.Errorf("%s: %+v", test.name, list)
			continue
		}
		if !test.found {
			continue
		}
		f := &list[0]
		if want := "Deadlock: A 1 waits for futex 0x40 held by B 2, B 2 waits for futex 0x10 held by A 1. Each of these waits lasted until its thread or the trace ended."; f.Sentence != want || f.Severity != findings.Problem {
			t.Errorf("%s: %s: %s", test.name, f.Severity, f.Sentence)
		}
		if test.end == "" && f.Cost != model.Time(180+200-test.second)*ms {
			t.Errorf("%s: cost %d", test.name, f.Cost)
		}
		if test.end == "" && f.Range != (model.Range{From: 20 * ms, To: 200 * ms}) && test.second != 15 || test.second == 15 && f.Range.From != 15*ms {
			t.Errorf("%s: range %v", test.name, f.Range)
		}
		if strings.Contains(f.Sentence, "C 3") {
			t.Errorf("%s: blames who kills them: %s", test.name, f.Sentence)
		}
	}
}

// TestE20LongestFirst: the longest of the waits is the first evidence, whichever thread
// waits.
func TestE20LongestFirst(t *testing.T) {
	for _, second := range []int{15, 30, 100} {
		f := only(t, modeltest.Deadlock(t, second, ""), "E20")[0]
		if len(f.Evidence) != 2 || f.Evidence[0].Len() < f.Evidence[1].Len() || f.Evidence[0].From != f.Range.From {
			t.Errorf("the second one waits from %d ms on: %v", second, f.Evidence)
		}
	}
}

// waitForLocks are threads that wait until the end, each for one of some locks.
func waitForLocks(locks ...string) *play {
	p := newPlay(len(locks), len(locks), 200*ms)
	for i, lock := range locks {
		p.put(0, i, i+1, "")
		p.event(20*ms, i, "call %d enter futex uaddr=%s arg2=128 arg3=2 untimed=1", i+1, lock)
		p.put(20*ms, i, 0, "wait linux=S")
	}
	return p
}

// TestE20Many: of four threads that wait for different locks until the end three are named;
// threads that wait for the same one do not wait for each other.
func TestE20Many(t *testing.T) {
	missed(t, waitForLocks("0x10", "0x10", "0x10", "0x10"), "E20")
	f := found(t, waitForLocks("0x10", "0x20", "0x30", "0x40"), "E20", findings.Warning, "1 waits for futex 0x10, 2 waits for futex 0x20, 3 waits for futex 0x30. Each of these waits lasted until its thread or the trace ended", "Threads: 4 1, 2, 3, 4")
	if len(f.Threads) != 4 || f.Cost != 4*180*ms {
		t.Errorf("threads %v, cost %d", f.Threads, f.Cost)
	}
}

// TestE20Hang: all threads of a process wait for one another without a time limit until a
// signal ends it, in calls that are not those of a mutex; not if one of them has a limit,
// all wait for the same word, another process can wake them, or there is another thread.
func TestE20Hang(t *testing.T) {
	for _, test := range []struct {
		name   string
		words  [2]string
		op     string // FUTEX_WAIT_BITSET, private or not
		limit  string
		other  model.Time // until when a third thread is alive
		signal string
		found  bool
	}{
		{"hang", [2]string{"0x10", "0x20"}, "137", "untimed=1", 50 * ms, "signal", true},
		{"for 100 ms", [2]string{"0x10", "0x20"}, "137", "untimed=1", 90 * ms, "signal", true},
		{"for 99 ms", [2]string{"0x10", "0x20"}, "137", "untimed=1", 91 * ms, "signal", false},
		{"a third thread", [2]string{"0x10", "0x20"}, "137", "untimed=1", 195 * ms, "signal", false},
		{"one word", [2]string{"0x10", "0x10"}, "137", "untimed=1", 50 * ms, "signal", false},
		{"shared words", [2]string{"0x10", "0x20"}, "9", "untimed=1", 50 * ms, "signal", false},
		{"with limits", [2]string{"0x10", "0x20"}, "137", "", 50 * ms, "signal", false},
		{"no signal", [2]string{"0x10", "0x20"}, "137", "untimed=1", 50 * ms, "exit", false},
	} {
		p := newPlay(3, 3, 200*ms)
		for i, word := range test.words {
			tid := i + 1
			p.put(0, i, tid, "")
			p.event(20*ms, i, "call %d enter futex uaddr=%s arg2=%s arg3=0 %s", tid, word, test.op, test.limit)
			p.put(20*ms, i, 0, "wait linux=S")
			p.event(190*ms, 2, "wake %d ctx=%s to=%d", tid, test.signal, i)
			p.put(190*ms, i, tid, "")
			p.event(191*ms, i, "exit %d", tid)
			p.put(191*ms, i, 0, "dead")
		}
		p.run(2, 3, 0, 30*ms, "wait sub=Sleep")
		p.put(test.other-us, 2, 3, "")
		p.event(test.other, 2, "exit 3")
		p.put(test.other, 2, 0, "dead")
		list := only(t, p.trace(t), "E20")
		if test.found != (len(list) == 1) {
			t.Errorf("%s: %+v", test.name, list)
		} else if test.found && (list[0].Severity != findings.Warning || list[0].Cost != 2*170*ms) {
			t.Errorf("%s: %+v", test.name, list[0])
		}
	}
}
