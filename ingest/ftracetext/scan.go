package ftracetext

import (
	"bytes"
	"context"

	"threadlens/model"
)

// recordKind is what a record stands for.
type recordKind uint8

const (
	recordEvent recordKind = iota
	recordUnnamed
	recordLoss
)

// record is an event of the text, or events that are missing from it.
type record struct {
	time model.Time
	at   int64 // of the payload in the text
	src  *source
	n    uint32 // bytes of the payload
	tid  uint32
	pid  uint32
	more int32 // index of its stacks or of the loss, none
	cpu  model.CPU
	ctx  model.Context
	kind recordKind
}

const none = -1

// span is a part of the text.
type span struct{ from, to int64 }

// stacks are the texts of an event's stacks.
type stacks struct{ kernel, user span }

// loss is a time without events of a CPU.
type loss struct {
	from, to model.Time
	count    int64 // 0 if unknown
	ring     bool
}

// processor is what the scan remembers of a CPU.
type processor struct {
	seen        bool
	begun       bool // a line before its first event says that older ones are missing
	first, last model.Time
	tid         uint32
	record      int32 // of its last line, none if it is not kept
	loss        int32 // that its next event ends, or none
}

// scan collects the records of the lines.
type scan struct {
	progress func(done int64)
	data     []byte
	clock    clock
	records  []record
	stacks   []stacks
	losses   []loss
	cpus     []processor
	sources  sources
	columns  map[uint32]column
	dump     dump

	lines  int64 // of events
	bad    int64 // lines that are none of what a text can have
	badAt  int64 // where the first of them begins
	lost   int64 // events, as the text says
	head   head
	first  model.Time
	latest model.Time
	sorted bool
	// frames is the stack that the next lines belong to, nil where they are left out; inStack is set
	// while such lines may follow.
	frames  *span
	inStack bool
	// open is the record of a marker that further lines may belong to, or none.
	open int32
	text []byte // scratch space
	notes
}

func newScan(data []byte, progress func(done int64)) *scan {
	lines := min(bytes.Count(data, []byte("\n"))+1, len(data)/usualLine+1)
	return &scan{
		data: data, progress: progress, columns: map[uint32]column{}, sorted: true, open: none,
		records: make([]record, 0, lines),
	}
}

// usualLine is how many bytes a line of an event usually has at least.
const usualLine = 60

// section reads the lines of a part of the text.
func (s *scan) section(ctx context.Context, part span) error {
	if s.clock == anyClock {
		s.clock = clockOf(s.data[part.from:part.to])
	}
	s.open, s.inStack = none, false
	for at, count := part.from, 0; at < part.to; count++ {
		if count%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.progress(at)
		}
		end := part.to
		if n := bytes.IndexByte(s.data[at:part.to], '\n'); n >= 0 {
			end = at + int64(n)
		}
		line := s.data[at:end]
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
		}
		s.line(line, at)
		at = end + 1
	}
	return nil
}

// line reads one line, which begins at a place in the text.
func (s *scan) line(line []byte, at int64) {
	if s.inStack {
		if isFrame(line) {
			s.frame(line, at)
			return
		}
		s.inStack = false
	}
	if len(line) == 0 || line[0] == '#' {
		s.comment(line)
		return
	}
	if h := &s.head; h.parse(line, s.clock) {
		// The rest is a part of the line: their capacities differ by where it begins.
		s.event(h, at+int64(cap(line)-cap(h.rest)))
		return
	}
	if s.missing(line) || s.continues(line, at) || s.note(line) {
		return
	}
	if s.bad++; s.bad == 1 {
		s.badAt = at
	}
}

// event makes a record of the line of an event, whose rest begins at a place in the text.
func (s *scan) event(h *head, at int64) {
	s.lines++
	s.open = none
	p := s.processor(h)
	name, payload := split(h.rest)
	src := s.source(name, payload)
	src.count++
	if src.stack {
		s.stackOf(p, h.tid, payload)
		return
	}
	p.record = none
	r := record{
		time: h.time, at: at + int64(len(h.rest)-len(payload)), n: uint32(min(len(payload), 1<<31)),
		tid: h.tid, pid: h.pid, cpu: h.cpu, ctx: h.ctx, src: src, more: none,
	}
	switch {
	case len(name) == 0:
		if r.kind = recordUnnamed; src.event == nil && !ofTracer(payload) {
			return
		}
	case src.event == nil:
		return
	}
	p.record = s.keep(r)
	if src.mark {
		s.open = p.record
	}
}

// source is the kind of an event. A stack has a line of its own.
func (s *scan) source(name, payload []byte) *source {
	if len(name) > 0 {
		return s.sources.find(name)
	}
	switch {
	case bytes.HasPrefix(payload, []byte("<stack trace")):
		return s.sources.find([]byte("kernel_stack"))
	case bytes.HasPrefix(payload, []byte("<user stack trace")):
		return s.sources.find([]byte("user_stack"))
	}
	if b := callName(s.text[:0], payload); len(b) > 0 {
		s.text = b
		return s.sources.find(b)
	}
	return s.sources.find([]byte(unnamed))
}

// keep appends a record and returns its index.
func (s *scan) keep(r record) int32 {
	if n := len(s.records); n > 0 && r.time < s.records[n-1].time {
		s.sorted = false
	}
	s.records = append(s.records, r)
	return int32(len(s.records) - 1)
}

// processor notes that a CPU has an event, and which thread it ran.
func (s *scan) processor(h *head) *processor {
	for int(h.cpu) >= len(s.cpus) {
		s.cpus = append(s.cpus, processor{record: none, loss: none})
	}
	if s.lines == 1 {
		s.first, s.latest = h.time, h.time
	}
	s.first, s.latest = min(s.first, h.time), max(s.latest, h.time)
	p := &s.cpus[h.cpu]
	if !p.seen {
		p.seen, p.first, p.last = true, h.time, h.time
		p.tid = h.tid + 1
	}
	p.first, p.last = min(p.first, h.time), max(p.last, h.time)
	if p.loss != none {
		s.losses[p.loss].to, p.loss = h.time, none
	}
	if p.tid != h.tid {
		p.tid = h.tid
		s.name(h)
	}
	return p
}

// name remembers what the first column calls a thread.
func (s *scan) name(h *head) {
	if h.tid == uint32(model.IdleTID) || len(s.columns) >= maxColumn {
		return
	}
	if _, known := s.columns[h.tid]; known {
		return
	}
	if name := called(h.comm); len(name) > 0 {
		s.columns[h.tid] = column{name, h.time}
	}
}

// continues reports whether a line belongs to the marker before it.
func (s *scan) continues(line []byte, at int64) bool {
	if s.open == none || len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	r := &s.records[s.open]
	n := at + int64(len(line)) - r.at
	if n > int64(r.n)+maxContinued || n > maxContinued {
		s.open = none
		return false
	}
	r.n = uint32(n)
	return true
}

// clockOf finds how times are written: as in most of the first lines, since the name of a thread may
// look like a time of another kind.
func clockOf(data []byte) clock {
	var counts [latency + 1]int
	var h head
	best, n := anyClock, 0
	for line := range bytes.Lines(data) {
		if h.parse(bytes.TrimRight(line, "\r\n"), anyClock) {
			if counts[h.clock]++; counts[h.clock] > counts[best] {
				best = h.clock
			}
			if n++; n == sampledLines {
				break
			}
		}
	}
	return best
}
