package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// event is something that the kernel is asked to record, on every processor.
type event struct {
	name string
	attr unix.PerfEventAttr
	// filter is the condition of a tracepoint that the kernel applies, "" for none.
	filter string
	only   []int    // the processors on which it is recorded, nil for all
	held   []int    // those of them on which it does not begin yet
	ids    []uint64 // by which its records are known, one for each target and processor
	fds    []int
	calls  bool     // its samples have the kernel's call stack, just behind sampleFields
	of     []opened // what each of them is for
}

// opened is a thread, or everyone, on a processor.
type opened struct{ target, cpu int }

// The fields of all records begin alike, so that one can be told from another
// without knowing which it is.
const (
	commonFields = unix.PERF_SAMPLE_IDENTIFIER | unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME | unix.PERF_SAMPLE_CPU
	sampleFields = commonFields | unix.PERF_SAMPLE_IP | unix.PERF_SAMPLE_PERIOD
)

// bitBuildID has the kernel tell the build ids of files that are mapped
// (attr.build_id, since Linux 5.12).
const bitBuildID = 1 << 34

func newEvent(name string, kind uint32, config uint64) *event {
	e := &event{name: name}
	e.attr = unix.PerfEventAttr{
		Type: kind, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})), Config: config,
		Sample_type: sampleFields, Read_format: unix.PERF_FORMAT_ID | unix.PERF_FORMAT_LOST,
		Bits:    unix.PerfBitDisabled | unix.PerfBitSampleIDAll | unix.PerfBitUseClockID,
		Clockid: unix.CLOCK_MONOTONIC,
	}
	return e
}

// newTracks is the event that only reports programs: of their names, threads and,
// with mappings, files of code. All others are recorded into its buffers; the kernel
// wakes the reader when one has so many bytes.
func newTracks(wake int, mappings bool) *event {
	e := newEvent("dummy:HG", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_DUMMY)
	e.attr.Sample_type = commonFields
	e.attr.Bits |= unix.PerfBitComm | unix.PerfBitCommExec | unix.PerfBitTask | unix.PerfBitWatermark
	if mappings {
		e.attr.Bits |= unix.PerfBitMmap | unix.PerfBitMmap2 | bitBuildID
	}
	e.attr.Wakeup = uint32(wake)
	return e
}

// newTracepoint is one of the kernel's tracepoints, each time that it is passed.
func newTracepoint(p tracepoint, id uint64, stack bool) *event {
	e := newEvent(p.String(), unix.PERF_TYPE_TRACEPOINT, id)
	e.attr.Sample = 1
	e.attr.Sample_type |= unix.PERF_SAMPLE_RAW
	e.filter = p.filter
	if stack {
		e.attr.Sample_type |= unix.PERF_SAMPLE_CALLCHAIN
	}
	return e
}

// newMajorFaults are the page faults for which a disk was read, as they end.
func newMajorFaults() *event {
	e := newEvent("major-faults", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ)
	e.attr.Sample = 1
	e.attr.Sample_type |= unix.PERF_SAMPLE_ADDR
	return e
}

// newSamples are samples of what the processors execute, so many a second.
func newSamples(hz int, stack bool) *event {
	e := newEvent("cpu-clock", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_CLOCK)
	e.attr.Sample = uint64(hz)
	e.attr.Bits |= unix.PerfBitFreq
	if stack {
		e.attr.Sample_type |= unix.PERF_SAMPLE_CALLCHAIN
	}
	return e
}

// everyone is the target of events that are recorded whoever runs.
const everyone = -1

// open opens an event for threads on processors. Beside that of a ring it is recorded
// into the buffers of those. Threads that have ended are left out.
func (e *event) open(targets, cpus []int, rings []*ring) error {
	for _, target := range targets {
		n := len(e.fds)
		for i, cpu := range cpus {
			if e.only != nil && !slices.Contains(e.only, cpu) {
				continue
			}
			err := e.openOn(target, cpu)
			if err == nil && rings != nil {
				err = ioctl(e.fds[len(e.fds)-1], unix.PERF_EVENT_IOC_SET_OUTPUT, uintptr(rings[i].fd))
			}
			if errors.Is(err, unix.ESRCH) && target != everyone {
				e.forget(n)
				break
			}
			if err != nil {
				return e.refused(target, cpu, err)
			}
		}
	}
	if len(e.fds) == 0 {
		return fmt.Errorf("record: %s: %w", e.name, errEnded)
	}
	return nil
}

// refused says why an event was not opened.
func (e *event) refused(target, cpu int, err error) error {
	switch {
	case target == everyone:
		return fmt.Errorf("record: %s on processor %d: %w", e.name, cpu, err)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return fmt.Errorf("record: thread %d: %w: without rights only a user's own programs can be recorded", target, err)
	case errors.Is(err, unix.EMFILE):
		return fmt.Errorf("record: thread %d: %w: one for each event, thread and processor (ulimit -n)", target, err)
	}
	return fmt.Errorf("record: %s of thread %d on processor %d: %w", e.name, target, cpu, err)
}

var errEnded = errors.New("the process has ended")

// openOn opens an event on a processor.
func (e *event) openOn(target, cpu int) error {
	fd, err := unix.PerfEventOpen(&e.attr, target, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if errors.Is(err, unix.EINVAL) && e.attr.Bits&bitBuildID != 0 { // older kernels
		e.attr.Bits &^= bitBuildID
		fd, err = unix.PerfEventOpen(&e.attr, target, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	}
	if errors.Is(err, unix.EINVAL) && e.attr.Read_format&unix.PERF_FORMAT_LOST != 0 {
		e.attr.Read_format &^= unix.PERF_FORMAT_LOST
		fd, err = unix.PerfEventOpen(&e.attr, target, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	}
	if err != nil {
		return err
	}
	if e.filter != "" {
		text, err := unix.BytePtrFromString(e.filter)
		if err == nil {
			err = ioctl(fd, unix.PERF_EVENT_IOC_SET_FILTER, uintptr(unsafe.Pointer(text)))
		}
		if err != nil {
			_ = unix.Close(fd) // nothing was written to it
			return fmt.Errorf("filter %q: %w", e.filter, err)
		}
	}
	var id uint64
	err = ioctl(fd, unix.PERF_EVENT_IOC_ID, uintptr(unsafe.Pointer(&id)))
	e.fds, e.ids, e.of = append(e.fds, fd), append(e.ids, id), append(e.of, opened{target, cpu})
	return err
}

// forget closes what was opened from the nth on.
func (e *event) forget(n int) {
	for _, fd := range e.fds[n:] {
		_ = unix.Close(fd) // nothing was written to it
	}
	e.fds, e.ids, e.of = e.fds[:n], e.ids[:n], e.of[:n]
}

// enable starts or stops the recording of an event.
func (e *event) enable(on bool) error {
	request := uint(unix.PERF_EVENT_IOC_DISABLE)
	if on {
		request = unix.PERF_EVENT_IOC_ENABLE
	}
	for i, fd := range e.fds {
		if on && slices.Contains(e.held, e.of[i].cpu) {
			continue
		}
		if err := ioctl(fd, request, 0); err != nil {
			return fmt.Errorf("record: %s: %w", e.name, err)
		}
	}
	return nil
}

// close closes what was opened; a file that is made later still reports it.
func (e *event) close() {
	for _, fd := range e.fds {
		_ = unix.Close(fd) // nothing was written to it
	}
	e.fds = nil
}

func ioctl(fd int, request uint, arg uintptr) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request), arg); errno != 0 {
		return errno
	}
	return nil
}

// events are those that are asked for, as far as the kernel has them; the first one
// is that of the buffers.
func (o *Options) events(t tracefs, of *tree, leftOut func(string)) ([]*event, []tracepoint, error) {
	list := []*event{newTracks(o.Ring/4, o.Stacks || o.Samples > 0)}
	var points []tracepoint
	for _, p := range of.tracepoints(o) {
		id, err := t.id(p)
		switch {
		case err == nil:
			e := newTracepoint(p, id, o.Stacks && p.stack)
			list = append(list, e)
			points = append(points, p)
			if p.call && o.blocking() {
				list = append(list, e.callShown(o, p)...)
			}
		case p.needed || !errors.Is(err, fs.ErrNotExist):
			return nil, nil, fmt.Errorf("record: %s: %w", p, err)
		case p.spare:
		default:
			leftOut(fmt.Sprintf("This kernel has no event %s.", p))
		}
	}
	if slices.Contains(o.Groups, Waits) {
		list = append(list, newMajorFaults())
	}
	if o.Samples > 0 {
		hz := o.Samples
		if most, ok := numberIn(sampleRatePath); ok && most > 0 && int(most) < hz {
			leftOut(fmt.Sprintf("The kernel samples at most %d times a second here, not %d (%s).", most, hz, sampleRatePath))
			hz = int(most)
		}
		list = append(list, newSamples(hz, o.Stacks))
	}
	of.narrow(list)
	return list, points, nil
}

// callShown has a tracepoint recorded with the call that its thread is in, except switches of a
// thread that could go on, which is in no call that waits: they are an event besides.
func (e *event) callShown(o *Options, p tracepoint) (besides []*event) {
	e.showCalls(o.Stacks)
	if p == wakePoint && !o.Stacks {
		e.cutStack(wakeFrames, maxStackPath)
	}
	if p != switchPoint || o.Stacks {
		return nil
	}
	e.filter = waits
	bare := newTracepoint(p, e.attr.Config, false)
	bare.filter = goesOn
	return []*event{bare}
}

// Conditions of a switch: its thread waits, or could go on. What the kernel says of one that is
// displaced (TASK_REPORT_MAX of linux/sched.h) was another number before Linux 4.15: its stack
// is then recorded too.
const (
	waits  = "prev_state != 0 && prev_state != 256"
	goesOn = "prev_state == 0 || prev_state == 256"
)

// sampleRatePath is where the kernel says how often it samples at most. It lowers that
// by itself where samples take long.
const sampleRatePath = "/proc/sys/kernel/perf_event_max_sample_rate"

// onlineCPUs are the processors that run.
func onlineCPUs() ([]int, error) {
	text, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return nil, fmt.Errorf("record: the processors: %w", err)
	}
	return parseCPUs(string(text))
}
