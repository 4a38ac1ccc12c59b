package record

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// The overhead of recording is the number of events times the CPU time of one event, which depends
// on the machine, the kernel and what is recorded with an event. So it is measured as a recording
// begins: two threads of this process wake each other on one CPU, in short batches, alternately
// without and with recording their switches and wakes into a separate buffer. The events are those
// of that CPU, as in a recording of the whole system: events of a thread would add the kernel's
// work for them at each switch, and it also counts wakes for the thread that is woken, even those
// that are disabled (perf_tp_event_target_task in kernel/events/core.c).
const (
	costPairs  = 9                     // of batches, one without and one with events
	costRounds = 32                    // of a batch, see pair.batch
	costTime   = 10 * time.Millisecond // for all pairs
	costRing   = 512 << 10             // bytes, more than the events of a batch need
	leastPairs = 3                     // for a meaningful median
)

// An event takes at least leastCost and at most mostCost: measurements outside are discarded.
const (
	leastCost = 20 * time.Nanosecond
	mostCost  = 100 * time.Microsecond
)

// eventCost is how much CPU time recording a switch or a wake will take, 0 where it is unknown or
// they are not recorded.
func (s *session) eventCost() time.Duration {
	if s.tree != nil && !s.tree.raw {
		return 0
	}
	return eventCost(append(s.that(switchPoint), s.that(wakePoint)...)...)
}

// costTries is how often EventCost measures while others keep the CPU busy.
const costTries = 5

// costHere is EventCost.
func costHere(o *Options) time.Duration {
	t, ok := findTracefs()
	if !ok || o.Tree {
		return 0
	}
	events, _, err := o.events(t, nil, func(string) {})
	if err != nil {
		return 0
	}
	s := &session{o: o, events: events}
	for range costTries {
		if cost := s.eventCost(); cost > 0 {
			return cost
		}
	}
	return 0
}

// eventCost measures how much CPU time recording one of these events takes, in some 10 ms; 0 where
// that cannot be measured. The events stay unchanged: copies of them are opened for it.
func eventCost(events ...*event) (cost time.Duration) {
	_ = pinned(func(cpu int) error { // without rights it stays unknown
		m, err := newCostMeter(events, cpu)
		if err == nil {
			cost, err = m.measure()
		}
		m.close()
		return err
	})
	return cost
}

// pinned runs do on a single CPU that this thread may use, passing its number.
func pinned(do func(cpu int) error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	cpu := 0
	for !before.IsSet(cpu) {
		cpu++
	}
	one.Set(cpu)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return cmp.Or(do(cpu), unix.SchedSetaffinity(0, &before))
}

// costMeter is two threads on a CPU and the events by which they are recorded.
type costMeter struct {
	pair   *pair
	events []*event // the first one owns the buffer
	ring   *ring
}

// newCostMeter opens copies of events on a CPU; the result must be closed in any case.
func newCostMeter(events []*event, cpu int) (m *costMeter, err error) {
	m = &costMeter{events: []*event{newTracks(costRing, false)}}
	for _, e := range events {
		m.events = append(m.events, &event{name: e.name, attr: e.attr, filter: e.filter})
	}
	whoever, here := []int{everyone}, []int{cpu}
	if err := m.events[0].open(whoever, here, nil); err != nil {
		return m, err
	}
	if m.ring, err = newRing(m.events[0].fds[0], costRing); err != nil {
		return m, err
	}
	if err := openAll(m.events[1:], whoever, here, []*ring{m.ring}); err != nil {
		return m, err
	}
	m.pair, err = newPair(cpu)
	return m, err
}

func (m *costMeter) close() {
	m.pair.close()
	for _, e := range m.events {
		e.close()
	}
	if m.ring != nil {
		_ = m.ring.close() // ends with the program at the latest
	}
}

// measure runs pairs of batches until there are enough, or the time is over.
func (m *costMeter) measure() (time.Duration, error) {
	var costs []time.Duration
	for end := time.Now().Add(costTime); len(costs) < costPairs; {
		without, err := m.pair.batch(costRounds, end)
		if err != nil {
			break // the pairs so far may be enough
		}
		if err := m.enable(true); err != nil {
			return 0, err
		}
		before := m.count()
		with, err := m.pair.batch(costRounds, end)
		n := m.count() - before
		if off := m.enable(false); off != nil {
			return 0, off
		}
		if err != nil || n == 0 {
			break
		}
		costs = append(costs, (with-without)/time.Duration(n))
	}
	return likelyCost(costs), nil
}

// likelyCost is the median of the measurements, 0 where it is meaningless.
func likelyCost(costs []time.Duration) time.Duration {
	if len(costs) < leastPairs {
		return 0
	}
	slices.Sort(costs)
	median := costs[len(costs)/2]
	if median < leastCost || median > mostCost {
		return 0
	}
	return median
}

// enable starts or stops recording, and empties the buffer.
func (m *costMeter) enable(on bool) error {
	for _, e := range m.events[1:] {
		if err := e.enable(on); err != nil {
			return err
		}
	}
	atomic.StoreUint64(&m.ring.page.Data_tail, atomic.LoadUint64(&m.ring.page.Data_head))
	return nil
}

// count is how many events occurred (man perf_event_open, "Reading results").
func (m *costMeter) count() (n uint64) {
	var value [24]byte // {u64 count, u64 id, u64 lost}
	for _, e := range m.events[1:] {
		if _, err := unix.Read(e.fds[0], value[:]); err == nil {
			n += binary.NativeEndian.Uint64(value[:])
		}
	}
	return n
}
