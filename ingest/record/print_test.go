package record

import (
	"strings"
	"testing"
	"time"
)

// TestEquivalents: what the other tools are told.
func TestEquivalents(t *testing.T) {
	o := Options{
		Path: "my trace.perf.data", Command: []string{"./a b", "-x"}, Groups: []Group{Irqs, Disk}, Stacks: true, Samples: 997, Ring: 1 << 20,
	}
	want := map[string][]string{
		"perf":      {"perf record -a -k CLOCK_MONOTONIC -m 1024K -e sched:sched_switch,sched:sched_waking,", ",block:block_rq_complete -e cpu-clock/freq=997/ -g -o 'my trace.perf.data' -- './a b' -x"},
		"trace-cmd": {"trace-cmd record -C mono -b 1024 -e sched:sched_switch -e ", " -T -o 'my trace.dat' './a b' -x"},
		"wpr":       {"wpr -start CPU -start DiskIO -filemode\nwpr -stop 'my trace.etl'"},
		"xperf":     {"xperf -on PROC_THREAD+LOADER+CSWITCH+DISPATCHER+DPC+INTERRUPT+DISK_IO+DISK_IO_INIT+PROFILE -stackwalk CSwitch+ReadyThread+Profile ", "\nxperf -d 'my trace.etl'"},
	}
	for _, e := range o.Equivalents() {
		got := strings.Join(e.Lines, "\n")
		parts := want[e.Tool]
		if len(parts) == 0 || !strings.HasPrefix(got, parts[0]) || !strings.HasSuffix(got, parts[len(parts)-1]) {
			t.Errorf("%s: %s", e.Tool, got)
		}
	}
	o = Options{Path: "x", For: 1500 * time.Millisecond, Keep: 1}
	for _, e := range o.Equivalents() {
		got := strings.Join(e.Lines, "\n")
		switch e.Tool {
		case "perf":
			if !strings.HasSuffix(got, " -o x -- sleep 1.5") || strings.Contains(got, " -g") {
				t.Error(got)
			}
		case "wpr":
			if strings.Contains(got, "-filemode") { // else it keeps the newest in memory
				t.Error(got)
			}
		}
	}
}

// TestGroups: names are read as they are written, and the calls in which programs wait are
// not recorded twice.
func TestGroups(t *testing.T) {
	for _, name := range GroupNames() {
		if g, ok := ParseGroup(name); !ok || g.String() != name {
			t.Errorf("%s is read as %v, %v", name, g, ok)
		}
	}
	if _, ok := ParseGroup("all"); ok {
		t.Error("all is no group")
	}
	count := func(groups ...Group) (n int) {
		o := Options{Groups: groups}
		for _, p := range o.tracepoints() {
			if p.system == "syscalls" || p.system == "raw_syscalls" {
				n++
			}
		}
		return n
	}
	if none, waits, both := count(), count(Waits), count(Waits, Syscalls); none != 0 || waits != 22 || both != 2 {
		t.Errorf("events of system calls: %d, with waits %d, with all %d", none, waits, both)
	}
}

// TestVerb: the line says what differs from the usual.
func TestVerb(t *testing.T) {
	for _, x := range []struct {
		o    Options
		want string
	}{
		{Options{Program: "threadlens", Path: "x", Groups: DefaultGroups()}, "threadlens record -o x"},
		{
			Options{Program: "threadlens", Path: "a b", PID: 7, For: 90 * time.Second, Keep: 1, Samples: 99, Stacks: true},
			"threadlens record -o 'a b' --for 1m30s --pid 7 --stacks --samples 99 --keep 1MiB --without waits,irqs,disk,runtime",
		},
		{
			Options{Program: "threadlens", Path: "x", Groups: []Group{Faults, Waits, Irqs, Disk, Syscalls, Runtime}, Command: []string{"sh", "-c", "a; b"}},
			"threadlens record -o x --with syscalls,faults -- sh -c 'a; b'",
		},
	} {
		if got := x.o.Verb(); got != x.want {
			t.Errorf("%s\nwant %s", got, x.want)
		}
	}
}
