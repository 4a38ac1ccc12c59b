package perfdata

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"threadlens/ingest/internal/infile"
	"threadlens/model"
)

// scan is the first pass: it goes over all records, reading little more than their headers, and
// finds what the second pass must know beforehand.
type scan struct {
	m     *meta
	in    *input
	tasks *taskList
	// foreign is set when the ids in headers are of another namespace than the system's.
	foreign bool
	maps    *mappings

	cpus  []cpuScan
	quick quick
	// pieceBytes is how many bytes are cut at a time ahead of the scan.
	pieceBytes int
	cpuMax     int // exclusive bound on CPU numbers
	runCPU     int // whose records are being read, -1 at first
	runFrom    int64
	runEntry   place
	runEmpty   bool  // it has no entry yet
	nextPos    int64 // end of the current record

	// What the current record is: a sample of an event, or a kind of entry.
	seen      uint16
	seenEvent *event
	seenTime  uint64

	records int64
	counts  [256]int64
	unknown int64 // records of types beyond counts
	lost    int64 // by LOST records
	unsaved int64 // by LOST_SAMPLES records
	losses  []loss
	perTask bool             // each id belongs to a single thread
	rings   map[uint32]int64 // bytes of the ring buffers that were dumped, by CPU

	unpacked   bool   // no record is compressed any more
	low        uint64 // the earliest time
	start, end uint64 // clock times of the first sample and the last record
}

// cpuScan is what the first pass knows of a CPU.
type cpuScan struct {
	max, before uint64 // the latest time, and the one that it replaced
	high        uint64 // the latest time before the clock was set back
	top         uint64 // the latest time of the runs that are over
	maxPos, pos int64  // of the record with time max; of the last record
	first       uint64 // time of the first sample
	firstPos    int64
	samples     int64
	switches    int64
	back        uint64 // how far times step back at most
	lowPos      int64  // of the last record skipped for its early time
	lowTime     uint64
	openLoss    int // index + 1 of the loss that still has no end
	list        entries
	spans       []span
	starts      []int   // where in spans the later runs begin
	skips       []int64 // positions of records whose time cannot be right
}

// span is a stretch of consecutive records in the file.
type span struct {
	section
	first place // entry of its first record
}

// loss is a gap in a CPU's records.
type loss struct {
	after    int64 // position of the last record before it, -1 for none
	cpu      uint32
	from, to uint64
	count    int64
	ring     bool // nothing was lost, but the ring buffer does not reach back so far
}

const (
	// pieceRecords is how many records are processed between checks of the context.
	pieceRecords = 1 << 13
	// maxStep is the largest step back in a CPU's times, in ns, that counts as disorder; a larger
	// one means that a time is damaged.
	maxStep = 1_000_000_000
	// minStep is the smallest step back, in ns, that begins a new run; the model clamps smaller
	// ones.
	minStep = 100_000
	// maxRuns bounds the number of runs of a CPU: each is read by a cursor of its own.
	maxRuns = 64
)

func newScan(m *meta, in *input) *scan {
	s := &scan{
		m: m, in: in, tasks: newTaskList(m), maps: newMappings(m.buildIDs), runCPU: -1, low: ^uint64(0), cpuMax: model.MaxCPUs,
		pieceBytes: pieceBytes,
	}
	if n := max(m.cpusAvail, m.cpusOnline); n > 0 && n < model.MaxCPUs {
		s.cpuMax = int(n)
	}
	return s
}

// errCompressed means that records are compressed and must be unpacked first.
var errCompressed = errors.New("compressed records")

// run goes through the file. Where no further record can be found, it stops with a warning; its
// error is the context's, or errCompressed.
func (s *scan) run(ctx context.Context, progress func(done, total int64)) error {
	st := newStream(s.in, s.m.data, s.m.order)
	s.quick = newQuick(&s.m.events)
	cuts := newCutter(s)
	defer cuts.stop()
	for {
		adopted := cuts.adopt(st.win)
		if !adopted {
			rec, pos, ok := st.next()
			if !ok {
				break
			}
			if !s.unpacked && compressed(s.m.order.U32(rec)) {
				return errCompressed
			}
			s.record(rec, pos)
		}
		if adopted || s.records%pieceRecords == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(st.win.at(), s.in.size)
		}
	}
	s.over(st)
	return nil
}

// over closes what is open at the end of the walk.
func (s *scan) over(st *stream) {
	if s.unpacked && s.in.cut != nil {
		s.stopped(s.in.cut)
	} else if st.err != nil {
		s.stopped(st.err)
	} else if s.m.data.end() > s.in.size {
		s.m.diags.warn("truncated", fmt.Sprintf("perf.data: data at %#x: %d bytes are missing: %v",
			s.m.data.off, s.m.data.end()-s.in.size, errCut))
	}
	s.endRun(s.nextPos)
	s.finish()
}

// record examines one record.
func (s *scan) record(rec []byte, pos int64) {
	if pos != s.nextPos && s.runCPU >= 0 { // something else is between them
		s.endRun(s.nextPos)
		s.startRun(s.runCPU, pos)
	}
	s.nextPos = pos + int64(len(rec))
	s.seen, s.seenEvent = noEntry, nil
	if typ := s.m.order.U32(rec); typ == recSample {
		s.counts[recSample]++
		s.sample(rec, pos)
	} else {
		s.other(typ, rec, pos)
	}
	if s.runCPU >= 0 {
		s.enter(len(rec))
	}
	s.records++
}

// enter lists the current record for the second pass.
func (s *scan) enter(size int) {
	c := &s.cpus[s.runCPU]
	if s.seenEvent == nil {
		c.list.push(entry{size: uint16(size), kind: s.seen})
		return
	}
	c.list.sample(s.seenEvent.number, size, s.seenTime, s.runEmpty)
	s.runEmpty = false
}

// stopped reports why the records could not be followed to the end.
func (s *scan) stopped(err error) {
	code := "truncated"
	if errors.Is(err, infile.ErrRead) {
		code = "read-error"
	}
	s.m.diags.warn(code, err.Error())
}

func (s *scan) sample(rec []byte, pos int64) {
	t := &s.m.events
	ev := t.ofSample(rec)
	if ev == nil || len(rec) < ev.layout.fixed {
		s.damaged(recSample, pos)
		return
	}
	if ev.count++; ev.count <= maxSpecimens && ev.nameless() {
		s.specimen(ev, rec)
	}
	var time uint64
	var cpu uint32
	if ev.layout.time != 0 {
		time = t.order.U64(rec[ev.layout.time:])
	}
	if ev.layout.cpu != 0 {
		cpu = t.order.U32(rec[ev.layout.cpu:])
	}
	c := s.cpu(cpu)
	if c == nil {
		return
	}
	s.tick(c, cpu, time, pos)
	s.seenEvent, s.seenTime = ev, time
	if c.samples++; c.samples == 1 {
		c.first, c.firstPos = time, pos
	}
}

// specimen keeps a record of an event without a description.
func (s *scan) specimen(ev *event, rec []byte) {
	var smp sample
	if ev.layout.decode(s.m.order, rec, &smp) {
		ev.specimens = append(ev.specimens, bytes.Clone(smp.raw))
	}
}

// cpu is the state of a CPU, nil when the number cannot be right.
func (s *scan) cpu(n uint32) *cpuScan {
	if int(n) < len(s.cpus) {
		return &s.cpus[n]
	}
	if uint64(n) >= uint64(s.cpuMax) {
		if s.m.diags.countRepeat("bad-cpu") {
			return nil
		}
		s.m.diags.add("bad-cpu", fmt.Sprintf("records with an invalid CPU number (such as %d) were left out", n), 1)
		return nil
	}
	for int(n) >= len(s.cpus) {
		s.cpus = append(s.cpus, cpuScan{pos: -1, maxPos: -1, firstPos: -1, lowPos: -1})
	}
	return &s.cpus[n]
}

// tick notes that a CPU's records have one with a time at pos.
func (s *scan) tick(c *cpuScan, cpu uint32, time uint64, pos int64) {
	if int(cpu) != s.runCPU {
		s.endRun(pos)
		s.startRun(int(cpu), pos)
	}
	switch step := c.max - time; {
	case time >= c.max:
		c.before, c.max, c.maxPos = c.max, time, pos
	case step >= minStep && step < maxStep && len(c.starts) < maxRuns:
		s.newRun(c, time, pos)
	default:
		c.backwards(time, pos)
	}
	c.pos = pos
	s.low = min(s.low, time)
	if c.openLoss != 0 {
		l := &s.losses[c.openLoss-1]
		l.to = max(l.from, min(l.to, time))
		c.openLoss = 0
	}
}

// newRun begins a run of records at pos whose times start over at an earlier one: perf wrote out a
// part of the CPU's buffer late. The second pass merges the runs, which restores the order of
// times.
func (s *scan) newRun(c *cpuScan, time uint64, pos int64) {
	s.endRun(pos)
	s.startRun(s.runCPU, pos)
	c.starts = append(c.starts, len(c.spans))
	c.top = max(c.top, c.max)
	c.first = min(c.first, time)
	c.before, c.max, c.maxPos = time, time, pos
}

// backwards decides what a time before an earlier one means. Small steps happen. After a large
// step, either the latest time was damaged, or this one is: the second pass skips the one that its
// neighbours contradict. Only when two in a row are early did the clock really step back.
func (c *cpuScan) backwards(time uint64, pos int64) {
	step := c.max - time
	switch {
	case step < maxStep:
		c.back = max(c.back, max(c.high, c.max)-time)
	case time >= c.before:
		c.skips = append(c.skips, c.maxPos)
		if c.maxPos == c.firstPos {
			c.first, c.firstPos = time, pos
		}
		c.max, c.maxPos = time, pos
	case c.lowPos >= 0 && c.lowPos == c.pos:
		c.skips = c.skips[:len(c.skips)-1]
		c.high = max(c.high, c.max)
		c.back = max(c.back, c.high-min(time, c.lowTime))
		c.first = min(c.first, time, c.lowTime)
		c.before, c.max, c.maxPos = c.lowTime, time, pos
	default:
		c.skips = append(c.skips, pos)
		c.lowPos, c.lowTime = pos, time
	}
}

// startRun begins a stretch of records of one CPU at pos.
func (s *scan) startRun(cpu int, pos int64) {
	s.runCPU, s.runFrom, s.runEntry, s.runEmpty = cpu, pos, s.cpus[cpu].list.end(), true
}

// endRun closes the stretch of records of one CPU that ends before pos.
func (s *scan) endRun(pos int64) {
	if s.runCPU < 0 || pos == s.runFrom {
		return
	}
	c := &s.cpus[s.runCPU]
	c.spans = append(c.spans, span{section{s.runFrom, pos - s.runFrom}, s.runEntry})
}

// damaged counts an invalid record.
func (s *scan) damaged(typ uint32, pos int64) { damage(&s.m.diags, typ, pos) }

func damage(ds *diagnostics, typ uint32, pos int64) {
	if ds.countRepeat("damaged-record") {
		return
	}
	ds.add("damaged-record", fmt.Sprintf("perf.data: record %s at %#x: damaged, skipped", recordName(typ), pos), 1)
}

// finish derives the bounds of the trace: from the first sample, since records
// about processes begin earlier, to the last record.
func (s *scan) finish() {
	first := ^uint64(0)
	for i := range s.cpus {
		c := &s.cpus[i]
		slices.Sort(c.skips)
		if c.samples > 0 && c.first != 0 {
			first = min(first, c.first)
		}
		s.end = max(s.end, c.max, c.high, c.top)
	}
	for i := range s.losses {
		s.end = max(s.end, s.losses[i].to)
	}
	if first == ^uint64(0) {
		first = min(s.end, s.low) // a file without samples
	}
	s.start = first
	if m := &s.m.excerpt; !m.whole() {
		s.start = min(first, m.Start)
	}
	for i := range s.losses {
		if l := &s.losses[i]; l.after < 0 {
			l.from = min(s.start, l.to)
		}
	}
	s.losses = append(s.ringLosses(), s.losses...)
	s.tasks.finish(s.start)
	s.maps.close()
}
