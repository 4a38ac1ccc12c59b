package model

import (
	"slices"
	"strconv"
	"strings"
)

// Surroundings are what a recording contains about a process apart from its events.
type Surroundings struct {
	PID uint32
	At  Time // when they were read
	// Group is the path of its control group, "" if unknown.
	Group string
	// Arguments are its command line, starting with the name of the program; empty
	// if unknown.
	Arguments []string
	// Policy is the scheduling policy of its first thread, "" if unknown, and Nice is
	// from -20 to 19.
	Policy string
	Nice   int
	// CPUs are those that it may use, as in "0-3,8"; "" if unknown.
	CPUs string
	// MemoryLimit is how much memory its control groups may use, bytes, 0 for no limit.
	MemoryLimit int64
	// MajorFaults are its page faults between two readings that needed a disk read.
	MajorFaults int64
}

// Policies are the scheduling policies of Linux by number (sched(7)).
var Policies = [...]string{"normal", "fifo", "round robin", "batch", "", "idle", "deadline"}

// Group is a control group whose threads may use the CPUs for Quota in each Period, ns,
// all together.
type Group struct {
	Path          string
	Quota, Period Time
	// First and Last are the kernel's accounts at two instants; they are equal if
	// there was only one reading.
	First, Last GroupAccount
}

// GroupAccount is what the kernel has counted for a control group until an instant
// (cpu.stat): the periods in which its threads were runnable, those in which the quota did
// not suffice, and how long its queues were then kept off the CPUs, ns, all CPUs together.
type GroupAccount struct {
	At                 Time
	Periods, Throttled int64
	Time               Time
}

// Contains reports whether a group is g or inside of it.
func (g *Group) Contains(path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(g.Path, "/"))
	return ok && path != "" && (rest == "" || rest[0] == '/')
}

// AllowedCPUs are the CPUs that a process may use, as recorded for it or, failing that,
// for the process that started it; nil if neither is known.
func (t *Trace) AllowedCPUs(ix ProcIx) []CPU {
	for range len(t.Processes) { // no longer than the longest chain of parents
		p := &t.Processes[ix]
		if p.Surroundings != nil && p.Surroundings.CPUs != "" {
			if list, ok := parseCPUList(p.Surroundings.CPUs, CPU(len(t.Cores))); ok {
				return list
			}
			return nil
		}
		if ix = p.Parent; ix == NoProc {
			return nil
		}
	}
	return nil
}

// placeSurroundings gives processes what was read about them.
func (t *Trace) placeSurroundings() {
	byPID := map[uint32][]ProcIx{}
	for ix := range t.Processes {
		if p := &t.Processes[ix]; p.Known {
			byPID[p.PID] = append(byPID[p.PID], ProcIx(ix))
		}
	}
	for i := range t.Info.Surroundings {
		s := &t.Info.Surroundings[i]
		var of *Process
		for _, ix := range byPID[s.PID] {
			if p := &t.Processes[ix]; of == nil || p.Life.From <= s.At {
				of = p
			}
		}
		if of != nil {
			of.Surroundings = s
		}
	}
}

// groupPaths are the control groups of the processes: if it was not read, that of the
// process that started it.
func (t *Trace) groupPaths() []string {
	list, asked := make([]string, len(t.Processes)), make([]bool, len(t.Processes))
	var ask func(ix ProcIx) string
	ask = func(ix ProcIx) string {
		if !asked[ix] {
			asked[ix] = true // also guards against a cycle
			if p := &t.Processes[ix]; p.Surroundings != nil {
				list[ix] = p.Surroundings.Group
			} else if p.Parent != NoProc {
				list[ix] = ask(p.Parent)
			}
		}
		return list[ix]
	}
	for ix := range list {
		ask(ProcIx(ix))
	}
	return list
}

// allowedCPUs are the CPUs that any of some processes may use.
func (t *Trace) allowedCPUs(procs []ProcIx) (list []CPU) {
	allowed := make([]bool, len(t.Cores))
	for _, ix := range procs {
		s := t.Processes[ix].Surroundings
		if s == nil { // it inherits from the process that started it
			continue
		}
		cpus, ok := parseCPUList(s.CPUs, CPU(len(t.Cores)))
		for _, c := range cpus {
			allowed[c] = true
		}
		if !ok {
			for c := range allowed {
				allowed[c] = true
			}
		}
	}
	for c, yes := range allowed {
		if yes {
			list = append(list, CPU(c))
		}
	}
	return list
}

// parseCPUList reads a list such as "0-3,8", without CPUs from end on; ok is false if it
// is not a list.
func parseCPUList(text string, end CPU) (list []CPU, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		from, to, several := strings.Cut(part, "-")
		if !several {
			to = from
		}
		a, errA := strconv.ParseUint(from, 10, 16)
		b, errB := strconv.ParseUint(to, 10, 16)
		if errA != nil || errB != nil {
			return nil, false
		}
		for c := CPU(a); c <= CPU(b) && c < end; c++ {
			list = append(list, c)
		}
	}
	return slices.Compact(list), true
}
