package perfdata

import (
	"fmt"
	"math/bits"

	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
)

// Sizes of perf_event_attr, which has grown over the years and contains its own length: the oldest
// form, and the shortest ones that hold the registers and the clock id.
const (
	attrSizeV0        = 64
	attrSizeRegisters = 88
	attrSizeClockID   = 96
)

// attr is what we use of a perf_event_attr: how one event was recorded.
type attr struct {
	typ        uint32
	config     uint64
	period     uint64 // or frequency, with attrFreq
	sampleType uint64
	readFormat uint64
	flags      uint64
	registers  uint64 // of the program, by the kernel's numbers of this architecture
	clockID    int32
}

func (a *attr) has(flag uint64) bool        { return a.flags&flag != 0 }
func (a *attr) samples(field uint64) bool   { return a.sampleType&field != 0 }
func (a *attr) tracepoint() bool            { return a.typ == typeTracepoint }
func (a *attr) silent() bool                { return a.typ == typeSoftware && a.config == swDummy }
func (a *attr) subsampled() bool            { return a.tracepoint() && (a.has(attrFreq) || a.period != 1) }
func (a *attr) software(config uint64) bool { return a.typ == typeSoftware && a.config == config }

// parseAttr reads a perf_event_attr at the start of b and returns its length.
func parseAttr(b []byte, order wire.Order) (a attr, size int, err error) {
	c := wire.NewCursor(b, order)
	a.typ = c.U32()
	size = int(c.U32())
	if size == 0 {
		size = attrSizeV0 // as the kernel reads it
	}
	if c.Err() != nil || size < attrSizeV0 || size > len(b) {
		return a, 0, fmt.Errorf("an event description (attr) states a size of %d bytes, but has only %d in the file", size, len(b))
	}
	a.config = c.U64()
	a.period = c.U64()
	a.sampleType = c.U64()
	a.readFormat = c.U64()
	a.flags = c.U64()
	if order == wire.Big {
		// A C bit-field: compilers for big-endian machines fill it from the
		// most significant bit on.
		a.flags = bits.Reverse64(a.flags)
	}
	if size >= attrSizeRegisters {
		c.Skip(80 - c.Pos())
		a.registers = c.U64()
	}
	if size >= attrSizeClockID {
		c.Skip(92 - c.Pos())
		a.clockID = int32(c.U32())
	}
	return a, size, nil
}

// event is one recorded event: its attr, name and, for a tracepoint, format.
type event struct {
	attr
	layout layout
	number int    // in the table
	name   string // "sched:sched_switch", "cpu-clock"
	format *tracepoint.Format
	count  int64 // samples, from the first pass
	handle handle
	// early is set when the pre-pass needs its events.
	early bool
	// counting is set when its samples contain hardware counters.
	counting bool
	// specimens are the first records of a tracepoint without a format.
	specimens [][]byte
}

// eventTable finds the event that a record belongs to.
type eventTable struct {
	list  []*event
	order wire.Order
	ids   map[uint64]*event
	// dense holds ids from base on: kernels number them consecutively.
	dense   []*event
	base    uint64
	idsLeft int // how many more ids the file may list
	// idPos is the place of the id in a sample, 0 when samples have none.
	idPos int
	// identified is set when other records end with the id.
	identified bool
}

func (t *eventTable) add(a attr, ids []byte) error {
	if len(t.list) == maxAttrs {
		return fmt.Errorf("the file has more kinds of events than the limit of %d", maxAttrs)
	}
	ev := &event{attr: a, number: len(t.list), layout: newLayout(&a)}
	t.list = append(t.list, ev)
	if t.ids == nil {
		t.ids = map[uint64]*event{}
	}
	if t.idsLeft -= len(ids) / 8; t.idsLeft < 0 {
		return fmt.Errorf("the file has more event ids than the limit of %d", maxIDs)
	}
	for ; len(ids) >= 8; ids = ids[8:] {
		if id := t.order.U64(ids); t.ids[id] == nil {
			t.ids[id] = ev
		}
	}
	return nil
}

// maxDense bounds the table of consecutive ids.
const maxDense = 1 << 16

// finish prepares the table for look-ups, after the last add.
func (t *eventTable) finish() {
	t.identified = len(t.list) > 0
	for _, ev := range t.list {
		if !ev.samples(sampleIdentifier) {
			t.identified = false
		}
	}
	if len(t.list) > 0 {
		t.idPos = t.list[0].layout.id
	}
	low := ^uint64(0)
	for id := range t.ids {
		low = min(low, id)
	}
	t.base = low
	for id, ev := range t.ids {
		i := id - low
		if i >= maxDense { // such as the markers of Threadlens's own recordings, whose ids are not from the kernel's counter
			continue
		}
		if n := int(i) + 1; n > len(t.dense) {
			t.dense = append(t.dense, make([]*event, n-len(t.dense))...)
		}
		t.dense[i] = ev
	}
}

func (t *eventTable) byID(id uint64) *event {
	if i := id - t.base; i < uint64(len(t.dense)) {
		return t.dense[i]
	}
	return t.ids[id]
}

// ofSample is the event of a sample, nil when its id is unknown.
func (t *eventTable) ofSample(rec []byte) *event {
	if t.idPos == 0 {
		return t.list[0]
	}
	if len(rec) < t.idPos+8 {
		return nil
	}
	id := t.order.U64(rec[t.idPos:])
	if ev := t.byID(id); ev != nil || len(t.ids) > 0 {
		return ev
	}
	return t.list[0]
}

// ofOther is the event whose buffer holds a record that is not a sample: the first one when the
// record has no id, since all layouts are equal then.
func (t *eventTable) ofOther(rec []byte) *event {
	if t.identified && len(rec) >= recordHeader+8 {
		if ev := t.byID(t.order.U64(rec[len(rec)-8:])); ev != nil {
			return ev
		}
	}
	return t.list[0]
}

// trailer reads the sample_id of a record that is not a sample and returns the part before it. Old
// files have none, and hold the time of forks and exits in the record itself.
func (t *eventTable) trailer(typ uint32, rec []byte, smp *sample) (body []byte, ok bool) {
	ev := t.ofOther(rec)
	body, ok = ev.layout.decodeTrailer(t.order, rec, smp)
	if ok && (typ == recFork || typ == recExit) && !ev.has(attrSampleIDAll) && len(body) >= 24 {
		smp.time = t.order.U64(body[16:])
	}
	return body, ok
}
