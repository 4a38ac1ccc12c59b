package model

import (
	"slices"
	"strings"
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
	// Topology is the place of each CPU, as far as the source reports it.
	Topology []Place
	// End is t1. Zero: the Builder uses the last event's time.
	End Time
	// Cut is the window to which the file was cut, empty if it was not. Of the events outside it,
	// the file has only those that show the states at its beginning and what ended after it.
	Cut Range

	// TargetPID is the process that the recording was made for, NoPID if the trace
	// does not contain it. Command is its command line.
	TargetPID uint32
	Command   string
	// Recorder is the process that made the recording, 0 if unknown.
	Recorder uint32
	// EventCost is the CPU time that recording one event took, ns, as measured by the
	// recorder; 0 if it was not measured.
	EventCost Time
	// ByProcess counts the recorded events by the process in which they happened, if
	// EventCost is known.
	ByProcess []ProcessEvents
	// PerTask is set when only some threads' switches were recorded, so that
	// the CPUs' other time is unknown by design.
	PerTask bool
	// PartialRan is set when not every accounting event (KindRan) is in the trace,
	// so that their sums are meaningless.
	PartialRan bool

	Has Has
	// Recorded describes which events are absent from the trace only because they did not
	// happen.
	Recorded Recorded
	// TwoClocks is set when page faults are stamped by another clock than switches.
	TwoClocks bool
	// SampleEvery is the time that an execution sample stands for, ns: that between two samples
	// of a CPU, or of a running thread; 0 if it is unknown or was changed during recording.
	SampleEvery  Time
	SourceEvents []SourceEvent
	// LostEvents and LostBuffers are the totals that the source declares, whether
	// or not it is known when.
	LostEvents, LostBuffers int64
	Diagnostics             []Diagnostic
	// Groups are control groups with a quota of CPU time, and Surroundings what the source
	// reports about processes apart from events, at most once for each.
	Groups       []Group
	Surroundings []Surroundings
	// Modules are the code files that were in memory, as far as the source lists
	// them, those of the kernel first.
	Modules []Module
}

// MostEventCost is the greatest Info.EventCost, ns: no event takes as long.
const MostEventCost Time = 1_000_000

// ProcessEvents counts the recorded events that happened in a process, by its PID: 0 for idle
// CPUs, NoPID if unknown, as for threads that are ending.
type ProcessEvents struct {
	PID    uint32
	Events int64
}

// OS describes the system that was traced.
type OS struct {
	Family  string // "windows", "linux", "go", "other"
	Version string
	Machine string
	// Processor is the name that its CPUs report; those of virtual machines often
	// name the hypervisor.
	Processor string
}

// String is the system's family, version and machine, as far as they are known.
func (o OS) String() string {
	return strings.Join(strings.Fields(o.Family+" "+o.Version+" "+o.Machine), " ")
}

// Clock describes the source's clock.
type Clock struct {
	Name         string
	ResolutionNS int64
	StartNS      int64 // the clock's value at trace start, ns
}

// Has is which kinds of facts the trace holds. Missing ones are shown as not
// recorded, never as zero.
type Has struct {
	Switches, Wakes, Stacks, Samples, Interrupts bool
	Disk, Faults, Counters, Calls                bool
}

// Recorded is which kinds of events were recorded all the time and for every
// thread, so that their absence is evidence.
type Recorded struct {
	// Faults: page faults, or at least those for which a disk was read, as they end;
	// FaultStarts: all, as they start, whatever their cause.
	Faults, FaultStarts bool
	// AllCalls: all system calls, both ends. Calls are those of which one end was
	// recorded: the name for the entry, with ":exit" appended for the exit.
	AllCalls bool
	// Blocking: for every thread that waits, the call in which it does is known.
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

// SourceEvent counts one kind of record of the file, whether or not it was decoded.
type SourceEvent struct {
	Name     string
	Provider string
	ID       int
	Version  int
	Count    int64
}

// BothEnds reports whether the entries and the exits of a call were recorded, or may
// have been if the source does not list the recorded calls. Calls by which a thread
// exits never return.
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
// guessed or dropped. Code is stable, Text is a sentence, Count the number of
// occurrences.
type Diagnostic struct {
	Severity Severity
	Code     string
	Text     string
	Count    int64
	// The time to which it applies; the zero Range for the whole trace.
	Range Range
}

// heldBack reports whether the kernel held events back because they came too fast: any of
// them may be missing, though none is known to be.
func (i *Info) heldBack() bool {
	return slices.ContainsFunc(i.Diagnostics, func(d Diagnostic) bool { return d.Code == "throttled" })
}

// Tables are the interned strings and stacks that a trace's events refer to.
// A reader fills them while it delivers events; the Trace keeps them.
type Tables struct {
	Strings Strings
	Stacks  Stacks
}
