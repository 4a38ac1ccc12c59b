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

// event is something that the kernel is to record, on every CPU.
type event struct {
	name string
	attr unix.PerfEventAttr
	// filter is the condition that the kernel applies to a tracepoint, "" for none.
	filter string
	only   []int    // CPUs on which it is recorded, nil for all
	held   []int    // those of them on which it does not start yet
	ids    []uint64 // ids of its records, one for each target and CPU
	fds    []int
	calls  bool     // its samples have the kernel's call stack, just behind sampleFields
	of     []opened // what each of them was opened for
}

// opened is a thread, or everyone, on a CPU.
type opened struct{ target, cpu int }

// The fields at the start of all records are the same, so that one can be recognised without
// knowing which kind it is.
const (
	commonFields = unix.PERF_SAMPLE_IDENTIFIER | unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME | unix.PERF_SAMPLE_CPU
	sampleFields = commonFields | unix.PERF_SAMPLE_IP | unix.PERF_SAMPLE_PERIOD
)

// bitBuildID makes the kernel report the build ids of mapped files (attr.build_id, since Linux
// 5.12).
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

// newTracks is the event that only reports programs: their names, threads and, with mappings, code
// files. All others are recorded into its buffers; the kernel wakes the reader when one holds wake
// bytes.
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

// newTracepoint is one of the kernel's tracepoints, every time that it is hit.
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

// newMajorFaults are the page faults that read a disk, as they end.
func newMajorFaults() *event {
	e := newEvent("major-faults", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ)
	e.attr.Sample = 1
	e.attr.Sample_type |= unix.PERF_SAMPLE_ADDR
	return e
}

// newSamples are samples of what the CPUs execute, hz a second.
func newSamples(hz int, stack bool) *event {
	e := newEvent("cpu-clock", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_CLOCK)
	e.attr.Sample = uint64(hz)
	e.attr.Bits |= unix.PerfBitFreq
	if stack {
		e.attr.Sample_type |= unix.PERF_SAMPLE_CALLCHAIN
	}
	return e
}

// everyone is the target of events that are recorded for all threads.
const everyone = -1

// open opens an event for threads on CPUs. Unless it owns a ring, it is recorded into those of
// ring. Threads that have ended are left out.
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

// refused explains why an event was not opened.
func (e *event) refused(target, cpu int, err error) error {
	switch {
	case target == everyone:
		return fmt.Errorf("record: %s on CPU %d: %w", e.name, cpu, err)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return fmt.Errorf("record: thread %d: %w: without privileges, users can record only their own programs", target, err)
	case errors.Is(err, unix.EMFILE):
		return fmt.Errorf("record: thread %d: %w: each event needs one file descriptor per thread and CPU; raise the limit with ulimit -n", target, err)
	}
	return fmt.Errorf("record: %s of thread %d on CPU %d: %w", e.name, target, cpu, err)
}

var errEnded = errors.New("the process to record has exited")

// openOn opens an event on a CPU.
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

// enable starts or stops recording an event.
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

// close closes what was opened; a file that is made later still describes it.
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

// events are the requested events that the kernel has; the first one owns the buffers.
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
			leftOut(fmt.Sprintf("The kernel takes at most %d samples per second on this system, not the requested %d (%s).", most, hz, sampleRatePath))
			hz = int(most)
		}
		list = append(list, newSamples(hz, o.Stacks))
	}
	of.narrow(list)
	return list, points, nil
}

// callShown makes a tracepoint record the call that its thread is in, except for switches of a
// runnable thread, which does not wait in a call: those are a separate event.
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

// Conditions of a switch: its thread waits, or is runnable. The kernel's value for a preempted
// thread (TASK_REPORT_MAX of linux/sched.h) was different before Linux 4.15: its stack is then
// recorded too.
const (
	waits  = "prev_state != 0 && prev_state != 256"
	goesOn = "prev_state == 0 || prev_state == 256"
)

// sampleRatePath holds the kernel's limit on the sampling rate. It lowers that by itself where
// samples take long.
const sampleRatePath = "/proc/sys/kernel/perf_event_max_sample_rate"

// onlineCPUs are the CPUs that are online.
func onlineCPUs() ([]int, error) {
	text, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return nil, fmt.Errorf("record: reading the list of online CPUs: %w", err)
	}
	return parseCPUs(string(text))
}
