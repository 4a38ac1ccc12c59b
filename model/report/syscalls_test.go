package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// callScene has threads 1 and 2, each with a CPU. The first is in a call when the recording
// starts and in another one when it ends, the second makes one that takes half of the time.
const callScene = `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
recorded calls
process 9 app
thread 1 pid=9
thread 2 pid=9
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
10us cpu0 switch 1 idle wait linux=S
50us cpu0 wake 1 ctx=timer
60us cpu0 switch idle 1 preempt
70us cpu0 call 1 exit epoll_wait arg=4 ret=1
100us cpu0 call 1 enter socket arg=2
110us cpu0 call 1 exit socket ret=7
200us cpu0 call 1 enter read arg=7
200us cpu0 switch 1 idle wait linux=S
230us cpu0 wake 1 ctx=timer
240us cpu0 switch idle 1 preempt
250us cpu0 call 1 exit read ret=-4095
300us cpu0 call 1 enter read arg=8
320us cpu0 call 1 exit read ret=-4096
400us cpu0 call 1 enter read arg=8
410us cpu0 call 1 exit read ret=-1
500us cpu1 call 2 enter fsync arg=3
500us cpu1 switch 2 idle wait linux=D
900us cpu0 call 1 enter futex uaddr=0x10 arg2=128
900us cpu0 switch 1 idle wait linux=S
990us cpu1 wake 2 ctx=timer
990us cpu1 switch idle 2 preempt
1000us cpu1 call 2 exit fsync ret=0
`

// callColumns are the columns of the report.
var callColumns = []string{
	"thread", "call", "count", "errors", "total_ns", "blocked_ns", "call_mean_ns", "call_p50_ns", "call_p95_ns", "call_p99_ns", "call_max_ns",
	"longest_at_ns", "open", "descriptor", "descriptor_ns",
}

// wantCalls compares the rows of the report and its total.
func wantCalls(t *testing.T, what string, table *report.Table, want ...string) {
	t.Helper()
	var got []string
	for i, c := range table.Columns {
		if c.Name != callColumns[i] {
			t.Fatalf("column %d is %s, not %s", i, c.Name, callColumns[i])
		}
	}
	for _, row := range append(slices.Clone(table.Rows), table.Total) {
		if row != nil {
			got = append(got, rowText(row))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSyscalls: a call counts where it returns, with its whole length, and its time where it
// was spent; one that started before the recording is known from its last wait on.
func TestSyscalls(t *testing.T) {
	tr := modeltest.Parse(t, "calls", callScene)
	in := func(from, to float64) measure.Scope {
		return measure.Scope{Range: model.Range{From: us(from), To: us(to)}}
	}
	wantCalls(t, "whole", run(t, "syscalls", tr, measure.Scope{}),
		"2.0 | fsync | 1 | 0 | 500000 | 490000 | 500000 | 500000 | 500000 | 500000 | 500000 | 500000 | 0 | 3 | 500000",
		"1.0 | futex | 0 | - | 100000 | 100000 | - | - | - | - | - | - | 1 | - | -",
		"1.0 | read | 3 | 2 | 80000 | 30000 | 26666 | 20000 | 50000 | 50000 | 50000 | 200000 | 0 | 7 (socket) | 50000",
		"1.0 | epoll_wait | 1 | 0 | ≥60000 | ≥40000 | - | - | - | - | - | - | 0 | - | -",
		"1.0 | socket | 1 | 0 | 10000 | 0 | 10000 | 10000 | 10000 | 10000 | 10000 | 100000 | 0 | - | -",
		"Total | - | 6 | 2 | ≥750000 | ≥660000 | - | - | - | - | - | - | 1 | - | -")
	wantCalls(t, "a window that cuts two", run(t, "syscalls", tr, in(210, 600)),
		"2.0 | fsync | 0 | - | 100000 | 100000 | - | - | - | - | - | - | 0 | 3 | 100000",
		"1.0 | read | 3 | 2 | 70000 | 20000 | 26666 | 20000 | 50000 | 50000 | 50000 | 200000 | 0 | 7 (socket) | 40000",
		"Total | - | 3 | 2 | 170000 | 120000 | - | - | - | - | - | - | 0 | - | -")
	wantCalls(t, "up to a return", run(t, "syscalls", tr, in(240, 250)),
		"1.0 | read | 1 | 1 | 10000 | 0 | 50000 | 50000 | 50000 | 50000 | 50000 | 200000 | 0 | 7 (socket) | 10000",
		"Total | - | 1 | 1 | 10000 | 0 | - | - | - | - | - | - | 0 | - | -")
	wantCalls(t, "from a return on", run(t, "syscalls", tr, in(250, 300)))
	wantCalls(t, "before the return", run(t, "syscalls", tr, in(240, 249)),
		"1.0 | read | 0 | - | 9000 | 0 | - | - | - | - | - | - | 0 | 7 (socket) | 9000",
		"Total | - | 0 | - | 9000 | 0 | - | - | - | - | - | - | 0 | - | -")
	two := measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 2)}}
	wantCalls(t, "one thread", run(t, "syscalls", tr, two),
		"2.0 | fsync | 1 | 0 | 500000 | 490000 | 500000 | 500000 | 500000 | 500000 | 500000 | 500000 | 0 | 3 | 500000",
		"Total | - | 1 | 0 | 500000 | 490000 | - | - | - | - | - | - | 0 | - | -")
}

// callHead is the header of a scene of calls of thread 1.
const callHead = `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 9 app
thread 1 pid=9
`

// runs lets thread 1 run from the start on.
const runs = "0us cpu0 switch idle 1 preempt\n"

// unknownCalls are scenes in which not everything is known.
var unknownCalls = []struct {
	what, scene string
	want        []string
}{
	{"without switches it is not known who waits", callHead + `10us cpu0 call 1 enter read arg=3
20us cpu0 call 1 exit read
`, []string{
		"1.0 | read | 1 | 0 | 10000 | - | 10000 | 10000 | 10000 | 10000 | 10000 | 10000 | 0 | 3 | 10000",
		"Total | - | 1 | 0 | 10000 | - | - | - | - | - | - | - | 0 | - | -",
	}},
	{"the entry was not recorded", callHead + runs + `20us cpu0 call 1 exit read ret=-1
`, []string{"1.0 | read | 1 | 1 | - | - | - | - | - | - | - | - | 0 | - | -", "Total | - | 1 | 1 | - | - | - | - | - | - | - | - | 0 | - | -"}},
	{"the return was lost without notice", callHead + runs + `20us cpu0 call 1 enter read arg=3
30us cpu0 call 1 enter write arg=4
35us cpu0 call 1 exit write ret=-4
`, []string{
		"1.0 | write | 1 | 1 | 5000 | 0 | 5000 | 5000 | 5000 | 5000 | 5000 | 30000 | 0 | 4 | 5000",
		"1.0 | read | 0 | - | - | - | - | - | - | - | - | - | 1 | 3 | -",
		"Total | - | 1 | 1 | ≥5000 | - | - | - | - | - | - | - | 1 | - | -",
	}},
	{"events were lost in it", callHead + runs + `20us cpu0 call 1 enter read arg=3
30us cpu0 loss 40us
50us cpu0 call 1 exit read ret=-4
`, []string{
		"1.0 | read | 0 | - | ≥10000 | - | - | - | - | - | - | - | 1 | 3 | ≥10000",
		"Total | - | 0 | - | ≥10000 | - | - | - | - | - | - | - | 1 | - | -",
	}},
	{"it is not always known what the thread does", callHead + runs + `20us cpu0 call 7 enter read arg=3
30us cpu0 switch 1 7 wait linux=S
35us cpu0 switch 7 1 wait linux=S
40us cpu0 switch 1 7 wait linux=S
50us cpu0 call 7 exit read
60us cpu0 call 8 enter read arg=3
80us cpu0 call 8 exit read
`, []string{
		"7.0 | read | 1 | 0 | 30000 | ≥5000 | 30000 | 30000 | 30000 | 30000 | 30000 | 20000 | 0 | 3 | 30000",
		"8.0 | read | 1 | 0 | 20000 | - | 20000 | 20000 | 20000 | 20000 | 20000 | 60000 | 0 | 3 | 20000",
		"Total | - | 2 | 0 | 50000 | ≥5000 | - | - | - | - | - | - | 0 | - | -",
	}},
	{"only one end was recorded", strings.Replace(callHead, "process", "recorded close eventfd2:exit read read:exit\nprocess", 1) + runs + `20us cpu0 call 1 enter close arg=3
30us cpu0 call 1 exit eventfd2 ret=-24
40us cpu0 call 1 enter close arg=5
`, []string{
		"1.0 | close | 2 | - | - | - | - | - | - | - | - | - | 0 | 3 | -",
		"1.0 | eventfd2 | 1 | 1 | - | - | - | - | - | - | - | - | 0 | - | -",
		"Total | - | 3 | 1 | - | - | - | - | - | - | - | - | 0 | - | -",
	}},
	{"statuses of Windows are no errors", strings.Replace(callHead, "linux", "windows", 1) + runs + `20us cpu0 call 1 enter ""
30us cpu0 call 1 exit "" ret=-4
`, []string{
		"1.0 |  | 1 | - | 10000 | 0 | 10000 | 10000 | 10000 | 10000 | 10000 | 20000 | 0 | - | -",
		"Total | - | 1 | - | 10000 | 0 | - | - | - | - | - | - | 0 | - | -",
	}},
	{"more calls than are kept", strings.Replace(callHead, "process", "diagnostic warning system-calls \"2 events left out\" n=2\nprocess", 1) + runs + `20us cpu0 call 1 enter getpid
30us cpu0 call 1 exit getpid ret=9
`, []string{
		"1.0 | getpid | ≥1 | 0 | ≥10000 | 0 | 10000 | 10000 | 10000 | 10000 | 10000 | 20000 | 0 | - | -",
		"Total | - | ≥1 | 0 | ≥10000 | 0 | - | - | - | - | - | - | 0 | - | -",
	}},
	{"of two descriptors the lower one, of two kinds the known one", callHead + runs + `10us cpu0 call 1 enter read arg=5
20us cpu0 call 1 exit read
20us cpu0 call 1 enter read arg=4
30us cpu0 call 1 exit read
30us cpu0 call 1 enter pipe2
30us cpu0 call 1 exit pipe2
40us cpu0 call 1 enter write arg=6
50us cpu0 call 1 exit write
50us cpu0 descriptor 9 6 socket
50us cpu0 call 1 enter write arg=6
65us cpu0 call 1 exit write
`, []string{
		"1.0 | write | 2 | 0 | 25000 | 0 | 12500 | 10000 | 15000 | 15000 | 15000 | 50000 | 0 | 6 (socket) | 15000",
		"1.0 | read | 2 | 0 | 20000 | 0 | 10000 | 10000 | 10000 | 10000 | 10000 | 10000 | 0 | 4 | 10000",
		"1.0 | pipe2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 30000 | 0 | - | -",
		"Total | - | 5 | 0 | 45000 | 0 | - | - | - | - | - | - | 0 | - | -",
	}},
}

// TestSyscallsUnknown: what is not attested is empty or a lower bound.
func TestSyscallsUnknown(t *testing.T) {
	for _, x := range unknownCalls {
		wantCalls(t, x.what, run(t, "syscalls", modeltest.Parse(t, "calls", x.scene), measure.Scope{}), x.want...)
	}
}

// TestSyscallsRecorded: the report notes which calls were recorded, if not all were.
func TestSyscallsRecorded(t *testing.T) {
	const call = "10us cpu0 call 1 enter read\n20us cpu0 call 1 exit read\n"
	const how = " “threadlens record --with syscalls” records all system calls."
	for _, x := range []struct{ os, recorded, events, want string }{
		{"linux", "recorded calls", call, ""},
		{"linux", "recorded calls", "", ""},
		{"linux", "", call, "It is unknown whether all system calls were recorded."},
		{"linux", "", "", "System calls were not recorded." + how},
		{"windows", "", "", "System calls were not recorded."},
		{"linux", "recorded blocking", "", "Only the system calls in which threads waited were recorded." + how},
		{"linux", "recorded blocking", strings.ReplaceAll(call, "read", "read inferred=1"), "Only the system calls in which threads waited were recorded." + how},
		{"linux", "recorded lock_contention lock_contention:exit", "", "System calls were not recorded." + how},
		{"linux", "recorded read read:exit close", call, "Only some system calls were recorded: read, close." + how},
		{"linux", "recorded a b c d e f g h i j", call, "Only some system calls were recorded: a, b, c, d, e, f, g, h, i, j." + how},
		{"linux", "recorded a b c d e f g h i j k", call, "Only some system calls were recorded: a, b, c, d, e, f, g, h, i, j and 1 more." + how},
	} {
		head := strings.Replace(strings.Replace(callHead, "linux", x.os, 1), "process", x.recorded+"\nprocess", 1)
		table := run(t, "syscalls", modeltest.Parse(t, "recorded", head+runs+x.events), measure.Scope{})
		if (len(table.Rows) > 0) != (x.events == call) {
			t.Errorf("%s %q: %d rows", x.os, x.recorded, len(table.Rows))
		}
		var got []string
		for _, note := range table.Notes {
			if strings.Contains(note, "ystem calls") {
				got = append(got, note)
			}
		}
		if text := strings.Join(got, " "); text != x.want {
			t.Errorf("%s %q with calls %v: %q, want %q", x.os, x.recorded, x.events != "", text, x.want)
		}
	}
}
