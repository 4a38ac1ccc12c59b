package findings_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// woken has thread 1, named by, wake five threads every 20 ms, four times. They have waited since
// they last ran, run for some time and wait again; the last of them stop with some time between them.
func woken(t *testing.T, by string, run, spread int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 6\nspan 0ms 100ms\nos linux\nprocess 9 app target\n")
	fmt.Fprintf(&b, "thread 1 pid=9 name=%q\n", by)
	for k := 1; k <= 5; k++ {
		fmt.Fprintf(&b, "thread %d pid=9\n", k+1)
	}
	b.WriteString("0us cpu0 switch idle 1 wait\n")
	for k := 1; k <= 5; k++ {
		fmt.Fprintf(&b, "0us cpu%d switch idle %d wait\n%dus cpu%d switch %d idle wait sub=Futex\n", k, k+1, 50+k*spread, k, k+1)
	}
	for n := 1; n <= 4; n++ {
		for k := 1; k <= 5; k++ {
			at := 20000*n + 10*k
			fmt.Fprintf(&b, "%dus cpu0 wake %d ctx=thread\n%dus cpu%d switch idle %d wait\n", at, k+1, at+5, k, k+1)
			fmt.Fprintf(&b, "%dus cpu%d switch %d idle wait sub=Futex\n", at+5+run+k*spread, k, k+1)
		}
	}
	return parse(t, "woken", b.String())
}

// TestE13Herd: five threads are woken together and wait again after 30 µs; not if
// they continue to run, as after a barrier.
func TestE13Herd(t *testing.T) {
	list := only(t, woken(t, "main", 30, 0), "E13")
	if len(list) != 1 || list[0].Cost != 4*5*30e3 || len(list[0].Threads) != 6 || !strings.Contains(list[0].Sentence, "woke several threads at once (up to 5), 4 times") {
		t.Errorf("a herd: %+v", list)
	}
	if list := only(t, woken(t, "main", 5000, 0), "E13"); len(list) > 0 {
		t.Errorf("a barrier: %s", list[0].Sentence)
	}
}

// TestE13OneByOne: a thread that itself waits between the wakes, as for a lock that is handed
// over, wakes others one by one; one that only loses its CPU in between, or is interrupted, does
// not.
func TestE13OneByOne(t *testing.T) {
	for _, c := range []struct {
		after     int // number of wakes before something happens to the waker
		out, back string
		found     int
	}{
		{1, "cpu0 switch 1 idle wait sub=Futex", "cpu2 wake 1 ctx=thread", 0}, // three of the four follow
		{2, "cpu0 switch 1 idle wait sub=Futex", "cpu2 wake 1 ctx=thread", 0},
		{3, "cpu0 switch 1 idle wait sub=Futex", "cpu2 wake 1 ctx=thread", 0}, // three of the four are before
		{2, "cpu0 switch 1 idle preempt", "", 1},
		{2, "cpu0 irq %dus isr", "", 1},
	} {
		var b strings.Builder
		b.WriteString("threadlens-trace 1\ncpus 5\nspan 0ms 100ms\nos linux\nprocess 9 app target\n")
		b.WriteString("thread 1 pid=9\nthread 2 pid=9\nthread 3 pid=9\nthread 4 pid=9\nthread 5 pid=9\n0us cpu0 switch idle 1 wait\n")
		for k := 1; k <= 4; k++ {
			fmt.Fprintf(&b, "0us cpu%d switch idle %d wait\n50us cpu%d switch %d idle wait sub=Futex\n", k, k+1, k, k+1)
		}
		for n := 1; n <= 4; n++ {
			for k := 1; k <= 4; k++ {
				at := 20000*n + 40*k
				fmt.Fprintf(&b, "%dus cpu0 wake %d ctx=thread\n", at, k+1)
				if k == c.after {
					fmt.Fprintf(&b, "%dus %s\n", at+3, strings.ReplaceAll(c.out, "%d", fmt.Sprint(at+9)))
				}
				fmt.Fprintf(&b, "%dus cpu%d switch idle %d wait\n", at+5, k, k+1)
				if k == c.after && strings.Contains(c.out, "switch") {
					if c.back != "" {
						fmt.Fprintf(&b, "%dus %s\n", at+10, c.back)
					}
					fmt.Fprintf(&b, "%dus cpu0 switch idle 1 wait\n", at+12)
				}
				fmt.Fprintf(&b, "%dus cpu%d switch %d idle wait sub=Futex\n", at+35, k, k+1)
			}
		}
		if list := only(t, parse(t, c.out, b.String()), "E13"); len(list) != c.found {
			t.Errorf("%s after %d: %+v", c.out, c.after, list)
		}
	}
}

// TestE13Others: a thread of a runtime that wakes those of a collector does not make a
// herd.
func TestE13Others(t *testing.T) {
	if list := only(t, woken(t, "GC Thread#0", 30, 0), "E13"); len(list) > 0 {
		t.Errorf("a collector: %s", list[0].Sentence)
	}
}

// TestE13InTurns: if threads take turns and each wakes all others at the end of its own,
// the finding is that they take turns.
func TestE13InTurns(t *testing.T) {
	p := newPlay(5, 5, 102*ms)
	for tid := 1; tid <= 5; tid++ {
		p.run(tid-1, tid, 0, us, "wait sub=Futex")
	}
	for k := range model.Time(100) {
		at, owner := (k+1)*ms, int(k%5)
		p.put(at, owner, owner+1, "")
		for tid := 1; tid <= 5; tid++ {
			if tid != owner+1 {
				p.event(at+900*us, owner, "wake %d ctx=thread to=%d", tid, tid-1)
				p.run(tid-1, tid, at+900*us, at+910*us, "wait sub=Futex")
			}
		}
		p.put(at+950*us, owner, 0, "wait sub=Futex")
	}
	missed(t, p, "E13")
}

// TestE13Hops: a thread that waits for two other things before it waits for the same
// again found nothing to do; one that waits for three may have done something.
func TestE13Hops(t *testing.T) {
	for others, want := range map[int]int{0: 1, 1: 1, 2: 1, 3: 0} {
		p := newPlay(6, 6, 100*ms)
		p.put(0, 0, 1, "")
		for n := range model.Time(5) {
			for tid := 2; tid <= 6; tid++ {
				at := n*20*ms + model.Time(tid)*us
				if n > 0 {
					p.event(at, 0, "wake %d ctx=thread to=%d", tid, tid-1)
				}
				for range others {
					p.run(tid-1, tid, at, at+5*us, "wait sub=Lock")
					at += 10 * us
					p.event(at, tid-1, "wake %d ctx=timer to=%d", tid, tid-1)
				}
				p.run(tid-1, tid, at, at+5*us, "wait sub=Futex")
			}
		}
		list := only(t, p.trace(t), "E13")
		if len(list) != want || want > 0 && list[0].Cost != model.Time(4*5*(others+1))*5*us {
			t.Errorf("%d other waits: %+v", others, list)
		}
	}
}

// collected is a program of two threads that run for 8 of 10 ms, ten times; then they wait
// until the first one, which works meanwhile, wakes them.
func collected(by string) *play {
	p := newPlay(4, 0, 100*ms)
	p.head += fmt.Sprintf("thread 1 pid=1 name=%q\nthread 2 pid=1 name=alloc-0\nthread 3 pid=1 name=alloc-1\n", by)
	for k := range model.Time(10) {
		at := k * 10 * ms
		for tid := 2; tid <= 3; tid++ {
			p.run(tid-1, tid, at, at+8*ms, "wait sub=Futex")
			p.event(at+10*ms-us, 0, "wake %d ctx=thread to=%d", tid, tid-1)
		}
		p.run(0, 1, at+8*ms, at+10*ms-us+1, "wait sub=Futex")
	}
	return p
}

// TestE17StopTheWorld: threads that wait until one of a runtime wakes them are stopped,
// unless one of them runs, or the runtime's thread does nothing; what its compilers do
// does not matter.
func TestE17StopTheWorld(t *testing.T) {
	f := found(t, collected("VM Thread"), "E17", findings.Warning, "VM Thread 1 stopped app (pid 1) for 20.0 ms of 100 ms (20.0%), in 10 pauses of up to 2.00 ms.")
	if f.Cost != 10*(2*ms-us) || len(f.Threads) != 1 {
		t.Errorf("cost %d, threads %v", f.Cost, f.Threads)
	}
	missed(t, collected("main"), "E17") // a producer wakes its consumers like this
	for name, want := range map[string]int{"alloc-2": 0, "C2 CompilerThre": 1, "other": 1} {
		p := collected("VM Thread")
		p.head += fmt.Sprintf("thread 4 pid=1 name=%q\n", name)
		for k := range model.Time(10) { // it runs in the pauses, and is stopped for 100 µs between
			p.run(3, 4, k*10*ms+5*ms, k*10*ms+9900*us, "wait sub=Futex")
			if name != "other" {
				p.event(k*10*ms+10*ms-us, 0, "wake 4 ctx=thread to=3")
			}
		}
		list := only(t, p.trace(t), "E17")
		if len(list) != want {
			t.Errorf("%s: %+v", name, list)
		}
	}
	idle := newPlay(2, 0, 100*ms)
	idle.head += "thread 1 pid=1 name=\"VM Thread\"\nthread 2 pid=1 name=app\n"
	for k := range model.Time(10) {
		idle.run(1, 2, k*10*ms, k*10*ms+8*ms, "wait sub=Futex")
		idle.event(k*10*ms+10*ms-us, 0, "wake 2 ctx=thread to=1")
		idle.run(0, 1, k*10*ms+10*ms-2*us, k*10*ms+10*ms-us+1, "wait sub=Futex")
	}
	missed(t, idle, "E17")
	g1 := collected("VM Thread")
	g1.head += "thread 5 pid=1 name=\"GC Thread#0\"\nthread 6 pid=1 name=\"G1 Service\"\n"
	g1.run(3, 5, 8*ms, 9*ms, "wait sub=Futex")
	found(t, g1, "E17", findings.Warning, "G1 (VM Thread 1, GC Thread#0 5) stopped app (pid 1) for 20.0 ms of 100 ms (20.0%), in 10 pauses")
}

// stopsByEvents is a program whose runtime records n times that it stops all
// managed threads for a time.
func stopsByEvents(n int, length, end model.Time) *play {
	p := newPlay(1, 1, end)
	p.put(0, 0, 1, "")
	for k := range model.Time(n) {
		p.event(10*ms*(k+1), 0, "mark 1 begin %q", model.RuntimeStop)
		p.event(10*ms*(k+1)+length, 0, "mark 1 end %q", model.RuntimeStop)
	}
	return p
}

// TestE17Events: the .NET runtime records that it stops all managed threads three
// times, for 2 ms each; not twice, and not for 0.9 ms.
func TestE17Events(t *testing.T) {
	for _, test := range []struct {
		n      int
		length model.Time
		found  bool
	}{{3, 2 * ms, true}, {2, 2 * ms, false}, {3, 900 * us, false}} {
		p := stopsByEvents(test.n, test.length, 100*ms)
		if !test.found {
			missed(t, p, "E17")
			continue
		}
		f := found(t, p, "E17", findings.Warning, "1 stopped app (pid 1) for 6.00 ms of 100 ms (6.0%), in 3 pauses of up to 2.00 ms.")
		if f.Cost != 6*ms {
			t.Errorf("cost %d", f.Cost)
		}
	}
	for end, want := range map[model.Time]int{120 * ms: 1, 121 * ms: 0} { // 5 % of the window, or less
		if list := only(t, stopsByEvents(3, 2*ms, end).trace(t), "E17"); len(list) != want {
			t.Errorf("6 ms of %d: %+v", end, list)
		}
	}
}

// sampled is a thread that runs for 20 ms with a sample every ms, in a function
// that spins except for every n-th.
func sampled(t *testing.T, name string, but int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ms 30ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=busy\nstack 1 %q\nstack 2 \"app!work\"\n0us cpu0 switch idle 1 wait\n", name)
	for k := 1; k <= 20; k++ {
		stack := 1
		if k%but == 0 {
			stack = 2
		}
		fmt.Fprintf(&b, "%dus cpu0 sample 1 stack=%d\n", 1000*k-500, stack)
	}
	b.WriteString("20000us cpu0 switch 1 idle wait sub=Futex\n")
	return parse(t, "sampled", b.String())
}

// yields is a thread that yields every few µs for 20 ms and runs again after 2 µs.
func yields(t *testing.T, every int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 20ms\nos linux\nprocess 9 app target\nprocess 8 other other\nthread 1 pid=9 name=busy\nthread 2 pid=8\n0us cpu0 switch idle 1 wait\n")
	for at := every; at < 20000; at += every {
		fmt.Fprintf(&b, "%dus cpu0 switch 1 2 yield\n%dus cpu0 switch 2 1 wait sub=Sleep\n", at, at+2)
	}
	return parse(t, "yields", b.String())
}

// TestE12Spinning: nine of ten samples are of a function that spins; not half of them,
// and not those of a tight loop that only computes.
func TestE12Spinning(t *testing.T) {
	list := only(t, sampled(t, "app!spin_wait", 10), "E12")
	if len(list) != 1 || list[0].Cost < 17e6 || !strings.Contains(list[0].Sentence, "busy 1 ran in functions that do nothing but spin, for") {
		t.Errorf("spinning: %+v", list)
	}
	if list := only(t, sampled(t, "app!spin_wait", 2), "E12"); len(list) > 0 {
		t.Errorf("half of it: %s", list[0].Sentence)
	}
	for _, name := range []string{"app!multiply", "kernel!_raw_spin_unlock_irqrestore"} {
		if list := only(t, sampled(t, name, 10), "E12"); len(list) > 0 {
			t.Errorf("%s: %s", name, list[0].Sentence)
		}
	}
	if list := only(t, yields(t, 500), "E12"); len(list) != 1 || !strings.Contains(list[0].Sentence, "got it back after a median of 2.00 µs") {
		t.Errorf("yields: %+v", list)
	}
	if list := only(t, yields(t, 5000), "E12"); len(list) > 0 {
		t.Errorf("few yields: %s", list[0].Sentence)
	}
}

// TestE12FewSamples: two samples of a function that spins, 12 ms apart, prove nothing;
// three do.
func TestE12FewSamples(t *testing.T) {
	for n, want := range map[int]int{2: 0, 3: 1} {
		var b strings.Builder
		b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 50ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=busy\nstack 1 \"app!spin_wait\"\n0us cpu0 switch idle 1 wait\n")
		for k := range n {
			fmt.Fprintf(&b, "%dms cpu0 sample 1 stack=1\n", 12*k+1)
		}
		b.WriteString("40ms cpu0 switch 1 idle wait sub=Futex\n")
		if list := only(t, parse(t, "few", b.String()), "E12"); len(list) != want {
			t.Errorf("%d samples: %+v", n, list)
		}
	}
}

// looping is a thread that three times runs for 20 ms in a loop of its own, then 10 ms
// in other functions, with a sample every ms; the other thread leaves its CPU at some
// times in each, for 20 µs.
func looping(t *testing.T, size, rounds int, leaves ...int) *model.Trace {
	t.Helper()
	return loopingUnder(t, "", size, rounds, leaves...)
}

// loopingUnder is looping with further frames on top of all stacks.
func loopingUnder(t *testing.T, top string, size, rounds int, leaves ...int) *model.Trace {
	t.Helper()
	var stops [][2]int
	for _, at := range leaves {
		stops = append(stops, [2]int{at, at + 20})
	}
	return loopingBeside(t, top, size, rounds, stops)
}

// loopingBeside is loopingUnder in which the other thread leaves its CPU from one time to
// another.
func loopingBeside(t *testing.T, top string, size, rounds int, stops [][2]int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 100ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=busy\nthread 2 pid=9\n")
	for k := range 30 {
		at := 0x4000 + k%4*size/4
		if k >= 20 {
			at = 0x9000 + k*0x100
		}
		fmt.Fprintf(&b, "stack %d %s\"app!f%d\" at=%#x \"app!main\"\n", k+1, top, k/20, at)
	}
	events := []line{{0, "cpu0 switch idle 1 wait"}, {0, "cpu1 switch idle 2 wait"}}
	for n := range rounds {
		from := 30_000 * n
		for _, stop := range stops {
			events = append(events, line{model.Time(from + stop[0]), "cpu1 switch 2 idle wait sub=Sleep"}, line{model.Time(from + stop[1]), "cpu1 switch idle 2 wait"})
		}
		for k := range 30 {
			events = append(events, line{model.Time(from + 1000*k + 500), fmt.Sprintf("cpu0 sample 1 stack=%d", k+1)})
		}
	}
	events = append(events, line{model.Time(30_000*rounds + 500), "cpu0 switch 1 idle wait sub=Sleep"})
	slices.SortStableFunc(events, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	for _, e := range events {
		fmt.Fprintf(&b, "%dus %s\n", e.at, e.text)
	}
	return parse(t, "looping", b.String())
}

// TestE12SeenLate: a thread that returns to a CPU that was idle, without a recorded wake, may
// have been there up to two samples before it is noticed, and so before a loop is left.
func TestE12SeenLate(t *testing.T) {
	for in, want := range map[int]int{20_400: 1, 22_499: 1, 22_500: 0} {
		tr := loopingBeside(t, "", 32, 3, [][2]int{{2_000, in}})
		if list := findWith(t, tr, nil, model.Range{}, "E12"); len(list) != want {
			t.Errorf("seen at %d µs: %+v", in, list)
		}
	}
}

// TestE12InPlace: a loop that a thread leaves when the other one stops is one that
// waits for it; not one that it leaves by itself, nor next to a thread that stops all
// the time, nor a large loop, nor if that happens only twice.
func TestE12InPlace(t *testing.T) {
	list := only(t, looping(t, 32, 3, 19_700), "E12")
	if len(list) != 1 || list[0].Cost != 3*19*ms || !strings.Contains(list[0].Sentence, "busy 1 ran in one small loop in app!f0 for 57.0 ms") {
		t.Errorf("waits for the other: %+v", list)
	}
	// Inside the kernel it is known by where the program's own code made the call.
	if list := only(t, loopingUnder(t, "\"kernel!tick\" kernel=1 \"kernel!entry\" kernel=1 ", 32, 3, 19_700), "E12"); len(list) != 1 || !strings.Contains(list[0].Sentence, "in app!f0 for 57.0 ms") {
		t.Errorf("interrupted: %+v", list)
	}
	var often []int
	for at := 300; at < 30_000; at += 900 {
		often = append(often, at)
	}
	for name, tr := range map[string]*model.Trace{
		"ends by itself": looping(t, 32, 3, 9_700), "nobody acts": looping(t, 32, 3), "the other stops all the time": looping(t, 32, 3, often...),
		"a large loop": looping(t, 4000, 3, 19_700), "only twice": looping(t, 32, 2, 19_700),
	} {
		if list := only(t, tr, "E12"); len(list) > 0 {
			t.Errorf("%s: %s", name, list[0].Sentence)
		}
	}
}

// TestE12Barrier: threads that compute in loops and meet at a barrier stop together;
// none of them leaves a loop that waits.
func TestE12Barrier(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 100ms\nos linux\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\nstack 1 \"app!sum\" at=0x4000\n")
	for n := range 4 {
		at := 25_000 * n
		for cpu := range 2 {
			fmt.Fprintf(&b, "%dus cpu%d switch idle %d wait\n", at, cpu, cpu+1)
		}
		for k := range 20 {
			for cpu := range 2 {
				fmt.Fprintf(&b, "%dus cpu%d sample %d stack=1\n", at+1000*k+500, cpu, cpu+1)
			}
		}
		for cpu := range 2 {
			fmt.Fprintf(&b, "%dus cpu%d switch %d idle wait sub=Futex\n", at+20_000+10*cpu, cpu, cpu+1)
		}
	}
	if list := only(t, parse(t, "barrier", b.String()), "E12"); len(list) > 0 {
		t.Errorf("found: %s", list[0].Sentence)
	}
}

// storm are two threads on one CPU that n times run for some µs and leave it to the
// other.
func storm(t *testing.T, run, n int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\n0us cpu0 switch idle 1 preempt\n0us cpu0 exists 2 state=waiting\n0us cpu0 wake 2 ctx=timer\n")
	for k := range n {
		fmt.Fprintf(&b, "%dus cpu0 switch %d %d preempt\n", (k+1)*run, 1+k%2, 2-k%2)
	}
	return parse(t, "storm", b.String())
}

// TestE12Storm: two threads on one CPU that each run for some µs and then leave it to
// the other, which was queued, yield; not if each runs for a time slice, nor for less
// than 5 ms in total.
func TestE12Storm(t *testing.T) {
	for _, test := range []struct {
		run, n int // µs, times
		found  bool
	}{{5, 1100, true}, {5, 900, false}, {250, 200, false}} {
		list := only(t, storm(t, test.run, test.n), "E12")
		if test.found != (len(list) == 2) || !test.found && len(list) > 0 {
			t.Errorf("%d times %d µs: %+v", test.n, test.run, list)
		} else if test.found && !strings.Contains(list[0].Sentence, "yielded its CPU") {
			t.Errorf("%s", list[0].Sentence)
		}
	}
}
