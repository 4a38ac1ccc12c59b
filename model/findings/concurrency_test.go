package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
)

// queued lets n threads take turns of 10 ms on two CPUs; the first own of them
// belong to the program.
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

// TestE3Attribution: which program is responsible for the queueing.
func TestE3Attribution(t *testing.T) {
	f := found(t, queued(16, 16), "E3", findings.Problem,
		"On average, 16.00 threads ran or queued on 2 CPUs (800%). The threads were queued for 87.5% of the time in which they needed a CPU; for 100.0% of the queued time, they were behind the program's own threads.",
		"Interrupts: unknown")
	if f.Cost != 14*160*ms {
		t.Errorf("cost %d", f.Cost)
	}
	found(t, queued(16, 9), "E3", findings.Warning, "On average, 9.00 threads ran or queued on 2 CPUs", "for 50.8% of the queued time, they were behind the program's own threads", "Other processes: 620 ms ran for 49.2%")
	missed(t, queued(16, 8), "E3") // more of it behind other programs
	both := queued(16, 8).trace(t)
	list, err := findings.Find(t.Context(), both, findings.Options{
		Only: []string{"E3"}, Scope: measure.Scope{Target: measure.Target{Procs: []model.ProcIx{both.Threads[0].Proc, both.Threads[15].Proc}}},
	})
	if err != nil || len(list) != 1 || !strings.HasSuffix(list[0].Sentence, "for 100.0% of the queued time, they were behind threads of the target itself.") {
		t.Errorf("two processes are the target: %+v, %v", list, err)
	}
	missed(t, queued(2, 2), "E3")
}

// TestE3Interrupts: interrupts took some of the CPU time, if they are recorded.
func TestE3Interrupts(t *testing.T) {
	p := queued(16, 16)
	p.head = strings.Replace(p.head, "has switches wakes", "has switches wakes interrupts", 1)
	p.event(100*ms, 1, "irq %dns isr", 116*ms)
	found(t, p, "E3", findings.Problem, "Interrupts: 16.0 ms 5.0% of the CPU time, included in the times of the interrupted threads")
}

// TestE4Names: threads that one thread creates, with names that differ in more than
// their numbers, do different work.
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

// TestE4Window: what threads do after the window does not count.
func TestE4Window(t *testing.T) {
	tr := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms).trace(t)
	for to, want := range map[model.Time]int{500 * ms: 1, 350 * ms: 1, 100 * ms: 0} {
		if list := findWith(t, tr, nil, model.Range{To: to}, "E4"); len(list) != want {
			t.Errorf("up to %d: %+v", to, list)
		}
	}
}

// TestE3BehindUnknown: for threads that queue for a CPU about which the trace shows
// nothing, the sentence states that its occupant is unknown.
func TestE3BehindUnknown(t *testing.T) {
	p := queued(16, 16)
	p.head = strings.Replace(p.head, "cpus 2\n", "cpus 3\n", 1)
	for tid := 17; tid <= 20; tid++ {
		p.head += fmt.Sprintf("thread %d pid=1\n", tid)
		p.event(0, 0, "exists %d state=waiting", tid)
		p.event(0, 0, "wake %d ctx=timer to=2", tid)
	}
	// 14 * 160 ms behind each other, 4 * 160 ms behind unknown occupants.
	f := found(t, p, "E3", findings.Problem, "for 77.8% of the queued time, they were behind the program's own threads.",
		"Target threads: 2.24 s ran for 77.8% of the queued time", "Unknown: 640 ms it is unknown who used the CPU for 22.2% of the queued time")
	if f.Cost != 18*160*ms {
		t.Errorf("cost %d", f.Cost)
	}
}

// unevenPlay lets threads, created by the first one, run for the given times.
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
		"4 threads started together but used between 100 ms and 400 ms of CPU time; with an equal share of 250 ms each, they would finish 150 ms sooner.",
		"Imbalance: 37.5%", "3 of 4 threads ended before the last one")
	if f.Cost != 150*ms || len(f.Threads) != 4 {
		t.Errorf("cost %d, threads %v", f.Cost, f.Threads)
	}
	missed(t, unevenPlay(390*ms, 400*ms, 400*ms, 410*ms), "E4")
	missed(t, unevenPlay(100*ms, 400*ms, 400*ms, 400*ms), "E4") // only one has less to do: no stair steps
	missed(t, unevenPlay(ms, 2*ms, 400*ms), "E4")               // helpers of one thread that works
}

// TestE4Unknown: it is unknown what a thread did for some time. The finding holds even
// if it ran all that time, and not if the longest thread may not have run as long.
func TestE4Unknown(t *testing.T) {
	hidden := func(nth int, until model.Time) *play {
		p := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms)
		p.event(until, nth+1, "switch 60 %d preempt", 10+nth) // 60 was not known to run
		return p
	}
	found(t, hidden(0, 50*ms), "E4", findings.Warning, "used between 50.0 ms and 400 ms of CPU time; with an equal share of 250 ms each, they would finish 150 ms sooner.")
	missed(t, hidden(3, 350*ms), "E4")
}

// TestE4Gap: a thread of the group may have started where events were lost.
func TestE4Gap(t *testing.T) {
	p := unevenPlay(100*ms, 200*ms, 300*ms, 400*ms)
	p.event(250*ms, 0, "loss %dns", 251*ms)
	p.put(499*ms, 0, 0, "wait")
	missed(t, p, "E4")
}

// TestE4Groups: threads that start one after the other are not a group.
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

// bursts are ten bursts of a main thread alone, with another thread next to it for a
// moment at both ends, and no thread between two bursts.
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

// TestE15ForkJoin: half of the time serial on four CPUs is 1.6 times as fast.
func TestE15ForkJoin(t *testing.T) {
	f := found(t, forks(2*ms, 2*ms), "E15", findings.Warning,
		"1 ran alone for 20.0 ms in total, between parallel phases (in 9 intervals", "50.0% of the work is serial", "finish the work at most 1.60 times as fast as one CPU")
	if f.Cost != 20*ms || len(f.Evidence) != 9 {
		t.Errorf("cost %d, %d pieces", f.Cost, len(f.Evidence))
	}
	missed(t, forks(200*us, 2*ms), "E15")  // alone for only a tenth
	missed(t, forks(50*us, 100*us), "E15") // too short to be phases
	missed(t, bursts(49*us), "E15")        // nor are moments of joint work, with nothing between them
	found(t, bursts(55*us), "E15", findings.Warning)
	missed(t, forks(100*ms, 2*ms), "E15") // a thread with helpers
	runtime := forks(2*ms, 2*ms)
	runtime.head = strings.Replace(runtime.head, "thread 1 pid=1\n", "thread 1 pid=1 name=\"GC Thread\"\n", 1)
	missed(t, runtime, "E15") // it stops the others
}

// TestE3OnAverage: threads that need more than the CPUs for half of the time, and less for
// the rest, do not need more on average.
func TestE3OnAverage(t *testing.T) {
	p := newPlay(2, 3, 160*ms)
	p.put(0, 0, 1, "")
	p.put(0, 1, 2, "")
	p.event(0, 0, "exists 3 state=ready")
	p.put(80*ms, 0, 0, "wait sub=Futex")
	p.put(80*ms, 1, 3, "wait sub=Futex")
	tr := p.trace(t)
	for limit, want := range map[float64]bool{115: false, 100.1: false, 100: false, 99.9: true} { // 3 and 1 are 2 on 2 CPUs
		if got := outcome(t, tr, map[string]float64{"E3.runnable": limit, "E3.self": 0}, "E3"); (got != "") != want {
			t.Errorf("at %v%%: %q", limit, got)
		}
	}
}
