package ftracetext

import (
	"bytes"

	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// notes are what the lines tell that are no events.
type notes struct {
	tracer  string
	release string // of the kernel
	said    uint64 // CPUs of the machine
	kept    uint64 // events in the buffer
	written uint64 // events that the buffer ever had
}

// comment reads a line that begins with "#".
func (s *scan) comment(line []byte) {
	if rest, ok := bytes.CutPrefix(line, []byte("##### CPU ")); ok {
		if cpu, rest, ok := schedtext.Digits(rest); ok && bytes.HasPrefix(rest, []byte(" buffer started")) {
			s.lose(cpu, 0, true)
		}
		return
	}
	if rest, ok := bytes.CutPrefix(line, []byte("# tracer: ")); ok {
		s.tracer = string(rest[:min(len(rest), maxDiagText)])
	}
	if rest, ok := bytes.CutPrefix(line, []byte("# entries-in-buffer/entries-written: ")); ok {
		s.entries(rest)
	}
	if _, rest, ok := bytes.Cut(line, []byte(" latency trace v")); ok {
		_, release, _ := bytes.Cut(rest, []byte(" on "))
		s.release = string(release[:min(len(release), maxDiagText)])
	}
	if rest, ok := bytes.CutPrefix(line, []byte("# latency: ")); ok {
		_, rest, _ = bytes.Cut(rest, []byte("#"))
		s.entries(rest)
	}
	if _, rest, ok := bytes.Cut(line, []byte("#P:")); ok {
		s.said, _, _ = schedtext.Digits(rest)
	}
}

// entries reads "312/1832".
func (s *scan) entries(b []byte) {
	kept, rest, ok := schedtext.Digits(b)
	if !ok || len(rest) == 0 || rest[0] != '/' {
		return
	}
	if written, _, ok := schedtext.Digits(rest[1:]); ok {
		s.kept, s.written = s.kept+kept, s.written+written
	}
}

// noise begins lines that trace-cmd and atrace print beside the events.
var noise = [...]string{
	"version = ", "trace-cmd: ", "Error: ", "could not load plugin", "CPU ", "capturing trace", "TRACE:",
}

// note reads another line without an event; false for an unknown one.
func (s *scan) note(line []byte) bool {
	if rest, ok := bytes.CutPrefix(line, []byte("cpus=")); ok {
		s.said, _, ok = schedtext.Digits(rest)
		return ok
	}
	for _, n := range noise {
		if bytes.HasPrefix(line, []byte(n)) {
			return true
		}
	}
	return len(bytes.TrimSpace(line)) == 0
}

// missing reads "CPU:0 [LOST 759 EVENTS]" or, in what trace-cmd prints, "CPU:7 [204600 EVENTS
// DROPPED]".
func (s *scan) missing(line []byte) bool {
	b, ok := bytes.CutPrefix(line, []byte("CPU:"))
	if !ok {
		return false
	}
	cpu, b, ok := schedtext.Digits(b)
	if !ok || !bytes.HasPrefix(b, []byte(" [")) {
		return false
	}
	b = bytes.TrimPrefix(b[2:], []byte("LOST "))
	count, b, known := schedtext.Digits(b)
	if known {
		b = bytes.TrimPrefix(b, []byte(" "))
	}
	if !bytes.HasPrefix(b, []byte("EVENTS")) {
		return false
	}
	s.lost += int64(count)
	s.lose(cpu, int64(count), false)
	return true
}

// lose notes that events of a CPU are missing between its last event and its next one. ring is set
// where its buffer begins with the next one.
func (s *scan) lose(number uint64, count int64, ring bool) {
	if number >= model.MaxCPUs {
		return
	}
	for number >= uint64(len(s.cpus)) {
		s.cpus = append(s.cpus, processor{record: none, loss: none})
	}
	p := &s.cpus[number]
	p.begun = p.begun || !p.seen
	if p.loss != none { // already
		s.losses[p.loss].count += count
		return
	}
	l := loss{from: p.last, count: count, ring: ring || !p.seen}
	if !p.seen {
		l.from = unknownStart
	}
	s.losses = append(s.losses, l)
	p.loss = int32(len(s.losses) - 1)
	s.records = append(s.records, record{time: l.from, cpu: model.CPU(number), kind: recordLoss, more: p.loss})
	s.sorted = false
}

// lostBefore is how many events were lost before the first event of the trace.
func (s *scan) lostBefore() (count int64) {
	for i := range s.losses {
		if l := &s.losses[i]; l.before() {
			count += l.count
		}
	}
	return count
}

// before reports whether a loss is over when the trace begins.
func (l *loss) before() bool { return l.ring && l.to <= l.from }

// unknownStart is the begin of a loss before the first event of a CPU, until the scan has found that
// of the trace.
const unknownStart model.Time = -1

// finish completes the losses, and sorts the records by time.
func (s *scan) finish() {
	for i := range s.losses {
		if l := &s.losses[i]; l.from == unknownStart {
			l.from = s.first
		}
	}
	for cpu := range s.cpus {
		p := &s.cpus[cpu]
		if p.loss != none {
			s.losses[p.loss].to = s.latest
		}
		// Older events were overwritten: nobody knows of which CPUs.
		if s.written > s.kept && p.seen && p.first > s.first && !p.begun {
			s.losses = append(s.losses, loss{from: s.first, to: p.first, ring: true})
			s.records = append(s.records, record{cpu: model.CPU(cpu), kind: recordLoss, more: int32(len(s.losses) - 1)})
			s.sorted = false
		}
	}
	for i := range s.records {
		if r := &s.records[i]; r.kind == recordLoss {
			r.time = s.losses[r.more].from
		}
	}
	if !s.sorted {
		sortRecords(s.records)
	}
}
