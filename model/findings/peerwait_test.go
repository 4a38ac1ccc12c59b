package findings_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// peerClient is a client, redis-cli, that asks its server ten times in 100 ms each, and waits 8
// ms for each answer in a call. For the first ms the server waits for work, if it idles;
// otherwise it is queued. Then the server runs, and answers.
func peerClient(call string, idles bool) *play {
	p := newPlay(2, 1, 100*ms)
	p.head = strings.Replace(p.head, "1 app", "1 redis-cli", 1) +
		"process 2 redis-server\nthread 2 pid=2\n"
	p.event(0, 1, "exists 2 state=waiting sub=Poll")
	p.put(0, 0, 1, "")
	p.event(us, 0, "call 1 enter connect")
	p.event(2*us, 0, "call 1 exit connect")
	for n := range model.Time(10) {
		at := n * 10 * ms
		ask, answer := at+ms, at+9*ms
		p.event(ask-us, 0, "call 1 enter %s arg=5 arg2=1 untimed=1", call)
		if !idles {
			p.event(ask-us, 0, "wake 2 ctx=thread to=1")
		}
		p.put(ask, 0, 0, "wait linux=S")
		if idles {
			p.event(ask+ms, 1, "wake 2 ctx=isr to=1")
		}
		p.put(ask+ms, 1, 2, "")
		p.event(ask+ms, 1, "call 2 exit epoll_wait ret=1")
		if n == 0 {
			p.event(ask+ms+us, 1, "call 2 enter accept4")
			p.event(ask+ms+2*us, 1, "call 2 exit accept4 ret=7")
		}
		p.event(answer-us, 1, "call 2 enter epoll_wait arg=6 arg2=1 untimed=1")
		p.event(answer, 1, "wake 1 ctx=thread to=0")
		p.put(answer, 0, 1, "")
		p.event(answer, 0, "call 1 exit %s ret=1", call)
		p.put(answer, 1, 0, "wait linux=S")
	}
	return p
}

func TestPeerWait(t *testing.T) {
	f := found(t, peerClient("epoll_wait", true), "E22", findings.Warning,
		"redis-cli 1 waited 80.0 ms (of a total lifetime of 100 ms) for redis-server 2, which ran for 87.5% of that time.", "Run time: 70.0 ms 87.5%")
	if f.Cost != 80*ms || len(f.Threads) != 2 || !strings.Contains(f.Try, "execution report shows what redis-server 2 runs") {
		t.Errorf("cost %d, threads %v, try %s", f.Cost, f.Threads, f.Try)
	}
	found(t, peerClient("recvfrom", false), "E22", findings.Warning, "Waited for a CPU: 10.0 ms 12.5%")
}

// TestPeerWaitNot: which threads are not clients of the process that ends their waits,
// each next to one that is.
func TestPeerWaitNot(t *testing.T) {
	for _, c := range []struct {
		what  string
		call  string
		edit  []string
		found bool
	}{
		{"a client", "epoll_wait", nil, true},
		{"that did not connect", "epoll_wait", []string{"connect", "openat"}, false},
		{"of a process that did not accept", "epoll_wait", []string{"accept4", "openat"}, false},
		{"that is itself a server, of others", "epoll_wait", []string{"call 1 exit connect", "call 1 enter accept"}, true},
		{"that is itself a server, of a process that connects too", "epoll_wait", []string{"call 1 exit connect", "call 1 enter accept", "call 2 exit accept4 ret=7", "call 2 enter connect"}, false},
		{"of a process that connects too", "epoll_wait", []string{"call 2 exit accept4 ret=7", "call 2 enter connect"}, true},
		{"that waits for a lock", "futex", nil, false},
		{"of a child of the server", "epoll_wait", []string{
			"process 2 redis-server\n", "process 2 redis-server parent=3\nprocess 3 redis-server\nthread 3 pid=3\n",
			"call 2 enter accept4", "call 3 enter accept4", "call 2 exit accept4", "call 3 exit accept4",
		}, true},
		{"of a grandchild", "epoll_wait", []string{
			"process 2 redis-server\n", "process 2 redis-server parent=3\nprocess 3 redis-server parent=4\nprocess 4 redis-server\nthread 4 pid=4\n",
			"call 2 enter accept4", "call 4 enter accept4", "call 2 exit accept4", "call 4 exit accept4",
		}, true},
		{"of a grandchild's child", "epoll_wait", []string{
			"process 2 redis-server\n", "process 2 redis-server parent=3\nprocess 3 redis-server parent=4\nprocess 4 redis-server parent=5\n" +
				"process 5 redis-server\nthread 5 pid=5\n",
			"call 2 enter accept4", "call 5 enter accept4", "call 2 exit accept4", "call 5 exit accept4",
		}, false},
		{"whose waits a timer ended", "epoll_wait", []string{"wake 1 ctx=thread", "wake 1 ctx=timer"}, false},
		{"whose server is the recorder", "epoll_wait", []string{"os linux\n", "os linux\nrecorder 2\n"}, false},
		{"whose server is of the system", "epoll_wait", []string{"process 2 redis-server", "process 2 redis-server system"}, false},
		{"of a process of which nothing is known", "epoll_wait", []string{"process 2 redis-server\nthread 2 pid=2\n", ""}, false},
		{"that reads a pipe from outside of the target", "openat", []string{"wait linux=S", "wait sub=Pipe"}, true},
		{"that reads one from inside", "openat", []string{"wait linux=S", "wait sub=Pipe", "process 2 redis-server", "process 2 redis-server target"}, false},
		{"of its own process", "epoll_wait", []string{"thread 2 pid=2", "thread 2 pid=1"}, false},
		{"the server is the target", "epoll_wait", []string{" target", "", "process 2 redis-server", "process 2 redis-server target"}, false},
	} {
		p := peerClient(c.call, true)
		r := strings.NewReplacer(c.edit...)
		p.head = r.Replace(p.head)
		for i := range p.events {
			p.events[i].text = r.Replace(p.events[i].text)
		}
		if list := only(t, p.trace(t), "E22"); c.found != (len(list) == 1) {
			t.Errorf("%s: %+v", c.what, list)
		}
	}
}

// answering is a client that waits from 5 to 95 ms for a server, which itself waits, for the reason
// sub, from 10 to 90 ms, and otherwise runs.
func answering(sub string) *play {
	p := newPlay(2, 1, 100*ms)
	p.head = strings.Replace(p.head, "1 app", "1 psql", 1) + "process 2 postgres\nthread 2 pid=2\nthread 3 pid=2\n"
	p.event(0, 1, "exists 2 state=waiting sub=Poll")
	p.event(0, 1, "exists 3 state=waiting sub=Poll")
	p.put(0, 0, 1, "")
	for i, text := range []string{"call 1 enter connect", "call 1 exit connect", "call 2 enter accept4", "call 2 exit accept4 ret=7"} {
		p.event(us*model.Time(1+i), i/2, "%s", text)
	}
	p.event(5*ms-us, 0, "wake 2 ctx=thread to=1")
	p.event(5*ms-us, 0, "call 1 enter epoll_wait arg=5 arg2=1 untimed=1")
	p.put(5*ms, 0, 0, "wait linux=S")
	p.put(5*ms, 1, 2, "")
	p.put(10*ms, 1, 0, "wait sub="+sub)
	p.event(90*ms-us, 1, "wake 2 ctx=timer to=1")
	p.put(90*ms, 1, 2, "")
	p.event(95*ms, 1, "wake 1 ctx=thread to=0")
	p.put(95*ms, 0, 1, "")
	p.event(95*ms, 0, "call 1 exit epoll_wait ret=1")
	p.put(95*ms, 1, 0, "wait sub=Poll")
	return p
}

// TestPastimes: the finding names what the server did for most of the time, by the reasons of its own
// waits. It names nothing for a server that waits for work, or whose state is unknown.
func TestPastimes(t *testing.T) {
	for sub, want := range map[string]string{
		"Block": "waited for disks for", "Flush": "waited for disks for", "File": "waited for disks for", "Async": "waited for disks for",
		"Network": "itself waited for the network", "Socket": "itself waited for the network", "Pipe": "itself waited for the network",
		"Connect": "itself waited for the network", "NetPoll": "itself waited for the network", "Console": "itself waited for the network",
		"Futex": "waited for its own locks or threads", "FileLock": "waited for its own locks or threads",
		"HardFault": "waited for memory for", "Alloc": "waited for memory for",
		"Sleep": "slept for",
		"Poll":  "", "WorkQueue": "", "PollTimeout": "", "MessageLoop": "", "Syscall": "", "IoRing": "", "Interruptible": "",
	} {
		p := answering(sub)
		list := only(t, p.trace(t), "E22")
		if want == "" {
			if len(list) > 0 {
				t.Errorf("%s: %s", sub, list[0].Sentence)
			}
			continue
		}
		if len(list) != 1 || !strings.Contains(list[0].Sentence, "psql 1 waited 90.0 ms (of ") || !strings.Contains(list[0].Sentence, want) || !strings.Contains(list[0].Sentence, "88.9% of that time.") {
			t.Errorf("%s: %+v", sub, list)
		}
	}
}

// TestWaitsForItsOwn: while the server waits for one of its own threads, what that one does counts.
func TestWaitsForItsOwn(t *testing.T) {
	p := answering("Futex")
	for i := range p.events {
		p.events[i].text = strings.Replace(p.events[i].text, "wake 2 ctx=timer to=1", "wake 2 ctx=thread to=1", 1)
	}
	p.event(10*ms, 1, "wake 3 ctx=timer to=1")
	for i := range p.events {
		p.events[i].text = strings.Replace(p.events[i].text, "switch 2 idle wait sub=Futex", "switch 2 3 wait sub=Futex", 1)
		p.events[i].text = strings.Replace(p.events[i].text, "90000000ns cpu1 switch idle 2 preempt", "90000000ns cpu1 switch 3 2 wait sub=Poll", 1)
	}
	f := found(t, p, "E22", findings.Warning, "psql 1 waited 90.0 ms (of ", "which ran for ", "Run time: ")
	if strings.Contains(f.Sentence, "locks") {
		t.Error(f.Sentence)
	}
}
