package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// tids are the ids of the threads that a finding is about.
func tids(tr *model.Trace, f *findings.Finding) (list []model.TID) {
	for _, ix := range f.Threads {
		list = append(list, tr.Threads[ix].TID)
	}
	return list
}

// inversion is thread 15 waiting 50 ms for thread 4; thread 8, of a priority
// between, has the holder's CPU for a part of it.
func inversion(t *testing.T, os string, prio [3]int, middleRuns int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ms 80ms\nos %s\nprocess 9 app target\n", os)
	for _, tid := range []int{15, 4, 8} {
		fmt.Fprintf(&b, "thread %d pid=9\n", tid)
	}
	h, l, m := prio[0], prio[1], prio[2]
	fmt.Fprintf(&b, "0ms cpu0 switch idle 15 wait prio=0,%d\n", h)
	fmt.Fprintf(&b, "10ms cpu0 switch 15 4 wait sub=Futex prio=%d,%d\n", h, l)
	if middleRuns > 0 {
		fmt.Fprintf(&b, "12ms cpu0 switch 4 8 preempt prio=%d,%d\n", l, m)
		fmt.Fprintf(&b, "%dms cpu0 switch 8 4 wait sub=Sleep prio=%d,%d\n", 12+middleRuns, m, l)
	}
	fmt.Fprintf(&b, "60ms cpu0 wake 15 ctx=thread\n")
	fmt.Fprintf(&b, "60ms cpu0 switch 4 15 preempt prio=%d,%d\n", l, h)
	return parse(t, "inversion", b.String())
}

// TestE5PriorityInversion: H=15 waits 50 ms for L=4 while M=8 runs 45 ms, in the
// priority orders of both systems; not if L runs all the time, or M is less urgent
// than L.
func TestE5PriorityInversion(t *testing.T) {
	for _, test := range []struct {
		name, os string
		prio     [3]int // of H, L, M
		middle   int    // ms
		found    bool
	}{
		{"windows", "windows", [3]int{15, 4, 8}, 45, true},
		{"linux", "linux", [3]int{49, 120, 79}, 45, true},
		{"holder runs", "windows", [3]int{15, 4, 8}, 0, false},
		{"too short a part", "windows", [3]int{15, 4, 8}, 12, false},
		{"middle is less urgent", "windows", [3]int{15, 4, 2}, 45, false},
		{"middle is as urgent as the holder", "windows", [3]int{15, 4, 4}, 45, false},
		{"middle is as urgent as the waiter", "windows", [3]int{15, 4, 15}, 45, false},
		{"holder is more urgent", "windows", [3]int{4, 15, 16}, 45, false},
	} {
		tr := inversion(t, test.os, test.prio, test.middle)
		list := only(t, tr, "E5")
		if len(list) > 1 || test.found != (len(list) == 1) {
			t.Errorf("%s: %+v", test.name, list)
		}
		if !test.found || len(list) != 1 {
			continue
		}
		f := &list[0]
		if f.Cost != 45e6 || f.Range != (model.Range{From: 10e6, To: 60e6}) || !slices.Equal(tids(tr, f), []model.TID{15, 4, 8}) {
			t.Errorf("%s: cost %d, range %v, threads %v", test.name, f.Cost, f.Range, tids(tr, f))
		}
		if !strings.Contains(f.Sentence, "waited 50.0 ms") || !strings.Contains(f.Sentence, "45.0 ms (90.0%)") {
			t.Errorf("%s: %s", test.name, f.Sentence)
		}
		if list := only(t, tr, "E6"); len(list) > 0 {
			t.Errorf("%s: told twice: %s", test.name, list[0].Sentence)
		}
	}
}

// TestE5UnknownQueue: for a holder that is queued for an unknown CPU, it is unknown
// which thread keeps it off.
func TestE5UnknownQueue(t *testing.T) {
	for to, want := range map[string]int{"": 0, " to=0": 1} {
		tr := parse(t, "queue", `threadlens-trace 1
cpus 1
span 0ms 80ms
os windows
process 9 app target
thread 15 pid=9
thread 4 pid=9
thread 8 pid=9
0ms cpu0 switch idle 4 wait prio=0,4
5ms cpu0 switch 4 15 wait sub=Sleep prio=4,15
10ms cpu0 switch 15 8 wait sub=Futex prio=15,8
12ms cpu0 wake 4 ctx=timer`+to+`
57ms cpu0 switch 8 4 wait sub=Sleep prio=8,4
60ms cpu0 wake 15 ctx=thread
60ms cpu0 switch 4 15 preempt prio=4,15
`)
		if list := only(t, tr, "E5"); len(list) != want {
			t.Errorf("woken%s: %+v", to, list)
		}
	}
}

// holder is a scene in which A waits [0, 250) for B, which runs, is preempted for
// some of it, runs again, and then wakes A or ends.
func holder(t *testing.T, waits string, preempted int, ends bool) *model.Trace {
	t.Helper()
	wake, last := "250ms cpu0 wake 1 ctx=thread\n", "250ms cpu0 switch 2 1 wait sub=Sleep\n"
	if ends {
		last = "250ms cpu0 exit 2\n250ms cpu0 switch 2 1 dead\n"
	}
	return parse(t, "holder", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ms 300ms
os linux
process 9 app target
process 8 other other
thread 1 pid=9 name=A
thread 2 pid=9 name=B
thread 3 pid=8
0ms cpu0 switch 1 2 wait %s
100ms cpu0 switch 2 3 preempt
%dms cpu0 switch 3 2 wait sub=Sleep
`, waits, 100+preempted)+wake+last)
}

// TestE6Waker: nothing shows that a waker that is preempted for 100 of 250 ms owned a lock.
func TestE6Waker(t *testing.T) {
	if list := only(t, holder(t, "sub=Futex", 100, false), "E6"); len(list) > 0 {
		t.Error(list[0].Sentence)
	}
}

// owned is a lock that thread 2 holds from 10 ms on, for which thread 1 waits from 20
// to 120 ms, and which is released later; thread 3, of another process, has the
// owner's CPU for some ms of that.
func owned(t *testing.T, preempted int) *model.Trace {
	t.Helper()
	return parse(t, "owned", fmt.Sprintf(`threadlens-trace 1
cpus 3
span 0ms 300ms
os linux
process 9 app target
process 8 other other
thread 1 pid=9 name=A
thread 2 pid=9 name=B
thread 4 pid=9 name=C
thread 3 pid=8
0ms cpu0 switch idle 1 preempt
0ms cpu1 switch idle 2 preempt
0ms cpu2 switch idle 4 preempt
5ms cpu1 call 2 enter futex uaddr=0x10 arg2=128 arg3=2
5ms cpu1 switch 2 idle wait linux=S
10ms cpu2 call 4 enter futex uaddr=0x10 arg2=129 arg3=1
10ms cpu2 wake 2 kind=waking ctx=thread
10ms cpu2 call 4 exit futex ret=1
10ms cpu1 switch idle 2 preempt
10ms cpu1 call 2 exit futex ret=0
20ms cpu0 call 1 enter futex uaddr=0x10 arg2=128 arg3=2
20ms cpu0 switch 1 idle wait linux=S
50ms cpu1 switch 2 3 preempt
%dms cpu1 switch 3 2 wait sub=Sleep
120ms cpu1 call 2 enter futex uaddr=0x10 arg2=129 arg3=1
120ms cpu1 wake 1 kind=waking ctx=thread
120ms cpu1 call 2 exit futex ret=1
120ms cpu0 switch idle 1 preempt
120ms cpu0 call 1 exit futex ret=0
130ms cpu0 call 1 enter futex uaddr=0x10 arg2=129 arg3=1
130ms cpu0 call 1 exit futex ret=0
`, 50+preempted))
}

// TestE6Owner: the owner of the lock is preempted for 25 of the 100 ms that another
// waits for it; 24 ms are too few.
func TestE6Owner(t *testing.T) {
	tr := owned(t, 25)
	list := only(t, tr, "E6")
	if len(list) != 1 || list[0].Cost != 25e6 || list[0].Severity != findings.Problem || !slices.Equal(tids(tr, &list[0]), []model.TID{1, 2, 3}) {
		t.Fatalf("25 of 100 ms: %+v", list)
	}
	if want := "A 1 waited 100 ms for futex 0x10, whose owner B 2 had no CPU for 25.0 ms (25.0%) of that time; meanwhile, 3 ran for 25.0 ms."; list[0].Sentence != want {
		t.Errorf("%s; want %s", list[0].Sentence, want)
	}
	if d := list[0].Details[len(list[0].Details)-1]; d != (findings.Detail{Title: "Threads that had the CPU", Value: "25.0 ms", Text: "3 25.0 ms"}) {
		t.Errorf("the last detail is %+v", d)
	}
	if list[0].Name() != "Lock-holder preemption" {
		t.Errorf("it is called %s", list[0].Name())
	}
	if list := only(t, owned(t, 24), "E6"); len(list) > 0 {
		t.Errorf("24 of 100 ms: %s", list[0].Sentence)
	}
}

// chain has n threads wait, each for the next one, and the last of them for thread n+1,
// which another process keeps off the CPU for 40 ms; then each wakes the previous one.
func chain(n int) *play {
	p := newPlay(1, n+1, 120*ms)
	p.head += "thread 50 pid=99\n"
	p.put(0, 0, 1, "")
	for k := 1; k <= n; k++ {
		p.put(model.Time(k)*ms, 0, k+1, "wait sub=Futex")
	}
	p.put(20*ms, 0, 50, "preempt")
	p.put(60*ms, 0, n+1, "wait sub=Sleep")
	at := 61 * ms
	for k := n; k >= 1; k-- {
		p.event(at, 0, "wake %d ctx=thread to=0", k)
		p.put(at, 0, k, "wait sub=Sleep")
		at += ms
	}
	return p
}

// inverted gives the threads of a program priorities of Windows: the waiters are urgent,
// the last one is not, and the thread of another process is in between.
func inverted(p *play, last int) *play {
	p.head = strings.Replace(p.head, "os linux", "os windows", 1)
	prio := func(tid string) int {
		switch tid {
		case fmt.Sprint(last):
			return 4
		case "50":
			return 8
		}
		return 15
	}
	for i := range p.events {
		if f := strings.Fields(p.events[i].text); len(f) > 3 && f[2] == "switch" {
			p.events[i].text += fmt.Sprintf(" prio=%d,%d", prio(f[3]), prio(f[4]))
		}
	}
	return p
}

// TestE5Hops: in a chain of threads that wait for each other, the last of which has no
// CPU, the four waits before it are due to it; threads that wait for these are too far
// away.
func TestE5Hops(t *testing.T) {
	for n := 1; n <= 6; n++ {
		f := found(t, inverted(chain(n), n+1), "E5", findings.Problem, fmt.Sprintf("for %d (priority 4), which had no CPU for 40.0 ms", n+1))
		if counted := min(n, 4); f.Cost != model.Time(counted)*40*ms || len(f.Threads) != counted+2 {
			t.Errorf("%d waits: cost %d, threads %v", n, f.Cost, f.Threads)
		}
	}
}

// TestE5ToTheEnd: a thread that ends 200 µs after the wake held nothing: it worked to
// its end. One that runs longer did.
func TestE5ToTheEnd(t *testing.T) {
	for after, want := range map[model.Time]int{0: 0, 200 * us: 0, 200*us + 1: 1} {
		p := newPlay(2, 2, 300*ms)
		p.head += "thread 50 pid=99\n"
		p.put(0, 0, 1, "")
		p.put(0, 1, 2, "")
		p.put(ms, 0, 0, "wait sub=Futex")
		p.put(100*ms, 1, 50, "preempt")
		p.put(200*ms, 1, 2, "wait sub=Sleep")
		p.event(250*ms, 1, "wake 1 ctx=thread to=0")
		p.put(250*ms, 0, 1, "")
		p.event(250*ms+after, 1, "exit 2")
		p.put(250*ms+after, 1, 0, "dead")
		if list := only(t, inverted(p, 2).trace(t), "E5"); len(list) != want {
			t.Errorf("ends after %d ns: %+v", after, list)
		}
	}
}

// TestE5AllOfIt: a wait throughout which its waker was queued is long enough if the
// queueing is.
func TestE5AllOfIt(t *testing.T) {
	for length, want := range map[model.Time]int{ms - 1: 0, ms: 1} {
		p := newPlay(2, 2, 4*ms)
		p.head += "thread 50 pid=99\n"
		p.put(0, 0, 1, "")
		p.put(0, 1, 2, "")
		p.put(ms, 1, 50, "preempt")
		p.put(ms, 0, 0, "wait sub=Futex")
		p.put(ms+length, 1, 2, "wait sub=Sleep")
		p.event(ms+length, 1, "wake 1 ctx=thread to=0")
		p.put(ms+length, 0, 1, "")
		if list := only(t, inverted(p, 2).trace(t), "E5"); len(list) != want {
			t.Errorf("a wait of %d ns: %+v", length, list)
		}
	}
}

// TestE6InItsWait: a wait that is as long as the window is examined, unless it ends with its
// program.
func TestE6InItsWait(t *testing.T) {
	tr := owned(t, 25)
	if list := findWith(t, tr, nil, model.Range{From: 20 * ms, To: 120 * ms}, "E6"); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}
