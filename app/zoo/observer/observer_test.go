package observer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// script is lines of perf script of thread 8 of process 7, unless a line names others; times are
// ns.
func script(lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		who, rest, ok := strings.Cut(line, " @")
		if !ok {
			who, rest = "7/8", strings.TrimPrefix(line, "@")
		}
		at, rest, _ := strings.Cut(rest, " ")
		name, rest, _ := strings.Cut(rest, " ")
		name = map[string]string{"enter": "raw_syscalls:sys_enter", "exit": " raw_syscalls:sys_exit", "lost": "PERF_RECORD_LOST", "fault": "exceptions:page_fault_kernel"}[name]
		fmt.Fprintf(&b, "%s [000]     0.%09s: %s: %s\n", who, at, name, rest)
	}
	return b.String()
}

// enter is an entry of a call with up to five arguments.
func enter(at, number int, args ...int64) string {
	var words [6]string
	for i := range words {
		words[i] = "0"
		if i < len(args) {
			words[i] = fmt.Sprintf("%x", uint64(args[i]))
		}
	}
	return fmt.Sprintf("@%d enter NR %d (%s)", at, number, strings.Join(words[:], ", "))
}

func exit(at, number int, result int64) string {
	return fmt.Sprintf("@%d exit NR %d = %d", at, number, result)
}

func read(t *testing.T, lines ...string) *Log {
	t.Helper()
	l, err := Read(strings.NewReader(script(lines...)))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestParse(t *testing.T) {
	const line = " 2837/2838 [003]  16210.792121413: raw_syscalls:sys_enter: NR 202 (7, 2400, 0, 7f5bc642b5e0, ffffffffffffffff, 0)"
	e, ok := parse([]byte(line))
	want := event{what: entered, pid: 2837, tid: 2838, cpu: 3, time: 16210792121413, number: 202, args: [5]uint64{7, 0x2400, 0, 0x7f5bc642b5e0, 1<<64 - 1}}
	if !ok || e != want {
		t.Errorf("got %v %v, want %v", e, ok, want)
	}
	e, ok = parse([]byte("7/8 [000] 0.000000005:  raw_syscalls:sys_exit: NR 7 = -4"))
	if want := (event{what: exited, pid: 7, tid: 8, time: 5, number: 7, result: -4}); !ok || e != want {
		t.Errorf("got %v %v, want %v", e, ok, want)
	}
	if e, ok = parse([]byte("7/8 [001] 0.000000005: PERF_RECORD_LOST lost 3")); !ok || e.what != lost || e.result != 3 || e.cpu != 1 {
		t.Errorf("lost events: got %v %v", e, ok)
	}
	for _, bad := range []string{
		"7 [000] 0.000000005: raw_syscalls:sys_exit: NR 7 = 0", "7/8 [000] 0.5: raw_syscalls:sys_exit: NR 7 = 0", "7/x [000] 0.000000005: a",
		"7/8 [x] 0.000000005: a", "7/8 [000] 0.000000005: raw_syscalls:sys_exit: NR 7", "7/8 [000] 0.000000005: PERF_RECORD_LOST lost",
		"7/8 [000] 0.000000005: raw_syscalls:sys_enter: NR 7 (1, 2)", "7/8 [000] 0.000000005: raw_syscalls:sys_enter: NR 7 (g, 2, 0, 0, 0, 0)",
	} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestTruth(t *testing.T) {
	const (
		sync, io, sleep, work, mem = model.Synchronization, model.IO, model.Sleep, model.WaitForWork, model.MemoryManagement
		none                       = model.UnknownCategory
	)
	for _, c := range []struct {
		what         string
		number       int
		args         []int64
		result       int64
		want         model.Category
		why, calling string
	}{
		{"woken", 202, []int64{0, 128, 2, 1}, 0, sync, "", "futex"},
		{"timed out", 202, []int64{0, 137, 2, 1}, -110, sleep, "", "futex"},
		{"a signal, with a limit", 202, []int64{0, 128, 2, 1}, -512, none, Result, "futex"},
		{"a signal, without a limit", 202, []int64{0, 128, 2, 0}, -512, sync, "", "futex"},
		{"it wakes others", 202, []int64{0, 129, 2}, 1, none, NoRow, "futex"},
		{"several, timed out", 449, []int64{0, 2, 0, 1}, -110, sleep, "", "futex_waitv"},
		{"the new call, a signal, with a limit", 455, []int64{0, 0, 0, 0, 1}, -4, none, Result, "futex_wait"},
		{"the new call, a signal, without", 455, []int64{0, 0, 0, 1, 0}, -4, sync, "", "futex_wait"},
		{"poll of one", 7, []int64{0, 1}, 1, io, "", "poll"},
		{"poll of two", 271, []int64{0, 2}, 1, work, "", "ppoll"},
		{"poll, timed out", 7, []int64{0, 1}, 0, sleep, "", "poll"},
		{"poll, a signal", 7, []int64{0, 1}, -4, io, "", "poll"},
		{"poll of nothing, a signal", 7, []int64{0, 0, -1}, -4, none, Result, "poll"},
		{"poll of nothing, timed out", 7, []int64{0, 0, 1}, 0, sleep, "", "poll"},
		{"ppoll, a signal", 271, []int64{0, 2, 1}, -514, work, "", "ppoll"},
		{"ppoll, an error", 271, []int64{0, 2, 1}, -511, none, Result, "ppoll"},
		{"ppoll, another error", 271, []int64{0, 2, 1}, -517, none, Result, "ppoll"},
		{"epoll, a signal", 232, []int64{0, 1, 1, 5}, -4, work, "", "epoll_wait"},
		{"epoll, an error", 232, []int64{0, 1, 1, 5}, -9, none, Result, "epoll_wait"},
		{"select, a signal", 270, []int64{3, 1, 0, 0, 1}, -514, work, "", "pselect6"},
		{"select of nothing, a signal", 270, []int64{0, 0, 0, 0, 1}, -514, none, Result, "pselect6"},
		{"epoll", 232, []int64{3, 1}, 1, work, "", "epoll_wait"},
		{"epoll, timed out", 281, []int64{3, 1}, 0, sleep, "", "epoll_pwait"},
		{"select", 23, []int64{1}, 1, work, "", "select"},
		{"sleep, a signal", 230, nil, -516, sleep, "", "clock_nanosleep"},
		{"accept", 288, nil, 4, work, "", "accept4"},
		{"receive", 47, nil, -11, io, "", "recvmsg"},
		{"child", 61, nil, 9, sync, "", "wait4"},
		{"a lock that is waited for", 72, []int64{3, 7}, 0, sync, "", "fcntl"},
		{"a lock that is not", 72, []int64{3, 6}, 0, none, NoRow, "fcntl"},
		{"vfork", 56, []int64{0x4111}, 9, sync, "", "clone"},
		{"fork", 56, []int64{0x1200011}, 9, none, NoRow, "clone"},
		{"memory", 11, nil, 0, mem, "", "munmap"},
		{"a file", 257, nil, 3, io, "", "openat"},
		{"no row", 16, []int64{3}, 0, none, NoRow, "ioctl"},
		{"not even a name", 999, nil, 0, none, NoRow, "call 999"},
		{"a descriptor of which nothing is known", 0, []int64{3}, 1, none, Descriptor, "read unknown"},
	} {
		l := read(t, enter(10, c.number, c.args...), exit(20, c.number, c.result))
		if got := l.Truth(8, 11, 19); got.Open != c.why || got.Kind != c.calling || c.why == "" && got.Category != c.want {
			t.Errorf("%s: got %+v, want %v %q %q", c.what, got, c.want, c.why, c.calling)
		}
	}
}

// TestInside has waits at the edges of a call.
func TestInside(t *testing.T) {
	l := read(t, enter(10, 35), exit(20, 35, 0), enter(30, 11), "@32 fault address=0x1 ip=0x2 error_code=0x3", exit(40, 11, 0),
		enter(50, 232), enter(70, 15), exit(75, -1, 5), enter(80, 35), exit(90, 11, 0),
		enter(100, 232), "7/10 "+enter(120, 232, 3, 0, 0, -1), "7/11 "+enter(120, 232, 3, 0, 0, 5))
	for _, c := range []struct {
		tid     int
		out, in int64
		want    string
	}{
		{8, 9, 15, NoCall},
		{8, 10, 20, ""},
		{8, 10, 21, NoCall},
		{8, 21, 25, NoCall},
		{8, 31, 35, ""},
		{8, 32, 35, PageFault},
		{8, 60, 65, Torn}, // another one begins after it
		{8, 71, 73, NoRow},
		{8, 77, 79, NoCall},
		{8, 81, 85, Torn},     // another one ends after it
		{8, 110, 110, Result}, // the call did not return
		{11, 130, 130, Result},
		{10, 130, 130, ""}, // nor this one, which has no time limit
		{9, 10, 20, NotSeen},
	} {
		if got := l.Truth(c.tid, c.out, c.in).Open; got != c.want {
			t.Errorf("thread %d, %d to %d: got %q, want %q", c.tid, c.out, c.in, got, c.want)
		}
	}
}

// TestLost has events lost on a CPU between 30 and 40: a call in progress then may have been two.
func TestLost(t *testing.T) {
	l := read(t, enter(10, 35), exit(20, 35, 0), enter(25, 35), "9/9 @30 fault -", "9/9 @40 lost lost 5", exit(50, 35, 0), enter(60, 35), exit(70, 35, 0))
	if l.Lost != 5 {
		t.Errorf("%d lost", l.Lost)
	}
	for _, c := range []struct {
		out, in int64
		want    string
	}{{11, 19, ""}, {26, 30, ""}, {26, 31, Torn}, {41, 45, Torn}, {61, 65, ""}} {
		if got := l.Truth(8, c.out, c.in).Open; got != c.want {
			t.Errorf("%d to %d: got %q, want %q", c.out, c.in, got, c.want)
		}
	}
}

// TestClone3 has a call whose flags are not seen: it waits for the child if the child executed
// another program before the call returned.
func TestClone3(t *testing.T) {
	exec := []string{"9/9 " + enter(12, 59), "9/9 " + exit(15, 59, 0)}
	for _, c := range []struct {
		what  string
		lines []string
		want  string
	}{
		{"vfork", append(exec, exit(20, 435, 9)), ""},
		{"ended", []string{"9/9 " + enter(12, 231), exit(20, 435, 9)}, ""},
		{"it began later", append([]string{exit(11, 435, 9)}, exec...), NoRow},
		{"no program", []string{"9/9 " + enter(12, 59), "9/9 " + exit(13, 59, -2), exit(20, 435, 9)}, NoRow},
		{"a thread", []string{"7/9 " + enter(12, 60), exit(20, 435, 9)}, NoRow},
		{"nothing seen of it", []string{exit(20, 435, 9)}, NoRow},
	} {
		l := read(t, slices.Concat([]string{enter(10, 435, 0x7000, 88)}, c.lines)...)
		in := int64(19)
		if l.threads[8].Calls[0].Exit == 11 {
			in = 11
		}
		if got := l.Truth(8, 11, in); got.Open != c.want || got.Open == "" && got.Category != model.Synchronization {
			t.Errorf("%s: got %+v, want %q", c.what, got, c.want)
		}
	}
}

func TestTypes(t *testing.T) {
	for link, want := range map[string]FileType{
		"pipe:[12]": Pipe, "socket:[12]": Socket, "/dev/pts/3": Terminal, "/dev/null": RegularFile, "/tmp/a (deleted)": RegularFile,
		"anon_inode:[eventfd]": EventFile, "anon_inode:[timerfd]": TimerFile, "anon_inode:[signalfd]": SignalFile,
		"anon_inode:inotify": NotifyFile, "anon_inode:[eventpoll]": PollFile, "anon_inode:[io_uring]": OtherFile,
	} {
		if got := typeOfLink(link); got != want {
			t.Errorf("%s: got %v, want %v", link, got, want)
		}
	}
}

// TestDescriptors looks up descriptor 3 of process 7 at 50.
func TestDescriptors(t *testing.T) {
	sight := func(from, to int64, pid, fd int, typ FileType) Sight { return Sight{from, to, pid, fd, typ} }
	for _, c := range []struct {
		what   string
		lines  []string
		sights []Sight
		want   FileType
	}{
		{"nothing", nil, nil, UnknownFile},
		{"seen before", nil, []Sight{sight(10, 11, 7, 3, Pipe)}, Pipe},
		{"seen after", nil, []Sight{sight(60, 61, 7, 3, Pipe)}, Pipe},
		{"another one", nil, []Sight{sight(10, 11, 7, 4, Pipe), sight(10, 11, 6, 3, Pipe)}, UnknownFile},
		{"the nearest", nil, []Sight{sight(10, 11, 7, 3, Pipe), sight(70, 71, 7, 3, Socket)}, Socket},
		{"closed since", []string{enter(20, 3, 3), exit(21, 3, 0)}, []Sight{sight(10, 11, 7, 3, Pipe)}, UnknownFile},
		{"closed while it was looked at", []string{enter(20, 3, 3)}, []Sight{sight(19, 21, 7, 3, Pipe)}, UnknownFile},
		{"closed later, then seen", []string{enter(60, 3, 3)}, []Sight{sight(70, 71, 7, 3, Pipe)}, UnknownFile},
		{"closed and made again", []string{enter(20, 3, 3), exit(21, 3, 0), enter(30, 290), exit(31, 290, 3)}, nil, EventFile},
		{"failed to be made", []string{enter(30, 290), exit(31, 290, -24)}, nil, UnknownFile},
		{"a file", []string{enter(30, 257), exit(31, 257, 3)}, nil, RegularFile},
		{"a copy", []string{enter(30, 283), exit(31, 283, 9), enter(32, 33, 9, 3), exit(33, 33, 3), enter(40, 3, 9), exit(41, 3, 0)}, nil, TimerFile},
		{"a copy by fcntl", []string{enter(32, 72, 9, 1030, 3), exit(33, 72, 3)}, []Sight{sight(10, 11, 7, 9, SignalFile)}, SignalFile},
		{"fcntl for another end", []string{enter(32, 72, 9, 1, 3), exit(33, 72, 3)}, []Sight{sight(10, 11, 7, 9, SignalFile)}, UnknownFile},
		{"all closed", []string{enter(20, 436, 3, 0xffffffff), exit(21, 436, 0)}, []Sight{sight(10, 11, 7, 3, Pipe)}, UnknownFile},
		{"all closed at exec", []string{enter(20, 436, 3, 0xffffffff, 4), exit(21, 436, 0)}, []Sight{sight(10, 11, 7, 3, Pipe)}, Pipe},
		{"of the parent", []string{"5/5 " + enter(5, 53), "5/5 " + enter(30, 57), "5/5 " + exit(31, 57, 7)}, []Sight{sight(10, 11, 5, 3, Socket)}, Socket},
		{"of the parent, closed there later", []string{"5/5 " + enter(30, 57), "5/5 " + exit(31, 57, 7), "5/5 " + enter(40, 3, 3)}, []Sight{sight(10, 11, 5, 3, Socket)}, Socket},
		{
			"of the parent, or made by pipe",
			[]string{"5/5 " + enter(30, 57), "5/5 " + exit(31, 57, 7), "7/7 " + enter(40, 293), "7/7 " + exit(41, 293, 0)},
			[]Sight{sight(10, 11, 5, 3, Socket)},
			UnknownFile,
		},
	} {
		l := read(t, c.lines...)
		var b bytes.Buffer
		if err := WriteSights(&b, c.sights); err != nil {
			t.Fatal(err)
		}
		if err := l.ReadSights(&b); err != nil {
			t.Fatal(err)
		}
		if got := l.Type(7, 3, 50); got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, got, c.want)
		}
	}
	if err := new(Log).ReadSights(strings.NewReader("1 2 3\n")); err == nil {
		t.Error("half a sight was read")
	}
}
