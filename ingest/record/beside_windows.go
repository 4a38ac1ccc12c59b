package record

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/windows"

	"threadlens/ingest/internal/controller"
)

// beside records the events of programs, in a separate session and file: the kernel's session takes
// no such events (Microsoft, Configuring and Starting a SystemTraceProvider Session).
type beside struct {
	file   *claim              // nil where no program events are recorded
	run    *controller.Session // nil where none records
	ran    bool                // the file is of this recording
	silent bool                // no program wrote anything
}

// claimBeside creates the file for program events, if they are recorded.
func (s *session) claimBeside() (err error) {
	if len(s.o.providers()) == 0 {
		return nil
	}
	path, ok := Beside(s.o.Path)
	if !ok {
		s.leftOut("User markers and .NET method names are left out: they need a second file, which cannot be named after %s. Save the recording under a name such as trace.etl.", filepath.Base(s.o.Path))
		return nil
	}
	s.beside.file, err = claimFile(path, s.o.Force)
	return err
}

// startBeside starts the session for program events. Where that is impossible, only the kernel is
// recorded.
func (s *session) startBeside() {
	b := &s.beside
	if b.file == nil {
		return
	}
	run, err := controller.Start(s.sys, s.besidePlan())
	if err != nil {
		s.leftOut("User markers and .NET method names are left out: %v.", errors.Join(err, b.file.Drop()))
		return
	}
	b.run, b.ran = run, true
	for _, p := range s.o.providers() {
		if err := run.Ask(p.Provider, 0); err != nil {
			s.leftOut("%s are left out: %v.", p.what, err)
		}
	}
}

// methodRoom is how much larger a file that keeps the newest events is made, MiB, for the methods
// that .NET reports at the end.
const methodRoom = 512

// besidePlan is the session for program events.
func (s *session) besidePlan() *controller.Plan {
	busy := slices.Contains(s.o.Groups, Methods)
	p := &controller.Plan{
		Name: controller.Self().BesideName(), Path: s.beside.file.Name(), Programs: true,
		Buffers: controller.ProgramBuffers(int(windows.GetActiveProcessorCount(windows.ALL_PROCESSOR_GROUPS)), busy),
	}
	if s.o.Keep > 0 {
		if p.Newest = s.newest(); busy {
			p.Newest += methodRoom
		}
	}
	return p
}

const (
	// methodTime is how long .NET has to report its methods at the end. It reports some megabytes
	// of them a second to each process.
	methodTime = 20 * time.Second
	// quietTime is how long nothing must come before reporting counts as finished, where partly
	// filled buffers are written every second.
	quietTime  = 1500 * time.Millisecond
	quietFlush = 1
)

// endBeside ends the session for program events, if there is one. With ask, .NET is first made to
// report its methods, where they are recorded.
func (s *session) endBeside(ask bool, progress func(State)) {
	b := &s.beside
	if b.run == nil {
		return
	}
	if ask && slices.Contains(s.o.Groups, Methods) {
		s.askMethods(methodTime, quietTime, progress)
	}
	counts, err := b.run.Stop()
	b.run = nil
	switch {
	case gone(err):
		s.leftOut("User markers and .NET method names may be incomplete: another program stopped the tracing session for them, or the disk is full.")
	case err != nil:
		s.leftOut("The tracing session for user markers could not be stopped: %v.", err)
	}
	if lost := counts.Events + counts.Buffers; lost > 0 {
		s.leftOut("User markers or .NET method names were lost: %d events and %d buffers could not be written in time.", counts.Events, counts.Buffers)
	} else if err == nil {
		// One buffer, in which the system describes the file: program events begin in the next.
		size, err := b.file.size()
		b.silent = err == nil && size <= controller.ProgramBuffer
	}
}

// keepBeside gives the second file its name, or removes it where no program wrote any events,
// together with that of a recording that is replaced.
func (s *session) keepBeside() error {
	b := &s.beside
	switch {
	case !b.ran:
		return nil
	case !b.silent:
		return b.file.Commit()
	}
	err := b.file.Drop()
	if s.o.Force {
		if e := os.Remove(b.file.Path()); !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// askMethods makes .NET report its methods, and waits for that, but no longer than limit. Nothing
// should be recorded meanwhile: it takes time from the programs concerned.
func (s *session) askMethods(limit, quiet time.Duration, progress func(State)) {
	run, end := s.beside.run, time.Now().Add(limit)
	for _, p := range s.o.providers() {
		_ = run.Leave(p.Provider) // at worst an event is written after the end
	}
	_ = run.Flush(quietFlush) // otherwise only full buffers would show that events come
	late := false
	for _, p := range []controller.Provider{controller.ModulesThere(), controller.MethodsThere()} {
		err := run.Ask(p, max(time.Until(end), time.Millisecond))
		var failure *controller.Error
		switch {
		case errors.As(err, &failure) && failure.Late():
			late = true
		case err != nil:
			s.leftOut("Names of .NET methods compiled before the recording are left out: %v.", err)
			return
		}
	}
	if late || !s.untilQuiet(end, quiet, progress) {
		s.leftOut("Some .NET method names may be missing: after %v, programs were still reporting names.", limit)
	}
}

// untilQuiet waits until nothing has been written to the second file for a while; false if that did
// not happen before end.
func (s *session) untilQuiet(end time.Time, quiet time.Duration, progress func(State)) bool {
	last, since := int64(-1), time.Now()
	for time.Now().Before(end) {
		c, err := s.beside.run.Query()
		if err != nil {
			return true // ending the session reports it
		}
		if c.Bytes != last {
			last, since = c.Bytes, time.Now()
		}
		if time.Since(since) >= quiet {
			return true
		}
		progress(s.state())
		time.Sleep(min(progressTime, quiet))
	}
	return false
}

// noteStranger reports that an existing second file is not of this recording, but would be opened
// with it.
func (s *session) noteStranger() {
	path, ok := Beside(s.o.Path)
	if !ok || s.beside.ran {
		return
	}
	if _, err := os.Stat(path); err == nil {
		s.leftOut("%s belongs to an earlier recording, but will be opened together with the new one as long as both are in the same folder: move or delete the file of the earlier one.", filepath.Base(path))
	}
}
