package model

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName bounds the length in bytes of a name taken from a trace.
const MaxName = 4096

// cutMark ends a name that was truncated.
const cutMark = "…"

// Clean makes text from a trace fit to print on one line: control characters,
// characters that change the direction of text and invalid UTF-8 are shown as
// escapes.
func Clean(s string) string {
	if isFit(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		s = s[cleanRune(&b, s):]
	}
	return b.String()
}

// CleanName is Clean for a name, which it truncates to MaxName bytes. Names in a
// Trace are already clean: code that shows them need not clean them.
func CleanName(s string) string {
	if len(s) <= MaxName && isFit(s) {
		return s
	}
	var b strings.Builder
	room := 0 // room before the mark
	for len(s) > 0 {
		s = s[cleanRune(&b, s):]
		if b.Len() <= MaxName-len(cutMark) {
			room = b.Len()
		}
		if b.Len() > MaxName {
			return b.String()[:room] + cutMark
		}
	}
	return b.String()
}

// isFit reports whether a text needs no cleaning. Most texts are printable ASCII, for which a look at
// each byte is enough.
func isFit(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' {
			return utf8.ValidString(s) && !strings.ContainsFunc(s, Unfit)
		}
	}
	return true
}

// cleanRune writes the first rune of s, which is not empty, as it is shown, and
// returns its length in bytes in s.
func cleanRune(b *strings.Builder, s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		fmt.Fprintf(b, `\x%02x`, s[0])
	case Unfit(r):
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	default:
		b.WriteRune(r)
	}
	return n
}

// Unfit reports whether a rune is invisible, or changes the order of visible ones.
func Unfit(r rune) bool { return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) }

// clean makes the names among the facts of a trace fit to be shown. Paths stay as they
// are, since files are opened by them, except those that are too long to be a path.
func (n *Info) clean() {
	cleanNames(&n.Command, &n.OS.Family, &n.OS.Version, &n.OS.Machine, &n.OS.Processor, &n.Clock.Name)
	for i := range n.Topology {
		cleanNames(&n.Topology[i].Class)
	}
	for i := range n.Recorded.Calls {
		cleanNames(&n.Recorded.Calls[i])
	}
	for i := range n.SourceEvents {
		cleanNames(&n.SourceEvents[i].Name, &n.SourceEvents[i].Provider)
	}
	for i := range n.Diagnostics {
		cleanNames(&n.Diagnostics[i].Code, &n.Diagnostics[i].Text)
	}
	for i := range n.Groups {
		cleanNames(&n.Groups[i].Path)
	}
	for i := range n.Surroundings {
		s := &n.Surroundings[i]
		cleanNames(&s.Group, &s.Policy, &s.CPUs)
		for k := range s.Arguments {
			cleanNames(&s.Arguments[k])
		}
	}
	for i := range n.Modules {
		m := &n.Modules[i]
		cleanNames(&m.Name, &m.BuildID, &m.ImageID, &m.Missing)
		for _, path := range []*string{&m.Path, &m.PDB, &m.Symbols} {
			if len(*path) > MaxName {
				cleanNames(path)
			}
		}
	}
}

// cleanNames writes only what it changes: others may be reading the rest.
func cleanNames(names ...*string) {
	for _, s := range names {
		if c := CleanName(*s); c != *s {
			*s = c
		}
	}
}
