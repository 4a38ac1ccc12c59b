package record

// ownIDs are the ids by which the samples of a recording are known. Of an event of
// software that several recordings ask for, a page fault, the kernel works out a sample
// once: the buffers of the second have the id, and perhaps the clock, of the first
// (___perf_sw_event in kernel/events/core.c; perf_tp_event starts over for each).
type ownIDs struct {
	least uint64
	own   []bool // by id, from the least on: the kernel counts
}

func idsOf(events []*event) ownIDs {
	least, most := ^uint64(0), uint64(0)
	for _, e := range events {
		for _, id := range e.ids {
			least, most = min(least, id), max(most, id)
		}
	}
	s := ownIDs{least: least, own: make([]bool, most-least+1)}
	for _, e := range events {
		for _, id := range e.ids {
			s.own[id-least] = true
		}
	}
	return s
}

// has says whether an id is that of an event of the recording.
func (s ownIDs) has(id uint64) bool {
	at := id - s.least
	return at < uint64(len(s.own)) && s.own[at]
}
