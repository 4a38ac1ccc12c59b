package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

const clientAndServer = `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 10 "client" target
process 20 "server"
thread 11 pid=10 name=conn-2
thread 12 pid=10 name=conn-10
thread 13 pid=10
thread 21 pid=20 name=backend
0us cpu0 exists 11 state=running
0us cpu1 exists 21 state=running
100us cpu0 call 11 enter recvfrom arg=3
100us cpu0 switch 11 12 wait linux=S
150us cpu0 call 12 enter recvfrom arg=4
150us cpu0 switch 12 idle wait linux=S
300us cpu1 wake 11
310us cpu0 switch idle 11 preempt
500us cpu1 wake 12
600us cpu0 call 11 exit recvfrom arg=3 ret=1
600us cpu0 call 11 enter clock_nanosleep
600us cpu0 switch 11 12 wait linux=S
650us cpu0 call 12 exit recvfrom arg=4 ret=1
700us cpu0 wake 11 ctx=timer
710us cpu0 switch 12 11 wait linux=S
`

// TestPeers: waits are summed up by group of threads and what ended them; those that reach
// outside the window count with the part inside.
func TestPeers(t *testing.T) {
	tr := modeltest.Parse(t, "peers", clientAndServer)
	for _, x := range []struct {
		r    model.Range
		want string
	}{
		{tr.Whole(), `
conn-2 … conn-10 of client: IO Network ended by thread backend of server: 2 of 550 ns/1000, p50 200, p95 350, max 350, longest of 12 at 150
conn-2 … conn-10 of client: Unclassified Interruptible ended by none: 1 of 290 ns/1000, p50 290, p95 290, max 290, longest of 12 at 710
conn-2 … conn-10 of client: Sleep Sleep ended by timer: 1 of 100 ns/1000, p50 100, p95 100, max 100, longest of 11 at 600
`},
		{model.Range{From: 250_000, To: 650_000}, `
conn-2 … conn-10 of client: IO Network ended by thread backend of server: 2 of 300 ns/1000, p50 50, p95 250, max 250, longest of 12 at 150
conn-2 … conn-10 of client: Sleep Sleep ended by timer: 1 of 50 ns/1000, p50 50, p95 50, max 50, longest of 11 at 600
`},
	} {
		var b strings.Builder
		b.WriteString("\n")
		for _, p := range blocking.PeersOf(tr, targetThreads(tr), x.r) {
			fmt.Fprintf(&b, "%s of %s: %v %v ended by %v", p.Waiter.Title(tr), tr.Processes[p.Waiter.Proc].Name, p.Category, p.Sub, p.Ender)
			if p.Peer != nil {
				fmt.Fprintf(&b, " %s of %s", p.Peer.Stem, tr.Processes[p.Peer.Proc].Name)
			}
			fmt.Fprintf(&b, ": %d of %d ns/1000, p50 %d, p95 %d, max %d, longest of %d at %d\n", p.N, p.Total/1000, p.P50/1000, p.P95/1000, p.Max/1000,
				tr.Threads[p.Longest.Thread].TID, p.Longest.From/1000)
		}
		if b.String() != x.want {
			t.Errorf("%v:%swant%s", x.r, b.String(), x.want)
		}
	}
}

// targetThreads are the threads of the target.
func targetThreads(t *model.Trace) (list []model.ThreadIx) {
	for _, p := range t.Targets() {
		list = append(list, t.Processes[p].Threads...)
	}
	return list
}

// TestPeersAddUp: the totals of peers are the waiting time of the threads, for each
// category, in random traces.
func TestPeersAddUp(t *testing.T) {
	for seed := range uint64(300) {
		tr := modeltest.Parse(t, fmt.Sprint(seed), modeltest.World(seed))
		all := measure.Visible(tr)
		for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End / 2}} {
			var got, want model.Sums
			for _, p := range blocking.PeersOf(tr, all, r) {
				got[p.Category] += p.Total
			}
			for _, ix := range all {
				for s := range tr.Segments(ix, r) {
					if s.State == model.Waiting {
						want[s.Category] += s.Overlap(r)
					}
				}
			}
			if got != want {
				t.Fatalf("seed %d, %v: %v, want %v", seed, r, got, want)
			}
		}
	}
}

// TestTitlesOfGroups: a group is named by its only thread, or by its first and last.
func TestTitlesOfGroups(t *testing.T) {
	tr := modeltest.Parse(t, "groups", `threadlens-trace 1
cpus 1
span 0us 10us
process 1 "a"
process 2 "b"
thread 3 pid=1 name=hot-10
thread 4 pid=1 name=hot-9
thread 5 pid=1 name=main
thread 6 pid=2 name=hot-1
thread 7 pid=2
thread 8 pid=2
thread 9 pid=1 name=same
thread 10 pid=1 name=same
`)
	var got []string
	groups := blocking.GroupThreads(tr)
	for i := range groups.List {
		got = append(got, groups.List[i].Title(tr))
	}
	const want = "hot-9 … hot-10, main 5, hot-1 6, 2 unnamed threads, same (2 threads)"
	if text := strings.Join(got, ", "); !strings.Contains(text, want) {
		t.Errorf("%s, want %s", text, want)
	}
	i := slices.IndexFunc(groups.List, func(g blocking.ThreadGroup) bool { return slices.Contains(g.Threads, threadWith(tr, 4)) })
	if g := &groups.List[i]; g.Stem != "hot" || len(g.Threads) != 2 {
		t.Errorf("thread 4 is in %+v", g)
	}
}

// TestUnnamedGroups: threads without a name are grouped by where they start. Those of which
// that is unknown form one group, and those with a name keep to their name.
func TestUnnamedGroups(t *testing.T) {
	for os, want := range map[string]string{
		"windows": "3 unnamed threads, 2 threads that start in ntdll.dll, 2 threads that start in app.exe!worker, app.exe 15, 2 threads that start in ntdll.dll, named … named 2",
		"linux":   "3 unnamed threads, 2 threads that start in ntdll.dll, 2 threads that start in app.exe!worker, 15, 2 threads that start in ntdll.dll, named … named 2",
	} {
		tr := modeltest.Parse(t, os, `threadlens-trace 1
cpus 1
span 0us 100us
os `+os+`
process 7 "app.exe"
process 8 "other.exe"
thread 17 pid=7
thread 18 pid=7
stack 1 "+0x10" in="\\Windows\\System32\\ntdll.dll"
stack 2 "worker" in="C:\\app\\app.exe"
stack 3 "other" in="C:\\app\\app.exe"
stack 4 "RtlUserThreadStart" in="ntdll.dll"
1us cpu0 start 11 pid=7 stack=1
2us cpu0 start 12 pid=7 stack=1
3us cpu0 start 13 pid=7 stack=2
4us cpu0 start 14 pid=7 stack=2
5us cpu0 start 15 pid=7 stack=3
6us cpu0 start 16 pid=7 stack=4
7us cpu0 start 21 pid=8 stack=1
8us cpu0 start 22 pid=8 stack=1
9us cpu0 start 23 pid=8 name=named stack=1
10us cpu0 start 24 pid=8 name="named 2" stack=1
`)
		var got []string
		groups := blocking.GroupThreads(tr)
		for i := range groups.List {
			got = append(got, groups.List[i].Title(tr))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", os, text, want)
		}
	}
}

func threadWith(t *model.Trace, id model.TID) model.ThreadIx {
	for ix := range t.Threads {
		if t.Threads[ix].TID == id {
			return model.ThreadIx(ix)
		}
	}
	return model.NoThread
}

// TestWaitPeers: what each wait was for, by what ended it.
func TestWaitPeers(t *testing.T) {
	const trace = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 "client"
process 20 "server"
thread 10 pid=10
thread 11 pid=10
thread 20 pid=20
0us cpu0 exists 10 state=running
0us cpu1 exists 20 state=running
10us cpu0 switch 10 11 wait linux=S
%WAKE
40us cpu0 switch 11 10 preempt
`
	for _, c := range []struct{ wake, want, peer string }{
		{"20us cpu0 wake 10 ctx=thread", "same process", "thread"},
		{"20us cpu1 wake 10 ctx=thread", "server (pid 20)", "thread"},
		{"20us cpu1 wake 10 ctx=timer", "timer", ""},
		{"20us cpu1 wake 10 ctx=blockdone", "disk", ""},
		{"20us cpu1 wake 10 ctx=netrx", "network", ""},
		{"15us cpu1 call 20 enter sendto\n20us cpu1 wake 10 ctx=netrx", "server (pid 20)", "20"},
		{"20us cpu1 wake 10 ctx=isr", "interrupt", ""},
		{"20us cpu1 wake 10 ctx=signal", "signal from 20", ""},
		{"", "unknown", ""},
	} {
		tr := modeltest.Parse(t, c.want, strings.Replace(trace, "%WAKE", c.wake, 1))
		equal(t, c.wake, peerOfFirst(t, tr, 10), c.want)
		list := blocking.PeersOf(tr, []model.ThreadIx{threadOf(t, tr, 10)}, tr.Whole())
		if (list[0].Peer != nil) != (c.peer != "") {
			t.Errorf("%s: peer %v", c.wake, list[0].Peer)
		}
	}
	tr := modeltest.Parse(t, "open", strings.Replace(trace, "%WAKE\n40us cpu0 switch 11 10 preempt\n", "", 1))
	equal(t, "open", peerOfFirst(t, tr, 10), "none")
}

// peerOfFirst is the peer of the first wait of a thread.
func peerOfFirst(t *testing.T, tr *model.Trace, id model.TID) string {
	t.Helper()
	table := run(t, "waits", tr, measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, id)}})
	i := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == "peer" })
	for row := range table.All() {
		return row[i].Text
	}
	return ""
}
