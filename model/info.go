package model

import (
	"slices"
	"time"
)

// Info is what a reader knows about a trace besides its events.
type Info struct {
	File   string   // as the user named it
	Files  []string // all files that were read
	Format string   // "perf.data", "tltxt", …
	Size   int64    // bytes of the files

	OS    OS
	Clock Clock
	// StartWall is the time of day at trace start, zero when unknown.
	StartWall time.Time
	CPUs      int // processors 0 … CPUs-1
	// Topology is where each processor stands, as far as the source tells.
	Topology []Place
	// End is t1. Zero: the Builder takes the last event's time.
	End Time

	// TargetPID is the process the recording was made for, NoPID when the
	// trace does not tell. Command is its command line.
	TargetPID uint32
	Command   string
	// Recorder is the process that made the recording, 0 when the trace does not tell.
	Recorder uint32
	// EventCost is what recording one event took of a CPU, ns, as the recorder measured it;
	// 0 where it did not.
	EventCost Time
	// ByProcess counts the recorded events by the process in which they happened, where the
	// EventCost is known.
	ByProcess []ProcessEvents
	// PerTask is set when only some threads' switches were recorded, so that
	// the CPUs' other time is unknown by design.
	PerTask bool
	// PartialRan is set when not every accounting event (KindRan) is in the
	// trace, so that their sums mean nothing.
	PartialRan bool

	Has Has
	// Recorded says what is missing from the trace only because it did not happen.
	Recorded Recorded
	// TwoClocks is set when page faults are stamped by another clock than switches.
	TwoClocks bool
	// SampleEvery is the time that an execution sample stands for, ns: that between two
	// of a processor, or of a thread that runs; 0 where it is unknown or was changed meanwhile.
	SampleEvery  Time
	SourceEvents []SourceEvent
	// LostEvents and LostBuffers are the totals that the source declares,
	// placed in time or not.
	LostEvents, LostBuffers int64
	Diagnostics             []Diagnostic
	// Groups are control groups with a quota of CPU time, and Surroundings what the source
	// says of processes besides events, of each but once.
	Groups       []Group
	Surroundings []Surroundings
	// Modules are the files of code that were in memory, as far as the source
	// tells, those of the kernel first.
	Modules []Module
}

// MostEventCost is the greatest Info.EventCost, ns: no event takes as long.
const MostEventCost Time = 1_000_000

// ProcessEvents counts the recorded events that happened in a process, by its PID: 0 for CPUs
// that idled, NoPID where it is not known, as of threads that end.
type ProcessEvents struct {
	PID    uint32
	Events int64
}

// OS describes the system that was traced.
type OS struct {
	Family  string // "windows", "linux", "go", "other"
	Version string
	Machine string
	// Processor is what its processors call themselves; those of virtual
	// machines often name the hypervisor.
	Processor string
}

// Clock describes the source's clock.
type Clock struct {
	Name         string
	ResolutionNS int64
	StartNS      int64 // the clock's value at trace start, ns
}

// Has tells which kinds of facts the trace holds. What it lacks is shown as
// not recorded, never as zero.
type Has struct {
	Switches, Wakes, Stacks, Samples, Interrupts bool
	Disk, Faults, Counters, Calls                bool
}

// Recorded tells which kinds of events were recorded all the time and of every
// thread, so that their absence is evidence (truth A).
type Recorded struct {
	// Faults: page faults, or at least those for which a disk was read, as they end;
	// FaultStarts: all, as they begin, whatever they are for.
	Faults, FaultStarts bool
	// AllCalls: all system calls, both ends. Calls are those of which one end was: the
	// name for the entry, with ":exit" behind it for the exit.
	AllCalls bool
	// Blocking: of every thread that waits the call is known in which it does.
	Blocking bool
	Calls    []string
}

// HasCalls reports whether all of the named calls were recorded.
func (r *Recorded) HasCalls(names ...string) bool {
	if r.AllCalls {
		return true
	}
	for _, n := range names {
		if !slices.Contains(r.Calls, n) {
			return false
		}
	}
	return true
}

// SourceEvent counts one kind of record of the file, decoded or not.
type SourceEvent struct {
	Name     string
	Provider string
	ID       int
	Version  int
	Count    int64
}

// BothEnds reports whether the entries and the exits of a call were recorded, or may
// have been where the source does not tell which calls were. Who exits returns from
// nothing.
func (r *Recorded) BothEnds(name string) bool {
	if len(r.Calls) == 0 || r.Blocking || name == "exit" || name == "exit_group" {
		return true
	}
	return r.HasCalls(name, name+":exit")
}

// Severity ranks a Diagnostic.
type Severity uint8

// Severities.
const (
	SeverityInfo Severity = iota
	SeverityWarning
	SeverityError
)

// String is the severity's name in data output.
func (s Severity) String() string { return name([]string{"info", "warning", "error"}, int(s)) }

// Diagnostic is something the user should know about the trace: what was lost,
// guessed or dropped. Code is stable, Text a sentence, Count how often.
type Diagnostic struct {
	Severity Severity
	Code     string
	Text     string
	Count    int64
	// Where in time it applies; the zero Range when to the whole trace.
	Range Range
}

// heldBack reports whether the kernel held events back because they came too fast: none of
// them is known to be missing, and any may be.
func (i *Info) heldBack() bool {
	return slices.ContainsFunc(i.Diagnostics, func(d Diagnostic) bool { return d.Code == "throttled" })
}

// Tables are the interned strings and stacks that a trace's events refer to.
// A reader fills them while it delivers events; the Trace keeps them.
type Tables struct {
	Strings Strings
	Stacks  Stacks
}
