package findings_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/analysis/findings"
)

// client is a thread that waits 8 of 10 ms for what ctx ends, after it has called something.
func client(call, out, ctx string) *play {
	p := waiters("wait sub="+out, ctx, 1, 8*ms, 2*ms, true)
	if call != "" {
		p.event(us, 0, "call 1 enter %s", call)
		p.event(2*us, 0, "call 1 exit %s ret=0", call)
	}
	return p
}

// dialer is a thread that waits for a connection that a timer ends after a time, and then
// works for some.
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
// server, not one of which it is not known, and not for what a thread ends.
func TestE23Network(t *testing.T) {
	for _, out := range []string{"Network", "Socket", "NetPoll"} {
		found(t, client("connect", out, "netrx"), "E23", findings.Warning, "1 waited 152 ms for data of the network, 76.0% of its life; no thread of the program ran meanwhile.")
		missed(t, client("connect", out, "thread"), "E23")
		missed(t, client("connect", out, "timer"), "E23") // a time limit of its own
		missed(t, client("accept4", out, "netrx"), "E23")
		missed(t, client("", out, "netrx"), "E23")
	}
	missed(t, client("connect", "Poll", "netrx"), "E23")  // of several: work
	missed(t, client("connect", "Block", "netrx"), "E23") // for a disk
	both := client("connect", "Network", "netrx")
	both.event(3*us, 0, "call 1 enter accept")
	both.event(4*us, 0, "call 1 exit accept ret=7")
	missed(t, both, "E23")

	found(t, client("", "Connect", "netrx"), "E23", findings.Warning, "1 waited 152 ms for connections, 76.0% of its life; no thread")
	found(t, dialer(2000*ms), "E23", findings.Problem, "dialer 1 waited 2.00 s for connections, 76.9% of its life: 1 wait timed out while connecting, after up to 2.00 s; no thread of the program ran meanwhile.")
	found(t, dialer(999*ms), "E23", findings.Warning, "dialer 1 waited 999 ms for connections, 62.5% of its life; no thread")

	missed(t, beside(client("", "Connect", "netrx")), "E23") // another thread works
}

// beside has a second thread run on a CPU of its own for 2 ms of every 8 that the first one
// waits.
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

// lockers are two processes that have a lock of a file in turn, for 9 ms each, with which they
// work; who ends it is said where it is known.
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

// TestE24FileLock: who waits for a lock of a file, and who held it.
func TestE24FileLock(t *testing.T) {
	f := found(t, lockers(true), "E24", findings.Warning, "1 waited 80.0 ms for a lock of a file, 40.0% of its life; holder 2 held it and ended 100.0% of that waiting.", "Waits: 10 the longest of 8.00 ms")
	if f.Cost != 80*ms || len(f.Threads) != 1 {
		t.Errorf("%+v", f)
	}
	found(t, lockers(false), "E24", findings.Warning, "40.0% of its life; who held it is not known.")
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

// TestE25Faults: who waits for pages, from where; not where others work meanwhile.
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
			"mapper 1 waited 152 ms for pages of memory to be read from "+c.from+", 76.0% of its life: 19 page faults of 8.00 ms each; no thread of the program ran meanwhile.")
		if f.Cost != 152*ms {
			t.Errorf("%+v", f)
		}
	}
	missed(t, beside(faulter("vda")), "E25")
}
