package record

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// Some kernels, of virtual machines restored from a snapshot, emit no tracepoint while the idle
// task of a CPU runs, not even as it leaves the CPU. The next thread itself causes another record
// then (PERF_RECORD_SWITCH_CPU_WIDE), which is recorded as well on CPUs with such a silent idle
// task. Elsewhere it would only repeat the tracepoint.

const (
	// idleNaps is how often the recorder sleeps on a CPU, at most, to see whether its idle task is
	// silent.
	idleNaps = 16
	// idleMissing is how many of an idle task's runs must have no end to call it silent: one may
	// last still. idleLeast is how often it must have left its CPU with a tracepoint to call it
	// heard.
	idleMissing = 2
	idleLeast   = 10
	// idleNap is how long it sleeps, long enough for the idle task to run.
	idleNap = 50 * time.Microsecond
)

// arrivals is the event whose records show that a thread takes a CPU, and the CPUs that have not
// idled yet, so that it is unknown whether they need it. nil where no CPU needs it.
type arrivals struct {
	event *event
	open  []*idleCount
}

// idleCount counts how often the tracepoint reports that the idle task takes and leaves a CPU.
type idleCount struct {
	cpu       int
	into, out *event
}

// addArrivals adds the event where an idle task is, or may be, silent.
func (s *session) addArrivals(cpus []int) {
	if points := s.that(switchPoint); s.tree == nil && len(points) > 0 {
		s.arrivals = newArrivals(points[0].attr.Config, cpus)
	}
	if s.arrivals != nil {
		s.events = append(s.events, s.arrivals.event)
	}
}

// newArrivals tests each CPU with the tracepoint of switches, given by its number. It returns nil
// where no idle task is silent, or the test fails.
func newArrivals(switches uint64, cpus []int) *arrivals {
	a := &arrivals{event: newEvent("dummy:switches", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_DUMMY)}
	a.event.attr.Sample_type = commonFields
	a.event.attr.Bits |= unix.PerfBitContextSwitch
	if a.visit(switches, cpus) != nil || len(a.event.only) == 0 {
		a.close()
		return nil
	}
	return a
}

// visit tests each CPU by sleeping on it.
func (a *arrivals) visit(switches uint64, cpus []int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	defer func() { _ = unix.SchedSetaffinity(0, &before) }() // its CPUs from before
	for _, cpu := range cpus {
		c, err := newIdleCount(switches, cpu)
		if err != nil {
			return err
		}
		var one unix.CPUSet
		one.Set(cpu)
		silent, known := false, false
		if unix.SchedSetaffinity(0, &one) == nil { // otherwise this process may not use it
			nap := unix.NsecToTimespec(int64(idleNap))
			for n := 0; n < idleNaps && !known; n++ {
				_ = unix.Nanosleep(&nap, nil) // a signal may end it early, which does not matter
				silent, known = c.silent()
			}
		}
		switch {
		case !known:
			a.open = append(a.open, c)
			a.event.held = append(a.event.held, cpu)
		default:
			c.close()
		}
		if silent || !known {
			a.event.only = append(a.event.only, cpu)
		}
	}
	return nil
}

// look starts recording on CPUs that have idled since and whose idle task is silent.
func (a *arrivals) look() error {
	if a == nil {
		return nil
	}
	for _, c := range slices.Clone(a.open) {
		silent, known := c.silent()
		if !known {
			continue
		}
		c.close()
		a.open = slices.DeleteFunc(a.open, func(o *idleCount) bool { return o == c })
		if silent {
			a.event.held = slices.DeleteFunc(a.event.held, func(cpu int) bool { return cpu == c.cpu })
			if err := a.event.enable(true); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *arrivals) close() {
	if a == nil {
		return
	}
	for _, c := range a.open {
		c.close()
	}
}

// newIdleCount starts to count on a CPU, with the tracepoint of switches, given by its number.
func newIdleCount(switches uint64, cpu int) (*idleCount, error) {
	c := &idleCount{cpu: cpu}
	for _, of := range []struct {
		event  **event
		filter string
	}{{&c.into, "next_pid == 0"}, {&c.out, "prev_pid == 0"}} {
		e := newEvent("idle-task switches", unix.PERF_TYPE_TRACEPOINT, switches)
		e.attr.Sample_type, e.attr.Read_format = 0, 0
		e.attr.Bits &^= unix.PerfBitDisabled | unix.PerfBitSampleIDAll
		e.filter = of.filter
		if err := e.open([]int{everyone}, []int{cpu}, nil); err != nil {
			c.close()
			return nil, err
		}
		*of.event = e
	}
	return c, nil
}

func (c *idleCount) close() {
	for _, e := range []*event{c.into, c.out} {
		if e != nil {
			e.close()
		}
	}
}

// silent reports whether the tracepoint is missing as the idle task leaves its CPU; known is false
// while it has run too rarely. Even on such CPUs it is emitted where the idle task must leave before
// it has halted the CPU, which on a busy machine happens often.
func (c *idleCount) silent() (silent, known bool) {
	into, out := c.into.passed(), c.out.passed()
	silent = into >= out+idleMissing
	return silent, silent || out >= idleLeast
}

// passed is the value of a counting event.
func (e *event) passed() uint64 {
	var b [8]byte
	if _, err := unix.Read(e.fds[0], b[:]); err != nil {
		return 0
	}
	return binary.NativeEndian.Uint64(b[:])
}
