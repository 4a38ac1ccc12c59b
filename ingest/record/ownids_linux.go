package record

// ownIDs are the ids in the samples of a recording. When several recordings use the same software
// event, such as page faults, the kernel prepares a sample once: the buffers of the second
// recording get the id, and perhaps the clock, of the first (___perf_sw_event in
// kernel/events/core.c; perf_tp_event starts over for each).
type ownIDs struct {
	least uint64
	own   []idKind // by id, from the lowest on: the kernel numbers consecutively
}

// idKind is what an id belongs to.
type idKind uint8

const (
	otherID idKind = iota
	ownID
	ownCalls // an event whose samples show calls
)

func idsOf(events []*event) ownIDs {
	least, most := ^uint64(0), uint64(0)
	for _, e := range events {
		for _, id := range e.ids {
			least, most = min(least, id), max(most, id)
		}
	}
	s := ownIDs{least: least, own: make([]idKind, most-least+1)}
	for _, e := range events {
		for _, id := range e.ids {
			s.own[id-least] = ownID
			if e.calls {
				s.own[id-least] = ownCalls
			}
		}
	}
	return s
}

// kind is what an id belongs to.
func (s ownIDs) kind(id uint64) idKind {
	if at := id - s.least; at < uint64(len(s.own)) {
		return s.own[at]
	}
	return otherID
}
