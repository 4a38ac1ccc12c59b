package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// kind is how a value is written.
type kind uint8

const (
	none      kind = iota // only the key
	number                // decimal, or hexadecimal with 0x; some print both: 0x78 (120)
	hexa                  // hexadecimal with or without 0x
	word                  // a text without blanks
	bracketed             // a text before ]
	comm                  // the name of a thread: any bytes, usually at most 15
	anything              // any bytes, however many
	either                // a number where it begins with a digit, otherwise a word
)

// item is a part of a pattern: a key with its value.
type item struct {
	key      string // with the blank before it
	kind     kind
	field    int // index in Event.Fields, or unused
	optional bool
}

// unused is the field of a value that the model does not use.
const unused = -1

// Bounds of thread names: the kernel's, and that of other programs' and of ARRAY[…].
const (
	maxComm = 15
	maxLong = 128
)

// match reads b by a pattern; after the last item may come more, behind a blank.
func match(items []item, b []byte, v *linuxsched.Values) bool {
	for i := range items {
		it := &items[i]
		if len(b) < len(it.key) || string(b[:len(it.key)]) != it.key {
			if it.optional {
				continue
			}
			return false
		}
		b = b[len(it.key):]
		if it.kind == comm || it.kind == anything {
			return matchText(it, items[i+1:], b, v)
		}
		var ok bool
		if b, ok = it.value(b, v); !ok {
			return false
		}
	}
	return len(b) == 0 || b[0] == ' '
}

// matchText reads a text whose end only the items after it show. A name is as long as they allow, up
// to the kernel's limit.
func matchText(it *item, rest []item, b []byte, v *linuxsched.Values) bool {
	if len(rest) == 0 {
		it.text(named(bytes.TrimRight(b, " ")), v)
		return true
	}
	longest := len(b)
	if it.kind == comm {
		longest = min(longest, maxComm)
	}
	for n := longest; n >= 0; n-- {
		if ends(it, rest, b, n, v) {
			return true
		}
	}
	for n := longest + 1; n <= min(len(b), maxLong); n++ {
		if ends(it, rest, b, n, v) {
			return true
		}
	}
	return false
}

// ends reports whether a text of n bytes lets the items after it match.
func ends(it *item, rest []item, b []byte, n int, v *linuxsched.Values) bool {
	if n >= len(b) || b[n] != ' ' {
		return false
	}
	if !match(rest, b[n:], v) {
		for i := range rest {
			if f := rest[i].field; f != unused {
				v.Has[f] = false
			}
		}
		return false
	}
	it.text(named(b[:n]), v)
	return true
}

func (it *item) text(b []byte, v *linuxsched.Values) {
	if it.field != unused {
		v.SetText(it.field, b)
	}
}

// value reads the value of an item whose end shows by itself, and returns what follows.
func (it *item) value(b []byte, v *linuxsched.Values) (rest []byte, ok bool) {
	var n int64
	switch it.kind {
	case none:
		return b, true
	case number:
		n, rest, ok = integer(b)
	case hexa:
		n, rest, ok = hexadecimal(b)
	case either:
		if len(b) > 0 && (isDigit(b[0]) || b[0] == '-') {
			n, rest, ok = integer(b)
			break
		}
		return it.upTo(' ', b, v)
	case bracketed:
		return it.upTo(']', b, v)
	default:
		return it.upTo(' ', b, v)
	}
	if it.field != unused {
		v.Set(it.field, n)
	}
	return rest, ok
}

// upTo reads a text that ends before a byte, or at the end, and is not empty.
func (it *item) upTo(end byte, b []byte, v *linuxsched.Values) (rest []byte, ok bool) {
	n := bytes.IndexByte(b, end)
	if n < 0 {
		n = len(b)
	}
	it.text(b[:n], v)
	if rest = b[n:]; end != ' ' && len(rest) > 0 {
		rest = rest[1:]
	}
	return rest, n > 0
}
