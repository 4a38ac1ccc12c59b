package capture

import (
	"errors"
	"runtime"
	"strings"
)

// SplitWords takes a line apart into words as a shell does, as far as quotes go:
// spaces part words, '…' keeps everything, "…" everything but \" and \\, and a
// backslash elsewhere keeps the next character. Variables, patterns and pipes are
// nothing special. In Windows a backslash is part of a path: see windowsWords.
func SplitWords(line string) (words []string, err error) {
	if runtime.GOOS == "windows" {
		return windowsWords(line)
	}
	return shellWords(line)
}

var errOpenQuote = errors.New("a quotation mark is not closed")

func shellWords(line string) (words []string, err error) {
	var s wordSplitter
	for _, r := range line {
		s.take(r)
	}
	if s.quote != 0 {
		return nil, errOpenQuote
	}
	if s.escaped {
		return nil, errors.New("nothing follows the last backslash")
	}
	s.end()
	return s.words, nil
}

// wordSplitter is SplitWords after some characters.
type wordSplitter struct {
	words   []string
	word    strings.Builder
	inWord  bool
	quote   rune // of the quotation that is open, 0 for none
	escaped bool // a backslash came last
}

func (s *wordSplitter) take(r rune) {
	switch {
	case s.escaped:
		s.escaped = false
		if s.quote == '"' && r != '"' && r != '\\' {
			s.word.WriteByte('\\')
		}
		s.word.WriteRune(r)
	case r == '\\' && s.quote != '\'':
		s.escaped, s.inWord = true, true
	case s.quote != 0:
		if r == s.quote {
			s.quote = 0
			return
		}
		s.word.WriteRune(r)
	case r == '\'' || r == '"':
		s.quote, s.inWord = r, true
	case r == ' ' || r == '\t' || r == '\n':
		s.end()
	default:
		s.inWord = true
		s.word.WriteRune(r)
	}
}

// end ends the word, if there is one.
func (s *wordSplitter) end() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

// windowsWords takes a line apart as programs of Windows do with theirs: spaces part
// words, "…" keeps everything, and a quotation mark behind an odd number of backslashes
// is one of the word; only before a quotation mark do two backslashes stand for one
// (Microsoft, Parsing C command-line arguments).
func windowsWords(line string) (words []string, err error) {
	var s wordSplitter
	slashes := 0
	for _, r := range line {
		if r == '\\' {
			slashes++
			s.inWord = true
			continue
		}
		kept := slashes
		if r == '"' {
			kept /= 2
		}
		s.word.WriteString(strings.Repeat(`\`, kept))
		switch {
		case r == '"' && slashes%2 == 0:
			s.quote, s.inWord = '"'-s.quote, true
		case s.quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			s.end()
		default:
			s.inWord = true
			s.word.WriteRune(r)
		}
		slashes = 0
	}
	if s.quote != 0 {
		return nil, errOpenQuote
	}
	s.word.WriteString(strings.Repeat(`\`, slashes))
	s.end()
	return s.words, nil
}

// CommandExample shows how a command with its arguments is typed here.
func CommandExample() string {
	if runtime.GOOS == "windows" {
		return `program argument "another argument"`
	}
	return "program argument 'another argument'"
}

// ShellExample is how a shell is asked for what a command alone cannot do.
func ShellExample() string {
	if runtime.GOOS == "windows" {
		return "cmd /c …"
	}
	return "sh -c '…'"
}
