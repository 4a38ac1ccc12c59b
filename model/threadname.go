package model

import (
	"cmp"
	"strings"
)

// ThreadLabel is what people know a thread by, next to its id: its name, or on Windows, whose
// threads seldom have one, the file of the module that the source reports it was started in;
// "" without either.
func (t *Trace) ThreadLabel(ix ThreadIx) string {
	if n := t.Threads[ix].Name(); n != "" || t.Info.OS.Family != "windows" {
		return n
	}
	module := t.entry(ix).Module
	return module[strings.LastIndexByte(module, '\\')+1:]
}

// Stem is a name without the number at its end and the separator before it:
// "worker" for "worker-12". Threads of one stem do the same work.
func Stem(name string) string {
	s := strings.TrimRight(name, "0123456789")
	if len(s) == len(name) {
		return name
	}
	if s = strings.TrimRight(s, " -_#:./"); s == "" {
		return name
	}
	return s
}

// CompareNames compares names, ignoring case, and the numbers in them by value.
func CompareNames(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			p, q := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(len(p)-len(q), strings.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

// digits is the number of leading digits of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
