package markers

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxNameBytes bounds the name of a provider or event.
const maxNameBytes = 200

// clean makes a name fit for one line: valid UTF-8, without control characters, not too long.
func clean(s string) string {
	b := []byte(s)
	if len(b) > maxNameBytes {
		b = cut(b, maxNameBytes)
	}
	tidy(b)
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// maxMark bounds the name of a marker, in bytes.
const maxMark = 256

// finish makes b[from:] a name: valid UTF-8, a single line, not too long.
func finish(b []byte, from int) []byte {
	const more = "…"
	if len(b)-from > maxMark {
		b = append(cut(b, from+maxMark-len(more)), more...)
	}
	tidy(b[from:])
	if !utf8.Valid(b[from:]) {
		b = append(b[:from], bytes.ToValidUTF8(b[from:], []byte("\uFFFD"))...)
	}
	return b
}

// cut shortens b to at most n bytes, at a character boundary.
func cut(b []byte, n int) []byte {
	for i := n; i > n-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(b[i]) {
			return b[:i]
		}
	}
	return b[:n]
}

// tidy replaces control characters with spaces.
func tidy(b []byte) {
	for i, c := range b {
		if c < ' ' || c == 0x7F {
			b[i] = ' '
		}
	}
}
