package schedtext

import "bytes"

func isDigit(c byte) bool { return c-'0' < 10 }

// Digits reads a decimal number of at most 18 digits, which fits 63 bits, and returns what follows.
func Digits(b []byte) (n uint64, rest []byte, ok bool) {
	const most = 18
	i := 0
	for i < len(b) && isDigit(b[i]) {
		n = n*10 + uint64(b[i]-'0')
		i++
	}
	return n, b[i:], i > 0 && i <= most
}

// HexDigit is the value of a hexadecimal digit.
func HexDigit(c byte) (d byte, ok bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// maxDigits is the length of the greatest numbers of 64 bits.
const maxDigits = 20

// integer reads a decimal number, or a hexadecimal one with 0x, and returns what follows. Behind a
// hexadecimal one may stand the decimal one in parentheses.
func integer(b []byte) (n int64, rest []byte, ok bool) {
	if len(b) > 2 && b[0] == '0' && b[1] == 'x' {
		if n, rest, ok = hexadecimal(b); ok {
			rest = withoutDecimal(rest)
		}
		return n, rest, ok
	}
	negative := len(b) > 0 && b[0] == '-'
	if negative {
		b = b[1:]
	}
	i := 0
	for i < len(b) && isDigit(b[i]) {
		n = n*10 + int64(b[i]-'0')
		i++
	}
	if negative {
		n = -n
	}
	return n, b[i:], i > 0 && i <= maxDigits
}

// withoutDecimal removes " (120)" from the beginning.
func withoutDecimal(b []byte) []byte {
	s := bytes.TrimPrefix(b, []byte(" "))
	if len(s) == 0 || s[0] != '(' {
		return b
	}
	if _, rest, ok := integer(s[1:]); ok && len(rest) > 0 && rest[0] == ')' {
		return rest[1:]
	}
	return b
}

// hexadecimal reads a hexadecimal number with or without 0x.
func hexadecimal(b []byte) (n int64, rest []byte, ok bool) {
	if len(b) > 2 && b[0] == '0' && b[1] == 'x' {
		b = b[2:]
	}
	i := 0
	for ; i < len(b); i++ {
		d, ok := HexDigit(b[i])
		if !ok {
			break
		}
		n = n<<4 | int64(d)
	}
	return n, b[i:], i > 0 && i <= maxDigits
}

// array begins what libtraceevent prints for a text with bytes that it does not print.
const array = "ARRAY["

// named is a text, decoded where it is an ARRAY of the kernel's 16 bytes: ARRAY[63, 6f, 00, …].
func named(b []byte) []byte {
	if len(b) <= maxComm || string(b[:len(array)]) != array || b[len(b)-1] != ']' {
		return b
	}
	text := make([]byte, 0, maxComm+1)
	for rest := b[len(array) : len(b)-1]; ; rest = bytes.TrimPrefix(rest, []byte(", ")) {
		n, left, ok := hexadecimal(rest)
		if !ok || n > 0xff || len(left) > 0 && left[0] != ',' {
			return b
		}
		if n == 0 {
			return text
		}
		text = append(text, byte(n))
		if len(left) == 0 {
			return text
		}
		rest = left
	}
}
