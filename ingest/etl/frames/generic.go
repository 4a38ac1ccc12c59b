package frames

import "bytes"

// appendType appends the name of a managed type to dst. The runtime writes an instance of a generic
// type as List`1[System.Int32], and one nested in another as Dictionary`2+Entry[A,B]; people read
// List<System.Int32> and Dictionary+Entry<A,B>. Brackets of arrays, such as in Int32[,], stay.
func appendType(dst, name []byte) []byte {
	if bytes.IndexByte(name, '[') < 0 {
		return append(dst, name...)
	}
	depth := 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '`' && digits(name[i+1:]) > 0:
			i += digits(name[i+1:])
		case c == '[' && isArray(name[i+1:]):
			n := bytes.IndexByte(name[i:], ']') + 1
			dst = append(dst, name[i:i+n]...)
			i += n - 1
		case c == '[':
			depth++
			dst = append(dst, '<')
		case c == ']' && depth > 0:
			depth--
			dst = append(dst, '>')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// digits is how many digits b begins with.
func digits(b []byte) int {
	return len(b) - len(bytes.TrimLeft(b, "0123456789"))
}

// isArray reports whether b, after an opening bracket, continues like the dimensions of an array.
func isArray(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(b, ",*"), []byte("]"))
}
