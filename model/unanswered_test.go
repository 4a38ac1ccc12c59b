package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// dialler polls for 100 ms after it has requested a connection, and again, until it ends.
const dialler = `threadlens-trace 1
cpus 1
span 0ms 300ms
os linux
process 1 app target
thread 1 pid=1
0us cpu0 switch idle 1 preempt
10us cpu0 call 1 enter connect arg=3 arg2=64 arg3=16
20us cpu0 call 1 exit connect ret=-115
30us cpu0 call 1 enter poll arg=64 arg2=2 until=100030us
30us cpu0 switch 1 idle wait linux=S
100030us cpu0 switch idle 1 preempt
100030us cpu0 call 1 exit poll ret=-4 unknown=1
100030us cpu0 call 1 enter poll arg=64 arg2=2 until=200030us
100030us cpu0 switch 1 idle wait linux=S
200030us cpu0 switch idle 1 preempt
200030us cpu0 call 1 exit poll ret=-4 unknown=1
`

// TestUnanswered: polls that last to their time limit have timed out, also if a thread is
// switched out at the instant when it is switched in; with a connection under way they were in
// vain. What was lost may have been the answer.
func TestUnanswered(t *testing.T) {
	for text, want := range map[string]int{
		"":                                1,
		"250ms cpu0 switch 1 idle dead\n": 1,
		"250ms cpu0 call 1 enter poll arg=64 arg2=2 until=350ms\n":                         0,
		"250ms cpu0 call 1 enter connect arg=4\n250ms cpu0 call 1 exit connect ret=-111\n": 1,
	} {
		tr := modeltest.Parse(t, "dialler", dialler+text)
		if len(tr.Unanswered) != want {
			t.Fatalf("with %q: %+v", text, tr.Unanswered)
		}
		if u := (model.Unanswered{Range: model.Range{From: 20e3, To: 200030e3}, Polls: 2, Connecting: true}); want > 0 && tr.Unanswered[0] != u {
			t.Errorf("with %q: %+v", text, tr.Unanswered)
		}
		if d := tr.Sums(0, tr.Whole())[model.Sleep]; d != 200e6 {
			t.Errorf("timed out for %d ns", d)
		}
	}
	lost := modeltest.Parse(t, "dialler", strings.Replace(dialler, "100030us cpu0 switch", "60ms cpu0 loss 80ms\n100030us cpu0 switch", 1))
	if len(lost.Unanswered) > 0 {
		t.Errorf("with lost events: %+v", lost.Unanswered)
	}
}

// TestAllowedCPUs: what was read about a process counts, otherwise what was read about the one that
// started it.
func TestAllowedCPUs(t *testing.T) {
	tr := modeltest.Parse(t, "affinity", `threadlens-trace 1
cpus 4
span 0us 100us
os linux
around 1 app cpus=1,3
around 3 other cpus=0-3
around 4 last
process 1 app target
process 3 other
process 4 last
thread 1 pid=1
thread 3 pid=3
thread 4 pid=4
0us cpu0 switch idle 1 preempt
10us cpu0 start 2 by=1 name=child pid=2
`)
	for pid, want := range map[uint32]int{1: 2, 2: 2, 3: 4, 4: 0} {
		for ix := range tr.Processes {
			if got := tr.AllowedCPUs(model.ProcIx(ix)); tr.Processes[ix].PID == pid && len(got) != want {
				t.Errorf("process %d: %v, want %d", pid, got, want)
			}
		}
	}
}

// TestServers: a process with a listening socket, or that makes one listen, is a server; one that
// routes a datagram is neither server nor client.
func TestServers(t *testing.T) {
	for text, want := range map[string][2]bool{
		"0us cpu0 descriptor 1 5 listener\n":                                       {false, true},
		"0us cpu0 descriptor 1 5 eventfd\n":                                        {false, false},
		"0us cpu0 call 1 enter listen arg=-1\n0us cpu0 call 1 exit listen\n":       {false, true},
		"0us cpu0 call 1 enter accept arg=5\n0us cpu0 call 1 exit accept\n":        {false, true},
		"0us cpu0 call 1 enter connect arg=-1\n0us cpu0 call 1 exit connect\n":     {true, false},
		"0us cpu0 call 1 enter route arg=-1 arg3=16\n0us cpu0 call 1 exit route\n": {false, false},
	} {
		tr := modeltest.Parse(t, "server", "threadlens-trace 1\ncpus 1\nspan 0us 10us\nos linux\nprocess 1 app\nthread 1 pid=1\n0us cpu0 switch idle 1 preempt\n"+text)
		if p := &tr.Processes[0]; p.Connects != want[0] || p.Accepts != want[1] {
			t.Errorf("%s: a client %v, a server %v", text, p.Connects, p.Accepts)
		}
	}
}

// TestAskedAgain: a thread that sends another datagram before it has an answer continues to ask.
func TestAskedAgain(t *testing.T) {
	ask := "%T cpu0 call 1 enter route arg=-1 arg3=16\n%T cpu0 call 1 exit route\n"
	poll := "%T cpu0 call 1 enter poll arg=64 arg2=1\n%E cpu0 call 1 exit poll ret=%R\n"
	at := func(text, from, to, ret string) string {
		return strings.NewReplacer("%T", from, "%E", to, "%R", ret).Replace(text)
	}
	const head = "threadlens-trace 1\ncpus 1\nspan 0ms 300ms\nos linux\nprocess 1 app target\nthread 1 pid=1\n0us cpu0 switch idle 1 preempt\n"
	both := head + at(ask, "10us", "", "") + at(poll, "20us", "100ms", "0") + at(ask, "110ms", "", "") + at(poll, "120ms", "200ms", "0")
	for _, c := range []struct {
		text string
		want []model.Unanswered
	}{
		{both, []model.Unanswered{{Range: model.Range{From: 10e3, To: 200e6}, Polls: 2}}},
		{both + at(poll, "210ms", "220ms", "1"), nil},
		{head + at(ask, "10us", "", ""), nil},
	} {
		tr := modeltest.Parse(t, "asks", c.text)
		if !slices.Equal(tr.Unanswered, c.want) {
			t.Errorf("%s: %+v, want %+v", c.text, tr.Unanswered, c.want)
		}
	}
}

// TestAsksWhom: a connect call names the peer of an internet socket, of both versions, also if
// it returns immediately; one of another family, or that failed, asks nobody.
func TestAsksWhom(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 1\nspan 0ms 300ms\nos linux\nprocess 1 app target\nthread 1 pid=1\nthread 2 pid=1\n0us cpu0 switch idle 1 preempt\n"
	for _, c := range []struct {
		length, result string
		polls          int
		want           int
	}{
		{"16", "0", 1, 1},
		{"28", "0", 1, 1},
		{"27", "0", 1, 0},
		{"29", "0", 1, 0},
		{"110", "0", 1, 0},
		{"16", "-111", 1, 0},
		{"110", "-115", 1, 1},
		{"16", "0", 0, 0},
		{"16", "0", 2, 1},
	} {
		text := head + "10us cpu0 call 1 enter connect arg=3 arg3=" + c.length + "\n20us cpu0 call 1 exit connect ret=" + c.result + "\n"
		for i := range c.polls {
			text += fmt.Sprintf("%dms cpu0 call 1 enter poll arg=64 arg2=1\n%dms cpu0 call 1 exit poll ret=0\n", 10+20*i, 20+20*i)
		}
		if tr := modeltest.Parse(t, "asks", text); len(tr.Unanswered) != c.want || c.want > 0 && tr.Unanswered[0].Polls != c.polls {
			t.Errorf("%+v: %+v", c, tr.Unanswered)
		}
	}
}

// TestUnansweredOrder: they are sorted by start, then by thread. A thread that asks again gives up
// its previous request.
func TestUnansweredOrder(t *testing.T) {
	text := "threadlens-trace 1\ncpus 2\nspan 0ms 300ms\nos linux\nprocess 1 app target\n"
	for tid := 1; tid <= 4; tid++ {
		text += fmt.Sprintf("thread %d pid=1\n", tid)
	}
	for at, event := range []string{"enter connect arg=3 arg3=16", "exit connect ret=-115", "enter poll arg=64 arg2=1", "exit poll ret=0"} {
		for tid := 4; tid >= 1; tid-- {
			text += fmt.Sprintf("%dus cpu0 call %d %s\n", 10+10*at, tid, event)
		}
	}
	text += "50us cpu0 call 2 enter connect arg=3 arg3=16\n60us cpu0 call 2 exit connect ret=-115\n70us cpu0 call 2 enter poll arg=64 arg2=1\n80us cpu0 call 2 exit poll ret=0\n"
	tr := modeltest.Parse(t, "order", text)
	var got []string
	for _, u := range tr.Unanswered {
		got = append(got, fmt.Sprintf("%d at %d", tr.Threads[u.Thread].TID, u.From/1000))
	}
	if want := "1 at 20, 2 at 20, 3 at 20, 4 at 20, 2 at 60"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}
