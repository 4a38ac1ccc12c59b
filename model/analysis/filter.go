package analysis

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"threadlens/model"
)

// Filter picks threads or processes by name and id. Its text is a list of words
// that must all hold:
//
//	word      the name contains word, in any case; a number is also an id
//	/regex/   the name matches the regular expression
//	pid:N     the process's id is N
//	tid:N     the thread's id is N; tid:N.I means incarnation I alone
//	!…        the rest of the word does not hold
//
// The zero Filter matches everything.
type Filter struct {
	text  string
	terms []term
}

type term struct {
	not  bool
	word string // lower case
	re   *regexp.Regexp
	key  string // "pid" or "tid"
	id   uint32
	inc  int // of a tid, -1 for any
}

// maxFilter bounds the length of a filter's text in bytes.
const maxFilter = 1 << 12

// ParseFilter reads a filter; the error says which word is wrong.
func ParseFilter(s string) (Filter, error) {
	f := Filter{text: s}
	if len(s) > maxFilter {
		return f, fmt.Errorf("the filter is longer than %d bytes", maxFilter)
	}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var t term
		var err error
		if t, s, err = parseTerm(s); err != nil {
			return Filter{}, err
		}
		f.terms = append(f.terms, t)
	}
	return f, nil
}

// parseTerm reads the first word of s.
func parseTerm(s string) (t term, rest string, err error) {
	t.inc = -1
	if strings.HasPrefix(s, "!") {
		t.not, s = true, s[1:]
	}
	if strings.HasPrefix(s, "/") {
		return parseRegexp(t, s[1:])
	}
	word, rest, _ := strings.Cut(s, " ")
	if word == "" {
		return t, "", fmt.Errorf("“!” stands alone; put what to exclude right behind it")
	}
	key, id, ok := strings.Cut(word, ":")
	if !ok || (key != "pid" && key != "tid") {
		t.word = strings.ToLower(word)
		t.id, t.inc, ok = parseID(word)
		if ok {
			t.key = "any"
		}
		return t, rest, nil
	}
	t.key = key
	if t.id, t.inc, ok = parseID(id); !ok || (key == "pid" && t.inc >= 0) {
		return t, "", fmt.Errorf("“%s”: %s: wants a number", word, key)
	}
	return t, rest, nil
}

// parseRegexp reads a regular expression up to the slash that ends it; a slash
// inside is written \/.
func parseRegexp(t term, s string) (term, string, error) {
	end := 0
	for ; end < len(s) && s[end] != '/'; end++ {
		if s[end] == '\\' {
			end++
		}
	}
	if end >= len(s) {
		return t, "", fmt.Errorf("“/%s”: the closing / is missing", s)
	}
	re, err := regexp.Compile(strings.ReplaceAll(s[:end], `\/`, "/"))
	if err != nil {
		return t, "", fmt.Errorf("“/%s/”: %w", s[:end], err)
	}
	t.re = re
	return t, s[end+1:], nil
}

// parseID reads "N" or "N.I".
func parseID(s string) (id uint32, inc int, ok bool) {
	num, part, dotted := strings.Cut(s, ".")
	n, err := strconv.ParseUint(num, 10, 32)
	if err != nil {
		return 0, -1, false
	}
	if !dotted {
		return uint32(n), -1, true
	}
	i, err := strconv.ParseUint(part, 10, 31)
	return uint32(n), int(i), err == nil
}

// Empty reports whether the filter matches everything.
func (f Filter) Empty() bool { return len(f.terms) == 0 }

// String is the filter's text.
func (f Filter) String() string { return f.text }

// Thread reports whether the filter matches a thread, by its own name and ids
// and its process's id.
func (f Filter) Thread(t *model.Trace, ix model.ThreadIx) bool {
	th := &t.Threads[ix]
	for _, m := range f.terms {
		var ok bool
		switch m.key {
		case "pid":
			p := t.Process(ix)
			ok = p.Known && p.PID == m.id
		case "tid":
			ok = m.isThread(th)
		case "any":
			ok = m.isThread(th) || m.isNamed(th.Name())
		default:
			ok = m.isNamed(th.Name())
		}
		if ok == m.not {
			return false
		}
	}
	return true
}

// Process reports whether the filter matches a process, by its name and id, or
// with tid: by one of its threads.
func (f Filter) Process(t *model.Trace, ix model.ProcIx) bool {
	p := &t.Processes[ix]
	for _, m := range f.terms {
		var ok bool
		switch m.key {
		case "pid":
			ok = p.Known && p.PID == m.id
		case "tid":
			for _, th := range p.Threads {
				ok = ok || m.isThread(&t.Threads[th])
			}
		case "any":
			ok = p.Known && m.inc < 0 && p.PID == m.id || m.isNamed(p.Name)
		default:
			ok = m.isNamed(p.Name)
		}
		if ok == m.not {
			return false
		}
	}
	return true
}

func (m *term) isThread(th *model.Thread) bool {
	return uint32(th.TID) == m.id && (m.inc < 0 || th.Incarnation == m.inc)
}

func (m *term) isNamed(name string) bool {
	if m.re != nil {
		return m.re.MatchString(name)
	}
	return strings.Contains(strings.ToLower(name), m.word)
}

// Select returns the threads of list that both filters match: process by their
// process, thread by themselves. The result is never nil.
func Select(t *model.Trace, list []model.ThreadIx, process, thread Filter) []model.ThreadIx {
	keep := make([]bool, len(t.Processes))
	for p := range keep {
		keep[p] = process.Process(t, model.ProcIx(p))
	}
	out := make([]model.ThreadIx, 0, len(list))
	for _, ix := range list {
		if keep[t.Threads[ix].Proc] && thread.Thread(t, ix) {
			out = append(out, ix)
		}
	}
	return out
}
