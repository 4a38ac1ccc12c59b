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

// Options say what is recorded: the whole system, since who wakes a thread may be of
// any process, unless Tree is set.
type Options struct {
	// Path is the file that is made. Force allows that it replaces another.
	Path  string
	Force bool

	// Command is a program with its arguments that is started once the recording
	// runs; the recording ends with it. Without one it ends after For or, where that
	// is 0 too, when it is cancelled.
	Command []string
	For     time.Duration
	// PID is the process for which the recording is made, where that is not Command;
	// 0 for none.
	PID int

	// Tree has Command or PID recorded alone, with the processes that they begin, on
	// Linux: that needs no rights beyond the user's own, but tells less without them.
	// What a process that runs begins in the moment when its events are opened may be
	// missing.
	Tree bool

	Groups  []Group // what is recorded besides the scheduler's events
	Stacks  bool    // call stacks of switches, wakeups and samples
	Samples int     // samples per second of each processor, 0 for none

	// Ring is how many bytes of events the kernel holds for each processor until
	// they are fetched; 0 for DefaultRing. It is rounded up to a power of two.
	Ring int
	// Keep is how many bytes of events, at least, are kept in memory while those
	// before are dropped: the file is made of them at the end. 0 for all, in the file.
	// In Windows the file itself is what newer events replace the oldest in.
	Keep int64
	// KeepFor is how long events are kept, at least, where that is bounded too; on Linux
	// only. With a Keep of 0 they are DefaultKeep bytes at most.
	KeepFor time.Duration

	// Plain leaves the events as the kernel gave them, for tools that do not read what is
	// compressed with zstd: the file is some thirty times as large. On Linux only; those of
	// Windows are never compressed.
	Plain bool

	// NoInput gives Command an empty standard input in place of this program's.
	NoInput bool
	// Output is where Command writes to, its errors too, in place of this program's
	// own output: at most 32 KiB at once, in one call at a time, also after a recording
	// that did not wait for it. What fails is dropped. Programs that it leaves behind
	// cannot write any more half a second after its end. nil for this program's own.
	Output io.Writer

	// Program is what the program that records is called, in messages and in the file.
	Program string
}

// DefaultRing holds some half a second of events of a processor that switches
// 100 000 times a second.
const DefaultRing = 16 << 20

// DefaultSamples are the samples a second of each processor that are usually taken:
// what a thread does between its switches is seen by them alone. Not 250, which
// would meet what programs do every millisecond always at the same point. Four times as many
// cost 3 hundredths of a compression's throughput in a virtual machine.
const DefaultSamples = 241

// DefaultKeep bounds what is kept where that is given in seconds.
const DefaultKeep = 1 << 30

// State is how far a recording is.
type State struct {
	Elapsed time.Duration
	Bytes   int64         // of events, in the file or kept in memory, where they are not compressed
	Events  int64         // negative where the system does not count them
	Lost    int64         // events that the kernel could not hold
	CPU     time.Duration // that the recording itself has used; negative where that is not known
}

// Result is what a recording came to.
type Result struct {
	State
	Dropped int64 // bytes of events that were not kept, see Options.Keep
	Exit    int   // exit code of the command, -1 without one
	// EventCost is what recording one event took of a CPU, as measured at the begin, and
	// CPUs how many were recorded; 0 where they are not known.
	EventCost time.Duration
	CPUs      int
	// LeftOut says what could not be recorded, and why, a sentence each.
	LeftOut []string
}

// RightsError says which rights a recording lacks, and how to get them.
type RightsError struct {
	Missing []string // what is not allowed, a sentence each
	Remedy  []string // commands that allow it, each by itself
	Instead string   // what can be recorded without, in a sentence; "" for nothing
}

// Error implements error, in one line.
func (e *RightsError) Error() string {
	s := fmt.Sprintf("%s To allow it: %s", strings.Join(e.Missing, " "), strings.Join(e.Remedy, "; or: "))
	if e.Instead != "" {
		s += ". " + e.Instead
	}
	return s
}

// ErrUnsupported is returned where nothing can be recorded.
var ErrUnsupported = errors.New("recording is built for Linux and Windows only")

// programName is Options.Program where that says nothing.
const programName = "threadlens"

// Check tells whether this user may record here: nil, a *RightsError, or
// ErrUnsupported. program is what Options.Program is; nothing is recorded.
func Check(program string) error { return check(cmp.Or(program, programName)) }

// CheckTree is Check for a process that is recorded alone, see Options.Tree.
func CheckTree(program string) error { return checkTree(cmp.Or(program, programName)) }

// Process is a process that runs.
type Process struct {
	PID     int
	Name    string
	Command string // its command line, at most maxCommand bytes of it
}

// maxCommand bounds Process.Command.
const maxCommand = 256

// Processes are those that run now and are not threads of the kernel, by name and,
// of one name, by PID. Where nothing can be recorded they are none.
func Processes() ([]Process, error) {
	list, err := processes()
	slices.SortFunc(list, func(a, b Process) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.PID, b.PID))
	})
	return list, err
}

// Record makes a recording. It tells progress about twice a second, and once when
// events are being recorded. Cancelling ctx ends the recording as planned: the file
// is whole, and no error is returned for it; a command that still runs is asked to
// end, and waited for a while. A file that cannot be finished is left with what was
// written.
func Record(ctx context.Context, o Options, progress func(State)) (*Result, error) {
	switch {
	case o.Path == "":
		return nil, errors.New("record: no file to record to")
	case o.Tree && o.PID == 0 && len(o.Command) == 0:
		return nil, errors.New("record: a tree of processes needs a command or a process")
	case o.Tree && runtime.GOOS != "linux":
		return nil, errors.New("record: a process can be recorded alone on Linux only")
	case o.KeepFor > 0 && runtime.GOOS != "linux":
		return nil, errors.New("record: what is kept is given in bytes here, not in seconds")
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

// Abandon releases what recordings that still run hold of the system's beyond the end
// of this process, which must follow at once: they cannot go on.
func Abandon() { abandon() }
