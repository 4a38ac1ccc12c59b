package tracedat

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// found is what the first pass finds in a stream.
type found struct {
	first, final uint64 // times of the first and the last record
	losses       []loss
	switches     int64
}

// loss is that records of a stream are missing.
type loss struct {
	after    int64 // how many records were before
	from, to uint64
	count    int64 // 0 if unknown
	ring     bool  // the buffer does not cover the time
}

// scan is the first pass.
type scan struct {
	m       *meta
	streams []*stream
	counts  []int64 // records by event
	records int64
	packed  int64 // bytes of the file with records
	start   uint64
	end     uint64
	lost    int64 // records, as far as their number is known
	omitted int64 // losses beyond the limit
	keeps   bool  // the unpacked pages stay in memory
}

// switchEvent is the event that the pre-pass needs of every CPU.
const switchEvent = "sched_switch"

// newScan finds the streams and checks how much memory they take.
func newScan(m *meta) (*scan, error) {
	s := &scan{m: m, start: math.MaxUint64}
	var total, kept int64
	for i := range m.buffers {
		b := &m.buffers[i]
		for _, p := range b.cpus {
			st := &stream{layout: m.layout, cpu: p.cpu, buffer: i, src: source{m: m, part: p.part, page: b.pageSize}}
			whole, most := st.src.survey()
			total += whole
			kept += 2 * most
			s.packed += st.src.part.size
			s.streams = append(s.streams, st)
		}
	}
	switch limit := max(minUnpacked, unpackFactor*m.in.size); {
	case s.packed > m.in.size:
		return nil, errors.New("the file is damaged: the event sections of several CPUs overlap")
	case kept > maxChunks+2*m.in.size:
		return nil, fmt.Errorf("unpacking the compressed events would need %d bytes of memory, more than is allowed for a file of this size", kept)
	case total > limit:
		return nil, fmt.Errorf("the compressed data unpacks to %d bytes, more than the limit of %d", total, limit)
	}
	s.keeps = total <= keptUnpacked
	sortStreams(s.streams)
	return s, nil
}

// again returns a stream from its first record on.
func (st *stream) again() *stream {
	return &stream{
		layout: st.layout, cpu: st.cpu, buffer: st.buffer, rank: st.rank, found: st.found,
		src: source{m: st.src.m, part: st.src.part, page: st.src.page, chunks: st.src.chunks, kept: st.src.kept},
	}
}

// run goes over all records.
func (s *scan) run(ctx context.Context, switchID int, progress func(done, total int64)) error {
	done := int64(0)
	for _, st := range s.streams {
		before := s.switches(switchID)
		from := st.again()
		from.src.err = st.src.err
		from.src.keep = s.keeps
		from.src.rewind()
		err := s.stream(ctx, from, func(read int64) { progress(done+read, s.packed) })
		if err != nil {
			return err
		}
		from.switches = s.switches(switchID) - before
		st.found = from.found
		if len(from.src.kept) == int(st.src.chunks) { // it could be read to its end
			st.src.kept = from.src.kept
		}
		done += st.src.part.size
		s.report(from)
	}
	if s.records == 0 {
		s.start = 0
	}
	for _, st := range s.streams {
		s.complete(st)
	}
	return nil
}

// switches is how many context switches were found so far.
func (s *scan) switches(id int) int64 {
	if id < 0 || id >= len(s.counts) {
		return 0
	}
	return s.counts[id]
}

// checkEvery is after how many records the context is checked.
const checkEvery = 1 << 14

// stream goes over the records of a stream.
func (s *scan) stream(ctx context.Context, st *stream, progress func(read int64)) error {
	last := uint64(0)
	for st.decode() {
		if int(st.id) >= len(s.counts) {
			s.counts = append(s.counts, make([]int64, int(st.id)+1-len(s.counts))...)
		}
		s.counts[st.id]++
		if st.decoded == 1 {
			st.first = st.time
		}
		if st.lost {
			s.lose(st, last, st.time)
		}
		last = st.time
		if st.decoded%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(st.src.read)
		}
	}
	if st.lost || st.src.missing() != nil {
		s.lose(st, last, math.MaxUint64)
	}
	st.final = last
	if st.decoded > 0 {
		s.records += st.decoded
		s.start, s.end = min(s.start, st.first), max(s.end, last)
	}
	return ctx.Err()
}

// lose notes a loss before the current record of a stream, or at its end.
func (s *scan) lose(st *stream, from, to uint64) {
	n, ring := st.decoded, false
	if to != math.MaxUint64 {
		n--
		ring = n == 0 && st.damaged+st.src.bad == 0 // the kernel has overwritten what was before
	}
	s.lost += st.lostCount
	if len(st.losses) < maxLosses/max(1, len(s.streams)) {
		st.losses = append(st.losses, loss{after: n, from: from, to: to, count: st.lostCount, ring: ring})
	} else {
		s.omitted++
	}
	st.lost, st.lostCount = false, 0
}

// complete sets the times of losses at the start and the end of a stream, which are those of the
// trace.
func (s *scan) complete(st *stream) {
	for i := range st.losses {
		l := &st.losses[i]
		if l.after == 0 {
			l.from = s.start
		}
		if l.to == math.MaxUint64 {
			l.to = s.end
		}
	}
}

// report tells what is wrong with a stream.
func (s *scan) report(st *stream) {
	d := &s.m.diags
	if err := st.src.missing(); err != nil && !st.src.part.cut {
		d.unread(fmt.Sprintf("CPU %d", st.cpu), err)
	}
	if st.src.bad > 0 {
		d.warn("damaged-chunk", st.src.bad, fmt.Sprintf("CPU %d: %v: the events in that part of the file are missing", st.cpu, st.src.lastBad))
	}
	if st.damaged > 0 {
		d.warn("damaged-page", st.damaged, fmt.Sprintf("CPU %d: damaged pages of events: some events are missing", st.cpu))
	}
	if st.back > 0 {
		d.warn("clock-back", st.back, fmt.Sprintf("CPU %d: timestamps went backward between pages of events: the events concerned are shown at the time of the last event of the page before", st.cpu))
	}
}
