package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestTransferWaits: a wait for a device is a disk wait if a transfer of the thread was
// under way: started up to a millisecond before it, not over, and with no events lost
// since. The wait lasts from 1500 to 1600 µs; an interrupt ends it.
func TestTransferWaits(t *testing.T) {
	const faults, io, hint = "recorded faults\n", "IO.Block/IO request", "Unclassified.Uninterruptible/IO hint"
	const lost = "600us cpu1 loss 700us\n" // CPU 1 is known again at 700 µs, by its next switch
	for _, c := range []struct{ what, header, before, meanwhile, want string }{
		{"no transfer", faults, "", "", hint},
		{"begun as the wait does", faults, "", "1550us cpu0 io 1 1500us read", io},
		{"begun after that", faults, "", "1550us cpu0 io 1 1500.001us read", hint},
		{"begun a millisecond before", faults, "", "1550us cpu0 io 1 500us read", io},
		{"begun longer before", faults, "", "1550us cpu0 io 1 499.999us read", hint},
		{"done as the wait begins", faults, "", "1500us cpu0 io 1 1400us read", hint},
		{"done after that", faults, "", "1500.001us cpu0 io 1 1400us read", io},
		{"of another thread", faults, "", "1550us cpu0 io 2 1400us read", hint},
		{"in another state", faults, "", "1550us cpu0 io 1 1400us read", "Unclassified.Interruptible/IO wake"},
		{"begun as the loss ends", faults, lost, "1550us cpu0 io 1 700us read", io},
		{"begun before the loss ends", faults, lost, "1550us cpu0 io 1 699.999us read", hint},

		{"issued a millisecond before", faults, "500us cpu0 issue 1 read", "", io},
		{"issued longer before", faults, "499.999us cpu0 issue 1 read", "", hint},
		{"issued by another thread", faults, "1400us cpu1 issue 2 read", "", hint},
		{"issued, and done before", faults, "900us cpu0 issue 1 read\n1000us cpu0 io 1 900us read", "", hint},
		{"two issued, of which one is done", faults, "900us cpu0 issue 1 read\n950us cpu0 issue 1 read\n1000us cpu0 io 1 900us read", "", io},
		{"issued as the loss ends", faults, lost + "700us cpu0 issue 1 read", "", io},
		{"issued before the loss ends", faults, lost + "699.999us cpu0 issue 1 read", "", hint},

		{"the kernel says so", faults, "", "1550us cpu0 blocked 1 iowait=1", io},
		{"it says so of another thread", faults, "", "1550us cpu0 blocked 2 iowait=1", hint},
		{"it says so of no thread", faults, "", "1550us cpu0 blocked 77 iowait=1", hint},
		{"it says so of the idle thread", faults, "", "1550us cpu0 blocked idle iowait=1", hint},
		{"it says that it blocks", faults, "", "1550us cpu0 blocked 1", hint},
		{"it said so before", faults, "1450us cpu0 blocked 1 iowait=1", "", hint},

		// It may have waited for pages, where faults or their ends are not recorded.
		{"no faults recorded", "", "1400us cpu0 issue 1 read", "", hint},
		{"all starts of faults recorded", "recorded faultstarts\n", "1400us cpu0 issue 1 read", "", io},
		{"all starts recorded, and a fault", "recorded faultstarts\n", "1400us cpu0 issue 1 read\n1450us cpu0 fault 1 1450us soft", "", hint},
		{"a fault, and then a transfer", "recorded faultstarts\n", "1400us cpu0 fault 1 1400us soft\n1450us cpu0 issue 1 read", "", io},
		{"all faults recorded, and a fault", faults, "1400us cpu0 issue 1 read\n1450us cpu0 fault 1 1450us soft", "", io},
	} {
		wait := "1500us cpu0 switch 1 idle wait linux=D"
		if c.what == "in another state" {
			wait = strings.Replace(wait, "=D", "=S", 1)
		}
		got := waitOf(t, c.what, c.header, c.before, wait, c.meanwhile, "1600us cpu1 wake 1 ctx=dpc")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestWakeOfTransfer: what may be concluded from the end of a wait: that a transfer was
// completed, or that the wake for the thread's own transfer is missing, where other wakes
// are recorded and the CPU was idle.
func TestWakeOfTransfer(t *testing.T) {
	const futex = "1400us cpu0 call 1 enter futex arg2=0 untimed=1\n"
	const faults, issue, hint = "recorded faults\n", "1400us cpu0 issue 1 read\n", "Unclassified.Uninterruptible/IO hint"
	for _, c := range []struct{ what, header, before, wake, want string }{
		{"a futex, by a thread", faults, futex, "1600us cpu1 wake 1", "Synchronization.Futex/Synchronization call"},
		{"a futex, as a transfer is done", faults, futex, "1600us cpu1 wake 1 ctx=blockdone", "IO.Block/IO context"},
		{"a futex, or a page", "", futex, "1600us cpu1 wake 1 ctx=blockdone", "Unclassified.Futex/Synchronization call"},
		{"a futex, by a thread, without faults", "", futex, "1600us cpu1 wake 1", "Synchronization.Futex/Synchronization call"},
		{"a flush, as a transfer is done", faults, "1400us cpu0 call 1 enter fsync\n", "1600us cpu1 wake 1 ctx=blockdone", "IO.Flush/IO context"},
		{"a flush, by a thread", faults, "1400us cpu0 call 1 enter fsync\n", "1600us cpu1 wake 1", "IO.Flush/IO call"},
		{"a read, as a transfer is done", "", "1400us cpu0 call 1 enter pread64\n", "1600us cpu1 wake 1 ctx=blockdone", "IO.File/IO call"},

		{"by its own interrupt", faults, issue, "1600us cpu1 wake 1 ctx=isr", "IO.Block/IO request"},
		{"by a thread", faults, issue, "1600us cpu1 wake 1", hint},
		{"missing, others could be recorded", faults + "has switches wakes\n", issue, "", "IO.Block/IO request"},
		{"missing, others are", faults + "has switches\n", "1300us cpu1 wake 3\n" + issue, "", "IO.Block/IO request"},
		{"missing, as all are", faults + "has switches\n", issue, "", hint},
	} {
		got := waitOf(t, c.what, c.header, c.before, "1500us cpu0 switch 1 idle wait linux=D", "", c.wake)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// waitOf is what the trace shows about the wait of thread 1, given lines in order; the
// thread runs again from 1700 µs on. Thread 2 runs on CPU 1.
func waitOf(t *testing.T, name, header string, lines ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0us 3000us\nos linux\nprocess 1 app\nthread 1 pid=1\nthread 2 pid=1\n" + header)
	b.WriteString("0us cpu0 switch idle 1 preempt\n0us cpu1 switch idle 2 preempt\n")
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			b.WriteString(l + "\n")
		}
	}
	if !strings.Contains(b.String(), "1700us") {
		b.WriteString("1700us cpu0 switch idle 1 preempt\n")
	}
	b.WriteString("2000us cpu1 switch 2 idle wait sub=Sleep\n")
	tr := modeltest.Parse(t, name, b.String())
	for ix := range tr.Threads {
		if tr.Threads[ix].TID != 1 {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.State == model.Waiting {
				return fmt.Sprintf("%s/%v %v", s.Label(), s.Likely, s.Evidence)
			}
		}
	}
	t.Fatalf("%s: no wait", name)
	return ""
}

// TestFaultAndExit: what becomes known about a wait after it: that a hard page fault
// which ends as its thread runs again contained it, and that the exit of a call that may
// have been any call shows nothing.
func TestFaultAndExit(t *testing.T) {
	for _, c := range []struct{ what, after, want string }{
		{"a fault", "1700us cpu0 fault 1 1400us hard", "MemoryManagement.HardFault/MemoryManagement memory"},
		{"a fault that began later", "1700us cpu0 fault 1 1500.001us hard", "Unclassified.Interruptible/IO wake"},
		{"a fault that began with it", "1700us cpu0 fault 1 1500us hard", "MemoryManagement.HardFault/MemoryManagement memory"},
		{"a call that locks or does not", "1750us cpu0 call 1 exit fcntl ret=0", "Unclassified.Interruptible/IO wake"},
	} {
		got := waitOf(t, c.what, "recorded faults fcntl\n", "1500us cpu0 switch 1 idle wait linux=S", "1600us cpu1 wake 1 ctx=dpc",
			"1700us cpu0 switch idle 1 preempt", c.after)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestSkews: which CPUs' clocks disagree, and how far.
func TestSkews(t *testing.T) {
	tr := modeltest.Parse(t, "skews", `threadlens-trace 1
cpus 3
span 0us 100us
os linux
0us cpu0 switch idle 1 preempt
0us cpu1 exists idle state=running
0us cpu2 switch idle 2 preempt
10us cpu1 switch idle 1 preempt
11us cpu0 switch 1 idle wait
20us cpu1 switch 1 idle wait
30us cpu1 switch idle 2 preempt
32us cpu2 switch 2 idle wait
`)
	want := []model.ClockSkew{{A: 0, B: 1, Count: 1, AtLeast: 1000}, {A: 1, B: 2, Count: 1, AtLeast: 2000}}
	if !slices.Equal(tr.Skews, want) {
		t.Errorf("%+v, want %+v", tr.Skews, want)
	}
}
