package perfetto

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// scan is the first pass over a file and what it found.
type scan struct {
	data []byte // all packets, unpacked
	now  packet
	seq  *sequence // of the current packet, nil if it names none
	at   clockIx   // clock of the current packet's time

	sequences  map[uint64]*sequence
	recent     *sequence
	interned   int // entries
	internable int // at most
	symbols    []map[uint64][]byte
	stacks     stackTree
	text       []byte // scratch space

	clocks  *clocks
	bundles []bundle
	items   []item
	dropped item // for which there was no room
	names   []string
	nameIx  map[string]uint32
	births  map[model.TID]birth
	tracks  trackTable
	tids    map[int64]model.TID // ids of other kernels that have more than 32 bits
	idle    map[model.TID]bool  // threads that other kernels run where there is nothing to do
	etw     int64               // switches and wakes of Windows
	trees   int                 // process trees
	specs   *specs
	compact compact // scratch space
	room    []ref   // scratch space
	// openable bounds the bytes of bundles that are open at a time, storable the number of items.
	openable, storable int64
	kinds              map[fieldNum]int64 // packets by what they are about
	machine            machine
	restricted         restricted
	stats              stats
	leftOut            leftOut
	diags              diagnostics

	start, end model.Time
	from       model.Time // when the recording began: events before it are left-overs
	highest    int        // CPU
	size       int64
}

// birth is the first start of a thread that the trace shows.
type birth struct {
	clock clockIx
	at    uint64
}

// leftOut counts what was not read.
type leftOut struct {
	packets   int64 // damaged ones
	foreign   int64 // packets of other machines
	sequences int64 // packets of sequences for which there was no room
	dropped   int64 // losses of packets of a sequence
	skipped   int64 // packets that refer to lost ones
	interned  int64
	names     int64
	items     int64
	tracks    int64
	bundles   int64 // that name no CPU or an impossible one
	unknown   int64 // bundles with times of an unknown clock
	events    int64 // without a time or contents, or damaged
	compact   int64 // tables of switches or wakes that do not fit together
	untimed   int64 // packets with an impossible time
	offCPU    int64 // samples of threads that may not run
	lostTimes int64 // items whose time cannot be converted
}

func newScan(data []byte, size int64) *scan {
	n := int64(len(data))
	return &scan{
		data: data, size: size, highest: -1,
		sequences: map[uint64]*sequence{}, internable: maxInterned(n), symbols: make([]map[uint64][]byte, 1),
		stacks: stackTree{limit: maxStackNodes(n), names: stage.NewNames(&model.Strings{})},
		clocks: newClocks(), names: make([]string, 1), nameIx: map[string]uint32{}, births: map[model.TID]birth{},
		tracks: trackTable{ix: map[uint64]uint32{}}, tids: map[int64]model.TID{}, idle: map[model.TID]bool{},
		specs: newSpecs(), openable: maxOpen(n), storable: maxItems(n), kinds: map[fieldNum]int64{},
	}
}

// run goes over all packets. progress gets the bytes done. The error is the context's, or says that
// the file does not begin with a packet.
func (s *scan) run(ctx context.Context, progress func(done int64)) error {
	f := framing{data: s.data}
	n := 0
	for next := 0; f.next(); n++ {
		if f.at >= next {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(int64(f.at))
			next = f.at + 1<<18
		}
		s.packet(f.packet)
	}
	err := f.cause()
	if err != nil && n == 0 {
		return fmt.Errorf("offset %d: %w", f.at, err)
	}
	if err != nil {
		s.diags.add("truncated", fmt.Sprintf("offset %d: %v: the last %d bytes are left out", f.at, err, len(s.data)-f.at), 1)
	}
	s.finish()
	return ctx.Err()
}

// readers read the payloads of packets, by their fields.
var readers = map[fieldNum]func(*scan, []byte){
	fieldFtrace:          (*scan).bundle,
	fieldProcessTree:     (*scan).processTree,
	fieldConfig:          (*scan).config,
	fieldClockSnapshot:   (*scan).clockSnapshot,
	fieldTrackEvent:      (*scan).trackEvent,
	fieldFtraceStats:     (*scan).ftraceStats,
	fieldTraceStats:      (*scan).traceStats,
	fieldProcess:         (*scan).processDescriptor,
	fieldThread:          (*scan).threadDescriptor,
	fieldSystemInfo:      (*scan).systemInfo,
	fieldProfile:         (*scan).profile,
	fieldTrack:           (*scan).trackDescriptor,
	fieldPerfSample:      (*scan).perfSample,
	fieldStackSample:     (*scan).stackSample,
	fieldServiceEvent:    (*scan).serviceEvent,
	fieldUUID:            (*scan).traceUUID,
	fieldEtw:             (*scan).etwBundle,
	fieldKernelTaskState: (*scan).kernelState,
	fieldKernelFrequency: (*scan).kernelFrequency,
	fieldKernelRename:    (*scan).kernelRename,
	fieldKernelTree:      (*scan).kernelTree,
}

// packet reads a packet.
func (s *scan) packet(b []byte) {
	p := &s.now
	if !p.parse(b) {
		s.leftOut.packets++
		return
	}
	if p.machine != 0 {
		s.leftOut.foreign++
		return
	}
	s.seq = s.sequenceOf(p.seq)
	if s.seq != nil && !s.enter(s.seq, p) || s.seq == nil && p.flags&flagNeeds != 0 {
		return
	}
	if p.kind != 0 {
		s.kinds[p.kind]++
	}
	if read := readers[p.kind]; read != nil && s.settle(p) {
		read(s, p.payload)
	}
}

// settle finds the clock of the packet's time, and its time in ns; false if that is impossible.
func (s *scan) settle(p *packet) bool {
	if !p.timed {
		return true
	}
	number := p.clock
	if number == 0 && s.seq != nil {
		number = s.seq.state.clock
	}
	s.at = clockTrace
	if number != 0 {
		s.at = s.clocks.of(number, p.seq)
	}
	var ok bool
	if p.time, ok = s.clocks.time(s.at, p.time); !ok {
		s.leftOut.untimed++
	}
	return ok
}

func (s *scan) clockSnapshot(b []byte) { s.clocks.snapshot(b, s.now.seq) }

// traceUUID: another trace follows, with sequences of its own.
func (s *scan) traceUUID(b []byte) {
	if s.machine.uuid != nil && string(s.machine.uuid) != string(b) {
		s.sequences, s.recent = map[uint64]*sequence{}, nil
	}
	s.machine.uuid = b
}

// add adds an item at the packet's time, and returns it; the pointer is valid until the next add. Where
// there are too many, it belongs to none.
func (s *scan) add(kind itemKind) *item {
	at := atStart
	if s.now.timed {
		at = model.Time(s.now.time)
	}
	if int64(len(s.items)) >= s.storable {
		s.leftOut.items++
		s.dropped = item{}
		return &s.dropped
	}
	s.items = append(s.items, item{
		time: at, clock: s.at, kind: kind, tid: model.NoTID, pid: model.NoPID, ref: noRef, cpu: model.NoCPU,
	})
	return &s.items[len(s.items)-1]
}

// finish converts all times to the trace's clock and sorts what was found by time.
func (s *scan) finish() {
	s.clocks.finish()
	if at, ok := s.clocks.convert(s.stats.startedClock, s.stats.started); ok && !s.stats.preserved {
		s.from = at
	}
	s.convertItems()
	s.convertBundles()
	s.bounds()
	s.belong()
	s.findLosses()
	slices.SortStableFunc(s.items, func(a, b item) int { return cmp.Compare(a.time, b.time) })
	s.seq, s.recent, s.sequences = nil, nil, nil
}

// convertItems converts the items' times. Trees of processes are at the start of the trace unless
// they name a thread that started in it before.
func (s *scan) convertItems() {
	kept := s.items[:0]
	for _, it := range s.items {
		if it.time != atStart {
			at, ok := s.clocks.convert(it.clock, uint64(it.time))
			if !ok {
				s.leftOut.lostTimes++
				continue
			}
			it.time = at
		}
		kept = append(kept, it)
	}
	clear(s.items[len(kept):])
	s.items = kept
}

// convertBundles converts the bundles' times and sorts them by their start.
func (s *scan) convertBundles() {
	kept := s.bundles[:0]
	for _, b := range s.bundles {
		if s.convertBundle(&b) {
			kept = append(kept, b)
		} else {
			s.leftOut.lostTimes += int64(b.events)
		}
	}
	s.bundles = kept
	slices.SortStableFunc(s.bundles, func(a, b bundle) int { return cmp.Compare(a.first, b.first) })
}

// convertBundle converts the times of a bundle; false where that is impossible. Where the clocks
// differ, the times need not have the same order afterwards.
func (s *scan) convertBundle(b *bundle) bool {
	if s.clocks.same(b.clock) {
		b.clock = clockTrace
		return true
	}
	if b.before > 0 {
		b.before, _ = s.clocks.convert(b.clock, uint64(b.before))
	}
	first, ok := s.clocks.convert(b.clock, uint64(b.first))
	if !ok {
		return false
	}
	b.first, b.last = first, first
	o := open{bundle: b}
	s.room = o.read(s, s.room)
	if n := len(o.refs); n > 0 {
		b.first, b.last = o.refs[0].time, o.refs[n-1].time
	}
	return true
}

// bounds finds the start and the end of the trace. Lists of threads and processes count only where there
// is nothing else.
func (s *scan) bounds() {
	s.start, s.end = model.Forever, -1
	for i := range s.bundles {
		s.covers(s.bundles[i].first, s.bundles[i].last)
	}
	for i := range s.items {
		if k := s.items[i].kind; k != itemExists && k != itemProcess && k != itemRename {
			s.covers(s.items[i].time, s.items[i].time)
		}
	}
	for i := 0; i < len(s.items) && s.end < 0; i++ {
		if at := s.items[i].time; at >= 0 {
			s.covers(at, at)
		}
	}
	if s.end < 0 {
		s.start, s.end = 0, 0
	}
	if s.start < s.from && s.from <= s.end {
		s.start = s.from
	}
	s.place()
}

// covers notes a time of which the trace has something.
func (s *scan) covers(from, to model.Time) {
	s.start, s.end = min(s.start, from), max(s.end, to)
}

// place puts what threads were there from the start on at the start of the trace.
func (s *scan) place() {
	for i := range s.items {
		it := &s.items[i]
		if it.kind == itemExists && it.time != atStart && s.fromStart(it) {
			it.time = atStart
		}
		it.time = max(it.time, s.start)
		s.end = max(s.end, it.time)
	}
}

// fromStart reports whether a thread that was found later was there from the start: it is in the first
// tree, or the trace shows the starts of threads but not this one's.
func (s *scan) fromStart(it *item) bool {
	b, born := s.births[it.tid]
	if !born {
		return it.flags != 0 || len(s.births) > 0
	}
	at, ok := s.clocks.convert(b.clock, b.at)
	return ok && at > it.time
}
