package payload

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16 is text in a payload: little-endian UTF-16 without its terminator.
type UTF16 []byte

// String converts to UTF-8. Each half of a torn surrogate pair becomes one
// U+FFFD. The result has at most 3 bytes for every 2 of s.
func (s UTF16) String() string {
	var buf [256]byte
	return string(s.Append(buf[:0]))
}

// Append appends s in UTF-8 to dst; see String.
func (s UTF16) Append(dst []byte) []byte {
	for ; len(s) >= 2; s = s[2:] {
		r := rune(le.Uint16(s))
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			continue
		}
		if utf16.IsSurrogate(r) {
			var low rune
			if len(s) >= 4 {
				low = rune(le.Uint16(s[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				s = s[2:]
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// ANSI is text in a payload, without its terminator: one byte a character in a code page that is
// not recorded, or UTF-8.
type ANSI []byte

// String converts to UTF-8: valid UTF-8 is unchanged, anything else is read as Latin-1, which is
// right for the names that occur in practice.
func (s ANSI) String() string { return string(s.Append(nil)) }

// Append appends s in UTF-8 to dst; see String.
func (s ANSI) Append(dst []byte) []byte {
	if utf8.Valid(s) {
		return append(dst, s...)
	}
	for _, c := range s {
		dst = utf8.AppendRune(dst, rune(c))
	}
	return dst
}

// cutUTF16 splits b after its first zero unit. Without one the text takes all of b, except an odd
// last byte.
func cutUTF16(b []byte) (text UTF16, rest []byte) {
	for i := 0; i+1 < len(b); i += 2 {
		if b[i]|b[i+1] == 0 {
			return b[:i:i], b[i+2:]
		}
	}
	n := len(b) &^ 1
	return b[:n:n], nil
}

// cutANSI splits b after its first zero byte. Without one the text takes all of b.
func cutANSI(b []byte) (text ANSI, rest []byte) {
	text, rest, _ = bytes.Cut(b, zero)
	return text, rest
}

var zero = []byte{0}

// utf16Field is the text in an array of fixed size.
func utf16Field(b []byte) UTF16 {
	text, _ := cutUTF16(b)
	return text
}
