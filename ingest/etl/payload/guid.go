package payload

import "encoding/hex"

// GUID identifies a provider, a class of events or an activity, in the byte order of the file.
type GUID [16]byte

// guidDashes are the places of the dashes in the text form.
var guidDashes = [...]int{8, 13, 18, 23}

// guidOrder is, for each pair of digits of the text form, the byte that it stands for: the first
// three numbers are little-endian.
var guidOrder = [16]int{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}

// newGUID builds a GUID from the five numbers of its text form.
func newGUID(a uint32, b, c, d uint16, e uint64) (g GUID) {
	le.PutUint32(g[0:], a)
	le.PutUint16(g[4:], b)
	le.PutUint16(g[6:], c)
	g[8], g[9] = byte(d>>8), byte(d)
	for i := range 6 {
		g[10+i] = byte(e >> (40 - 8*i))
	}
	return g
}

// ParseGUID reads the text form of a GUID, with or without braces, in either case; false for any
// other text.
func ParseGUID(text string) (g GUID, ok bool) {
	if len(text) == 38 && text[0] == '{' && text[37] == '}' {
		text = text[1:37]
	}
	if len(text) != 36 {
		return GUID{}, false
	}
	digits := make([]byte, 0, 32)
	for i := range len(text) {
		if isDash(i) != (text[i] == '-') {
			return GUID{}, false
		}
		if text[i] != '-' {
			digits = append(digits, text[i])
		}
	}
	var pairs [16]byte
	if _, err := hex.Decode(pairs[:], digits); err != nil {
		return GUID{}, false
	}
	for i, at := range guidOrder {
		g[at] = pairs[i]
	}
	return g, true
}

// String is the text form, in lower case and without braces.
func (g GUID) String() string { return string(g.Append(nil)) }

// Append appends the text form to dst.
func (g GUID) Append(dst []byte) []byte {
	const digits = "0123456789abcdef"
	for i, at := range guidOrder {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			dst = append(dst, '-')
		}
		dst = append(dst, digits[g[at]>>4], digits[g[at]&15])
	}
	return dst
}

func isDash(i int) bool {
	for _, d := range guidDashes {
		if i == d {
			return true
		}
	}
	return false
}
