package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/analysis/findings"
)

// tids are the ids of the threads that a finding is about.
func tids(tr *model.Trace, f *findings.Finding) (list []model.TID) {
	for _, ix := range f.Threads {
		list = append(list, tr.Threads[ix].TID)
	}
	return list
}

// inversion is thread 15 waiting 50 ms for thread 4; thread 8, of a priority
// between, has the holder's processor for a part of it.
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
// orders of both systems; not when L runs all the time, or M is less urgent than L.
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

// TestE5UnknownQueue: of a holder that is queued for a CPU that the trace does not tell,
// nobody knows who keeps it off.
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

// holder is S32's fixture: A waits [0, 250) for B, which runs, is preempted for some
// of it, runs on, and then wakes A or ends.
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

// TestE6Waker: 100 of 250 ms are 40%, but nothing shows that the waker owned a lock;
// 60 ms are too little, and who waits for the end of a thread waits for no waker.
// Where threads want more CPUs than there are, wakers lack them too.
func TestE6Waker(t *testing.T) {
	tr := holder(t, "sub=Futex", 100, false)
	list := only(t, tr, "E6")
	if len(list) != 1 || list[0].Cost != 100e6 || list[0].Severity != findings.Info || !slices.Equal(tids(tr, &list[0]), []model.TID{1, 2}) {
		t.Fatalf("100 of 250 ms: %+v", list)
	}
	if want := "A 1 waited 250 ms until B 2 woke it, which was preempted or ready for 100 ms (40.0%) of that."; list[0].Sentence != want {
		t.Errorf("%s; want %s", list[0].Sentence, want)
	}
	if list[0].Name() != "Waker had no CPU" || strings.Contains(list[0].Try, "lock") {
		t.Errorf("%s: %s", list[0].Name(), list[0].Try)
	}
	if e := list[0].Evidence; len(e) != 1 || e[0].Range != (model.Range{From: 0, To: 250e6}) {
		t.Errorf("evidence %+v", e)
	}
	for name, tr := range map[string]*model.Trace{
		"60 of 250 ms": holder(t, "sub=Futex", 60, false), "the end of a thread": holder(t, "sub=Futex", 100, true),
		"only likely to be synchronization": holder(t, "linux=S", 100, false),
	} {
		if list := only(t, tr, "E6"); len(list) > 0 {
			t.Errorf("%s: %s", name, list[0].Sentence)
		}
	}
	little, err := findings.NewLimits().With("E6.waker", 33.4) // 100 of 300 ms are 33.3%
	if err != nil {
		t.Fatal(err)
	}
	if list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{"E6"}, Limits: little}); err != nil || len(list) > 0 {
		t.Errorf("below the threshold: %+v, %v", list, err)
	}
}

// owned is a lock that thread 2 has from 10 ms on, which thread 1 waits for from 20 to
// 120 ms, and releases later; thread 3, of another process, has the owner's CPU for
// some ms of that.
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
// waits for it; 24 ms are too little.
func TestE6Owner(t *testing.T) {
	tr := owned(t, 25)
	list := only(t, tr, "E6")
	if len(list) != 1 || list[0].Cost != 25e6 || list[0].Severity != findings.Problem || !slices.Equal(tids(tr, &list[0]), []model.TID{1, 2}) {
		t.Fatalf("25 of 100 ms: %+v", list)
	}
	if want := "A 1 waited 100 ms for futex 0x10, whose owner B 2 was preempted or ready for 25.0 ms (25.0%) of it."; list[0].Sentence != want {
		t.Errorf("%s; want %s", list[0].Sentence, want)
	}
	if list[0].Name() != "Lock-holder preemption" {
		t.Errorf("it is called %s", list[0].Name())
	}
	if list := only(t, owned(t, 24), "E6"); len(list) > 0 {
		t.Errorf("24 of 100 ms: %s", list[0].Sentence)
	}
}

// TestE6Chain: A waits for B, which waits for C, which is preempted.
func TestE6Chain(t *testing.T) {
	tr := parse(t, "chain", `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 9 app target
process 8 other other
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
thread 4 pid=8
5ms cpu0 switch 1 2 wait sub=Futex
10ms cpu0 switch 2 3 wait sub=Futex
20ms cpu0 switch 3 4 preempt
60ms cpu0 switch 4 3 preempt
80ms cpu0 wake 2 ctx=thread
80ms cpu0 switch 3 2 wait sub=Sleep
90ms cpu0 wake 1 ctx=thread
90ms cpu0 switch 2 1 wait sub=Sleep
`)
	list := only(t, tr, "E6")
	if len(list) != 1 || !slices.Equal(tids(tr, &list[0]), []model.TID{2, 3, 1}) && !slices.Equal(tids(tr, &list[0]), []model.TID{1, 3, 2}) {
		t.Fatalf("%+v", list)
	}
	if list[0].Cost != 80e6 { // both waits have the 40 ms
		t.Errorf("cost %d", list[0].Cost)
	}
}

// chain has n threads wait, each for the next one, and the last of them for thread n+1,
// which another process keeps off the CPU for 40 ms; then each wakes the one before.
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

// TestE6Hops: of a chain of threads that wait for each other, at the end of which one has
// no CPU, the four waits before it are its doing; who waits for these is too far away.
func TestE6Hops(t *testing.T) {
	for n := 1; n <= 6; n++ {
		f := found(t, chain(n), "E6", findings.Info, fmt.Sprintf("until %d woke it, which was preempted or ready for 40.0 ms", n+1))
		if counted := min(n, 4); f.Cost != model.Time(counted)*40*ms || len(f.Threads) != counted+1 {
			t.Errorf("%d waits: cost %d, threads %v", n, f.Cost, f.Threads)
		}
	}
}

// TestE6ToTheEnd: who ends 200 µs after the wake held nothing: it worked to its end. Who
// runs longer did.
func TestE6ToTheEnd(t *testing.T) {
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
		if list := only(t, p.trace(t), "E6"); len(list) != want {
			t.Errorf("ends after %d ns: %+v", after, list)
		}
	}
}

// TestE6AllOfIt: a wait during all of which its waker was queued is long enough if that is.
func TestE6AllOfIt(t *testing.T) {
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
		if list := only(t, p.trace(t), "E6"); len(list) != want {
			t.Errorf("a wait of %d ns: %+v", length, list)
		}
	}
}

// pingPong is n round trips of two threads that each run for some time; on one
// processor the one that was displaced goes on when the other waits again.
func pingPong(t *testing.T, n, run int, apart bool) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0us %dus\nos linux\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\n", (n+1)*2*run+100)
	at := 0
	if apart {
		b.WriteString("0us cpu0 switch idle 1 wait\n")
	} else {
		b.WriteString("0us cpu0 switch idle 2 wait\n1us cpu0 switch 2 1 wait sub=Pipe\n")
		at = 1
	}
	for range n {
		if apart {
			at += run
			fmt.Fprintf(&b, "%dus cpu0 wake 2 ctx=thread\n%dus cpu1 switch idle 2 wait\n%dus cpu0 switch 1 idle wait sub=Pipe\n", at, at, at)
			at += run
			fmt.Fprintf(&b, "%dus cpu1 wake 1 ctx=thread\n%dus cpu0 switch idle 1 wait\n%dus cpu1 switch 2 idle wait sub=Pipe\n", at, at, at)
			continue
		}
		at += run
		fmt.Fprintf(&b, "%dus cpu0 wake 2 ctx=thread\n%dus cpu0 switch 1 2 preempt\n", at, at)
		at += run
		fmt.Fprintf(&b, "%dus cpu0 switch 2 1 wait sub=Pipe\n", at)
	}
	return parse(t, "pingpong", b.String())
}

// TestE14PingPong: 101 round trips with runs of 10 µs, on two CPUs and on one; not
// 100, of which the last has no run after it, and not with runs of 50 µs.
func TestE14PingPong(t *testing.T) {
	for _, test := range []struct {
		name     string
		n, run   int
		apart    bool
		found    bool
		severity findings.Severity
	}{
		{"apart", 102, 10, true, true, findings.Warning},
		{"on one CPU", 102, 10, false, true, findings.Info},
		{"few", 99, 10, true, false, 0},
		{"few on one CPU", 99, 10, false, false, 0},
		{"long runs", 120, 50, true, false, 0},
		{"just short enough", 120, 49, true, true, findings.Warning},
	} {
		list := only(t, pingPong(t, test.n, test.run, test.apart), "E14")
		if len(list) > 1 || test.found != (len(list) == 1) {
			t.Errorf("%s: %+v", test.name, list)
		} else if want := fmt.Sprintf("round trips of %d.0 µs", 2*test.run); test.found && (list[0].Severity != test.severity || !strings.Contains(list[0].Sentence, want)) {
			t.Errorf("%s: %s: %s", test.name, list[0].Severity, list[0].Sentence)
		}
	}
}

// ringOf are n threads that each wake the next one and wait, each on a CPU of its own, for
// some trips; from the second half on the first two are alone.
func ringOf(n, trips int, alone bool) *play {
	const run = 10 * us
	p := newPlay(n, n, model.Time(trips*n+1)*run)
	at := model.Time(0)
	p.put(at, 0, 1, "")
	on := 0
	for k := range trips * n {
		next := (on + 1) % n
		if alone && k >= trips*n/2 && on == 1 {
			next = 0
		}
		at += run
		p.event(at, on, "wake %d ctx=thread to=%d", next+1, next)
		p.put(at, next, next+1, "")
		p.put(at, on, 0, "wait sub=Pipe")
		on = next
	}
	return p
}

// TestE14Rings: a ring is one row, with each round trip counted once, and so are a ring
// and a pair that share threads.
func TestE14Rings(t *testing.T) {
	f := found(t, ringOf(3, 120, false), "E14", findings.Warning, "1, 2 and 3 handed over in a ring: 119 round trips of 30.0 µs on different CPUs, with 10.0 µs of work before each hand-over.")
	if len(f.Threads) != 3 || f.Cost != 0 {
		t.Errorf("%+v", f)
	}
	found(t, ringOf(4, 120, false), "E14", findings.Warning, "1, 2, 3 and 1 more handed over in a ring: 119 round trips of 40.0 µs")
	found(t, ringOf(4, 220, true), "E14", findings.Warning, "1, 2, 3 and 1 more handed over to each other: 329 round trips of 26.7 µs")
	missed(t, ringOf(3, 100, false), "E14")
	found(t, ringOf(16, 110, false), "E14", findings.Warning, "handed over in a ring: 109 round trips of 160 µs")
	missed(t, ringOf(17, 110, false), "E14") // longer ones are not followed
}

// TestE14Preempted: who is no part of it and takes a CPU for a moment ends no round trip.
func TestE14Preempted(t *testing.T) {
	p := ringOf(2, 110, false)
	p.head += "thread 50 pid=99\n"
	for k := range model.Time(100) {
		at := k*20*us + 4*us // thread 1 runs
		p.event(at, 0, "switch 1 50 preempt")
		p.event(at+us, 0, "switch 50 1 wait sub=Sleep")
	}
	found(t, p, "E14", findings.Warning, "1 and 2 handed over to each other: 109 round trips of 20.0 µs")
}

// TestE14Delayed: that some round trips take long, because others have the CPU, changes no
// more than the mean.
func TestE14Delayed(t *testing.T) {
	p := ringOf(2, 110, false)
	p.head = strings.Replace(p.head, "span 0ns 2210000ns", "span 0ns 102210000ns", 1) + "thread 50 pid=99\n"
	p.event(2205*us, 0, "switch 1 50 preempt")
	p.event(102205*us, 0, "switch 50 1 wait sub=Sleep")
	p.event(102206*us, 0, "wake 2 ctx=thread to=1")
	p.event(102206*us, 1, "switch idle 2 preempt")
	p.event(102206*us, 0, "switch 1 idle wait sub=Pipe")
	p.event(102208*us, 1, "switch 2 idle wait sub=Pipe")
	limits := map[string]float64{"E14.share": 2}
	list := findWith(t, p.trace(t), limits, model.Range{}, "E14")
	if len(list) != 1 || !strings.Contains(list[0].Sentence, "1 and 2 handed over to each other: 110 round trips of 929 µs") || list[0].Details[0].Text != "the mean; the median is 20.0 µs" {
		t.Errorf("%+v", list)
	}
}

// TestE14Wakes: threads that yield to each other, or that the scheduler lets take
// turns, hand nothing over.
func TestE14Wakes(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0us 5000us\nos linux\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\n0us cpu0 switch idle 1 preempt\n")
	for k := range 400 {
		fmt.Fprintf(&b, "%dus cpu0 switch %d %d yield\n", 10*(k+1), 1+k%2, 2-k%2)
	}
	if list := only(t, parse(t, "yields", b.String()), "E14"); len(list) > 0 {
		t.Errorf("found: %s", list[0].Sentence)
	}
}

// TestE14Share: round trips that take a small part of the window cost little.
func TestE14Share(t *testing.T) {
	tr := pingPong(t, 120, 10, true) // 2.4 ms of 2.52 ms
	for _, test := range []struct {
		share float64
		found bool
	}{{94, true}, {96, false}} {
		limits, err := findings.NewLimits().With("E14.share", test.share)
		if err != nil {
			t.Fatal(err)
		}
		list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{"E14"}, Limits: limits})
		if err != nil || test.found != (len(list) == 1) {
			t.Errorf("%v %%: %+v, %v", test.share, list, err)
		}
	}
}
