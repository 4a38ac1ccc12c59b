package capture

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model/measure"
)

// RecordState is the progress of a recording, and RecordProc a process that can be its target.
type (
	RecordState = record.State
	RecordProc  = record.Process
)

// Recorder makes recordings. SystemRecorder is the real one.
type Recorder struct {
	// Supported is set where recording is supported on this kind of system, whatever the rights of
	// the user.
	Supported bool
	Check     func() error // as record.Check
	CheckTree func() error // as record.CheckTree
	Processes func() ([]record.Process, error)
	EventCost func(o *record.Options) time.Duration // as record.EventCost
	Record    func(ctx context.Context, o record.Options, progress func(record.State)) (*record.Result, error)
	Watch     func(tell func(*live.Moment, error)) (*Watching, error) // as live.Watch
}

// SystemRecorder records with the system's own means.
func SystemRecorder() Recorder {
	return Recorder{
		Supported: !errors.Is(record.Check(programName), record.ErrUnsupported),
		Check:     func() error { return record.Check(programName) },
		CheckTree: func() error { return record.CheckTree(programName) },
		Processes: record.Processes,
		EventCost: record.EventCost,
		Record:    record.Record,
		Watch:     watchSystem,
	}
}

// Watching is a running watch of this machine.
type Watching = live.Watching

// watchSystem watches this machine with the system's own means. A monitor shows no markers of
// programs, so they are not requested.
func watchSystem(tell func(*live.Moment, error)) (*Watching, error) {
	groups := slices.DeleteFunc(record.DefaultGroups(), func(g record.Group) bool { return g == record.Markers })
	if record.Calls.Here() { // what call stacks show is only named at the end of a recording
		groups = append(groups, record.Calls)
	}
	return live.Watch(live.Options{Groups: groups, Program: programName}, tell)
}

// RecordRights are whether this user may record.
type RecordRights struct {
	Missing []string // what is not allowed, a sentence each; empty where everything is
	Remedy  string   // the command that allows it
}

// RemedyHint introduces the remedy.
func RemedyHint() string {
	if runtime.GOOS == "linux" {
		return "This command grants the right to record; the right ends at the next reboot:"
	}
	return "This command allows recording:"
}

// Rights checks what is missing to record the whole system, or a process alone.
func (r Recorder) Rights(alone bool) RecordRights {
	check := r.Check
	if alone {
		check = r.CheckTree
	}
	err := check()
	var rights *record.RightsError
	switch {
	case err == nil:
		return RecordRights{}
	case errors.As(err, &rights) && len(rights.Remedy) > 0:
		return RecordRights{rights.Missing, rights.Remedy[0]}
	}
	return RecordRights{Missing: []string{capital(err.Error()) + "."}}
}

// RecordsAlone reports whether a process can be recorded alone on this kind of system.
func (r Recorder) RecordsAlone() bool { return !errors.Is(r.CheckTree(), record.ErrUnsupported) }

// RecordEnd is the result of a recording.
type RecordEnd struct {
	Path  string
	Err   error    // why it was not made
	Notes []string // notes about the file, a sentence each
}

// Recording is a running recording.
type Recording struct {
	Plan RecordPlan
	Path string
	// Output is what the recorded program writes.
	Output *Tail
	cancel context.CancelFunc
	ended  chan struct{} // closed when its file is complete
}

// Wait waits until the file of a recording is complete, or there is none.
func (r *Recording) Wait() { <-r.ended }

// Stop ends the recording normally; done is called as usual. It may be called twice.
func (r *Recording) Stop() { r.cancel() }

// Start records in the background. state is called on the goroutine of the recording, regularly,
// and done once, at the end.
func (r Recorder) Start(plan RecordPlan, state func(record.State), done func(RecordEnd)) *Recording {
	o, _ := plan.Options()
	ctx, cancel := context.WithCancel(context.Background())
	rec := &Recording{Plan: plan, Path: o.Path, Output: &Tail{}, cancel: cancel, ended: make(chan struct{})}
	o.Output = rec.Output
	go func() {
		defer cancel()
		result, err := r.Record(ctx, o, state)
		close(rec.ended)
		end := RecordEnd{Path: o.Path, Err: err}
		if err == nil {
			end.Notes = EndNotes(&o, result)
		}
		done(end)
	}()
	return rec
}

// EndNotes lists what a recording lacks.
func EndNotes(o *record.Options, r *record.Result) []string {
	var notes []string
	if r.Lost > 0 {
		notes = append(notes, measure.Count(r.Lost)+" events were lost: record fewer kinds of events.")
	}
	notes = append(notes, r.LeftOut...)
	if r.Dropped > 0 {
		notes = append(notes, "Only the newest events were kept.")
	}
	if r.Exit > 0 && len(o.Command) > 0 {
		notes = append(notes, fmt.Sprintf("%s ended with exit code %d.", o.Command[0], r.Exit))
	}
	return notes
}

// RecordOverhead is how much of one CPU a recording has used.
func RecordOverhead(s record.State) float64 {
	return s.CPU.Seconds() / max(s.Elapsed.Seconds(), time.Microsecond.Seconds())
}

// LiveView is what a live monitor shows.
type LiveView struct {
	Monitor measure.Monitor
	State   RecordState
	Err     error // why the latest stretch could not be read; the rest is then unchanged
}

// StartLive starts watching this machine. tell is called about once a second, on a separate
// goroutine.
func (r Recorder) StartLive(tell func(LiveView)) (*Watching, error) {
	var rolling measure.Rolling
	return r.Watch(func(m *live.Moment, err error) {
		if err != nil {
			tell(LiveView{Monitor: rolling.Monitor(), Err: err})
			return
		}
		rolling.Add(m.Trace, m.Range, m.Lost, m.Offline)
		tell(LiveView{Monitor: rolling.Monitor(), State: m.State})
	})
}

// capital capitalises the first letter of a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
