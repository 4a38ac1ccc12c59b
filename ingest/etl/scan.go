package etl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// scan is the first pass: it goes through all records once and finds what the second pass must know
// beforehand.
type scan struct {
	parts       []part
	size        int64
	clock       clock
	limit       model.Time // records beyond are damaged
	diags       diagnostics
	symbolState *symbolState

	bufs                []buffer
	buffers, compressed int64
	unpacked            int64

	tallies struct {
		sync.Mutex
		list []*tally
	}
	counts counts
	cpus   []cpuScan
	runs   [][]int32 // buffers of one CPU that follow each other in time
	gaps   map[int32]*gaps
	lossy  bool // a record reports lost events
	end    model.Time

	pids     map[uint32]uint32 // process of each thread, as first reported
	files    map[uint64]string // of file objects
	disks    map[uint32]string
	machine  string
	product  string
	masks    [8]uint32
	every    model.Time        // between samples, as last reported
	changed  int64             // how often that changed
	irqs     [][]irq           // in chunks
	routines map[uint64]uint32 // index into routine
	routine  []uint64          // addresses

	chains    chains
	rows      []stackRow
	refs      []keyRef
	defs      []keyDef
	bound     map[uint64]uint32
	undefined int64 // references to keys without a definition
}

// cpuScan is what the first pass knows of a CPU.
type cpuScan struct {
	switches int64
	first    firstSwitch
	lost     model.Time // the first time that events were lost, if lossy
	lossy    bool
}

// lose notes that events were lost at or before a time.
func (c *cpuScan) lose(at model.Time) {
	if !c.lossy || at < c.lost {
		c.lossy, c.lost = true, at
	}
}

// begins is the thread that, according to its first switch, has occupied the CPU since the trace
// began; model.NoTID where events were lost meanwhile.
func (c *cpuScan) begins() model.TID {
	if !c.first.set || c.lossy && c.lost <= c.first.at {
		return model.NoTID
	}
	return model.TID(c.first.old)
}

// firstSwitch is the first context switch of a CPU, or of a buffer.
type firstSwitch struct {
	at  model.Time
	old uint32
	set bool
}

// gaps are the ends of what was lost around a buffer, where nothing else shows them.
type gaps struct {
	before, after model.Time // 0: none
	ring          bool       // nothing was lost before it, only overwritten
}

// found is what a buffer shows besides its entries.
type found struct {
	stamper
	records  int64
	messages int64
	damaged  int64 // offset in the buffer, 0 for none
	switches int64
	first    firstSwitch
	told     model.Time // see buffer.told
}

func newScan() *scan {
	return &scan{
		pids: map[uint32]uint32{}, files: map[uint64]string{}, disks: map[uint32]string{},
		routines: map[uint64]uint32{}, bound: map[uint64]uint32{}, gaps: map[int32]*gaps{},
		counts: counts{kinds: map[kind]int64{}}, symbolState: newSymbolState(),
	}
}

// run goes through all parts. Its error is the context's, or that of a file that was truncated
// meanwhile.
func (s *scan) run(ctx context.Context, progress func(done, total int64)) error {
	for i := range s.parts {
		if err := s.findBuffers(ctx, i); err != nil {
			return err
		}
	}
	s.chains.limit = int(min(1<<16+s.unpacked/8, 1<<32-1))
	order := make([]int32, len(s.bufs))
	cpus := 0
	for i := range s.bufs {
		order[i] = int32(i)
		cpus = max(cpus, int(s.bufs[i].cpu)+1)
	}
	if n := int64(s.parts[0].head.Processors); n <= trustedCPUs {
		cpus = max(cpus, int(n))
	}
	s.cpus = make([]cpuScan, max(1, cpus))
	q := newPool(order, s.measure)
	defer q.close()
	var done int64
	for i := range s.bufs {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := q.take(int32(i))
		if err := s.consume(p, &s.bufs[i]); err != nil {
			return err
		}
		q.put(p)
		done += int64(s.bufs[i].size)
		progress(done, 2*s.size)
	}
	q.close()
	s.finish()
	return nil
}

// measure is the part of the first pass that needs no order: it prepares a
// buffer, counting its records.
func (s *scan) measure(p *prepared, n int32) error {
	b := &s.bufs[n]
	p.cpu = b.cpu
	if err := p.load(&s.parts[b.part], b); err != nil {
		return err
	}
	if p.tally == nil {
		p.tally = &tally{}
		s.tallies.Lock()
		s.tallies.list = append(s.tallies.list, p.tally)
		s.tallies.Unlock()
	}
	f, several := &p.found, len(s.parts) > 1
	var c cutter
	c.reset(p.data)
	for c.cut() {
		f.records++
		act := c.action()
		p.tally.count(&c)
		at, ok := f.stamp(p, &s.clock, s.limit, c.ticks)
		if !ok {
			continue
		}
		if several && !c.aside() {
			f.told = at
		}
		if act == actSwitch {
			if f.switches++; !f.first.set && c.size >= c.head+8 {
				f.first = firstSwitch{at, le.Uint32(p.data[c.off+c.head+4:]), true}
			}
		}
		if wanted[0][act] {
			p.entries = append(p.entries, entry{at, uint32(c.off), uint16(c.size), uint8(c.head), act})
		}
	}
	if f.messages = c.messages; c.damaged {
		f.damaged = int64(c.next)
	}
	return nil
}

// stamper gives times to the records of a buffer, so that they never go back.
type stamper struct {
	begin, last, prev model.Time // the first time, the last two
	n                 int64
	mark              int   // entries before the last record
	back              int64 // times that went back
	wild              int64 // impossible times
}

// maxStep is the largest step back in time, ns, that counts as disorder.
const maxStep = second

// stamp is the time of the next record; false if it is impossible. A large step back to the time of
// the last record but one means that the last one was damaged: it is withdrawn.
func (t *stamper) stamp(p *prepared, c *clock, limit model.Time, ticks int64) (model.Time, bool) {
	at := c.ns(ticks)
	if at > limit {
		t.wild++
		return 0, false
	}
	if at < t.last {
		if t.last-at >= maxStep && at >= t.prev {
			p.entries = p.entries[:t.mark]
			t.wild++
			t.n--
			t.last = t.prev
		} else {
			t.back++
			at = t.last
		}
	}
	if t.n == 0 {
		t.begin = at
	}
	t.n++
	t.prev, t.last, t.mark = t.last, at, len(p.entries)
	return at, true
}

// consume is the part of the first pass that processes the buffers in order.
func (s *scan) consume(p *prepared, b *buffer) error {
	f := &p.found
	switch {
	case errors.Is(p.err, fault.ErrShrunk):
		return fmt.Errorf("etl: %w", p.err)
	case p.err != nil:
		s.diags.warn("damaged-buffer", p.err.Error())
	}
	if f.damaged != 0 {
		s.diags.warn("damaged-record", fmt.Sprintf("etl: buffer at %#x: the record at %#x in it is damaged: the rest of the buffer is left out", b.off, f.damaged))
	}
	if f.wild > 0 {
		s.diags.add(model.SeverityWarning, "wild-time", "records with impossible timestamps were left out", f.wild)
	}
	if f.back > 0 {
		s.diags.add(model.SeverityWarning, "backwards", "timestamps went backward on their CPU: these events are shown at the time of the event before them", f.back)
	}
	if f.messages > 0 {
		s.diags.note("messages", "WPP messages were left out: only the PDB or TMF files of the programs that wrote them contain their texts", f.messages)
	}
	b.first, b.last, b.told, b.empty = f.begin, f.last, f.told, f.n == 0
	s.counts.records += f.records
	c := &s.cpus[b.cpu]
	c.switches += f.switches
	s.parts[b.part].switches += f.switches
	if f.first.set && (!c.first.set || f.first.at < c.first.at) {
		c.first = f.first
	}
	var r record
	for i := range p.entries {
		e := &p.entries[i]
		r.open(p, e)
		actions[e.act].learn(s, &r)
	}
	return nil
}

// finish assembles what was found.
func (s *scan) finish() {
	for _, t := range s.tallies.list {
		s.counts.add(t)
	}
	switching := slices.ContainsFunc(s.parts, func(p part) bool { return p.switches > 0 })
	lists := map[[2]uint16][]int32{}
	var keys [][2]uint16
	for i := range s.bufs {
		b := &s.bufs[i]
		if b.empty {
			continue
		}
		end := b.last
		if switching && s.parts[b.part].switches == 0 {
			end = b.told // its recording may end later than that of the switches
		}
		s.end = max(s.end, end)
		k := [2]uint16{uint16(b.cpu), b.part}
		if lists[k] == nil {
			keys = append(keys, k)
		}
		lists[k] = append(lists[k], int32(i))
	}
	slices.SortFunc(keys, func(a, b [2]uint16) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, k := range keys {
		s.addRuns(lists[k])
		s.findGaps(lists[k])
	}
}

// minStep is the smallest step back in time, ns, between two buffers that begins
// a new run; smaller ones are clamped.
const minStep = 100_000

// addRuns splits a CPU's buffers where their times start over: the oldest buffers of a circular
// file are behind the newest.
func (s *scan) addRuns(list []int32) {
	from, runs := 0, 1
	last := s.bufs[list[0]].last
	for i := 1; i < len(list); i++ {
		b := &s.bufs[list[i]]
		if b.first+minStep < last && runs < maxRuns {
			s.runs = append(s.runs, list[from:i:i])
			from, last, runs = i, b.last, runs+1
			continue
		}
		b.first = max(b.first, last)
		b.last = max(b.last, last)
		last = b.last
	}
	s.runs = append(s.runs, list[from:])
}

// findGaps locates what was lost: before a buffer that reports a loss, from the end of the one
// before in time; and before the first buffer of a ring, which has overwritten what was earlier.
func (s *scan) findGaps(list []int32) {
	byTime := slices.Clone(list)
	slices.SortStableFunc(byTime, func(a, b int32) int { return cmp.Compare(s.bufs[a].first, s.bufs[b].first) })
	for i, n := range byTime {
		b := &s.bufs[n]
		// The first buffer of the file, with the header, is not part of the ring.
		oldest := b.off > 0 && (i == 0 || i == 1 && s.bufs[byTime[0]].off == 0)
		ring := oldest && !b.lossy() && b.first > 0 && s.parts[b.part].switches > 0 && s.parts[b.part].wrapped()
		if !b.lossy() && !ring {
			continue
		}
		to := max(1, b.first)
		if i == 0 || ring {
			s.gapsOf(n).before, s.gapsOf(n).ring = to, ring
			b.first = 0
			s.cpus[b.cpu].lose(0)
		} else {
			s.gapsOf(byTime[i-1]).after = to
			s.cpus[b.cpu].lose(s.bufs[byTime[i-1]].last)
		}
	}
}

func (s *scan) gapsOf(n int32) *gaps {
	if s.gaps[n] == nil {
		s.gaps[n] = &gaps{}
	}
	return s.gaps[n]
}
