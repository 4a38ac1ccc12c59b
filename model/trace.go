package model

// Trace is a frozen trace: what every thread and CPU did, and what is known about
// it. Its answers do not change after Builder.Trace, so any number of goroutines
// may read it. Times lie in [0, End).
type Trace struct {
	Info      *Info
	Tables    *Tables
	End       Time // t1
	Threads   []Thread
	Processes []Process
	Cores     []Core

	Counters    Counters
	Diagnostics []Diagnostic // from the reader and the Builder, in that order
	Losses      []Loss       // by start, then CPU
	// Blind are the stretches, in order and not touching, in which lost events leave
	// open who occupies some CPU, and so what threads do that are not known to run.
	Blind []Range
	Skews []ClockSkew // between the clocks of CPUs, in the order in which they were noticed
	// NoWakeEvents is set when the trace holds switches but no wakes: ready
	// times are unknown, not zero.
	NoWakeEvents bool

	Samples []Sample
	// IdleSamples are samples taken while no thread ran, by time; only for CPUs
	// without context switches, since for others the switches show it.
	IdleSamples []IdleSample

	Markers []Marker // by time
	Spans   Spans    // what the markers bound
	IOs     []IOTransfer
	// Unfinished are transfers whose end is not in the trace, by their start, which is
	// all of their Range.
	Unfinished []IOTransfer
	Disks      []Disk // the transfers by device
	reads      map[ThreadIx]Channel
	Faults     []Fault
	Counts     []CountSeries // hardware counters, in the order in which they were met
	// Locks are what LockCalls name, in the order of their first call.
	Locks      []Lock
	LockCalls  []LockCall // by entry time
	lockOwners map[uint32]ThreadIx
	calls      []column[callRow] // the system calls of each thread; threads at the end without calls have no entry
	callNames  []StringID
	// Unanswered are the times in which threads asked peers in vain, in order of
	// start.
	Unanswered []Unanswered
	// Throttles are the control groups whose quota kept threads off the CPUs, in the order
	// of Info.Groups.
	Throttles []Throttle
	throttled map[ProcIx][]Range // when that is attested for a process, in order and not touching
	// Events counts the normalised events by Kind.
	Events [NumKinds]int64

	lossRuns    map[CPU]stretches // Losses of each CPU, and of all, not touching
	blindBefore []Time            // how long Blind is before each

	plain []Thread // with the verdicts of the Builder, nil if Threads has them
	// attested is, for a trace with likely reasons counted, the trace without.
	attested *Trace
	kept     kept
}

// Loss is a window in which events of one CPU were lost.
type Loss struct {
	CPU CPU
	Range
	Count int64 // events lost, 0 when unknown
	// Ring is set if nothing was lost, but the time is not covered by the CPU's ring
	// buffer: before its first record or after its last.
	Ring bool
}

// Sample is an execution sample.
type Sample struct {
	Time   Time
	Thread ThreadIx
	Stack  StackID
	CPU    CPU
}

// IdleSample is an execution sample of a CPU that records no context switches, taken
// while no thread ran there: it was idle, or served an interrupt of Level.
type IdleSample struct {
	Time  Time
	CPU   CPU
	Level Level
}

// RuntimeStop names the markers between which a runtime stops all the threads that it
// manages, according to its own events.
const RuntimeStop = "Managed threads stopped"

// Marker is a user marker event.
type Marker struct {
	Time        Time
	Thread      ThreadIx
	Kind        MarkKind
	Name        StringID
	Correlation int64
	Parent      int64 // the correlation of the parent; for a marker with a Span, the Span of the parent
	// CPU is the CPU time since the span's start as the program measured it itself,
	// if Measured.
	CPU Time
	// Span is the number of the marker's span where the trace shows spans apart,
	// otherwise 0.
	Span     uint32
	Measured bool
}

// IOTransfer is an I/O operation from its issue to its completion.
type IOTransfer struct {
	Range
	Thread    ThreadIx // the thread that issued it, NoThread if unknown
	Device    StringID
	File      StringID
	Bytes     int64
	Direction Direction
	Paging    bool // to or from a page file: memory that was paged out
}

// Fault is a page fault.
type Fault struct {
	Range
	Thread ThreadIx
	Hard   bool
	File   StringID
}

// Whole is the range of the whole trace.
func (t *Trace) Whole() Range { return Range{0, t.End} }

// Process returns the process of a thread.
func (t *Trace) Process(ix ThreadIx) *Process { return &t.Processes[t.Threads[ix].Proc] }

// String returns an interned string.
func (t *Trace) String(id StringID) string { return t.Tables.Strings.Get(id) }

// SwitchCount is the number of context switches recorded on all CPUs.
func (t *Trace) SwitchCount() int64 {
	var n int64
	for i := range t.Cores {
		n += t.Cores[i].Switches
	}
	return n
}

// EventCount is the number of normalised events.
func (t *Trace) EventCount() int64 {
	var n int64
	for _, k := range t.Events {
		n += k
	}
	return n
}

// Recorded reports whether the trace could show time of a category: without wakes
// the ready time is unknown, not zero.
func (t *Trace) Recorded(c Category) bool { return c != Dispatch || !t.NoWakeEvents }
