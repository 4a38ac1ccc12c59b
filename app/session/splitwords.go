package session

import (
	"errors"
	"strings"
)

// SplitWords takes a line apart into words as a shell does, as far as quotes go:
// spaces part words, '…' keeps everything, "…" everything but \" and \\, and a
// backslash elsewhere keeps the next character. Variables, patterns and pipes are
// nothing special.
func SplitWords(line string) (words []string, err error) {
	var s wordSplitter
	for _, r := range line {
		s.take(r)
	}
	if s.quote != 0 {
		return nil, errors.New("a quotation mark is not closed")
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
