package record

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEquivalents: the commands of the other tools.
func TestEquivalents(t *testing.T) {
	o := Options{
		Path: "my trace.perf.data", Command: []string{"./a b", "-x"}, Groups: []Group{Irqs, Disk}, Stacks: true, Samples: 997, Ring: 1 << 20,
	}
	want := map[string][]string{
		"perf":      {"perf record -a -k CLOCK_MONOTONIC -m 1024K -e sched:sched_switch,sched:sched_waking,", ",block:block_rq_complete -e cpu-clock/freq=997/ -g -o 'my trace.perf.data' -- './a b' -x"},
		"trace-cmd": {"trace-cmd record -C mono -b 1024 -e sched:sched_switch -e ", " -T -o 'my trace.dat' './a b' -x"},
		"wpr":       {"wpr -start CPU -start DiskIO -filemode\n\"./a b\" -x\nwpr -stop \"my trace.etl\""},
		"xperf": {
			"xperf -on PROC_THREAD+LOADER+CSWITCH+DISPATCHER+DPC+INTERRUPT+DISK_IO+DISK_IO_INIT+FILENAME+HARD_FAULTS+PROFILE -stackwalk CSwitch+ReadyThread+ThreadCreate+Profile -SetProfInt 10030 ",
			" -f kernel.etl\n\"./a b\" -x\nxperf -d \"my trace.etl\"",
		},
	}
	for _, e := range o.Equivalents() {
		got := strings.Join(e.Lines, "\n")
		parts := want[e.Tool]
		if len(parts) == 0 || !strings.HasPrefix(got, parts[0]) || !strings.HasSuffix(got, parts[len(parts)-1]) {
			t.Errorf("%s: %s", e.Tool, got)
		}
	}
}

// TestEquivalentEndings: a file name of Windows gets another ending on Linux.
func TestEquivalentEndings(t *testing.T) {
	o := Options{Path: "x.etl", For: time.Second}
	for i, want := range []string{" -o x.perf.data -- ", " -o x.dat ", "wpr -stop x.etl", "xperf -d x.etl"} {
		if got := strings.Join(o.Equivalents()[i].Lines, "\n"); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// TestEquivalentsOfPrograms: on Windows a separate session records program events, and .NET reports
// its methods when the kernel is no longer recorded.
func TestEquivalentsOfPrograms(t *testing.T) {
	const marks, end = "d6434340-9934-574f-0499-9709319a48b8+8d4925ab-505a-483b-a7e0-6f824a07a6f0", "\na\nxperf -stop\nxperf -stop programs\n"
	for _, x := range []struct {
		groups     []Group
		wpr, xperf string
	}{
		{[]Group{Markers}, "wpr -start CPU -filemode", marks + " -f programs.etl" + end + "xperf -merge kernel.etl programs.etl x.etl"},
		{
			[]Group{Methods, Markers},
			"wpr -start CPU -start DotNET -filemode",
			marks + "+e13c0d23-ccbc-4e12-931b-d9cc2eee27e4:0x18:4 -f programs.etl" + end +
				"xperf -start methods -on a669021c-c450-4609-a035-5af59af4df18:0x138:4 -f methods.etl\ntimeout /t 5 /nobreak\nxperf -stop methods\n" +
				"xperf -merge kernel.etl programs.etl methods.etl x.etl",
		},
	} {
		o := Options{Path: "x", Command: []string{"a"}, Groups: x.groups}
		for _, e := range o.Equivalents() {
			got := strings.Join(e.Lines, "\n")
			if e.Tool == "xperf" && !strings.HasSuffix(got, " -f kernel.etl\nxperf -start programs -on "+x.xperf) || e.Tool == "wpr" && !strings.HasPrefix(got, x.wpr+"\n") {
				t.Errorf("%v: %s", x.groups, got)
			}
		}
	}
}

// TestBeside: the name of the second file that a recording makes on Windows.
func TestBeside(t *testing.T) {
	for _, x := range []struct{ path, want string }{
		{"trace.etl", "trace.user.etl"},
		{"a/b.1.etl", "a/b.1.user.etl"},
		{"my.data.ETL", "my.data.user.etl"},
		{"user.etl", "user.user.etl"},
		{".etl", ""},
		{"trace", ""},
		{"trace.perf.data", ""},
		{"x.user.etl", ""},
		{"x.Kernel.etl", ""},
		{"x.clrRundown.2.etl", ""},
	} {
		if got, ok := Beside(x.path); got != x.want || ok != (x.want != "") {
			t.Errorf("%s: %q, %v, want %q", x.path, got, ok, x.want)
		}
	}
}

// TestEquivalentsOfNewest: without a command, and where only the newest events are kept.
func TestEquivalentsOfNewest(t *testing.T) {
	o := Options{Path: "x", For: 1500 * time.Millisecond, Keep: 1}
	for _, e := range o.Equivalents() {
		got := strings.Join(e.Lines, "\n")
		switch e.Tool {
		case "perf":
			if !strings.HasSuffix(got, " -o x -- sleep 1.5") || strings.Contains(got, " -g") {
				t.Error(got)
			}
		case "wpr":
			if strings.Contains(got, "-filemode") || !strings.Contains(got, "\ntimeout /t 2 /nobreak\n") { // otherwise it keeps the newest in memory
				t.Error(got)
			}
		case "xperf":
			if !strings.Contains(got, " -FileMode Circular -MaxFile 1\n") || strings.Contains(got, "-stackwalk") || strings.Contains(got, "PROFILE") {
				t.Error(got)
			}
		}
	}
}

// TestWindowsQuoted: words as a Windows program splits them.
func TestWindowsQuoted(t *testing.T) {
	for _, x := range []struct{ word, want string }{
		{"plain", "plain"},
		{`C:\a\b`, `C:\a\b`},
		{"", `""`},
		{"a b", `"a b"`},
		{`C:\a b\`, `"C:\a b\\"`},
		{`say "hi"`, `"say \"hi\""`},
		{`a\"b`, `"a\\\"b"`},
		{"a&b", `"a&b"`},
	} {
		if got := windowsQuoted([]string{x.word}); got != x.want {
			t.Errorf("%s: %s, want %s", x.word, got, x.want)
		}
	}
	if got := windowsQuoted([]string{"a", "b c"}); got != `a "b c"` {
		t.Error(got)
	}
}

// TestKernelFlags: what is requested on Windows, and its names in xperf.
func TestKernelFlags(t *testing.T) {
	for _, x := range []struct {
		o      Options
		flags  uint32
		stacks int
	}{
		{Options{}, 0x817, 0},
		{Options{Groups: []Group{Waits}}, 0x817, 0},
		{Options{Groups: []Group{Irqs}, Stacks: true}, 0x877, 3},
		{Options{Groups: []Group{Disk}, Samples: 1000}, 0x1002F17, 0},
		{Options{Groups: []Group{Syscalls, Faults}, Stacks: true, Samples: 1000}, 0x1003897, 5},
	} {
		var flags uint32
		for _, f := range x.o.kernelFlags() {
			flags |= f.flag
		}
		if stacks := len(x.o.kernelStacks()); flags != x.flags || stacks != x.stacks {
			t.Errorf("%+v: flags %#x, %d stacks", x.o, flags, stacks)
		}
	}
	for samples, want := range map[int]uint32{0: 0, 1000: 10_000, 997: 10_030, 100_000: 100, 1 << 30: 1} {
		if got := (&Options{Samples: samples}).sampleInterval(); got != want {
			t.Errorf("%d samples a second: an interval of %d", samples, got)
		}
	}
}

// TestGroups: names are parsed as they are written, and the calls in which programs wait are not
// recorded twice.
func TestGroups(t *testing.T) {
	for _, name := range GroupNames() {
		if g, ok := ParseGroup(name); !ok || g.String() != name {
			t.Errorf("%s is read as %v, %v", name, g, ok)
		}
	}
	if _, ok := ParseGroup("all"); ok {
		t.Error("all is no group")
	}
	count := func(shown bool, groups ...Group) (calls, irqs int) {
		o := Options{Groups: groups}
		for _, p := range o.tracepoints(shown) {
			switch p.system {
			case "syscalls", "raw_syscalls":
				calls++
			case "irq", "timer":
				irqs++
			}
		}
		return calls, irqs
	}
	for _, x := range []struct {
		groups      []Group
		shown       bool
		calls, irqs int
	}{
		{nil, false, 0, 0},
		{[]Group{Waits}, false, 102, 6},
		{[]Group{Waits, Irqs}, false, 102, 6},
		{[]Group{Waits, Syscalls}, false, 2, 6},
		{[]Group{Waits}, true, 0, 0},
		{[]Group{Waits, Irqs}, true, 0, 6},
		{[]Group{Waits, Syscalls}, true, 2, 0},
	} {
		if calls, irqs := count(x.shown, x.groups...); calls != x.calls || irqs != x.irqs {
			t.Errorf("%v, shown %v: %d events of system calls, %d of interrupts", x.groups, x.shown, calls, irqs)
		}
	}
}

// TestTreeEquivalents: tools record only a command or a process.
func TestTreeEquivalents(t *testing.T) {
	for want, o := range map[string]Options{
		"perf record --switch-events -k ":                        {Tree: true, Command: []string{"a"}},
		"perf record --switch-events -p 7 -k ":                   {Tree: true, PID: 7},
		"perf record -a -k ":                                     {PID: 7},
		"trace-cmd record -C mono -b 0 -c -F -e sched:sched_sw":  {Tree: true, Command: []string{"a"}},
		"trace-cmd record -C mono -b 0 -c -P 7 -e sched:sched_s": {Tree: true, PID: 7},
	} {
		tool, _, _ := strings.Cut(want, " ")
		for _, e := range o.Equivalents() {
			if e.Tool == tool && !strings.HasPrefix(e.Lines[0], want) {
				t.Errorf("%s, want %s", e.Lines[0], want)
			}
		}
	}
}

// TestVerb: the line contains what differs from the defaults.
func TestVerb(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the lines are for other shells than that of Windows")
	}
	for _, x := range []struct {
		o    Options
		want string
	}{
		{Options{Program: "threadlens", Path: "x", Groups: DefaultGroups(), Samples: DefaultSamples}, "threadlens record -o x"},
		{Options{Program: "threadlens", Path: "x", Groups: DefaultGroups()}, "threadlens record -o x --samples 0"},
		{
			Options{Program: "threadlens", Path: "a b", PID: 7, For: 90 * time.Second, Keep: 1, Samples: 99, Stacks: true},
			"threadlens record -o 'a b' --for 1m30s --pid 7 --stacks --samples 99 --keep 1MiB --without waits,disk,markers",
		},
		{
			Options{Program: "threadlens", Path: "x", Samples: DefaultSamples, Groups: []Group{Faults, Waits, Disk, Syscalls, Markers}, Command: []string{"sh", "-c", "a; b"}},
			"threadlens record -o x --with syscalls,faults -- sh -c 'a; b'",
		},
		{
			Options{Program: "threadlens", Path: "x", Samples: DefaultSamples, Groups: append(DefaultGroups(), Methods)},
			"threadlens record -o x --with clr",
		},
		{
			Options{Program: "threadlens", Path: "x", Groups: DefaultGroups(), Samples: DefaultSamples, Tree: true, Command: []string{"a"}},
			"threadlens record -o x --tree -- a",
		},
		{
			Options{Program: "threadlens", Path: "x", Groups: []Group{Waits, Calls, Disk, Markers}, Samples: DefaultSamples},
			"threadlens record -o x --with calls",
		},
	} {
		if got := x.o.Verb(); got != x.want {
			t.Errorf("%s\nwant %s", got, x.want)
		}
	}
}
