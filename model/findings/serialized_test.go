package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// single is a thread that works until an instant, after which another does for 5 ms.
func single(until model.Time) *play {
	p := newPlay(2, 2, 100*ms)
	p.run(0, 1, 0, until, "wait")
	p.run(0, 2, until, until+5*ms, "wait")
	return p
}

// behind is a thread that works for 90 of 100 ms, for which another waits for a time.
func behind(wait model.Time) *play {
	p := newPlay(2, 2, 100*ms)
	p.put(0, 0, 1, "")
	p.run(1, 2, 0, ms, "wait sub=Futex")
	p.event(ms+wait, 0, "wake 2 ctx=thread to=1")
	p.run(1, 2, ms+wait, ms+wait+us, "wait sub=Sleep")
	p.put(90*ms, 0, 0, "wait sub=Sleep")
	return p
}

// TestE1SingleThreaded: a thread that runs for nine tenths of the window while the other
// CPU is free; not one that runs for less, that has the only CPU, or next to which
// others have the remaining CPUs.
func TestE1SingleThreaded(t *testing.T) {
	f := found(t, single(90*ms), "E1", findings.Warning, "1 ran for 90.0% of the window, 90.0 ms of it while a CPU was free.", "Other threads: 5.00 ms")
	if f.Cost != 90*ms || len(f.Threads) != 1 || f.Name() != "Single-threaded" {
		t.Errorf("%s, cost %d, threads %v", f.Name(), f.Cost, f.Threads)
	}
	missed(t, single(90*ms-1), "E1")
	alone := newPlay(1, 1, 100*ms)
	alone.put(0, 0, 1, "")
	missed(t, alone, "E1")
	for other, want := range map[string]int{"process 98 other": 0, "process 98 perf recorder": 1} {
		p := newPlay(2, 1, 100*ms)
		p.head += strings.Replace(other, " recorder", "\nrecorder 98", 1) + "\nthread 50 pid=98\n"
		p.put(0, 0, 1, "")
		p.put(0, 1, 50, "")
		if list := only(t, p.trace(t), "E1"); len(list) != want {
			t.Errorf("beside %q: %+v", other, list)
		}
	}
}

// TestE1Spins: a thread that runs all the time, but spins for half of it, is also
// reported as spinning; not if it is less than half.
func TestE1Spins(t *testing.T) {
	for samples, want := range map[int]string{
		51: "1 ran for 100.0% of the window, 100 ms of it while a CPU was free; for 50.0 ms, it did nothing but spin.",
		50: "1 ran for 100.0% of the window, 100 ms of it while a CPU was free.",
	} {
		p := newPlay(2, 1, 100*ms)
		p.head += "stack 1 \"app!spin_wait\"\n"
		p.put(0, 0, 1, "")
		for k := range samples {
			p.event(model.Time(k)*ms+us, 0, "sample 1 stack=1")
		}
		f := found(t, p, "E1", findings.Warning)
		if spins := samples == 51; f.Sentence != want || spins != (f.Name() == "Single-threaded, busy waiting") || spins != strings.HasPrefix(f.Try, "Spin only briefly") {
			t.Errorf("%d samples: %s: %s %s", samples, f.Name(), f.Sentence, f.Try)
		}
	}
}

// TestE1Behind: threads that wait for the thread that runs all the time are named, also
// in another process, but not those that wait for work in the same process, or until the
// end.
func TestE1Behind(t *testing.T) {
	f := found(t, behind(20*ms), "E1", findings.Warning, "while a CPU was free; 2 waited for it.", "Waiter: 2 waited for it 20.0 ms")
	if len(f.Threads) != 2 {
		t.Errorf("threads %v", f.Threads)
	}
	for _, c := range []struct {
		name, sub, pid string
		from, wait     model.Time
		named          bool
	}{
		{"work", "WorkQueue", "1", ms, 20 * ms, false},
		{"a reply of another process", "WorkQueue", "99", ms, 20 * ms, true},
		{"half of the window, but not to the end", "Futex", "1", ms, 50 * ms, true},
		{"half of the window to the end", "Futex", "1", 48 * ms, 50 * ms, false},
		{"less to the end", "Futex", "1", 48 * ms, 50*ms - 1, true},
		{"short of the end", "Futex", "1", ms, 94*ms - 1, true},
		{"to the end", "Futex", "1", ms, 94 * ms, false},
		{"to the end of the process", "Futex", "99", ms, 93 * ms, false},
	} {
		p := newPlay(2, 1, 100*ms)
		p.head += "thread 2 pid=" + c.pid + "\n"
		p.put(0, 0, 1, "")
		p.run(1, 2, c.from-ms, c.from, "wait sub="+c.sub)
		to := c.from + c.wait
		p.event(to, 0, "wake 2 ctx=thread to=1")
		if c.name == "to the end of the process" {
			p.event(to+5*ms, 1, "exit 2")
			p.run(1, 2, to, to+5*ms, "dead")
		} else {
			p.run(1, 2, to, to+us, "wait sub=Sleep")
		}
		if f := only(t, p.trace(t), "E1"); len(f) != 1 || strings.Contains(f[0].Sentence, "2 waited for it") != c.named {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// inTurns are two threads that each run for a ms while the other does not.
func inTurns(out, wake string) *play {
	const hold = ms
	p := newPlay(2, 2, 100*hold)
	for k := range 100 {
		at, tid := model.Time(k)*hold, 1+k%2
		if k > 0 && wake != "" {
			p.event(at-10*us, tid%2, "wake %d %s", tid, wake)
		}
		p.put(at, tid%2, 0, out)
		p.put(at, 1-tid%2, tid, "")
	}
	return p
}

// TestE1Turns: two threads that wake each other in turn; not if a timer wakes them, or
// nothing recorded, or if both are runnable.
func TestE1Turns(t *testing.T) {
	f := found(t, inTurns("wait sub=Futex", "ctx=thread"), "E1", findings.Problem,
		"1 and 2 take turns (2 threads): on average 1.00 are active at a time while the others wait for their turn at a futex, which acts like a lock. The active thread runs for 100.0% of its time (100 ms).",
		"Active: 1.00 of 2 threads on average, counting only the time in which at least one is active (100.0% of the window)", "Mutual waits: 98.0 ms total of 99 waits", "Reason: Futex 99.0% of the threads' wait time for each other had this reason")
	if f.Cost != 99*990*us || len(f.Threads) != 2 || f.Name() != "Taking turns" {
		t.Errorf("%s, cost %d, threads %v", f.Name(), f.Cost, f.Threads)
	}
	missed(t, inTurns("wait sub=Sleep", "ctx=timer"), "E1")
	missed(t, inTurns("wait sub=Futex", ""), "E1")
	missed(t, inTurns("preempt", ""), "E1")
	for cpus, want := range map[int]int{1: 0, 2: 1} { // with one CPU nothing else could run
		p := newPlay(cpus, 2, 100*ms)
		for k := range model.Time(100) {
			if k > 0 {
				p.event(k*ms-us, 0, "wake %d ctx=thread to=0", 1+k%2)
			}
			p.put(k*ms, 0, int(1+k%2), "wait sub=Futex")
		}
		if list := only(t, p.trace(t), "E1"); len(list) != want {
			t.Errorf("%d CPUs: %+v", cpus, list)
		}
	}
}

// TestE1QueuesBesideLosses: queues are left out of turns only if they are certainly short,
// whatever lost events hide. Hidden time itself may or may not be in turns.
func TestE1QueuesBesideLosses(t *testing.T) {
	for limit, want := range map[float64][2]string{2: {"1.00 are active at a time", "1.02 are active at a time"}, 5: {"1.00 are active at a time", "1.01 are active at a time"}} {
		for i, lost := range []bool{false, true} {
			p := inTurns("wait sub=Futex", "ctx=thread")
			if lost {
				p.event(50*ms+100*us, 0, "loss %dus", 50*1000+900)
				p.event(50*ms+100*us, 1, "loss %dus", 50*1000+900)
			}
			list := findWith(t, p.trace(t), map[string]float64{"E1.queued": limit}, model.Range{}, "E1")
			if len(list) != 1 || !strings.Contains(list[0].Sentence, want[i]) {
				t.Errorf("up to %v %%, lost %v: %v, want %s", limit, lost, list, want[i])
			}
		}
	}
}

// inVain are three threads that take turns of a ms while another program has the other CPU:
// the thread that has the turn wakes both others, which queue, run for a time and wait
// again.
func inVain(run model.Time) *play {
	p := newPlay(2, 3, 100*ms)
	p.head += "thread 50 pid=99\n"
	p.put(0, 1, 50, "")
	for k := range 100 {
		at, turn := model.Time(k)*ms, 1+k%3
		p.put(at, 0, turn, "wait sub=Futex")
		for i := range 2 {
			tid := 1 + (k+1+i)%3
			p.event(at+100*us, 0, "wake %d ctx=thread", tid)
			p.put(at+model.Time(600+200*i)*us, 1, tid, "preempt")
			p.put(at+model.Time(600+200*i)*us+run, 1, 50, "wait sub=Futex")
		}
		p.event(at+ms-10*us, 0, "wake %d ctx=thread", 1+(k+1)%3)
	}
	return p
}

// TestE1QueuedInVain: a thread that queues only to find that it is not its turn would do
// nothing on another CPU; one that then works would.
func TestE1QueuedInVain(t *testing.T) {
	found(t, inVain(100*us-1), "E1", findings.Problem, "1 … 3 take turns (3 threads): on average 1.00 are active at a time")
	// The 10 µs in the queue before each turn are not in vain, nor is the time before the first
	// mutual wait.
	list := findWith(t, inVain(100*us-1).trace(t), map[string]float64{"E1.queued": 0}, model.Range{}, "E1")
	if len(list) != 1 || !strings.Contains(list[0].Sentence, "1.02 are active at a time") {
		t.Errorf("with the queues: %+v", list)
	}
	missed(t, inVain(100*us), "E1")
}

// handOver are n threads that take turns, 10 times each, for 1 ms, of which they wait
// for the given reason all but 200 µs.
func handOver(n int, reason, ctx string, each func(p *play)) *play {
	p := newPlay(2, n, model.Time(10*n+n)*ms)
	if each != nil {
		each(p)
	}
	for k := range 11 * n {
		at, tid := model.Time(k)*ms, 1+k%n
		if k > 0 {
			p.event(at-us, 0, "wake %d ctx=thread to=0", tid)
		}
		p.put(at, 0, tid, "wait sub=Semaphore")
		p.put(at+100*us, 0, 0, "wait sub="+reason)
		p.event(at+900*us, 0, "wake %d %s to=0", tid, ctx)
		p.put(at+900*us, 0, tid, "")
	}
	return p
}

// TestE1Doing: the finding describes what the active thread does while the others wait. If
// it waits for work, they have nothing to do; likewise if it waits for its turn by
// sleeping.
func TestE1Doing(t *testing.T) {
	f := found(t, handOver(3, "Sleep", "ctx=timer", nil), "E1", findings.Problem, "1 … 3 take turns (3 threads)", "The active thread sleeps for ")
	if !strings.Contains(f.Try, "sleep") {
		t.Errorf("%s", f.Try)
	}
	found(t, handOver(3, "File", "ctx=blockdone", nil), "E1", findings.Problem, "The active thread waits for I/O for ")
	missed(t, handOver(3, "WorkQueue", "ctx=netrx", nil), "E1")
	one := handOver(3, "Sleep", "ctx=timer", func(p *play) { p.head = strings.Replace(p.head, "cpus 2", "cpus 1", 1) })
	one.events = slices.DeleteFunc(one.events, func(l line) bool { return strings.Contains(l.text, " cpu1 ") })
	found(t, one, "E1", findings.Problem, "sleeps") // needs no second CPU
}

// TestE1Names: threads are named, numbered ones together; processes as processes.
func TestE1Names(t *testing.T) {
	found(t, handOver(6, "Sleep", "ctx=timer", func(p *play) {
		for i := range 6 {
			p.event(0, 0, "name %d hot-%d", i+1, i)
		}
	}), "E1", findings.Problem, "hot-0 … hot-5 take turns (6 threads)")
	found(t, handOver(4, "Sleep", "ctx=timer", func(p *play) {
		for i := 1; i <= 4; i++ {
			p.head = strings.Replace(p.head, fmt.Sprintf("thread %d pid=1\n", i), fmt.Sprintf("process %d server target\nthread %d pid=%d name=server\n", 10+i, i, 10+i), 1)
		}
	}), "E1", findings.Problem, "server 1 … 4 take turns (4 processes)")
}

// withMain is like inTurns, but every tenth turn is given by a main thread, which one of
// the two wakes for that.
func withMain(names bool) *play {
	p := newPlay(3, 3, 300*ms)
	if names {
		p.head = strings.Replace(p.head, "thread 1 pid=1\nthread 2 pid=1\nthread 3 pid=1\n", "thread 1 pid=1 name=hot-0\nthread 2 pid=1 name=hot-1\nthread 3 pid=1 name=main\n", 1)
	}
	for k := range 300 {
		at, tid := model.Time(k)*ms, 1+k%2
		switch {
		case k == 0:
		case k%10 == 0:
			p.event(at-30*us, tid%2, "wake 3 ctx=thread to=2")
			p.put(at-30*us, 2, 3, "")
			p.event(at-10*us, 2, "wake %d ctx=thread", tid)
			p.put(at-9*us, 2, 0, "wait sub=Futex")
		default:
			p.event(at-10*us, tid%2, "wake %d ctx=thread", tid)
		}
		p.put(at, tid%2, 0, "wait sub=Futex")
		p.put(at, 1-tid%2, tid, "")
	}
	return p
}

// TestE1Members: a thread that only gives the others their turns now and then is not
// part of the circle, whether or not the others have a name in common.
func TestE1Members(t *testing.T) {
	for _, names := range []bool{true, false} {
		tr := withMain(names).trace(t)
		list := only(t, tr, "E1")
		if len(list) != 1 || len(list[0].Threads) != 2 || slices.Contains(tids(tr, &list[0]), 3) {
			t.Errorf("%v: %+v", names, list)
		}
	}
}

// askingAgain are two threads that hold a lock for 10 ms each, for which the other waits
// with a limit of 5 ms, then runs for 20 µs, and waits again, for the second lock.
func askingAgain(second string) *play {
	const hold = 10 * ms
	p := newPlay(2, 2, 30*hold)
	for k := range 30 {
		at, owner := model.Time(k)*hold, k%2
		other := 1 - owner
		p.put(at, owner, owner+1, "")
		if k > 0 {
			p.event(at, owner, "call %d exit futex ret=0", owner+1)
		}
		p.put(at, other, other+1, "")
		for i := range model.Time(2) {
			from := at + us + i*(5*ms+20*us)
			word := "0x10"
			if i == 1 {
				word = second
			}
			p.event(from, other, "call %d enter futex uaddr=%s arg2=137 arg3=2", other+1, word)
			p.put(from, other, 0, "wait linux=S")
			if i == 0 {
				p.event(from+5*ms, other, "wake %d ctx=timer to=%d", other+1, other)
				p.put(from+5*ms, other, other+1, "")
				p.event(from+5*ms, other, "call %d exit futex ret=-110", other+1)
			}
		}
		p.event(at+hold-us, owner, "wake %d ctx=thread to=%d", other+1, other)
	}
	return p
}

// TestE1AskingAgain: waits for one lock that time out and are repeated are one wait, also
// if the second is for the mutex of a condition, which is next to it in memory.
func TestE1AskingAgain(t *testing.T) {
	found(t, askingAgain("0x10"), "E1", findings.Problem, "1 and 2 take turns (2 threads): on average 1.00 are active at a time while the others wait for one lock, futex 0x10, mostly by retrying after a timeout.", "Retried waits: 30 waits")
	found(t, askingAgain("0x68"), "E1", findings.Problem, "1.00 are active at a time", "Retried waits: 30 waits")
	missed(t, askingAgain("0x69"), "E1")
}

// TestE1UnfairLock: threads of one name, one of which nearly always has the turn, are
// reported to take turns; among others, a thread that helps another one is not.
func TestE1UnfairLock(t *testing.T) {
	for names, want := range map[string]int{"hot-0 hot-1": 1, "main helper": 0} {
		a, b, _ := strings.Cut(names, " ")
		p := newPlay(2, 0, 201*ms)
		p.head += fmt.Sprintf("thread 1 pid=1 name=%s\nthread 2 pid=1 name=%s\n", a, b)
		p.put(0, 0, 1, "")
		p.run(1, 2, 0, us, "wait sub=Futex")
		for k := model.Time(1); k <= 20; k++ { // in 10 ms, the second has the turn for 300 µs
			p.event(k*10*ms, 0, "wake 2 ctx=thread to=1")
			p.put(k*10*ms, 0, 0, "wait sub=Futex")
			p.put(k*10*ms, 1, 2, "")
			p.event(k*10*ms+300*us, 1, "wake 1 ctx=thread to=0")
			p.put(k*10*ms+300*us, 1, 0, "wait sub=Futex")
			p.put(k*10*ms+300*us, 0, 1, "")
		}
		if list := only(t, p.trace(t), "E1"); (len(list) > 0 && list[0].Name() == "Taking turns") != (want == 1) {
			t.Errorf("%s: %+v", names, list)
		}
	}
}

// TestE1Limited: a wait for others that times out is not a sleep by which a thread keeps
// the others from working: there is nothing to do.
func TestE1Limited(t *testing.T) {
	missed(t, handOver(3, "FutexTimeout", "ctx=timer", nil), "E1")
}

// endless are two threads that take turns of 10 ms each; the waiting one has a limit of 5 ms,
// whose expiry has no recorded wake, and continues as last defines: woken by the other one,
// woken just before it would wait again, or without being woken.
func endless(last string) *play {
	const hold = 10 * ms
	p := newPlay(2, 2, 30*hold)
	for k := range 30 {
		at, owner := model.Time(k)*hold, k%2
		other := 1 - owner
		p.put(at, owner, owner+1, "")
		p.put(at, other, other+1, "")
		wait := func(from model.Time) {
			p.event(from, other, "call %d enter futex uaddr=0x10 arg2=137 arg3=0", other+1)
			p.put(from, other, 0, "wait linux=S")
		}
		wait(at + us)
		p.put(at+5*ms, other, other+1, "")
		switch last {
		case "woken":
			wait(at + 5*ms + 20*us)
			p.event(at+hold-us, owner, "wake %d ctx=thread to=%d", other+1, other)
		case "before":
			p.event(at+5*ms+20*us, other, "call %d enter futex uaddr=0x10 arg2=137 arg3=0", other+1)
			p.event(at+5*ms+21*us, owner, "wake %d ctx=thread to=%d", other+1, other)
			p.put(at+5*ms+22*us, other, 0, "wait linux=S")
		}
	}
	return p
}

// TestE1Endless: a wait for a lock without a known end, which is repeated immediately, is
// one wait with the next, also if the wake comes just before that.
func TestE1Endless(t *testing.T) {
	for last, want := range map[string]string{"woken": "Retried waits: 30 waits", "before": "Mutual waits: 145 ms total of 29 waits"} {
		f := found(t, endless(last), "E1", findings.Problem, "1 and 2 take turns (2 threads)", want)
		if f.Cost < 140*ms {
			t.Errorf("%s: cost %d", last, f.Cost)
		}
	}
}

// TestE1LastWait: a thread that waits until the end of the trace has done its work: it is
// no longer active.
func TestE1LastWait(t *testing.T) {
	p := inTurns("wait sub=Futex", "ctx=thread")
	p.head = strings.Replace(p.head, "span 0ns 100000000ns", "span 0ns 190000000ns", 1)
	p.put(100*ms, 0, 0, "wait sub=Futex")
	p.put(100*ms, 1, 0, "wait sub=Futex")
	found(t, p, "E1", findings.Problem, "1.00 are active at a time", "at least one is active (52.6% of the window)")
}

// TestE1Parked: a thread that waits for most of the window until its program ends is not
// active in it, whatever ends that wait.
func TestE1Parked(t *testing.T) {
	p := inTurns("wait sub=Futex", "ctx=thread")
	p.head = strings.Replace(p.head, "span 0ns 100000000ns", "span 0ns 250000000ns", 1)
	p.put(100*ms, 0, 0, "wait sub=Futex")
	p.put(100*ms, 1, 0, "wait sub=Futex")
	p.put(248*ms, 1, 2, "")
	p.event(248*ms, 1, "wake 1 ctx=thread to=0")
	p.put(248*ms, 0, 1, "")
	list := findWith(t, p.trace(t), map[string]float64{"E1.busy": 30}, model.Range{}, "E1")
	if len(list) != 1 || !strings.Contains(list[0].Sentence, "1.00 are active at a time") {
		t.Errorf("%+v", list)
	}
}
