package capture

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"
)

// maxTail bounds how much of a program's output is kept, bytes.
const maxTail = 256 << 10

// Tail keeps the end of what is written to it. It may be used by any goroutine.
type Tail struct {
	mu   sync.Mutex
	text []byte
	cut  bool // its beginning is not kept
}

// Write appends text; it never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*maxTail { // seldom, so that each byte is moved once
		t.text = append(t.text[:0], t.text[len(t.text)-maxTail:]...)
		t.cut = true
	}
	return len(p), nil
}

// Lines are the last lines, at most most: without empty ones at the end, and with invalid text
// replaced. The first may be cut.
func (t *Tail) Lines(most int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimRight(t.text, "\r\n")
	from := len(text)
	for n := 0; n < most && from > 0; n++ {
		from = bytes.LastIndexByte(text[:from], '\n')
		if from < 0 {
			from = 0
		}
	}
	text = bytes.TrimPrefix(text[from:], []byte("\n"))
	if len(text) == 0 {
		return nil
	}
	lines := strings.Split(strings.ToValidUTF8(string(text), string(utf8.RuneError)), "\n")
	for i, l := range lines {
		l = strings.TrimSuffix(l, "\r")
		lines[i] = l[strings.LastIndexByte(l, '\r')+1:] // text after a carriage return overwrites the line
	}
	return lines
}

// Cut reports whether there was more output than is kept.
func (t *Tail) Cut() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cut
}
