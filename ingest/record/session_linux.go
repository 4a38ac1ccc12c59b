package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// session is a running recording.
type session struct {
	o      *Options
	events []*event
	rings  []*ring
	own    ownIDs
	others int64 // samples with ids of other recordings
	frames kernelFrames
	file   *file
	keep   *keeper  // nil where all is kept
	marks  *markers // nil where they are not recorded
	// program is the command, nil without one or before it is started.
	program *program
	files   openFiles // nil where those at the start do not apply to what is kept
	tree    *tree     // nil where the whole system is recorded
	// arrivals are recorded on CPUs whose idle tasks are silent, nil where there are none.
	arrivals *arrivals
	around   *surroundings
	begin    time.Time
	used     time.Duration // CPU time of this thread before
	result   Result
}

// record makes a recording on a separate thread, which ends with it: the kernel is asked to run
// that thread first, where we may.
func record(ctx context.Context, o *Options, progress func(State)) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if len(o.Command) > 0 {
		if _, err := exec.LookPath(o.Command[0]); err != nil {
			return nil, fmt.Errorf("record: %w", err) // before there is a file
		}
	}
	s := &session{o: o}
	if err := s.mount(); err != nil {
		return nil, err
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), urgent) // where that is not allowed, it runs at normal priority
		err := s.open()
		if err == nil {
			err = s.run(ctx, progress)
			if err == nil || s.keep != nil {
				err = cmp.Or(err, s.finish())
			}
		}
		err = s.unfinished(err)
		s.close() // before the program may end, which would leave tracefs in its present state
		done <- err
	}()
	if err := <-done; err != nil {
		return nil, err
	}
	return &s.result, nil
}

// mount mounts the descriptions of events where they are missing; a tree can be recorded without
// them.
func (s *session) mount() error {
	mounted, err := mountTracefs()
	if mounted != "" {
		s.result.LeftOut = append(s.result.LeftOut, mounted)
	}
	if s.o.Tree {
		return nil
	}
	return err
}

// urgent is the nice value of the thread that empties the buffers.
const urgent = -20

// open opens events, buffers and the file.
func (s *session) open() error {
	if err := s.findTree(); err != nil {
		return err
	}
	list, err := s.openEvents()
	if err != nil {
		return err
	}
	if s.o.Keep > 0 {
		s.keep = &keeper{most: s.o.Keep, span: int64(s.o.KeepFor), before: newCarried(s.that(switchPoint))}
	}
	list[featSurroundings] = []byte{} // known at the end, see file.late
	if s.file, err = createFile(s.o.Path, createOptions{s.o.Force, s.o.Plain}, s.events, list); err != nil {
		return err
	}
	for _, path := range s.file.f.Earlier {
		s.result.LeftOut = append(s.result.LeftOut, path+" is unfinished: its recording was killed or is still running. The part written so far can be opened.")
	}
	return nil
}

// openEvents opens events and buffers, and returns their descriptions for the file.
func (s *session) openEvents() (described map[int][]byte, err error) {
	fs, _ := findTracefs() // check has found it
	leftOut := func(why string) { s.result.LeftOut = append(s.result.LeftOut, why) }
	events, points, err := s.o.events(fs, s.tree, leftOut)
	if err != nil {
		return nil, err
	}
	s.events = events
	cpus, err := onlineCPUs()
	if err != nil {
		return nil, err
	}
	s.addArrivals(cpus)
	targets := s.tree.targets()
	if err := s.events[0].open(targets, cpus, nil); err != nil {
		return nil, err
	}
	if err := s.openRings(len(cpus), leftOut); err != nil {
		return nil, err
	}
	if err := openAll(s.events[1:], targets, cpus, s.rings); err != nil {
		return nil, err
	}
	s.own = idsOf(s.events)
	for _, why := range s.o.impossible() {
		leftOut(why)
	}
	if s.tree == nil || s.tree.raw {
		points = append(points, s.openMarkers(fs, leftOut)...)
	}
	s.result.CPUs, s.result.EventCost = len(cpus), s.eventCost()
	described = features(s.said(), s.facts(), s.events)
	if described[featKernel] != nil {
		if err := s.frames.find(); err != nil {
			return nil, err
		}
	}
	if s.keep == nil && s.o.Keep == 0 && slices.Contains(s.o.Groups, Waits) {
		s.files = findOpenFiles()
		described[featDescriptors] = append([]byte(recorderMagic), s.files.feature(nil)...)
	}
	if len(points) > 0 {
		described[featTracingData], err = fs.tracingData(points, os.Getpagesize())
	}
	return described, err
}

// openRings maps the buffers of the CPUs.
func (s *session) openRings(cpus int, leftOut func(string)) (err error) {
	if s.rings, err = newRings(s.events[0].fds[:cpus], s.o.Ring); err != nil {
		return err
	}
	for i, r := range s.rings {
		r.cpu = s.events[0].of[i].cpu
	}
	if len(s.rings[0].data) < s.o.Ring {
		leftOut(fmt.Sprintf("The kernel allowed event buffers of only %d KiB per CPU.", len(s.rings[0].data)>>10))
	}
	return s.shareRings(cpus)
}

// impossible lists what the options request that is not available here.
func (o *Options) impossible() (why []string) {
	if o.stacksDo() && !o.blocking() {
		reason := "The kernel hides its function addresses on this system"
		if argumentRegisters[runtime.GOARCH] == 0 {
			reason = "This build cannot read the arguments of system calls on " + runtime.GOARCH
		}
		why = append(why, reason+", so blocking calls are recorded as separate events instead of being read from call stacks.")
	}
	if slices.Contains(o.Groups, Methods) {
		why = append(why, ".NET method names are recorded only on Windows.")
	}
	return why
}

// openAll opens events that share the buffers of another.
func openAll(events []*event, targets, cpus []int, rings []*ring) error {
	for _, e := range events {
		if err := e.open(targets, cpus, rings); err != nil {
			return err
		}
	}
	return nil
}

// shareRings makes the events of further threads write to the buffers of the first.
func (s *session) shareRings(cpus int) error {
	for i, fd := range s.events[0].fds[cpus:] {
		if err := ioctl(fd, unix.PERF_EVENT_IOC_SET_OUTPUT, uintptr(s.rings[i%cpus].fd)); err != nil {
			return fmt.Errorf("record: sharing an event buffer between threads: %w", err)
		}
	}
	return nil
}

func (s *session) enable(on bool) error {
	for _, e := range s.events {
		if err := e.enable(on); err != nil {
			return err
		}
	}
	return s.marks.enable(on)
}

// tellExisting writes what exists as the recording begins.
func (s *session) tellExisting() error {
	there, err := existing(s.o.Stacks || s.o.Samples > 0, s.tree.processes())
	if err != nil {
		return err
	}
	if err := s.file.append(s.tree.index(s.events)); err != nil {
		return err
	}
	if s.keep != nil {
		s.keep.before.take(there)
		return nil
	}
	return s.file.append(there)
}

// run records until the end.
func (s *session) run(ctx context.Context, progress func(State)) error {
	s.around = newSurroundings()
	if err := s.tellExisting(); err != nil {
		return err
	}
	if s.o.PID > 0 || len(s.o.Command) == 0 {
		s.around.find(s.o.PID)
	}
	s.begin, s.used = time.Now(), threadTime()
	if err := s.enable(true); err != nil {
		return err
	}
	if s.files != nil {
		if err := s.file.change(featDescriptors, append([]byte(recorderMagic), s.files.feature(findOpenFiles())...)); err != nil {
			return errors.Join(err, s.enable(false))
		}
	}
	if s.o.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.o.For)
		defer cancel()
	}
	program, err := s.start()
	if err != nil {
		return err
	}
	if program != nil {
		if s.o.PID != program.cmd.Process.Pid {
			s.o.PID = program.cmd.Process.Pid
			s.around.find(s.o.PID)
		}
		if err := s.file.change(featCommand, commandLine(s.said())); err != nil {
			return errors.Join(err, s.enable(false))
		}
	}
	progress(s.state())
	// What the command does once it is asked to end is not waited for: nobody empties the buffers
	// then.
	err = cmp.Or(s.fetch(ctx, program, progress), s.enable(false), s.pass()) // an error of one affects the others too
	s.result.State = s.state()
	s.result.Exit = program.stop(endTime)
	if s.result.Exit == stillRuns {
		s.result.Exit = -1
		s.result.LeftOut = append(s.result.LeftOut, s.o.Command[0]+" was asked to exit but is still running.")
	}
	return err
}

func (s *session) state() State {
	st := s.result.State
	st.Elapsed, st.CPU = time.Since(s.begin), threadTime()-s.used
	switch {
	case s.keep != nil:
		st.Bytes = s.keep.size
	case s.file != nil:
		st.Bytes = s.file.size
	}
	return st
}

// finish completes the file.
func (s *session) finish() error {
	s.around.last()
	s.file.late = map[int][]byte{featSurroundings: s.around.feature()}
	if names := s.frames.feature(); len(names) > namesSize {
		s.file.late[featKernel] = names
	} else if err := s.frames.name(s.file); err != nil {
		return err
	}
	if said := s.marks.said(); said != "" {
		s.result.LeftOut = append(s.result.LeftOut, said)
	}
	if s.others > 0 {
		s.result.LeftOut = append(s.result.LeftOut, fmt.Sprintf("%d page faults are left out: another recording ran at the same time, and the kernel recorded them with that recording's event id.", s.others))
		if s.keep == nil {
			if err := s.file.change(featRecorder, s.facts().feature()); err != nil {
				return err
			}
		}
	}
	if s.keep != nil {
		s.result.Dropped = s.keep.dropped
		if err := s.keep.write(s.file, s.facts()); err != nil {
			return s.elsewhere(err)
		}
	}
	s.result.Bytes = s.file.size
	return s.file.finish()
}

// elsewhere writes what was kept in memory to the temporary folder where its own place fails, and
// reports that, or that it is lost.
func (s *session) elsewhere(why error) error {
	path := filepath.Join(os.TempDir(), filepath.Base(s.o.Path))
	lost := fmt.Errorf("%w; %d KiB of events kept in memory are lost", why, s.keep.size>>10)
	left := s.file.f.Drop()
	if path == s.file.f.Path() {
		return errors.Join(lost, left)
	}
	f, err := createFile(path, createOptions{plain: s.o.Plain}, s.events, s.file.features)
	if err != nil {
		return errors.Join(lost, left)
	}
	f.late = s.file.late
	if s.keep.write(f, s.facts()) != nil || f.finish() != nil {
		return errors.Join(lost, left, f.f.Drop())
	}
	return errors.Join(fmt.Errorf("%w; the events kept in memory were written to %s", why, path), left)
}

// facts are what the recording states about itself.
func (s *session) facts() recorderFacts {
	return recorderFacts{leftOut: s.others, eventCost: s.result.EventCost}
}

// said is the command line in the file, in perf's notation: -p names the target process.
func (s *session) said() []string {
	pid := ""
	if s.o.PID > 0 {
		pid = strconv.Itoa(s.o.PID)
	}
	words := []string{s.o.Program, "record", "-p", pid}
	if len(s.o.Command) > 0 {
		words = append(append(words, "--"), s.o.Command...)
	}
	return words
}

// close releases everything.
func (s *session) close() {
	s.program.letGo()
	s.arrivals.close()
	_ = s.marks.close() // what is left is removed by the next recording
	for _, r := range s.rings {
		_ = r.close() // ends with the program at the latest
	}
	for _, e := range s.events {
		e.close()
	}
}

// unfinished removes the file of a recording that failed before it had recorded anything; it adds
// to the error where another one is.
func (s *session) unfinished(err error) error {
	switch {
	case s.file == nil || err == nil || s.file.f.Over():
		return err
	case s.begin.IsZero() || s.file.size == 0:
		return errors.Join(err, s.file.f.Drop())
	}
	return errors.Join(fmt.Errorf("%w; the events recorded before this error are in %s", err, s.file.f.Name()), s.file.f.Leave())
}

// threadTime is the CPU time of this thread.
func threadTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
