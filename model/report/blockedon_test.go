package report_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// blockedTrace has waits of many reasons: 2 and 3 wait for a lock held by 1 and then by 2, 6 reads
// from a pipe into which 5 writes, 4 from a disk; more are further events.
func blockedTrace(t *testing.T, more string) *model.Trace {
	t.Helper()
	var s lockTrace
	s.wait(100, 2, plain)
	s.wait(120, 3, plain)
	s.wait(150, 6, "read arg=3")
	s.release(200, 1, 2, "uaddr=0x10")
	s.wake(250, 5, 6, "read", "arg=3 ret=1")
	s.release(300, 2, 3, "uaddr=0x10")
	s.release(340, 3, 0, "uaddr=0x10")
	s.event(400, 4, "issue 4 read dev=sda")
	s.event(410, 4, "switch 4 idle wait linux=D")
	s.event(450, 4, "io 4 400us read dev=sda bytes=4096")
	s.event(450, 4, "wake 4 kind=waking ctx=blockdone")
	s.event(450, 4, "switch idle 4 preempt")
	s.wait(500, 1, "epoll_wait arg=4 untimed=1")
	s.wait(510, 2, "clock_nanosleep")
	s.event(560, 2, "wake 2 kind=waking ctx=timer")
	s.event(560, 2, "switch idle 2 preempt")
	s.wake(580, 5, 1, "epoll_wait", "arg=4 ret=1")
	s.event(600, 6, "switch 6 idle wait linux=S")
	s.WriteString(more)
	_, scene, _ := strings.Cut(lockScene, "\n")
	return modeltest.Parse(t, "blocked", "threadlens-trace 1\nrecorded calls faults\n"+scene+"0us cpu0 descriptor 9 3 pipe\n"+s.String())
}

// TestBlockedOn: every column, for the whole time, for a window that cuts waits, and for one
// thread.
func TestBlockedOn(t *testing.T) {
	tr := blockedTrace(t, "")
	for _, x := range []struct {
		what  string
		scope measure.Scope
		rows  []string
		total string
	}{
		{"whole", measure.Scope{}, []string{
			"Unclassified | Interruptible | - | 1 | 400000 | 42.1053 | - | - | 1 | 400000 | 600000 | 6.0",
			// 2 waits from 100 to 200, 3 from 120 to 300; 1 holds the lock for 180 µs of these, 2 for
			// 100.
			"Synchronization | Futex | 0x10 | 2 | 280000 | 29.4737 | 1 and 1 more | - | 2 | 180000 | 120000 | 3.0",
			"IO | Pipe | pipe | 1 | 100000 | 10.5263 | - | other | 1 | 100000 | 150000 | 6.0",
			"WaitForWork | Poll | - | 1 | 80000 | 8.42105 | - | - | 1 | 80000 | 500000 | 1.0",
			"Sleep | Sleep | - | 1 | 50000 | 5.26316 | - | timer | 1 | 50000 | 510000 | 2.0",
			"IO | Block | disk sda | 1 | 40000 | 4.21053 | - | - | 1 | 40000 | 410000 | 4.0",
		}, "All, 5 threads | - | - | - | 950000 | 100 | - | - | 7 | - | - | -"},
		// 3 waits for 80 µs, 2 for 40: 2 holds the lock for 40 µs of each, 1 for the same time.
		{"a window", measure.Scope{Range: model.Range{From: us(160), To: us(240)}}, []string{
			"Synchronization | Futex | 0x10 | 2 | 120000 | 60 | 1 and 1 more | - | 2 | 80000 | 120000 | 3.0",
			"IO | Pipe | pipe | 1 | 80000 | 40 | - | other | 1 | 80000 | 150000 | 6.0",
		}, "All, 3 threads | - | - | - | 200000 | 100 | - | - | 3 | - | - | -"},
		{"one thread", measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 2)}}, []string{
			"Synchronization | Futex | 0x10 | 1 | 100000 | 66.6667 | 1 | - | 1 | 100000 | 100000 | 2.0",
			"Sleep | Sleep | - | 1 | 50000 | 33.3333 | - | timer | 1 | 50000 | 510000 | 2.0",
		}, "All, 1 thread | - | - | - | 150000 | 100 | - | - | 2 | - | - | -"},
	} {
		table := run(t, "blocked-on", tr, x.scope)
		equal(t, x.what, rowsOf(table), x.rows)
		equal(t, "total, "+x.what, rowText(table.Total), x.total)
	}
	if table := run(t, "blocked-on", tr, measure.Scope{Range: model.Range{From: us(10), To: us(90)}}); len(table.Rows) > 0 || table.Total != nil {
		t.Errorf("nobody waits: %v, total %v", rowsOf(table), table.Total)
	}
}

// TestBlockedOnLost: in a window that lost events affect, known times are lower bounds; unknown
// time is in the last row, however long, and in no share.
func TestBlockedOnLost(t *testing.T) {
	tr := blockedTrace(t, "700us cpu5 loss 980us\n")
	table := run(t, "blocked-on", tr, measure.Scope{Range: model.Range{From: us(550), To: us(1000)}})
	equal(t, "rows", rowsOf(table), []string{
		"Unclassified | Interruptible | - | ≥1 | ≥100000 | 71.4286 | - | - | ≥1 | ≥100000 | 600000 | 6.0",
		"WaitForWork | Poll | - | ≥1 | ≥30000 | 21.4286 | - | - | ≥1 | ≥30000 | 500000 | 1.0",
		"Sleep | Sleep | - | ≥1 | ≥10000 | 7.14286 | - | timer | ≥1 | ≥10000 | 510000 | 2.0",
		"Unknown | Gap | - | 1 | 300000 | - | - | - | - | 300000 | 700000 | 6.0",
	})
	equal(t, "total", rowText(table.Total), "All, 3 threads | - | - | - | ≥140000 | 100 | - | - | ≥3 | - | - | -")
	before := run(t, "blocked-on", tr, measure.Scope{Range: model.Range{From: us(550), To: us(600)}})
	equal(t, "before the loss", rowText(before.Total), "All, 2 threads | - | - | - | 40000 | 100 | - | - | 2 | - | - | -")
}

// objectScene has thread 11, whose waits others end; two processes have the same name, one has none.
const objectScene = `threadlens-trace 1
recorded calls faults
cpus 3
span 0us 100us
os linux
process 10 "client"
process 20 "server"
process 21 "server"
process 22 ""
thread 11 pid=10
thread 12 pid=10
thread 20 pid=20
thread 21 pid=21
thread 22 pid=22
0us cpu0 exists 11 state=running
0us cpu1 exists 20 state=running
0us cpu2 exists 12 state=running
0us cpu0 descriptor 10 3 pipe
`

// TestBlockedObjects: what a wait is for, and what ended it, as shown to people.
func TestBlockedObjects(t *testing.T) {
	const read, wait = "10us cpu0 call 11 enter read arg=3\n", "10us cpu0 switch 11 idle wait linux=S\n"
	const runs = "50us cpu0 switch idle 11 preempt\n"
	const again = "60us cpu1 switch 20 21 preempt\n60us cpu0 switch 11 idle wait linux=S\n"
	const asks, done = "10us cpu0 issue 11 read dev=sda\n10us cpu0 switch 11 idle wait linux=D\n", "40us cpu0 io 11 10us read dev=sda\n"
	const woken = "45us cpu0 wake 11 ctx=blockdone\n" + runs
	for _, c := range []struct{ what, events, want string }{
		{"a pipe into which a process writes", read + wait + "20us cpu1 wake 11\n" + runs, "Pipe | a pipe | server (pid 20)"},
		{"processes of one name", read + wait + "20us cpu1 wake 11\n" + runs + again + "70us cpu1 wake 11\n80us cpu0 switch idle 11 preempt\n", "Pipe | a pipe | server (2 processes)"},
		{"a process without a name", "5us cpu1 switch 20 22 preempt\n" + read + wait + "20us cpu1 wake 11\n" + runs, "Pipe | a pipe | pid 22"},
		{"its own process", read + wait + "20us cpu2 wake 11\n" + runs, "Pipe | a pipe | client (pid 10)"},
		{"a signal is not what it waited for", read + wait + "20us cpu1 wake 11 ctx=signal\n" + runs, "Pipe | a pipe | "},
		{"not over", read + wait, "Pipe | a pipe | "},
		{"data of the network", "10us cpu0 call 11 enter recvfrom arg=4\n" + wait + "20us cpu1 wake 11 ctx=netrx\n" + runs, "Network | a socket | the network"},
		{"data of the same machine", "10us cpu0 call 11 enter recvfrom arg=4\n" + wait + "15us cpu1 call 20 enter sendto\n20us cpu1 wake 11 ctx=netrx\n" + runs, "Network | a socket | server (pid 20)"},
		{"an interrupt", wait + "20us cpu1 wake 11 ctx=isr\n" + runs, "Interruptible |  | an interrupt"},
		{"a disk", asks + done + woken, "Block | disk sda | "},
		{"two disks", "5us cpu0 issue 11 write dev=sdb\n" + asks + done + "41us cpu0 io 11 5us write dev=sdb\n" + woken, "Block |  | a disk"},
		{"a disk of another", "5us cpu2 issue 12 read dev=sdb\n" + asks + done + "41us cpu2 io 12 5us read dev=sdb\n" + woken, "Block | disk sda | "},
		{"an interrupt that met a waker", wait + "stack 1 k!sleep kernel=1 k!futex_wake kernel=1\n20us cpu1 wake 11 ctx=isr stack=1\n" + runs, "Interruptible |  | an interrupt"},
		{"a thread whose stack names what it is", wait + "stack 1 k!futex_wake kernel=1\n20us cpu1 wake 11 stack=1\n" + runs, "Ipc | a futex | server (pid 20)"},
	} {
		tr := modeltest.Parse(t, c.what, objectScene+c.events)
		table := run(t, "blocked-on", tr, measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 11)}})
		shown := func(v report.Value) string {
			if v.Display != "" {
				return v.Display
			}
			return v.Text
		}
		row := table.Rows[0]
		equal(t, c.what, row[1].Text+" | "+shown(row[2])+" | "+shown(row[7]), c.want)
	}
}

// TestLocksAtOneAddress: if several processes have locks at the same address, each is named.
func TestLocksAtOneAddress(t *testing.T) {
	var s lockTrace
	s.wait(100, 2, plain)
	s.wait(100, 5, plain)
	table := run(t, "blocked-on", s.trace(t), measure.Scope{})
	got := []string{table.Rows[0][2].Display, table.Rows[1][2].Display}
	equal(t, "locks", got, []string{"futex 0x10 of app (pid 9)", "futex 0x10 of other (pid 8)"})
}
