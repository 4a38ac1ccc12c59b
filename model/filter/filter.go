// Package filter is the one grammar for selecting threads and processes: on the
// command line, in the window, in every list of rows. A filter is a list of words
// that must all match:
//
//	word        the name contains word, in any case; a number is also an id
//	"a word"    the same, with blanks in it
//	/regex/     the name matches the RE2 expression, in any case unless it has a
//	            capital letter
//	pid:N       the process's id is N
//	tid:N       the thread's id is N; tid:N.I means incarnation I alone
//	process:P   the process's name contains P, or matches it if it is a /regex/
//	peer:P      a thread whose name, or whose process's name, contains P, or matches
//	            it if it is a /regex/, ended a wait of the thread in the window; a
//	            number is an id of either
//	state:C     the thread was in category C (a title, or an unambiguous prefix of
//	            one) in the window; followed by >10ms, >=, < or <=, for that long
//	!…          the rest of the word does not hold
//
// parse.go reads a filter, match.go applies it.
package filter

import (
	"regexp"
	"strings"

	"threadlens/model"
)

// Filter is a parsed filter. The zero Filter matches everything.
type Filter struct {
	text  string
	terms []term
}

// kind is what a term tests.
type kind uint8

const (
	kindName kind = iota // the name, or the id
	kindPID
	kindTID
	kindProcess
	kindPeer
	kindState
)

// term is one word of a filter.
type term struct {
	kind kind
	not  bool

	pattern // for kindName, kindProcess and kindPeer

	id  uint32
	inc int  // incarnation of a thread, -1 for any
	num bool // an id is meant, for kindName and kindPeer

	category model.Category // for kindState
	compare  string         // "", ">", ">=", "<", "<="
	time     model.Time
}

func (t *term) isThread(th *model.Thread) bool {
	return uint32(th.TID) == t.id && (t.inc < 0 || th.Incarnation == t.inc)
}

// pattern is what a name must contain or match.
type pattern struct {
	word string // lower case
	re   *regexp.Regexp
}

func (p *pattern) match(name string) bool {
	if p.re != nil {
		return p.re.MatchString(name)
	}
	return strings.Contains(strings.ToLower(name), p.word)
}

// Empty reports whether the filter matches everything.
func (f Filter) Empty() bool { return len(f.terms) == 0 }

// Timed reports whether what the filter matches depends on the window.
func (f Filter) Timed() bool {
	for i := range f.terms {
		if k := f.terms[i].kind; k == kindState || k == kindPeer {
			return true
		}
	}
	return false
}

// String is the filter's text, as it was parsed.
func (f Filter) String() string { return f.text }

// Place is what a filter is applied to.
type Place struct {
	Trace *model.Trace
	// Window is the time that state: and peer: terms are about.
	Window model.Range
	// Names are names of threads by which they are found in addition to those in
	// the trace.
	Names map[model.ThreadIx]string
}

// In is the Place of a whole trace.
func In(t *model.Trace) Place { return Place{Trace: t, Window: t.Held()} }
