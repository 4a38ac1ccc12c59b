package findings_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// client is a thread that waits 8 of 10 ms, until a wake in context ctx, after it has made a
// call.
func client(call, out, ctx string) *play {
	p := waiters("wait sub="+out, ctx, 1, 8*ms, 2*ms, true)
	if call != "" {
		p.event(us, 0, "call 1 enter %s", call)
		p.event(2*us, 0, "call 1 exit %s ret=0", call)
	}
	return p
}

// dialer is a thread that waits for a connection that a timer ends after a time, and then
// works for some time.
func dialer(wait model.Time) *play {
	p := newPlay(1, 1, wait+600*ms)
	p.head = strings.Replace(p.head, "thread 1 pid=1\n", "thread 1 pid=1 name=dialer\n", 1)
	p.put(0, 0, 1, "")
	p.put(100*ms, 0, 0, "wait sub=Connect")
	p.event(100*ms+wait, 0, "wake 1 ctx=timer to=0")
	p.put(100*ms+wait, 0, 1, "")
	return p
}

// TestE23Network: a client that waits for data of the network, or for a connection; not a
// server, not a process of unknown role, and not waits that a thread ends.
func TestE23Network(t *testing.T) {
	for _, out := range []string{"Network", "Socket", "NetPoll"} {
		found(t, client("connect", out, "netrx"), "E23", findings.Warning, "1 waited 152 ms for network data (76.0% of its lifetime); no thread of the program ran during that time.")
		missed(t, client("connect", out, "thread"), "E23")
		missed(t, client("connect", out, "timer"), "E23") // a time limit of its own
		missed(t, client("accept4", out, "netrx"), "E23")
		missed(t, client("", out, "netrx"), "E23")
	}
	missed(t, client("connect", "Poll", "netrx"), "E23")  // of several descriptors: work
	missed(t, client("connect", "Block", "netrx"), "E23") // for a disk
	both := client("connect", "Network", "netrx")
	both.event(3*us, 0, "call 1 enter accept")
	both.event(4*us, 0, "call 1 exit accept ret=7")
	missed(t, both, "E23")

	found(t, client("", "Connect", "netrx"), "E23", findings.Warning, "1 waited 152 ms for connections (76.0% of its lifetime); no thread")
	found(t, dialer(2000*ms), "E23", findings.Problem, "dialer 1 waited 2.00 s for connections (76.9% of its lifetime): 1 connection attempt timed out, after waits of up to 2.00 s; no thread of the program ran during that time.")
	found(t, dialer(999*ms), "E23", findings.Warning, "dialer 1 waited 999 ms for connections (62.5% of its lifetime); no thread")

	missed(t, beside(client("", "Connect", "netrx")), "E23") // another thread works
}

// asker is a thread that asks a peer with a connect call and polls one or more descriptors, a
// few times for a tenth of a second each, without recorded results. It then works for a tenth
// of a second, and ends.
type asker struct {
	result, length, descriptors, polls int
	took                               model.Time // by each poll
	last                               string     // result of the last one, "" if unknown
}

func (a asker) play() *play {
	end := ms + model.Time(a.polls)*a.took + 100*ms
	p := newPlay(1, 1, end)
	p.head = strings.Replace(p.head, "thread 1 pid=1\n", "thread 1 pid=1 name=asker\n", 1)
	p.put(0, 0, 1, "")
	p.event(us, 0, "call 1 enter connect arg=3 arg2=4096 arg3=%d", a.length)
	p.event(2*us, 0, "call 1 exit connect ret=%d", a.result)
	for k := range model.Time(a.polls) {
		at := ms + k*a.took
		p.event(at, 0, "call 1 enter poll arg=64 arg2=%d until=%dns", a.descriptors, at+100*ms)
		p.put(at, 0, 0, "wait linux=S")
		p.put(at+a.took, 0, 1, "")
		if result := "ret=-4 unknown=1"; a.last != "" && int(k) == a.polls-1 {
			p.event(at+a.took, 0, "call 1 exit poll ret=%s", a.last)
		} else {
			p.event(at+a.took, 0, "call 1 exit poll %s", result)
		}
	}
	p.put(end, 0, 0, "dead")
	return p
}

// TestE23Unanswered: a thread asks a peer, and its polls last to their time limits; not if
// one returned before, if it also polls for something else, or for long.
func TestE23Unanswered(t *testing.T) {
	const inProgress = -115
	connecting, resolving := asker{inProgress, 16, 2, 3, 100 * ms, ""}, asker{0, 28, 1, 3, 100 * ms, ""}
	found(t, connecting.play(), "E23", findings.Problem, "asker 1 waited 300 ms for connections (74.8% of its lifetime): 1 connection attempt timed out, after waits of up to 301 ms; no thread")
	found(t, resolving.play(), "E23", findings.Problem, "asker 1 waited 300 ms for network replies (74.8% of its lifetime): 1 reply did not arrive in time, after waits of up to 301 ms; no thread")
	for _, c := range []struct {
		what   string
		a      asker
		change func(*asker)
		found  bool
	}{
		{"the last one is said to time out", connecting, func(a *asker) { a.last = "0" }, true},
		{"the last one finds something", connecting, func(a *asker) { a.last = "1" }, false},
		{"it was refused", connecting, func(a *asker) { a.result = -111 }, false},
		{"for no longer than it may, and a little", connecting, func(a *asker) { a.took = 102000 * us }, true},
		{"for longer: something else ended that", connecting, func(a *asker) { a.took = 102001 * us }, false},
		{"for less", connecting, func(a *asker) { a.took = 99999 * us }, false},
		{"often, for a connection", connecting, func(a *asker) { a.polls = 7 }, true},
		{"often enough for a name server", resolving, func(a *asker) { a.polls = 6 }, true},
		{"often, for something", resolving, func(a *asker) { a.polls = 7 }, false},
		{"of several descriptors", resolving, func(a *asker) { a.descriptors = 2 }, false},
		{"of a peer on the same machine", resolving, func(a *asker) { a.length = 110 }, false},
	} {
		a := c.a
		c.change(&a)
		if list := only(t, a.play().trace(t), "E23"); c.found != (len(list) == 1) {
			t.Errorf("%s: %+v", c.what, list)
		}
	}
	still := connecting.play() // the result of the last poll is unknown
	still.events = still.events[:len(still.events)-3]
	missed(t, still, "E23")
}

// beside has a second thread that runs on its own CPU for 2 ms of every 8 that the first
// one waits.
func beside(p *play) *play {
	p.on = append(p.on, "idle")
	p.head = strings.Replace(p.head, "cpus 1", "cpus 2", 1) + "thread 2 pid=1\n"
	p.event(0, 1, "exists idle state=running")
	p.event(0, 1, "exists 2 state=waiting")
	for at := 2 * ms; at+8*ms <= 200*ms; at += 10 * ms {
		p.event(at+ms, 1, "wake 2 ctx=timer to=1")
		p.run(1, 2, at+ms, at+3*ms, "wait sub=Sleep")
	}
	return p
}

// lockers are two processes that hold a file lock alternately, for 9 ms each, during which
// they work; the thread that ends a wait is recorded if known.
func lockers(known bool) *play {
	p := newPlay(2, 1, 200*ms)
	p.head += "process 2 other target\nthread 2 pid=2 name=holder\n"
	p.put(0, 1, 2, "")
	for k := range model.Time(10) {
		from, to := k*20*ms, k*20*ms+9*ms
		p.run(0, 1, from, from+ms, "wait sub=FileLock")
		if known {
			p.event(to, 1, "wake 1 ctx=thread to=0")
		} else {
			p.event(to, 1, "wake 1 ctx=dpc to=0")
		}
		p.run(0, 1, to, to+ms, "wait sub=Sleep")
		p.event(from+20*ms, 1, "wake 1 ctx=timer to=0")
	}
	return p
}

// TestE24FileLock: which processes wait for a file lock, and which held it.
func TestE24FileLock(t *testing.T) {
	f := found(t, lockers(true), "E24", findings.Warning, "1 waited 80.0 ms for a file lock (40.0% of its lifetime); holder 2 held the lock: the waits that this thread ended make up 100.0% of the wait time.", "Waits: 10 longest 8.00 ms")
	if f.Cost != 80*ms || len(f.Threads) != 1 {
		t.Errorf("%+v", f)
	}
	found(t, lockers(false), "E24", findings.Warning, "(40.0% of its lifetime); the holder of the lock is unknown.")
	missed(t, waiters("wait sub=Futex", "thread", 1, 8*ms, 2*ms, true), "E24")
}

// faulter is a thread that waits 8 of 10 ms for pages, which it reads from devices in turn.
func faulter(devices ...string) *play {
	p := newPlay(1, 1, 200*ms)
	p.head = strings.Replace(p.head, "thread 1 pid=1\n", "thread 1 pid=1 name=mapper\n", 1)
	p.put(0, 0, 1, "")
	for k := range model.Time(19) {
		from, to := k*10*ms+2*ms, k*10*ms+10*ms
		p.put(from, 0, 0, "wait sub=HardFault")
		if len(devices) > 0 {
			p.event(to, 0, "io 1 %dns read bytes=4096 dev=%s", from, devices[int(k)%len(devices)])
		}
		p.event(to, 0, "wake 1 ctx=blockdone to=0")
		p.put(to, 0, 1, "")
	}
	return p
}

// TestE25Faults: which thread waits for pages, and from where; not if others work in the
// meantime.
func TestE25Faults(t *testing.T) {
	for _, c := range []struct {
		devices []string
		from    string
	}{
		{[]string{"vda"}, "vda"},
		{[]string{`vda file="/srv/map"`}, "/srv/map"},
		{[]string{`vda file="/srv/map"`, "vda"}, "vda"},
		{[]string{"vda", "vdb"}, "a disk"},
		{nil, "a disk"},
	} {
		f := found(t, faulter(c.devices...), "E25", findings.Warning,
			"mapper 1 waited 152 ms for memory pages from "+c.from+" (76.0% of its lifetime): 19 page faults, 8.00 ms each on average; no thread of the program ran during that time.")
		if f.Cost != 152*ms {
			t.Errorf("%+v", f)
		}
	}
	limited := faulter("vda")
	limited.head = strings.Replace(limited.head, "process 99", "around 1 app memory=62914560\nprocess 99", 1)
	if f := found(t, limited, "E25", findings.Warning, "no thread of the program ran during that time; the memory limit of the control group is 60 MiB."); !strings.HasPrefix(f.Try, "Raise the memory limit") {
		t.Error(f.Try)
	}
	missed(t, beside(faulter("vda")), "E25")
}
