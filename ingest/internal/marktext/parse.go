package marktext

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"threadlens/model"
)

// Mark is a parsed text. Its slices alias the text.
type Mark struct {
	Kind model.MarkKind
	Name []byte // empty for an end without one
	// Span identifies its span, Parent the enclosing one.
	Span, Parent ID
	Correlation  int64
	CPU          model.Time // measured by the program since the start, if Measured
	Measured     bool
}

// ID identifies a span.
type ID struct {
	Form   Form
	PID    uint32 // as the program sees it, which in a container is not the recorder's id
	Number int64
	Name   []byte // what the number belongs to, by Form: a name, a track or nothing
}

// Form is how spans are identified.
type Form uint8

// Forms: not at all (slices of a thread nest); by the numbers of package scenario, unique in a
// process; by a number that is unique for a name, or for a track.
const (
	None Form = iota
	Unique
	OfName
	OfTrack
)

// version begins the part of a line that package scenario adds (see its doc.go).
const version = "tl1"

// Parse reads a text. Every text is a marker: one of unknown form is a message.
func Parse(text []byte) Mark {
	text = bytes.TrimRight(text, "\n\x00")
	f := fields{rest: text}
	letter, pid := f.next(), f.number()
	m, ok := Mark{}, false
	if len(letter) == 1 && !f.bad && pid >= 0 && pid < 1<<32 {
		m, ok = parseForm(letter[0], uint32(pid), &f)
	}
	if !ok {
		return Mark{Kind: model.MarkStep, Name: text}
	}
	return m
}

// parseForm reads what follows the process of a line of systrace (Perfetto reads the
// same: src/trace_processor/importers/systrace).
func parseForm(letter byte, pid uint32, f *fields) (m Mark, ok bool) {
	switch letter {
	case 'B':
		return Mark{Kind: model.MarkBegin, Name: f.rest}, len(f.rest) > 0
	case 'E':
		return Mark{Kind: model.MarkEnd}, true
	case 'S', 'F':
		m = Mark{Kind: beginOrEnd(letter == 'S'), Name: f.next()}
		m.Span = ID{OfName, pid, f.number(), m.Name}
		m.extend(f.rest, pid)
	case 'G':
		track := f.next()
		m = Mark{Kind: model.MarkBegin, Name: f.next()}
		m.Span = ID{OfTrack, pid, f.number(), track}
	case 'H': // with or without the name
		track, list := f.next(), bytes.Split(f.rest, []byte{'|'})
		n := fields{rest: list[len(list)-1]}
		m = Mark{Kind: model.MarkEnd, Name: track, Span: ID{OfTrack, pid, n.number(), track}}
		f.bad = f.bad || n.bad || len(list) > 2
	case 'I':
		m = Mark{Kind: model.MarkFlag, Name: f.next()}
		m.extend(f.rest, pid)
	case 'N':
		track := f.next()
		name := f.next()
		m = Mark{Kind: model.MarkFlag, Name: bytes.Join([][]byte{track, name}, []byte(": "))}
		f.bad = f.bad || len(track) == 0 || len(name) == 0
	case 'C': // a counter: its current value
		name := f.next()
		m = Mark{Kind: model.MarkStep, Name: bytes.Join([][]byte{name, f.next()}, []byte(" = "))}
		f.bad = f.bad || len(name) == 0
	}
	return m, !f.bad && len(m.Name) > 0
}

func beginOrEnd(begin bool) model.MarkKind {
	if begin {
		return model.MarkBegin
	}
	return model.MarkEnd
}

// extend reads what package scenario adds, if it is there: keys, of which unknown ones are ignored.
func (m *Mark) extend(text []byte, pid uint32) {
	first := true
	for word := range bytes.FieldsSeq(text) {
		if first && string(word) != version {
			return
		}
		if first && m.Span.Form != None {
			m.Span.Form, m.Span.Name = Unique, nil
		}
		first = false
		key, value, ok := bytes.Cut(word, []byte{'='})
		if string(word) == "m" {
			m.Kind = model.MarkStep
		}
		n, err := strconv.ParseInt(string(value), 10, 64)
		if !ok || err != nil {
			continue
		}
		switch string(key) {
		case "s":
			m.Kind, m.Span = model.MarkStep, ID{Form: Unique, PID: pid, Number: n}
		case "p":
			m.Parent = ID{Form: Unique, PID: pid, Number: n}
		case "c":
			m.Correlation = n
		case "t":
			m.CPU, m.Measured = model.Time(max(n, 0)), true
		}
	}
}

// fields are the parts between "|".
type fields struct {
	rest []byte
	bad  bool // a number was invalid
}

func (f *fields) next() (field []byte) {
	field, f.rest, _ = bytes.Cut(f.rest, []byte{'|'})
	return field
}

func (f *fields) number() int64 {
	n, err := strconv.ParseInt(string(f.next()), 10, 64)
	f.bad = f.bad || err != nil
	return n
}

// maxName bounds the name of a marker, in bytes.
const maxName = 256

// Cut is the name of a marker as far as it is kept: up to 256 bytes, without a part of a character at
// the end.
func Cut(name []byte) []byte {
	n := maxName
	if len(name) <= n {
		return name
	}
	for n > maxName-utf8.UTFMax && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
