package text

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"threadlens/model"
)

const (
	batchSize     = 4096
	progressEvery = 1 << 20 // bytes
	byteOrderMark = "\uFEFF"
)

// Reader is an open file in the text format. The file is read once by Open,
// which checks every line, and again by each Events: events are not kept.
type Reader struct {
	src     io.ReaderAt
	size    int64
	name    string
	info    model.Info
	tables  model.Tables
	prepass *model.Prepass
	// back is how far an event may be before the latest one preceding it.
	back     model.Time
	progress func(done int64) // in bytes of both passes; may be nil
}

// Sniff reports whether a file that begins with head is in the text format: its first word, after
// comments and empty lines, is the format's name.
func Sniff(head []byte) bool {
	rest := strings.TrimPrefix(string(head), byteOrderMark)
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimLeft(line, blanks)
		if line == "" || line[0] == '#' {
			continue
		}
		after, found := strings.CutPrefix(line, firstWord)
		return found && (after == "" || strings.ContainsRune(blanks, rune(after[0])))
	}
	return false
}

// Parse reads a file held in memory.
func Parse(name string, data []byte) (*Reader, error) {
	return Open(context.Background(), bytes.NewReader(data), int64(len(data)), name, nil)
}

// Open reads the file of size bytes in r through and checks it. name is its name in Info and in errors; progress, if
// not nil, is called with the bytes done, by Open up to half of total and by Events for the rest. The error names the
// line, what was expected and what was found. The Reader reads from r until Close.
func Open(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Reader, error) {
	rd := &Reader{src: r, size: size, name: name}
	if progress != nil {
		rd.progress = func(done int64) { progress(done, 2*size) }
	}
	rd.info = model.Info{
		File: name, Files: []string{name}, Format: "tltxt", Size: size,
		OS: model.OS{Family: "other"}, TargetPID: model.NoPID,
	}
	p := newParser(&rd.info, &rd.tables, size)
	prepare := func(batch []model.Event, settled model.Time) error {
		// Before the first event line there is nothing for the pre-pass, and the number of CPUs may
		// be unknown.
		if rd.prepass == nil && p.started && rd.info.CPUs > 0 {
			rd.prepass = model.NewPrepass(rd.info.CPUs)
		}
		if rd.prepass == nil {
			return nil
		}
		return rd.feedPrepass(batch, settled)
	}
	if err := rd.pass(ctx, p, rd.progress, prepare); err != nil {
		return nil, err
	}
	if !p.versioned {
		return nil, fmt.Errorf("%s:1: expected %s %s, got an empty file", name, firstWord, version)
	}
	p.finish()
	rd.back = p.back
	if rd.prepass == nil { // now that the CPUs are counted
		rd.prepass = model.NewPrepass(rd.info.CPUs)
		if err := rd.Events(ctx, rd.feedPrepass); err != nil {
			return nil, err
		}
	}
	return rd, nil
}

func (r *Reader) feedPrepass(batch []model.Event, _ model.Time) error {
	for i := range batch {
		r.prepass.Add(&batch[i])
	}
	return nil
}

// Info returns the facts about the trace.
func (r *Reader) Info() *model.Info { return &r.info }

// Tables holds the names and stacks of the events, complete once r is open.
func (r *Reader) Tables() *model.Tables { return &r.tables }

// Prepass is the pre-pass over all events.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Events delivers the events in the order of the file, in batches; the last
// batch is settled up to model.Forever. It may be called again.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	var again model.Info // the second reading of the header
	p := newParser(&again, &r.tables, r.size)
	var progress func(done int64)
	if r.progress != nil {
		progress = func(done int64) { r.progress(r.size + done) }
	}
	return r.pass(ctx, p, progress, yield)
}

// Close ends the use of the file, which the caller closes. It never fails.
func (r *Reader) Close() error { return nil }

// pass feeds all lines to p and its events to yield.
func (r *Reader) pass(ctx context.Context, p *parser, progress func(done int64),
	yield func([]model.Event, model.Time) error,
) error {
	lines := bufio.NewScanner(io.NewSectionReader(r.src, 0, r.size))
	lines.Buffer(make([]byte, 64<<10), maxLine)
	number, done, told := 0, int64(0), int64(0)
	for lines.Scan() {
		number++
		line := lines.Text()
		done += int64(len(line)) + 1
		if number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		if bad := p.line(line); bad.want != "" {
			return fmt.Errorf("%s:%d: expected %s, got %s", r.name, number, bad.want, bad.got)
		}
		if progress != nil && done >= told+progressEvery {
			told = done
			progress(min(done, r.size))
		}
		if len(p.out) < batchSize && number%batchSize != 0 {
			continue
		}
		if err := flush(ctx, p, p.latest-r.back, yield); err != nil {
			return err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: expected a line of at most %d bytes, got a longer one", r.name, number+1, maxLine)
	} else if err != nil {
		return fmt.Errorf("%s:%d: reading the text: %w", r.name, number+1, err)
	}
	return flush(ctx, p, model.Forever, yield)
}

// flush delivers what p has put out and empties it.
func flush(ctx context.Context, p *parser, settled model.Time, yield func([]model.Event, model.Time) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := yield(p.out, settled)
	p.out = p.out[:0]
	return err
}

// line reads one line; a mistake with a want is an error.
func (p *parser) line(text string) mistake {
	if !utf8.ValidString(text) {
		return mistake{"UTF-8 text", "bytes that are not UTF-8"}
	}
	words, bad := split(p.words[:0], text)
	p.words = words
	if bad.want != "" || len(words) == 0 {
		return bad
	}
	s := &statement{p: p, words: words}
	switch c := words[0].text; {
	case !p.versioned:
		p.first(s)
	case words[0].key == "" && c != "" && strings.IndexByte("-0123456789", c[0]) >= 0:
		parseEvent(s)
	default:
		parseHeader(s)
	}
	s.done()
	if s.bad.want == "" && p.cost+nodeCost*int64(p.tables.Stacks.Len()) > p.limit {
		s.fail("fewer names and stacks in a file of this size", "more than the limit")
	}
	return s.bad
}

func (p *parser) first(s *statement) {
	const want = firstWord + " " + version + " as the first statement"
	for _, w := range [...]string{firstWord, version} {
		if got := s.word(want); got != w {
			s.fail(want, shown(got))
		}
	}
	p.versioned = true
}

// finish completes the Info of a file that was read to its end.
func (p *parser) finish() {
	if p.info.CPUs == 0 {
		p.info.CPUs = p.highest + 1
	}
	seen := func(kinds ...model.Kind) bool {
		for _, k := range kinds {
			if p.kinds[k] > 0 {
				return true
			}
		}
		return false
	}
	if !p.hasGiven {
		p.info.Has = model.Has{
			Switches:   seen(model.KindSwitch),
			Wakes:      seen(model.KindWake),
			Stacks:     p.tables.Stacks.Len() > 0,
			Samples:    seen(model.KindSample),
			Interrupts: seen(model.KindIrq, model.KindIrqEnter, model.KindIrqExit),
			Disk:       seen(model.KindIO),
			Faults:     seen(model.KindFault),
			Calls:      seen(model.KindCallEnter, model.KindCallExit),
			Counters:   seen(model.KindCount),
		}
	}
	told := len(p.info.SourceEvents) > 0 // in the file from which this one was made
	for kind, count := range p.kinds {
		if count > 0 && !told {
			p.info.SourceEvents = append(p.info.SourceEvents, model.SourceEvent{Name: kindNames[kind], Count: count})
		}
	}
}
