package record

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Capabilities by number (uapi capability.h).
const (
	capSysAdmin = 21
	capPerfmon  = 38
)

// check returns what is missing to record the whole system, and how to get it; nil when nothing is.
// What a recording can mount itself is not missing.
func check(program string) error {
	e := &RightsError{}
	var commands []string
	if !mayObserve() {
		e.Missing = append(e.Missing, "Only privileged users may see the events of other users' programs (kernel.perf_event_paranoid is "+
			paranoidText()+", and the capability CAP_PERFMON is missing).")
		commands = append(commands, "sudo sysctl kernel.perf_event_paranoid=-1")
	}
	if _, ok := findTracefs(); !ok && !mayMount() {
		if isMounted() {
			e.Missing = append(e.Missing, "This user cannot read the kernel's event descriptions in "+tracefsPaths[0]+".")
			commands = append(commands, "sudo mount -o remount,mode=755 "+tracefsPaths[0])
		} else {
			e.Missing = append(e.Missing, "The file system tracefs, which describes the kernel's events, is not mounted.")
			commands = append(commands, mountCommand)
		}
	}
	if len(e.Missing) == 0 {
		return nil
	}
	e.Remedy = []string{strings.Join(commands, " && ")}
	if os.Geteuid() != 0 {
		e.Remedy = append(e.Remedy, "sudo "+program+" record …")
	}
	if mayObserveOwn() {
		e.Instead = "Without these rights, " + program + " record --tree can still record a command or one of your processes, including child processes"
	}
	return e
}

// check is the function of that name, for these options.
func (o *Options) check() error {
	if !o.Tree {
		return check(o.Program)
	}
	if mayObserveOwn() {
		return nil
	}
	return &RightsError{
		Missing: []string{"The kernel does not let this user record any events, not even those of the user's own programs (kernel.perf_event_paranoid is " + paranoidText() + ")."},
		Remedy:  []string{"sudo sysctl kernel.perf_event_paranoid=2", "sudo " + o.Program + " record …"},
	}
}

func checkTree(program string) error {
	o := Options{Tree: true, Program: program}
	return o.check()
}

// mayObserveOwn reports whether the kernel lets this program observe the user's own programs. It
// tries: what forbids it, levels beyond 2 on some systems and the rules of containers, cannot be
// queried.
func mayObserveOwn() bool {
	tracks := newTracks(0, false)
	tracks.attr.Bits |= unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv
	err := tracks.open([]int{os.Getpid()}, []int{-1}, nil) // on every CPU
	tracks.close()
	return err == nil
}

// mayObserve reports whether the kernel lets this program observe the raw events of all programs
// (Documentation/admin-guide/perf-security.rst).
func mayObserve() bool {
	if capable(capSysAdmin, capPerfmon) {
		return true
	}
	level, err := strconv.Atoi(paranoidText())
	return err == nil && level < 0
}

// capable reports whether this program has one of these capabilities.
func capable(any ...uint) bool {
	caps, err := strconv.ParseUint(infoOf("/proc/self/status", "CapEff"), 16, 64)
	return err == nil && slices.ContainsFunc(any, func(c uint) bool { return caps>>c&1 != 0 })
}

// paranoidText is the kernel's setting, "unknown" where it is not readable.
func paranoidText() string {
	text, err := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}
