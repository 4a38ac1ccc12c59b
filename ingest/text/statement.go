package text

import (
	"slices"

	"threadlens/model"
)

const lineEnd = "end of line"

// statement consumes the words of one line. The first error sticks; after it everything reads as
// zero.
type statement struct {
	p     *parser
	words []word
	bad   mistake
}

func (s *statement) fail(want, got string) {
	if s.bad.want == "" {
		s.bad = mistake{want, got}
	}
}

// word takes the next positional word.
func (s *statement) word(want string) string {
	for i := range s.words {
		if w := &s.words[i]; !w.taken && w.key == "" {
			w.taken = true
			return w.text
		}
	}
	s.fail(want, lineEnd)
	return ""
}

// setting takes the value of a key.
func (s *statement) setting(key string) (text string, ok bool) {
	for i := range s.words {
		if w := &s.words[i]; !w.taken && w.key == key {
			w.taken = true
			return w.text, true
		}
	}
	return "", false
}

// text reads a setting that goes into Info unchanged.
func (s *statement) text(key string) string {
	text, _ := s.setting(key)
	s.p.cost += int64(len(text))
	return text
}

// more reports whether a positional word is left.
func (s *statement) more() bool {
	for i := range s.words {
		if !s.words[i].taken && s.words[i].key == "" {
			return true
		}
	}
	return false
}

// done reports words that were not consumed.
func (s *statement) done() {
	for i := range s.words {
		w := &s.words[i]
		switch {
		case w.taken:
		case w.key != "":
			want := "a known key"
			if slices.ContainsFunc(s.words[:i], func(before word) bool { return before.key == w.key }) {
				want = "each key only once"
			}
			s.fail(want, shown(w.key+"="+w.text))
		default:
			s.fail(lineEnd, shown(w.text))
		}
	}
}

// skipSettings consumes all remaining settings except those of the given keys.
func (s *statement) skipSettings(but ...string) {
	for i := range s.words {
		if key := s.words[i].key; key != "" && !slices.Contains(but, key) {
			s.words[i].taken = true
		}
	}
}

// take reads the next positional word with parse.
func take[T any](s *statement, want string, parse func(string) (T, bool)) (v T) {
	text := s.word(want)
	if s.bad.want != "" {
		return v
	}
	v, ok := parse(text)
	if !ok {
		s.fail(want, shown(text))
	}
	return v
}

// option reads the setting of key with parse; it is none if the setting is missing.
func option[T any](s *statement, key string, none T, want string, parse func(string) (T, bool)) T {
	text, ok := s.setting(key)
	if !ok {
		return none
	}
	v, ok := parse(text)
	if !ok {
		s.fail(want+" after "+key+"=", shown(text))
	}
	return v
}

func (s *statement) time() model.Time       { return take(s, wantTime, s.p.time) }
func (s *statement) tid() model.TID         { return take(s, wantTID, parseTID) }
func (s *statement) cpu(w string) model.CPU { return take(s, w, s.p.cpu) }

func (s *statement) name(want string) model.StringID {
	return s.p.name(s.word(want))
}

func (s *statement) nameOption(key string) model.StringID {
	text, _ := s.setting(key)
	return s.p.name(text)
}

func (s *statement) tidOption(key string, none model.TID) model.TID {
	return option(s, key, none, wantTID, parseTID)
}

func (s *statement) pidOption(none uint32) uint32 {
	return option(s, "pid", none, "a process id", parsePID)
}

func (s *statement) intOption(key string) int64 {
	return option(s, key, 0, "a number", parseInt)
}

func (s *statement) addressOption(key string) uint64 {
	return option(s, key, 0, "a 64-bit number", func(v string) (uint64, bool) { return parseUint(v, 64) })
}

func (s *statement) stackOption(key string) model.StackID {
	return option(s, key, model.NoStack, "the number of a stack defined above", s.p.stack)
}

// flag reads key=1 (or 0) as a bit.
func (s *statement) flag(key string, bit model.EventFlags) model.EventFlags {
	on := option(s, key, false, "0 or 1", func(v string) (bool, bool) {
		return v == "1", v == "0" || v == "1"
	})
	if on {
		return bit
	}
	return 0
}
