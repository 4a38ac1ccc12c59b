package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// pingPong is n round trips of two threads that each run for some time; on one CPU
// the displaced thread continues when the other waits again.
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

// ringOf are n threads that each wake the next one and wait, each on its own CPU, for some
// trips; in the second half only the first two take part.
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
// and a pair that share threads. The first round is left out, since it is unknown what its
// threads had waited for.
func TestE14Rings(t *testing.T) {
	f := found(t, ringOf(3, 120, false), "E14", findings.Warning, "1, 2 and 3 handed work around in a ring: 118 round trips of 30.0 µs on different CPUs, with 10.0 µs of work before each hand-over.")
	if len(f.Threads) != 3 || f.Cost != 0 {
		t.Errorf("%+v", f)
	}
	found(t, ringOf(4, 120, false), "E14", findings.Warning, "1, 2, 3 and 1 more handed work around in a ring: 118 round trips of 40.0 µs")
	found(t, ringOf(4, 220, true), "E14", findings.Warning, "1, 2, 3 and 1 more handed work to each other: 328 round trips of 26.6 µs")
	missed(t, ringOf(3, 100, false), "E14")
	found(t, ringOf(16, 110, false), "E14", findings.Warning, "handed work around in a ring: 108 round trips of 160 µs")
	missed(t, ringOf(17, 110, false), "E14") // longer ones are not followed
}

// TestE14Preempted: an uninvolved thread that takes a CPU for a moment does not end a round
// trip.
func TestE14Preempted(t *testing.T) {
	p := ringOf(2, 110, false)
	p.head += "thread 50 pid=99\n"
	for k := range model.Time(100) {
		at := k*20*us + 4*us // thread 1 runs
		p.event(at, 0, "switch 1 50 preempt")
		p.event(at+us, 0, "switch 50 1 wait sub=Sleep")
	}
	found(t, p, "E14", findings.Warning, "1 and 2 handed work to each other: 109 round trips of 20.0 µs")
}

// TestE14Delayed: round trips that take long because other threads have the CPU change
// only the mean.
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
	if len(list) != 1 || !strings.Contains(list[0].Sentence, "1 and 2 handed work to each other: 110 round trips of 929 µs") || list[0].Details[0].Text != "mean; the median is 20.0 µs" {
		t.Errorf("%+v", list)
	}
}

// TestE14Wakes: threads that yield to each other, or that the scheduler alternates,
// do not hand over.
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

// TestE14Vague: a ring without attested reasons may be the order in which threads get a lock,
// but two threads hand over to each other whatever they wait for.
func TestE14Vague(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 0} {
		p := ringOf(n, 120, false)
		for i := range p.events {
			p.events[i].text = strings.Replace(p.events[i].text, "wait sub=Pipe", "wait linux=S", 1)
		}
		if list := only(t, p.trace(t), "E14"); len(list) != want {
			t.Errorf("%d threads: %+v", n, list)
		}
	}
}

// TestE14Mutex: a thread that releases a mutex for which the other one waits does not hand
// over work.
func TestE14Mutex(t *testing.T) {
	for op, want := range map[string]int{"arg2=128 arg3=2": 0, "arg2=137 arg3=0": 1} {
		p := ringOf(2, 120, false)
		for i, l := range p.events {
			if strings.Contains(l.text, "wait sub=Pipe") {
				tid := strings.Fields(l.text)[3]
				p.events[i].text = strings.Replace(l.text, "wait sub=Pipe", "wait linux=S", 1)
				cpu := strings.Fields(l.text)[1]
				p.events = append(p.events, line{l.at - us, fmt.Sprintf("%dns %s call %s enter futex uaddr=0x10 %s", l.at-us, cpu, tid, op)})
			}
		}
		if list := only(t, p.trace(t), "E14"); len(list) != want {
			t.Errorf("%s: %+v", op, list)
		}
	}
}

// TestE14Mean: if one of many hand-overs follows much work, the mean counts it.
func TestE14Mean(t *testing.T) {
	for work, want := range map[model.Time]int{9 * ms: 1, 10 * ms: 0} { // 10 µs in each of 238 turns, and this
		p := ringOf(2, 120, false)
		p.head = strings.Replace(p.head, "span 0ns 2410000ns", "span 0ns 60000000ns", 1)
		for i := range p.events {
			if at := p.events[i].at; at > 1000*us {
				_, rest, _ := strings.Cut(p.events[i].text, " ")
				p.events[i] = line{at + work, fmt.Sprintf("%dns %s", at+work, rest)}
			}
		}
		p.event(2410*us+work, 0, "switch 1 idle wait sub=Pipe")
		if list := findWith(t, p.trace(t), map[string]float64{"E14.share": 0}, model.Range{}, "E14"); len(list) != want {
			t.Errorf("%d: %+v", work, list)
		}
	}
}

// TestE14Runtime: threads of a collector may hand over to each other.
func TestE14Runtime(t *testing.T) {
	for name, want := range map[string]int{"worker": 1, "GC Thread#0": 0} {
		p := ringOf(2, 120, false)
		p.head = strings.Replace(p.head, "thread 1 pid=1\n", fmt.Sprintf("thread 1 pid=1 name=%q\n", name), 1)
		if list := only(t, p.trace(t), "E14"); len(list) != want {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestE14OneTrip: one round trip is the least threshold.
func TestE14OneTrip(t *testing.T) {
	tr := pingPong(t, 2, 10, true)
	for turns, want := range map[float64]bool{0: true, 1: true, 2: false} {
		if got := outcome(t, tr, map[string]float64{"E14.turns": turns}, "E14"); (got != "") != want {
			t.Errorf("of at least %v: %q", turns, got)
		}
	}
}
