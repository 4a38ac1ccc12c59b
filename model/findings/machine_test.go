package findings_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// alternating is a thread that moves from one of two CPUs to the other after every
// slice.
func alternating(slice, end model.Time) *play {
	p := newPlay(2, 1, end)
	for k := model.Time(0); (k+1)*slice <= end; k++ {
		c := int(k % 2)
		p.put(k*slice, 1-c, 0, "preempt")
		p.put(k*slice, c, 1, "")
	}
	return p
}

// TestE7Migration: two CPUs every 200 µs, against every 100 ms.
func TestE7Migration(t *testing.T) {
	f := found(t, alternating(200*us, 100*ms), "E7", findings.Warning,
		"1 migrated to another CPU in 99.8% of the context switches, up to 4990 times per second, and ran for 200 µs per time slice on average",
		"499 migrations", "Needless migrations: 498", "CPU affinity: unknown")
	if f.Cost != 0 || len(f.Threads) != 1 || len(f.Evidence) != 1 || f.Evidence[0].Range != (model.Range{From: 200 * us, To: 400 * us}) {
		t.Errorf("cost %d, threads %v, evidence %v, want the first of the shortest runs", f.Cost, f.Threads, f.Evidence)
	}
	two := newPlay(4, 2, 100*ms) // the second moves to and fro between CPUs 2 and 3, half as often
	for k := range model.Time(500) {
		two.put(k*200*us, int(1-k%2), 0, "preempt")
		two.put(k*200*us, int(k%2), 1, "")
		if k%2 == 0 {
			two.put(k*200*us, int(3-k/2%2), 0, "preempt")
			two.put(k*200*us, int(2+k/2%2), 2, "")
		}
	}
	f = found(t, two, "E7", findings.Warning, "2 threads migrated to another CPU in 99.7% of the context switches, up to 4990 times per second, and ran for 267 µs per time slice on average",
		"1: 499 migrations", "2: 249 migrations")
	if len(f.Threads) != 2 || len(f.Evidence) != 2 {
		t.Errorf("threads %v, evidence %v", f.Threads, f.Evidence)
	}
	short := newPlay(4, 2, 100*ms) // the second moves more often, but exits early
	for k := range model.Time(500) {
		short.put(k*200*us, int(1-k%2), 0, "preempt")
		short.put(k*200*us, int(k%2), 1, "")
	}
	for k := range model.Time(300) {
		short.put(k*100*us, int(3-k%2), 0, "preempt")
		short.put(k*100*us, int(2+k%2), 2, "")
	}
	short.event(30*ms, 3, "exit 2")
	short.put(30*ms, 3, 0, "dead")
	found(t, short, "E7", findings.Warning, "up to 9967 times per second, and ran for 162 µs per time slice on average", "1: 499 migrations", "2: 299 migrations")
	busy := newPlay(2, 1, 100*ms) // others take the CPUs that it leaves
	busy.head += "thread 50 pid=99\nthread 51 pid=99\n"
	for k := range model.Time(500) {
		busy.put(k*200*us, int(1-k%2), 50+int(1-k%2), "preempt")
		busy.put(k*200*us, int(k%2), 1, "preempt")
	}
	found(t, busy, "E7", findings.Warning, "499 migrations", "Needless migrations: 0 ")
	missed(t, alternating(100*ms, 2000*ms), "E7")
	missed(t, alternating(200*us, 2*ms), "E7") // nine moves are not a habit

	far := alternating(200*us, 100*ms).trace(t)
	for c := range 2 {
		far.Info.SetPlace(model.CPU(c), func(p *model.Place) { p.Socket = int32(c) })
	}
	if list := only(t, far, "E7"); len(list) != 1 || list[0].Severity != findings.Problem {
		t.Errorf("between sockets: %+v", list)
	}
}

// sleepers are ten threads on one CPU that a timer wakes once a second, each at its
// own phase, to work for 100 µs.
func sleepers(phases [10]model.Time, cpus int) *play {
	const second = 1000 * ms
	p := newPlay(cpus, 10, 11*second)
	for k := model.Time(1); k <= 10; k++ {
		var free model.Time
		for i, phase := range phases {
			at := k*second + phase
			p.event(at, 0, "wake %d ctx=timer to=0", i+1)
			if at > free {
				if free > 0 {
					p.put(free, 0, 0, "wait sub=Sleep")
				}
				free = at
			}
			p.put(free, 0, i+1, "wait sub=Sleep")
			free += 100 * us
		}
		p.put(free, 0, 0, "wait sub=Sleep")
	}
	return p
}

// TestE9Clumping: ten threads that sleep in step queue up to nine at once, on
// average 0.0045; at random phases they do not.
func TestE9Clumping(t *testing.T) {
	f := found(t, sleepers([10]model.Time{}, 1), "E9", findings.Info,
		"up to 9 threads queue after a clock tick. The mean number of queued threads is 9.00 just after a tick, but only 0.0041 over the whole time", "Wake-ups: 100")
	if f.Cost != 45*ms {
		t.Errorf("cost %d, want ten times 45 times 100 µs", f.Cost)
	}
	rng := rand.New(rand.NewPCG(6, 9))
	var phases [10]model.Time
	for i := range phases {
		phases[i] = model.Time(i)*70*ms + model.Time(rng.Int64N(60e6))
	}
	missed(t, sleepers(phases, 1), "E9")

	busy := sleepers([10]model.Time{}, 2) // the other CPU works all the time
	busy.head += "thread 50 pid=99\n"
	busy.put(0, 1, 50, "")
	found(t, busy, "E9", findings.Warning, "Utilization: 50")

	alone := newPlay(1, 1, 2000*ms) // one periodic thread cannot queue behind itself
	for k := model.Time(1); k < 199; k++ {
		alone.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
		alone.run(0, 1, k*10*ms, k*10*ms+ms, "wait sub=Sleep")
	}
	missed(t, alone, "E9")
}

// gaps has a thread that is repeatedly ready for the given time while another CPU is
// idle, behind a thread of another process, for half of the window.
func gaps(gap model.Time) *play {
	p := newPlay(2, 1, 100*ms)
	p.head += "thread 50 pid=99\n"
	for at := model.Time(0); at < 100*ms; at += 10 * ms {
		for k := model.Time(0); k < 5*ms/gap; k++ {
			from := at + k*gap*2
			p.event(from, 0, "wake 1 ctx=timer to=0")
			p.put(from, 0, 50, "")
			p.put(from+gap, 0, 1, "preempt")
			p.put(from+gap+gap/2, 0, 0, "wait sub=Sleep")
		}
	}
	return p
}

// someGaps is gaps with a number of times in a window.
func someGaps(gap, span model.Time, times int) *play {
	p := newPlay(2, 1, span)
	p.head += "thread 50 pid=99\n"
	for k := range model.Time(times) {
		from := k * span / model.Time(times)
		p.event(from, 0, "wake 1 ctx=timer to=0")
		p.put(from, 0, 50, "")
		p.put(from+gap, 0, 1, "preempt")
		p.put(from+gap+ms, 0, 0, "wait sub=Sleep")
	}
	return p
}

// affine is gaps in a process that may use only some CPUs.
func affine(cpus string) *play {
	p := gaps(5 * ms)
	p.head = strings.Replace(p.head, "process 99", "around 1 app cpus="+cpus+"\nprocess 99", 1)
	return p
}

// TestE11Affinity: a thread queues for the one CPU that it may use; if it may also use
// the idle one, or ran there, affinity does not explain it.
func TestE11Affinity(t *testing.T) {
	f := found(t, affine("0"), "E11", findings.Problem, "CPU affinity limits 1 to CPU 0. Time queued there although CPU 1 idled: 50.0 ms (during 50.0% of the window); 50 used the allowed CPU for 100.0% of the queued time.",
		"Queued: 50.0 ms in 10 intervals, longest 5.00 ms", "CPU affinity: CPU 0")
	if f.Name() != "CPU affinity" || f.Cost != 50*ms || !strings.HasSuffix(f.Try, "; or move the other threads away from CPU 0.") {
		t.Errorf("%+v", f)
	}
	found(t, affine("0-1"), "E11", findings.Warning, "For 50.0% of the window, threads queued although a CPU was idle", "CPU affinity: CPUs 0 and 1")
	elsewhere := affine("0")
	elsewhere.run(1, 1, 97*ms, 98*ms, "wait sub=Sleep")
	found(t, elsewhere, "E11", findings.Warning, "threads queued although a CPU was idle")

	own := affine("0")
	own.head = strings.Replace(own.head, "thread 50 pid=99", "thread 50 pid=1", 1)
	for i := range own.events {
		own.events[i].text = strings.Replace(own.events[i].text, "switch 50 1 preempt", "switch 50 1 wait sub=Sleep", 1)
	}
	found(t, own, "E11", findings.Problem, "; the program's own threads used the allowed CPU for 100.0% of the queued time.")
}

// TestE11IdleProcessor: a thread is repeatedly ready for 5 ms although a CPU is idle,
// against gaps in which a kernel may not yet have balanced its load; and once for 30
// ms, against a kernel that takes several ticks.
func TestE11IdleProcessor(t *testing.T) {
	f := found(t, gaps(5*ms), "E11", findings.Warning, "For 50.0% of the window, threads queued although a CPU was idle (longest interval: 5.00 ms).",
		"in 10 intervals of at least 50.0 µs", "CPU affinity: unknown")
	if f.Cost != 50*ms || len(f.Evidence) != 10 {
		t.Errorf("cost %d, %d pieces", f.Cost, len(f.Evidence))
	}
	missed(t, gaps(40*us), "E11")  // half of the time too, but no longer than a wakeup takes
	missed(t, gaps(5*ms-1), "E11") // half of the time too, but each until the next tick

	found(t, someGaps(30*ms, 1500*ms, 1), "E11", findings.Warning, "For 2.0% of the window")
	missed(t, someGaps(30*ms-1, 1000*ms, 1), "E11")
	missed(t, someGaps(30*ms, 1501*ms, 1), "E11") // too small a part
	found(t, someGaps(5*ms, 250*ms, 10), "E11", findings.Warning, "For 20.0% of the window")
	missed(t, someGaps(5*ms, 251*ms, 10), "E11")

	for idle, want := range map[model.Time]int{25 * ms: 1, 25*ms + 1: 0} { // of 50 ms; its own CPU is idle too
		p := newPlay(2, 1, 100*ms)
		p.head += "thread 50 pid=99\n"
		p.event(0, 0, "wake 1 ctx=timer to=0")
		p.put(idle, 0, 50, "")
		p.put(50*ms, 0, 1, "preempt")
		p.put(60*ms, 0, 0, "wait sub=Sleep")
		if list := only(t, p.trace(t), "E11"); len(list) != want {
			t.Errorf("behind nobody for %d ns: %+v", idle, list)
		}
	}

	busy := newPlay(2, 3, 100*ms) // a thread queues, but no CPU is idle
	busy.put(0, 0, 1, "")
	busy.put(0, 1, 2, "")
	busy.event(10*ms, 0, "wake 3 ctx=timer to=0")
	busy.put(50*ms, 0, 3, "preempt")
	missed(t, busy, "E11")
}
