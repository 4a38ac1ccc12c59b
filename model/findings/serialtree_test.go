package findings_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// build is a program, make, that starts cc1 20 and cc1 30 on two CPUs. 20 ends at 50 ms; 30
// ends at 300 ms, for 10 ms of which make runs too. make ends at 310 ms of 400.
func build() *play {
	p := newPlay(2, 1, 400*ms)
	p.put(0, 0, 1, "")
	for cpu, tid := range []int{30, 20} {
		p.event(5*ms, 0, "start %d by=1 name=cc1 pid=%d", tid, tid)
		p.event(5*ms, 0, "wake %d kind=new to=%d", tid, cpu)
	}
	p.run(1, 20, 10*ms, 50*ms, "dead")
	p.put(10*ms, 0, 30, "wait sub=ChildWait")
	p.event(150*ms, 0, "wake 1 ctx=timer to=1")
	p.run(1, 1, 150*ms, 160*ms, "wait sub=ChildWait")
	p.event(300*ms, 0, "wake 1 ctx=thread to=1")
	p.put(300*ms, 0, 0, "dead")
	p.run(1, 1, 300*ms, 310*ms, "dead")
	return p
}

// steps are a script and three programs that it runs one after the other, the second
// for 60 ms, the others for a given time each.
func steps(length model.Time, cpus int) *play {
	p := newPlay(2, 1, 500*ms)
	p.put(0, 0, 1, "")
	at := 10 * ms
	for i, d := range []model.Time{length, 60 * ms, length} {
		tid, cpu := 10*(i+2), i%cpus
		p.event(at, 0, "start %d by=1 name=step%d pid=%d", tid, i+2, tid)
		p.event(at, 0, "wake %d kind=new to=%d", tid, cpu)
		p.put(at, 0, 0, "wait sub=ChildWait")
		p.run(cpu, tid, at, at+d, "dead")
		p.event(at+d, cpu, "wake 1 ctx=thread to=0")
		p.put(at+d, 0, 1, "")
		at += d + 10*ms
	}
	p.put(at, 0, 0, "dead")
	return p
}

func TestSerialTree(t *testing.T) {
	f := found(t, build(), "E21", findings.Warning, "For 240 ms of 310 ms, cc1 30 was the only one of 3 processes that ran, while a CPU was idle.",
		"77.4% of 310 ms, by name: cc1 30 240 ms")
	if f.Cost != 240*ms || f.Range.To != 310*ms {
		t.Errorf("cost %d in %v", f.Cost, f.Range)
	}
	f = found(t, steps(100*ms, 2), "E21", findings.Warning,
		"For 260 ms of 300 ms, only one of 4 processes ran at a time while a CPU was idle; by name: step2 20 100 ms, step4 40 100 ms, step3 30 60.0 ms.")
	if f.Cost != 260*ms || len(f.Threads) != 3 {
		t.Errorf("cost %d, threads %v", f.Cost, f.Threads)
	}
	same := steps(100*ms, 2)
	for i := range same.events {
		same.events[i].text = strings.NewReplacer("step2", "cc1", "step3", "cc1").Replace(same.events[i].text)
	}
	found(t, same, "E21", findings.Warning, ": cc1 (2 processes) 160 ms, step4 40 100 ms.")
	named := build()
	named.head = strings.Replace(named.head, "process 99", "around 30 /usr/lib/cc1 -quiet -mtune=a.b native 1.5 \"a b.c\" src/slow.c -o slow.o at=30ms\nprocess 99", 1)
	found(t, named, "E21", findings.Warning, "cc1 30 (slow.c) was the only one of 3 processes that ran")
}

// TestSerialTreeTail: one of several processes with the same work uses nearly all CPU time,
// not a single one.
func TestSerialTreeTail(t *testing.T) {
	for _, c := range []struct{ others, by, want int }{{1, 1, 0}, {2, 1, 1}, {2, 20, 0}} { // those that it started count as its own
		p := newPlay(2, 1, 1200*ms)
		p.put(0, 0, 1, "")
		for i := range c.others + 1 {
			by := c.by
			if i == 0 {
				by = 1
			}
			p.event(5*ms, 0, "start %d by=%d name=cc1 pid=%d", 20+i, by, 20+i)
			p.event(5*ms, 0, "wake %d kind=new to=%d", 20+i, min(i, 1))
		}
		p.put(10*ms, 0, 20, "wait sub=ChildWait")
		for i := range c.others {
			at := 10*ms + model.Time(i)*ms
			p.run(1, 21+i, at, at+ms, "dead")
		}
		p.put(1100*ms, 0, 0, "dead")
		p.run(1, 1, 1100*ms, 1101*ms, "dead")
		if list := only(t, p.trace(t), "E21"); len(list) != c.want {
			t.Errorf("%+v: %+v", c, list)
		}
	}
}

// servers are two programs that exist all the time and run one after the other.
func servers(ends bool) *play {
	p := newPlay(2, 1, 300*ms)
	p.head += "process 2 b target\nthread 2 pid=2\n"
	p.put(0, 0, 1, "")
	out := "wait sub=Sleep"
	if ends {
		out = "dead"
	}
	p.put(140*ms, 0, 0, out)
	p.run(1, 2, 150*ms, 290*ms, out)
	return p
}

// TestSerialTreeNot: what is not a serial tree, each next to one.
func TestSerialTreeNot(t *testing.T) {
	threads := build()
	for i := range threads.events {
		threads.events[i].text = strings.NewReplacer(" pid=20", " pid=1", " pid=30", " pid=1").Replace(threads.events[i].text)
	}
	busy := build() // another program has the CPU that would be idle
	busy.head += "thread 50 pid=99\n"
	for _, r := range []model.Range{{From: 50*ms + us, To: 150*ms - us}, {From: 160*ms + us, To: 300*ms - us}} {
		busy.event(r.From, 1, "switch idle 50 preempt")
		busy.event(r.To, 1, "switch 50 idle preempt")
	}
	half := build()
	half.event(51*ms, 1, "loss 149ms")
	lost := build()
	lost.event(51*ms, 1, "loss 149ms")
	lost.event(161*ms, 1, "loss 290ms")
	locked := build()
	for i := range locked.events {
		locked.events[i].text = strings.Replace(locked.events[i].text, "wait sub=ChildWait", "wait sub=FileLock", 1)
	}
	for _, c := range []struct {
		what  string
		p     *play
		found bool
	}{
		{"threads of one process", threads, false},
		{"on two CPUs", steps(100*ms, 2), true},
		{"on one CPU alone", steps(100*ms, 1), false},
		{"programs that end", servers(true), true},
		{"servers that stay", servers(false), false},
		{"no CPU idles", busy, false},
		{"another waits for a lock of a file", locked, false},
		{"events were lost in a part of it", half, true},
		{"events were lost in all of it", lost, false},
	} {
		if list := only(t, c.p.trace(t), "E21"); c.found != (len(list) == 1) {
			t.Errorf("%s: %+v", c.what, list)
		}
	}
}
