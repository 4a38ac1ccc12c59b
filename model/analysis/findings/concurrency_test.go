package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/analysis/findings"
)

// slotted is a second on 16 processors, in 16 slots of which each tells which
// threads run, each on a processor of its own.
func slotted(slots [16][]int, out string) *play {
	const slot = 62_500 * us
	p := newPlay(16, 16, 16*slot)
	for i, list := range slots {
		at := model.Time(i) * slot
		for _, tid := range list {
			p.put(at, tid-1, tid, "")
		}
		for c := range 16 {
			runs := false
			for _, tid := range list {
				runs = runs || tid == c+1
			}
			if !runs {
				p.put(at, c, 0, out)
			}
		}
	}
	return p
}

// inTurn is application 3 of the measures: in each slot another thread.
func inTurn() (slots [16][]int) {
	for i := range slots {
		slots[i] = []int{i + 1}
	}
	return slots
}

// TestE1Serialized: application 3, in which one thread after the other runs,
// against application 1, in which all do at once.
func TestE1Serialized(t *testing.T) {
	f := found(t, slotted(inTurn(), "wait"), "E1", findings.Warning, "16 threads share the work, but 1.00 ran at once", "Any ran: 100.0%")
	if len(f.Threads) != 16 {
		t.Errorf("%d threads, want 16", len(f.Threads))
	}
	var burst [16][]int
	for c := range 16 {
		burst[4] = append(burst[4], c+1)
	}
	missed(t, slotted(burst, "wait"), "E1")
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

// TestE1Cause: why one thread runs after the other.
func TestE1Cause(t *testing.T) {
	f := found(t, inTurns("wait sub=Futex", "ctx=thread"), "E1", findings.Problem, "2 threads share the work, but 1.00 ran", "mostly they waited for each other", "For each other")
	if f.Cost != 98*990*us {
		t.Errorf("cost %d", f.Cost)
	}
	found(t, inTurns("wait sub=Sleep", "ctx=timer"), "E1", findings.Warning, "mostly they slept")
	found(t, inTurns("wait sub=Futex", "ctx=timer"), "E1", findings.Warning, "something other than each other")
	missed(t, inTurns("preempt", ""), "E1") // who wants to run, but has no CPU, is limited by CPUs
}

// seldomAtOnce are four threads that each run for a quarter of the window, two of them
// together for 13 ms; the last is queued for a time.
func seldomAtOnce(queued model.Time) *play {
	p := newPlay(2, 4, 80*ms)
	p.head += "thread 50 pid=99\n"
	const overlap = 13 * ms // of the first with the second
	p.put(0, 0, 1, "")
	p.run(1, 2, 20*ms-overlap, 40*ms-overlap, "wait sub=Futex")
	p.put(20*ms, 0, 0, "wait sub=Futex")
	p.run(0, 3, 40*ms-overlap, 60*ms-overlap, "wait sub=Futex")
	p.put(60*ms-overlap, 1, 50, "")
	p.event(60*ms-overlap-queued, 1, "wake 4 ctx=timer to=0")
	p.run(0, 4, 60*ms-overlap, 80*ms-overlap, "wait sub=Futex")
	return p
}

// TestE1Chance: four threads that each run for a quarter of the window. By chance 0.46 of
// them beyond the first would run at once while any does; up to 60 % of that they are
// serialized.
func TestE1Chance(t *testing.T) {
	for _, test := range []struct {
		queued model.Time
		found  bool
	}{{5 * ms, true}, {6 * ms, false}} {
		p := seldomAtOnce(test.queued)
		if test.found {
			found(t, p, "E1", findings.Warning, "4 threads share the work, but 1.19 ran at once")
		} else {
			missed(t, p, "E1")
		}
	}
}

// oneByOne are ten threads of which one at a time runs; one of them is queued before.
func oneByOne(queued model.Time) *play {
	p := newPlay(2, 10, 100*ms)
	p.put(0, 0, 1, "")
	for k := 1; k < 10; k++ {
		at := model.Time(k) * 10 * ms
		if k == 5 {
			p.event(at-queued, 1, "wake %d ctx=timer to=0", k+1)
		}
		p.put(at, 0, k+1, "wait sub=Sleep")
	}
	return p
}

// TestE1Demand: threads of which one at a time runs. While one is queued for up to a
// fifth of the demand, they are serialized; above that, the CPUs limit them.
func TestE1Demand(t *testing.T) {
	for _, test := range []struct {
		queued model.Time
		found  bool
	}{{25 * ms, true}, {26 * ms, false}} { // of 100 ms of running
		p := oneByOne(test.queued)
		if test.found {
			found(t, p, "E1", findings.Warning, "10 threads share the work, but 1.00 ran at once")
		} else {
			missed(t, p, "E1")
		}
	}
}

// single is a thread that works until an instant, after which another does for 5 ms.
func single(until model.Time) *play {
	p := newPlay(2, 2, 100*ms)
	p.run(0, 1, 0, until, "wait")
	p.run(0, 2, until, until+5*ms, "wait")
	return p
}

// TestE1SingleThreaded: one thread that does all the work is another finding, and
// none where it seldom does.
func TestE1SingleThreaded(t *testing.T) {
	f := found(t, single(90*ms), "E1", findings.Info, "Single-threaded: 1 did 94.7% of the work; it ran in 95.0% of the window")
	if len(f.Threads) != 1 {
		t.Errorf("threads %v", f.Threads)
	}
	missed(t, single(50*ms), "E1")
}

// queued lets n threads take turns of 10 ms on two processors; the first own of them
// are of the program.
func queued(n, own int) *play {
	p := newPlay(2, own, 160*ms)
	for i := range n {
		if i >= own {
			p.head += fmt.Sprintf("thread %d pid=99\n", i+1)
		}
		p.event(0, i%2, "exists %d state=waiting", i+1)
		p.event(0, i%2, "wake %d ctx=timer to=%d", i+1, i%2)
	}
	for k := range 16 {
		for c := range 2 {
			p.put(model.Time(k)*10*ms, c, 1+(2*k+c)%n, "preempt")
		}
	}
	return p
}

// TestE3Attribution: whose doing it is that threads queue.
func TestE3Attribution(t *testing.T) {
	f := found(t, queued(16, 16), "E3", findings.Problem,
		"16.00 runnable threads on 2 CPUs (800%); 87.5% of the demand for CPU was spent queued, 100.0% of that behind its own threads.",
		"Interrupts: unknown")
	if f.Cost != 14*160*ms {
		t.Errorf("cost %d", f.Cost)
	}
	found(t, queued(16, 4), "E3", findings.Warning, "4.00 runnable threads on 2 CPUs", "behind other processes", "Other processes:")
	missed(t, queued(2, 2), "E3")
}

// TestE3Interrupts: of the CPUs' time the interrupts have some, where they are recorded.
func TestE3Interrupts(t *testing.T) {
	p := queued(16, 16)
	p.head = strings.Replace(p.head, "has switches wakes", "has switches wakes interrupts", 1)
	p.event(100*ms, 1, "irq %dns isr", 116*ms)
	found(t, p, "E3", findings.Problem, "Interrupts: 16.0 ms 5.0% of the CPUs' time, inside the times of those whom they interrupted")
}

// TestE4Names: threads that one thread makes, with names that differ in more than their
// numbers, do different work.
func TestE4Names(t *testing.T) {
	for _, c := range []struct {
		format string
		found  bool
	}{{"worker %d", true}, {"pool-%d#", true}, {"%dth", false}} {
		p := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms)
		for i := range 4 {
			p.event(0, 0, "name %d %q", 10+i, fmt.Sprintf(c.format, i+1))
		}
		if list := only(t, p.trace(t), "E4"); c.found != (len(list) == 1) {
			t.Errorf("%q: %+v", c.format, list)
		}
	}
}

// TestE4Window: what threads do behind the window does not count.
func TestE4Window(t *testing.T) {
	tr := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms).trace(t)
	for to, want := range map[model.Time]int{500 * ms: 1, 350 * ms: 1, 100 * ms: 0} {
		if list := findWith(t, tr, nil, model.Range{To: to}, "E4"); len(list) != want {
			t.Errorf("up to %d: %+v", to, list)
		}
	}
}

// TestE3BehindUnknown: of threads that queue for a CPU of which the trace tells nothing
// it is said that nobody knows who had it.
func TestE3BehindUnknown(t *testing.T) {
	p := queued(16, 16)
	p.head = strings.Replace(p.head, "cpus 2\n", "cpus 3\n", 1)
	for tid := 17; tid <= 20; tid++ {
		p.head += fmt.Sprintf("thread %d pid=1\n", tid)
		p.event(0, 0, "exists %d state=waiting", tid)
		p.event(0, 0, "wake %d ctx=timer to=2", tid)
	}
	// 14 * 160 ms behind each other, 4 * 160 ms nobody knows behind whom.
	f := found(t, p, "E3", findings.Problem, "77.8% of that behind its own threads.",
		"Own threads: 2.24 s 77.8% of the time queued", "Unknown: 640 ms 22.2% of the time queued the trace does not tell who had the CPU")
	if f.Cost != 18*160*ms {
		t.Errorf("cost %d", f.Cost)
	}
}

// unevenPlay lets threads, made by the first one, run for the given times.
func unevenPlay(times ...model.Time) *play {
	p := newPlay(len(times)+1, 1, 500*ms)
	p.put(0, 0, 1, "")
	for i, d := range times {
		tid := 10 + i
		p.event(0, 0, "start %d by=1", tid)
		p.put(us, i+1, tid, "")
		p.put(us+d, i+1, 0, "dead")
	}
	return p
}

// TestE4Uneven: the stair step of 100, 200, 300 and 400 ms.
func TestE4Uneven(t *testing.T) {
	f := found(t, unevenPlay(100*ms, 200*ms, 300*ms, 400*ms), "E4", findings.Warning,
		"4 threads began together, but had from 100 ms to 400 ms of CPU time; an even 250 ms each would end 150 ms sooner.",
		"Imbalance: 37.5%", "3 of 4 threads had ended before the last")
	if f.Cost != 150*ms || len(f.Threads) != 4 {
		t.Errorf("cost %d, threads %v", f.Cost, f.Threads)
	}
	missed(t, unevenPlay(390*ms, 400*ms, 400*ms, 410*ms), "E4")
	missed(t, unevenPlay(100*ms, 400*ms, 400*ms, 400*ms), "E4") // one has less to do: no stair
}

// TestE4Unknown: what a thread did for some time is unknown. The finding holds where all
// of it may have been running, and not where the longest thread may not have run for so
// long.
func TestE4Unknown(t *testing.T) {
	hidden := func(nth int, until model.Time) *play {
		p := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms)
		p.event(until, nth+1, "switch 60 %d preempt", 10+nth) // 60 was not known to run
		return p
	}
	found(t, hidden(0, 50*ms), "E4", findings.Warning, "had from 50.0 ms to 400 ms of CPU time; an even 250 ms each would end 150 ms sooner.")
	missed(t, hidden(3, 350*ms), "E4")
}

// TestE4Gap: a thread of the group may have started where events were lost.
func TestE4Gap(t *testing.T) {
	p := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms)
	p.event(250*ms, 0, "loss %dns", 251*ms)
	p.put(499*ms, 0, 0, "wait")
	missed(t, p, "E4")
}

// TestE4Groups: threads that begin one after the other are no group.
func TestE4Groups(t *testing.T) {
	p := newPlay(2, 1, 1100*ms)
	p.put(0, 0, 1, "")
	at := model.Time(0)
	for i, d := range []model.Time{100 * ms, 200 * ms, 300 * ms, 400 * ms} {
		p.event(at, 0, "start %d by=1", 10+i)
		p.put(at+us, 1, 10+i, "")
		at += d
		p.put(at, 1, 0, "dead")
		at += us
	}
	missed(t, p, "E4")
}

// forks is a main thread that works alone, then together with three others, ten
// times; in the near miss it never works alone.
func forks(alone, together model.Time) *play {
	p := newPlay(4, 4, 10*(alone+together))
	p.put(0, 0, 1, "")
	for k := range model.Time(10) {
		at := k*(alone+together) + alone
		for c := 1; c < 4; c++ {
			p.run(c, c+1, at, at+together, "wait sub=Futex")
		}
	}
	p.put(10*(alone+together)-us, 0, 0, "wait")
	return p
}

// bursts are ten bursts of a main thread alone, with another thread beside it for a moment
// at both ends, and nobody between two bursts.
func bursts(moment model.Time) *play {
	p := newPlay(2, 2, 100*ms)
	for k := range model.Time(10) {
		at := k * 10 * ms
		p.run(0, 1, at, at+2*ms, "wait sub=Sleep")
		p.run(1, 2, at, at+moment, "wait sub=Futex")
		p.run(1, 2, at+2*ms-moment, at+2*ms, "wait sub=Futex")
	}
	return p
}

// TestE15ForkJoin: half of the time serial on four processors is 1.6 times as fast.
func TestE15ForkJoin(t *testing.T) {
	f := found(t, forks(2*ms, 2*ms), "E15", findings.Warning,
		"1 ran alone for 20.0 ms between parallel phases, 9 times", "50.0% of the work is serial", "speed it up 1.60 times")
	if f.Cost != 20*ms || len(f.Evidence) != 9 {
		t.Errorf("cost %d, %d pieces", f.Cost, len(f.Evidence))
	}
	missed(t, forks(200*us, 2*ms), "E15")  // alone for a tenth only
	missed(t, forks(50*us, 100*us), "E15") // too short to be phases
	missed(t, bursts(49*us), "E15")        // nor are moments together, with nothing between them
	found(t, bursts(50*us), "E15", findings.Warning)
	runtime := forks(2*ms, 2*ms)
	runtime.head = strings.Replace(runtime.head, "thread 1 pid=1\n", "thread 1 pid=1 name=\"GC Thread\"\n", 1)
	missed(t, runtime, "E15") // it stops the others
}
