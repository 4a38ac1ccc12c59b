package scenario

import (
	"strconv"
	"unicode/utf8"
)

// kind is the kind of a marker.
type kind uint8

const (
	begin kind = iota
	step
	end
	flag
	message
)

// mark is one marker to write.
type mark struct {
	kind                    kind
	name                    string
	id, parent, correlation int64 // 0 for none
	took                    Took  // of a step and an end
}

// Bounds on what is written, in bytes. A line fits into one write to the kernel (1024 before Linux
// 6.8).
const (
	maxName = 200
	maxLine = 384
)

// appendLine appends the marker in trace_marker's format, which doc.go describes.
func appendLine(b []byte, pid int64, m *mark) []byte {
	letter := [...]byte{begin: 'S', step: 'I', end: 'F', flag: 'I', message: 'I'}[m.kind]
	b = strconv.AppendInt(append(b, letter, '|'), pid, 10)
	b = appendName(append(b, '|'), m.name)
	if m.kind == begin || m.kind == end {
		b = strconv.AppendInt(append(b, '|'), m.id, 10)
	}
	b = append(b, "|tl1"...)
	switch m.kind {
	case flag:
		return append(b, " f"...)
	case message:
		return append(b, " m"...)
	case step:
		b = appendKey(b, 's', m.id)
	}
	if m.kind != begin {
		b = appendKey(b, 'e', int64(m.took.Elapsed))
		if m.took.Measured {
			b = appendKey(b, 't', int64(m.took.CPU))
		}
	}
	if m.correlation != 0 {
		b = appendKey(b, 'c', m.correlation)
	}
	if m.parent != 0 && m.kind != step {
		b = appendKey(b, 'p', m.parent)
	}
	return b
}

func appendKey(b []byte, key byte, n int64) []byte {
	return strconv.AppendInt(append(b, ' ', key, '='), n, 10)
}

// appendName appends a name without the characters that would end it.
func appendName(b []byte, name string) []byte {
	name = cut(name)
	if name == "" {
		return append(b, '?')
	}
	start := len(b)
	b = append(b, name...)
	for i, c := range b[start:] {
		switch {
		case c == '|':
			b[start+i] = '/'
		case c < ' ', c == 0x7f:
			b[start+i] = ' '
		}
	}
	return b
}

// cut shortens a name to maxName bytes at a character boundary.
func cut(name string) string {
	if len(name) <= maxName {
		return name
	}
	n := maxName
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
