package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Options are what is recorded: the whole system, since a thread's waker may be in any process,
// unless Tree is set.
type Options struct {
	// Path is the file to make. Force allows replacing an existing one.
	Path  string
	Force bool

	// Command is a program with its arguments to start once the recording runs; the recording ends
	// with it. Without one it ends after For or, where that is 0 too, when it is cancelled.
	Command []string
	For     time.Duration
	// PID is the target process, where that is not Command; 0 for none.
	PID int

	// Tree records only Command or PID and the processes that they start, on Linux: that needs no
	// rights beyond the user's own, but shows less without them. What a running process starts at
	// the moment when its events are opened may be missing.
	Tree bool

	Groups  []Group // recorded in addition to the scheduler's events
	Stacks  bool    // call stacks of switches, wake-ups and samples
	Samples int     // per second and CPU, 0 for none

	// Ring is how many bytes of events the kernel buffers for each CPU until they are fetched; 0
	// for DefaultRing. It is rounded up to a power of two.
	Ring int
	// Keep is how many bytes of events, at least, are kept in memory while older ones are dropped:
	// the file is made of them at the end. 0 writes all to the file. On Windows newer events
	// replace the oldest in the file itself.
	Keep int64
	// KeepFor is how long events are kept, at least, where that is bounded too; on Linux only. With
	// a Keep of 0, at most DefaultKeep bytes are kept.
	KeepFor time.Duration

	// Plain leaves the events uncompressed, for tools that cannot read zstd: the file is some
	// thirty times as large. On Linux only; on Windows they are never compressed.
	Plain bool

	// NoInput gives Command an empty standard input instead of this program's.
	NoInput bool
	// Output receives what Command writes, including its errors, instead of this program's own
	// output: at most 32 KiB at a time, one call at a time, also after a recording that did not
	// wait for it. Errors of it are ignored. Programs that Command leaves behind cannot write any
	// more half a second after its end. nil means this program's own output.
	Output io.Writer

	// Program is the name of the recording program, in messages and in the file.
	Program string
}

// EventCost measures how much CPU time recording a switch or a wake would take here with these
// options, in some 10 ms, more on a busy machine; 0 where that is unknown, as without rights or for
// a process alone.
func EventCost(o *Options) time.Duration { return costHere(o) }

// DefaultRing holds about half a second of events of a CPU that switches 100 000 times a second, in
// bytes.
const DefaultRing = 16 << 20

// DefaultSamples are the usual samples a second and CPU: only they show what a thread does between
// its switches. Not 250, which would hit programs that act every millisecond always at the same
// point. Four times as many cost 3 hundredths of a compression's throughput in a virtual machine.
const DefaultSamples = 241

// DefaultKeep bounds what is kept where a time is given, in bytes.
const DefaultKeep = 1 << 30

// State is the progress of a recording.
type State struct {
	Elapsed time.Duration
	Bytes   int64         // of events, uncompressed, in the file or kept in memory
	Events  int64         // negative where the system does not count them
	Lost    int64         // events that the kernel had no room for
	CPU     time.Duration // used by the recording itself; negative where unknown
}

// Result describes a finished recording.
type Result struct {
	State
	Dropped int64 // bytes of events that were not kept, see Options.Keep
	Exit    int   // exit code of the command, -1 without one
	// EventCost is how much CPU time recording one event took, as measured at the start, and CPUs
	// how many were recorded; 0 where unknown.
	EventCost time.Duration
	CPUs      int
	// LeftOut lists what could not be recorded, and why, a sentence each.
	LeftOut []string
}

// RightsError lists the rights that a recording lacks, and how to get them.
type RightsError struct {
	Missing []string // what is not allowed, a sentence each
	Remedy  []string // alternative commands that allow it
	Instead string   // what can be recorded without the rights, in a sentence; "" for nothing
}

// Error implements error, in one line.
func (e *RightsError) Error() string {
	s := fmt.Sprintf("%s To allow recording: %s", strings.Join(e.Missing, " "), strings.Join(e.Remedy, "; or: "))
	if e.Instead != "" {
		s += ". " + e.Instead
	}
	return s
}

// ErrUnsupported is returned where recording is not supported.
var ErrUnsupported = errors.New("recording is supported on Linux and Windows only")

// programName is the default of Options.Program.
const programName = "threadlens"

// Check reports whether this user may record here: nil, a *RightsError, or ErrUnsupported. program
// is as Options.Program; nothing is recorded.
func Check(program string) error { return check(cmp.Or(program, programName)) }

// CheckTree is Check for recording a process alone, see Options.Tree.
func CheckTree(program string) error { return checkTree(cmp.Or(program, programName)) }

// Process is a running process.
type Process struct {
	PID     int
	Name    string
	Command string // its command line, at most maxCommand bytes
	Threads int    // 0 if unknown
	CPU     int64  // its CPU time since it started, ns; -1 if unknown
}

// maxCommand bounds Process.Command, in bytes.
const maxCommand = 256

// Processes are the running processes except kernel threads, by name and then by PID. Where
// recording is not supported there are none.
func Processes() ([]Process, error) {
	list, err := processes()
	slices.SortFunc(list, func(a, b Process) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.PID, b.PID))
	})
	return list, err
}

// Record makes a recording. It calls progress about twice a second, and once when recording has
// started. Cancelling ctx ends the recording normally: the file is complete, and no error is
// returned for it; a command that still runs is asked to end, and waited for briefly. A file that
// cannot be finished keeps what was written.
func Record(ctx context.Context, o Options, progress func(State)) (*Result, error) {
	switch {
	case o.Path == "":
		return nil, errors.New("record: no output file specified")
	case o.Tree && o.PID == 0 && len(o.Command) == 0:
		return nil, errors.New("record: to record a process tree, specify a command or a process")
	case o.Tree && runtime.GOOS != "linux":
		return nil, errors.New("record: recording a single process with its child processes is supported only on Linux")
	case o.KeepFor > 0 && runtime.GOOS != "linux":
		return nil, errors.New("record: on this system, the events to keep (--keep) can be limited only by a size such as 256MiB, not by a time")
	case o.KeepFor > 0 && o.Keep == 0:
		o.Keep = DefaultKeep
	}
	if o.Ring == 0 {
		o.Ring = DefaultRing
	}
	o.Program = cmp.Or(o.Program, programName)
	if progress == nil {
		progress = func(State) {}
	}
	return record(ctx, &o, progress)
}

// Abandon releases system resources of running recordings that would outlast this process, which
// must end immediately afterwards: the recordings cannot continue.
func Abandon() { abandon() }
