package record

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// Some kernels, of virtual machines restored from a snapshot, pass no tracepoint while the
// idle task of a CPU runs, not even as it hands the CPU over. That a thread comes onto its
// CPU is also recorded apart from tracepoints (PERF_RECORD_SWITCH_CPU_WIDE), by that thread:
// on CPUs whose idle tasks are silent these records are asked for too.

const (
	// idleNaps is how often a CPU is left and taken again to see whether its idle task is
	// silent, at most; idleLeast is how often that must have had the CPU.
	idleNaps  = 12
	idleLeast = 4
	// idleNap is how long it is left, long enough for an idle task to take it.
	idleNap = 50 * time.Microsecond
)

// arrivals are the records of threads that come, and the CPUs of which it is not known yet
// whether they are needed: nothing has idled there so far. nil where nothing is asked for.
type arrivals struct {
	event *event
	open  []*idleCount
}

// idleCount counts how often the idle task takes a CPU and leaves it, by the tracepoint.
type idleCount struct {
	cpu       int
	into, out *event
}

// addArrivals adds their event, if an idle task may be silent.
func (s *session) addArrivals(cpus []int) {
	if points := s.that(switchPoint); s.tree == nil && len(points) > 0 {
		s.arrivals = newArrivals(points[0].attr.Config, cpus)
	}
	if s.arrivals != nil {
		s.events = append(s.events, s.arrivals.event)
	}
}

// newArrivals looks at each CPU by the tracepoint of switches, a number; nil where every idle
// task is recorded, or that cannot be seen.
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

// visit sleeps on each CPU.
func (a *arrivals) visit(switches uint64, cpus []int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	defer func() { _ = unix.SchedSetaffinity(0, &before) }() // they were its CPUs before
	for _, cpu := range cpus {
		c, err := newIdleCount(switches, cpu)
		if err != nil {
			return err
		}
		var one unix.CPUSet
		one.Set(cpu)
		silent, known := false, false
		if unix.SchedSetaffinity(0, &one) == nil { // else it is not one of ours
			nap := unix.NsecToTimespec(int64(idleNap))
			for n := 0; n < idleNaps && !known; n++ {
				_ = unix.Nanosleep(&nap, nil) // a signal ends it early, which does not matter
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

// look asks for the records of the CPUs whose idle tasks turn out to be silent.
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

// newIdleCount begins to count on a CPU by the tracepoint of switches, a number.
func newIdleCount(switches uint64, cpu int) (*idleCount, error) {
	c := &idleCount{cpu: cpu}
	for _, of := range []struct {
		event  **event
		filter string
	}{{&c.into, "next_pid == 0"}, {&c.out, "prev_pid == 0"}} {
		e := newEvent("switches of an idle task", unix.PERF_TYPE_TRACEPOINT, switches)
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

// silent reports whether the idle task is mostly not recorded as it leaves its CPU; known is
// false while it has not idled often enough to say. At times even a silent one is, which was
// to leave before it had begun to idle.
func (c *idleCount) silent() (silent, known bool) {
	into, out := c.into.passed(), c.out.passed()
	return 2*out < into, max(into, out) >= idleLeast
}

// passed is how often an event that is counted was met.
func (e *event) passed() uint64 {
	var b [8]byte
	if _, err := unix.Read(e.fds[0], b[:]); err != nil {
		return 0
	}
	return binary.NativeEndian.Uint64(b[:])
}
