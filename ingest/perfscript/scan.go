package perfscript

import (
	"bytes"
	"context"

	"threadlens/model"
)

// record is an event of the text.
type record struct {
	time  model.Time
	at    int64 // of the payload in the text
	src   *source
	n     uint32 // bytes of the payload
	chain uint32 // bytes of the call chain, which begins on the next line
	tid   uint32
	pid   uint32
	cpu   model.CPU
}

const none = -1

// column is a thread's name as the first column of its lines has it.
type column struct {
	name []byte
	time model.Time
}

// chunk is a part of the text that ends where a record does, and what its lines contain.
type chunk struct {
	data     []byte
	from, to int64
	records  []record
	// starts are records of perf itself without a time: threads that were there before the trace.
	starts  []record
	sources sources
	columns map[uint32]column
	header  *header // of the comments; nil where comments are not read
	counts

	sorted  bool // the times of the records do not step back
	lastTID uint32
	inChain bool  // lines that begin with blanks belong to the record before them
	open    int   // index of that record, none if it is not kept
	chainAt int64 // where its chain begins
}

// counts are the sums of what a chunk has.
type counts struct {
	lines    int64 // of records
	bad      int64 // lines that are none of what a text can have
	badAt    int64 // where the first of them begins
	full     int64 // records left out, because the lines are too short to be real
	cpus     int
	decimals int // most of a time
	timed    timed
	kept     [roleOther + 1]int64 // kept records by what they are for

	withCPU, withoutCPU       int64 // records
	placedSwitch, otherSwitch int64 // context switches with a CPU, and without one
	otherSwitchAt             int64 // where the first switch without a CPU begins
}

// timed describes the times of records, except those of perf itself.
type timed struct {
	n, backs      int64 // all, and those earlier than the one before
	first, last   model.Time
	least, latest model.Time
}

// add adds a time.
func (t *timed) add(at model.Time) {
	if t.n++; t.n == 1 {
		*t = timed{n: 1, first: at, last: at, least: at, latest: at}
		return
	}
	if at < t.last {
		t.backs++
	}
	t.last, t.least, t.latest = at, min(t.least, at), max(t.latest, at)
}

func newChunk(data []byte, from, to int64) *chunk {
	return &chunk{data: data, from: from, to: to, columns: map[uint32]column{}, sorted: true, open: none, lastTID: unknownID}
}

// scan reads the lines of the chunk.
func (c *chunk) scan(ctx context.Context) error {
	c.records = make([]record, 0, (c.to-c.from)/128+16)
	for at, n := c.from, 0; at < c.to; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end := c.to
		if i := bytes.IndexByte(c.data[at:c.to], '\n'); i >= 0 {
			end = at + int64(i)
		}
		c.line(withoutReturn(c.data[at:end]), at)
		at = end + 1
	}
	return nil
}

func withoutReturn(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// line reads the line that begins at a place in the text.
func (c *chunk) line(line []byte, at int64) {
	switch {
	case skipBlanks(line, 0) == len(line):
		c.inChain = false
		return
	case c.inChain && line[0] == '\t':
		c.frame(line, at)
		return
	}
	var h head
	if len(line) <= maxLine && h.parse(line) {
		// The rest is a part of the line: their capacities differ by where it begins.
		c.record(&h, at, at+int64(cap(line)-cap(h.payload)), int64(len(line)))
		return
	}
	switch {
	case line[0] == '#':
		if c.header != nil {
			c.header.comment(line)
		}
	case c.inChain && isBlank(line[0]):
		c.frame(line, at)
	case isFrame(line): // of a record before the text begins
	default:
		if c.bad++; c.bad == 1 {
			c.badAt = at
		}
	}
}

// isFrame reports whether a line looks like one of a call chain: an address behind blanks.
func isFrame(line []byte) bool {
	n := skipBlanks(line, 0)
	_, rest, ok := hexadecimal(line[n:])
	return ok && n > 0 && skipBlanks(rest, 0) < len(rest)
}

// frame adds a line to the call chain of the last record.
func (c *chunk) frame(line []byte, at int64) {
	if c.open != none {
		c.records[c.open].chain = uint32(min(at+int64(len(line))-c.chainAt, maxChain))
	}
}

// maxChain bounds the text of a call chain.
const maxChain = 1 << 20

// record makes a record of a line, whose payload begins at a place in the text.
func (c *chunk) record(h *head, lineAt, at, length int64) {
	c.lines++
	c.inChain, c.open = true, none
	name := h.event
	if name == nil {
		name = h.payload[:sideEnd(h.payload)]
	}
	src := c.sources.find(name)
	src.meet(h.period)
	c.decimals = max(c.decimals, h.decimals)
	c.place(h, src, lineAt)
	r := record{time: h.time, at: at, src: src, n: uint32(len(h.payload)), tid: h.tid, pid: h.pid, cpu: h.cpu}
	switch {
	case src.role < roleLost || src.role == roleSwitch:
		c.timed.add(h.time)
		if h.tid != c.lastTID {
			c.lastTID = h.tid
			c.name(h)
		}
	case h.time == 0:
		if src.role != roleOther && len(c.starts) < maxTasks {
			c.starts = append(c.starts, r)
		}
		return
	}
	if src.role != roleNone && src.role != roleOther {
		c.keep(&r)
		c.chainAt = lineAt + length
	}
}

// sideEnd is the end of the name of a record of perf itself.
func sideEnd(b []byte) int {
	n := len(sideMark)
	for n < len(b) && (b[n] == '_' || isDigit(b[n]) || b[n] >= 'A' && b[n] <= 'Z') {
		n++
	}
	return n
}

// place notes whether a record names its CPU.
func (c *chunk) place(h *head, src *source, at int64) {
	isSwitch := src.role == roleSwitch || src.is("sched_switch")
	if h.cpu != model.NoCPU {
		c.withCPU++
		c.cpus = max(c.cpus, int(h.cpu)+1)
		if isSwitch {
			c.placedSwitch++
		}
		return
	}
	c.withoutCPU++
	if isSwitch {
		if c.otherSwitch++; c.otherSwitch == 1 {
			c.otherSwitchAt = at
		}
	}
}

// keep appends a record.
func (c *chunk) keep(r *record) {
	n := len(c.records)
	if int64(n) >= fewRecords+(c.to-c.from)/leastLine {
		c.full++
		return
	}
	if n > 0 && r.time < c.records[n-1].time {
		c.sorted = false
	}
	c.kept[r.src.role]++
	c.records = append(c.records, *r)
	c.open = n
}

// name remembers what the first column calls a thread.
func (c *chunk) name(h *head) {
	if h.tid == uint32(model.IdleTID) || h.tid == unknownID || len(c.columns) >= maxNamed {
		return
	}
	if _, known := c.columns[h.tid]; known {
		return
	}
	if name := bytes.TrimSpace(h.comm); len(name) > 0 && !isUnknown(name) {
		c.columns[h.tid] = column{name, h.time}
	}
}

// isUnknown reports whether a name is what perf prints for an unknown one: ":27767" or ":-1".
func isUnknown(name []byte) bool {
	if name[0] != ':' {
		return false
	}
	_, rest, ok := id(name[1:])
	return ok && len(rest) == 0
}
