package record

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"golang.org/x/sys/windows"

	"threadlens/ingest/internal/controller"
)

// Ending is the file name ending of recordings.
const Ending = ".etl"

// session is a running recording. The system writes the files.
type session struct {
	o      *Options
	sys    controller.System
	file   *claim
	run    *controller.Session
	beside beside
	begin  time.Time
	took   time.Duration // 0 while it runs
	thread *threadClock  // of the thread that writes; nil where it is unknown
	result Result
}

func record(ctx context.Context, o *Options, progress func(State)) (*Result, error) {
	if err := check(o.Program); err != nil {
		return nil, err
	}
	return recordWith(ctx, o, controller.Windows(), progress)
}

// recordWith makes a recording in a session of the given system.
func recordWith(ctx context.Context, o *Options, sys controller.System, progress func(State)) (*Result, error) {
	if len(o.Command) > 0 {
		if _, err := exec.LookPath(o.Command[0]); err != nil {
			return nil, fmt.Errorf("record: %w", err) // where that failed earlier
		}
	}
	s := &session{o: o, sys: sys}
	if err := s.open(); err != nil {
		return nil, err
	}
	err := s.record(ctx, progress)
	s.endBeside(false, progress) // where that has failed before
	// The counts at the end are final; a second call does nothing.
	counts, stop := s.run.Stop()
	if err = errors.Join(err, wrap(stop)); err == nil {
		err = s.finish(counts)
	}
	s.thread.close()
	if err = s.keepFiles(err); err != nil {
		return nil, err
	}
	return &s.result, nil
}

// wrap prefixes an error with the name of the package.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("record: %w", err)
}

func (s *session) leftOut(format string, args ...any) {
	s.result.LeftOut = append(s.result.LeftOut, fmt.Sprintf(format, args...))
}

// open starts the session that writes the file.
func (s *session) open() (err error) {
	if s.file, err = claimFile(s.o.Path, s.o.Force); err != nil {
		return wrap(err)
	}
	if err = s.claimBeside(); err != nil {
		return errors.Join(wrap(err), s.file.Drop())
	}
	for _, path := range s.file.Earlier {
		s.leftOut("%s is unfinished: its recording was killed or is still running. The part written so far can be opened.", path)
	}
	stale, err := controller.StopStale(s.sys)
	if err != nil {
		s.leftOut("Could not check for tracing sessions left behind by crashed recordings: %v.", err)
	}
	if stale > 0 {
		s.leftOut("A tracing session left behind by a crashed recording was still running and has been stopped.")
	}
	s.run, err = controller.Start(s.sys, s.plan())
	if err != nil {
		return s.beside.file.giveUp(s.file.giveUp(wrap(err)))
	}
	s.startBeside()
	if got := s.run.Interval; got > 0 && !near(got, s.o.sampleInterval()) {
		s.leftOut("Windows takes %.0f samples per second on this system, not the requested %d.", 1e7/float64(got), s.o.Samples)
	}
	return nil
}

// near reports whether an interval is within a tenth of another.
func near(got, want uint32) bool { return 10*max(got, want) <= 11*min(got, want) }

// startRoom is how much larger a file that keeps the newest events is made, MiB: the system keeps
// in it what it reports at the start about the machine, its programs and their files.
const startRoom = 32

// newest is the size of a file that keeps the newest events, MiB.
func (s *session) newest() uint32 {
	return uint32(min((s.o.Keep+1<<20-1)>>20+startRoom, 1<<31))
}

// plan is what the options request, in terms of Windows; it notes what Windows cannot record.
func (s *session) plan() *controller.Plan {
	processors := int(windows.GetActiveProcessorCount(windows.ALL_PROCESSOR_GROUPS))
	p := &controller.Plan{
		Name: controller.Self().Name(), Path: s.file.Name(), Interval: s.o.sampleInterval(),
		Buffers: controller.BuffersFor(processors, int64(s.o.Ring)),
	}
	for _, f := range s.o.kernelFlags() {
		p.Flags |= f.flag
	}
	for _, k := range s.o.kernelStacks() {
		p.Stacks = append(p.Stacks, k.event)
	}
	if s.o.Keep > 0 {
		p.Newest = s.newest()
	}
	for _, g := range s.o.Groups {
		if why := notInWindows[g]; why != "" {
			s.leftOut("%s", why)
		}
	}
	if (s.o.Stacks || s.o.Samples > 0) && !slices.Contains(s.o.Groups, Methods) {
		s.leftOut("Functions that .NET compiles at run time are recorded only as addresses: to get their names, also record the event group “%s” (%s).", Methods.Title(), Methods)
	}
	if have := p.Buffers.Bytes() / int64(max(processors, 1)); have < int64(s.o.Ring) {
		s.leftOut("The event buffers of each CPU have only %d KiB, less than requested.", have>>10)
	}
	return p
}

// notInWindows explains why groups of events are left out.
var notInWindows = map[Group]string{
	Waits:   "On Windows, Threadlens records no separate events for waits and kernel locks: wait reasons come from context switches and, if recorded, their call stacks.",
	Calls:   "On Windows, Threadlens cannot record blocking system calls alone: to record them, use the event group “All system calls” (syscalls).",
	Runtime: "On Windows, Threadlens does not record the system's CPU time accounting: CPU time comes from context switches.",
}

const (
	progressTime = 500 * time.Millisecond
	queryTime    = time.Second
)

// record waits until the recording is to end.
func (s *session) record(ctx context.Context, progress func(State)) error {
	s.begin = time.Now()
	if s.o.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.o.For)
		defer cancel()
	}
	program, err := s.start()
	if err != nil {
		return wrap(err)
	}
	if s.o.PID > 0 {
		s.leftOut("The recording does not store which process is the target: after opening the file, choose process %d as the target process.", s.o.PID)
	}
	err = s.watch(ctx, program, progress)
	// What the command does once it is asked to end is not recorded, as on Linux.
	_, stop := s.run.Stop()
	s.took = time.Since(s.begin)
	s.endBeside(true, progress)
	if s.result.Exit = program.stop(endTime); s.result.Exit == stillRuns {
		s.result.Exit = -1
		s.leftOut("%s was asked to exit but is still running.", s.o.Command[0])
	}
	if gone(err) || gone(stop) {
		err, stop = errEarly, nil
	}
	return errors.Join(wrap(err), wrap(stop))
}

// errEarly reports that a session no longer exists.
var errEarly = errors.New("the recording ended early: another program stopped the tracing session, or the disk is full")

// gone reports whether an error means that the session no longer exists.
func gone(err error) bool {
	var failure *controller.Error
	return errors.As(err, &failure) && failure.Gone()
}

// watch queries the system's counts and reports them.
func (s *session) watch(ctx context.Context, program *program, progress func(State)) error {
	query := func() error {
		c, err := s.run.Query()
		if err == nil {
			s.note(c)
		}
		return err
	}
	if err := query(); err != nil {
		return err
	}
	progress(s.state())
	tell, ask := time.NewTicker(progressTime), time.NewTicker(queryTime)
	defer tell.Stop()
	defer ask.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-program.ended():
			return nil
		case <-tell.C:
			progress(s.state())
		case <-ask.C:
			if err := query(); err != nil {
				return err
			}
		}
	}
}

func (s *session) note(c controller.Counts) {
	if s.thread == nil && c.Thread != 0 {
		s.thread = openThread(c.Thread)
	}
	s.result.Bytes, s.result.Lost = c.Bytes, c.Events
}

func (s *session) state() State {
	st := s.result.State
	if st.Elapsed = s.took; st.Elapsed == 0 {
		st.Elapsed = time.Since(s.begin)
	}
	st.Events, st.CPU = -1, s.thread.used()
	return st
}

// finish fills in the result.
func (s *session) finish(c controller.Counts) error {
	s.note(c)
	s.noteStranger()
	s.result.State = s.state()
	if c.Buffers > 0 {
		s.leftOut("%d event buffers were lost because they could not be written in time: record fewer events, or to a faster disk.", c.Buffers)
	}
	size, err := s.file.size()
	if err != nil {
		return wrap(err)
	}
	if size == 0 {
		return fmt.Errorf("record: Windows reported the recording as running but wrote nothing to %s", s.o.Path)
	}
	if dropped := s.result.Bytes - size; s.o.Keep > 0 && dropped > 0 {
		s.result.Dropped = dropped
	}
	return nil
}

// keepFiles gives the files their names if all went well.
func (s *session) keepFiles(err error) error {
	if err == nil {
		err = wrap(s.file.Commit())
	}
	if err != nil {
		return s.beside.file.giveUp(s.file.giveUp(err))
	}
	if err = wrap(s.keepBeside()); err != nil {
		return s.beside.file.giveUp(err)
	}
	return nil
}

// abandon leaves the system's session to the next recording, which ends it.
func abandon() {}
