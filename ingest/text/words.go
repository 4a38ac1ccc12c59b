package text

import (
	"strconv"
	"strings"
)

// word is one word of a line: positional, or the setting of a key.
type word struct {
	key    string // of key=text; "" for a positional word
	text   string
	quoted bool
	taken  bool // by the statement that reads it
}

// mistake is what is wrong with a line; want is empty when nothing is.
type mistake struct{ want, got string }

const blanks = " \t\r"

// split appends the words of a line to words.
func split(words []word, line string) ([]word, mistake) {
	for {
		line = strings.TrimLeft(line, blanks)
		if line == "" || line[0] == '#' {
			return words, mistake{}
		}
		w, rest, bad := cut(line)
		if bad.want != "" {
			return words, bad
		}
		words, line = append(words, w), rest
	}
}

// cut takes the first word off a line that begins with one.
func cut(line string) (w word, rest string, bad mistake) {
	end := strings.IndexAny(line, blanks+`"#`)
	if end < 0 {
		end = len(line)
	}
	w.key, w.text = cutKey(line[:end])
	if end == len(line) || line[end] != '"' {
		return w, line[end:], mistake{}
	}
	if w.text != "" {
		return w, "", mistake{"a space before the quote", shown(line)}
	}
	quoted, err := strconv.QuotedPrefix(line[end:])
	if err != nil {
		return w, "", mistake{"a string with a closing quote and escapes as in Go (such as \\n)", shown(line[end:])}
	}
	rest = line[end+len(quoted):]
	if rest != "" && !strings.ContainsRune(blanks+"#", rune(rest[0])) {
		return w, "", mistake{"a space after the quote", shown(rest)}
	}
	w.text, err = strconv.Unquote(quoted)
	if err != nil {
		return w, "", mistake{"a string in double quotes, with escapes as in Go (such as \\n)", shown(quoted)}
	}
	w.quoted = true
	return w, rest, mistake{}
}

// cutKey splits "key=text"; anything that is not a key of lower-case letters and digits is part of
// the text.
func cutKey(s string) (key, text string) {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '=' && i > 0:
			return s[:i], s[i+1:]
		default:
			return "", s
		}
	}
	return "", s
}

// shown is s as in error messages: quoted, and of limited length.
func shown(s string) string {
	const most = 40
	if len(s) <= most {
		return strconv.Quote(s)
	}
	return strconv.Quote(strings.ToValidUTF8(s[:most], "")) + "..."
}

// appendWord appends s so that split reads it back, quoted where necessary.
func appendWord(dst []byte, s string) []byte {
	if plain(s) {
		return append(dst, s...)
	}
	return strconv.AppendQuote(dst, s)
}

func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c > '~' || c == '"' || c == '#' || c == '=' || c == '\\' {
			return false
		}
	}
	return s != "" && s != "-"
}
