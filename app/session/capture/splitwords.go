package capture

import (
	"errors"
	"runtime"
	"strings"
)

// SplitWords splits a line into words like a shell, as far as quotes go: spaces separate words, '…'
// keeps everything, "…" everything but \" and \\, and a backslash elsewhere keeps the next
// character. Variables, patterns and pipes are not special. On Windows a backslash is part of a
// path: see windowsWords.
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
		return nil, errors.New("no character follows the backslash at the end")
	}
	s.end()
	return s.words, nil
}

// wordSplitter is the state of SplitWords after some characters.
type wordSplitter struct {
	words   []string
	word    strings.Builder
	inWord  bool
	quote   rune // the open quotation mark, 0 for none
	escaped bool // the last character was a backslash
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

// windowsWords splits a line like Windows programs: spaces separate words, "…" keeps everything,
// and a quotation mark after an odd number of backslashes is part of the word; only before a
// quotation mark do two backslashes mean one (Microsoft, Parsing C command-line arguments).
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

// CommandExample is an example of a command with arguments as typed on this system.
func CommandExample() string {
	if runtime.GOOS == "windows" {
		return `program argument "another argument"`
	}
	return "program argument 'another argument'"
}

// ShellExample is how to use a shell for what a command alone cannot do.
func ShellExample() string {
	if runtime.GOOS == "windows" {
		return "cmd /c …"
	}
	return "sh -c '…'"
}
