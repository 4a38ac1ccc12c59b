package payload

import (
	"encoding/hex"
	"math"
	"strconv"
	"time"
)

// Value is one value of a field, still in the bytes of its payload.
type Value struct {
	Field *Field
	Type  InType // Field.Type, but a text type for an array of characters
	Index int    // in the array, 0 outside
	Data  []byte // without length and terminator
}

// Uint is the value as a number; false if it is not one. Negative numbers wrap.
func (v Value) Uint() (n uint64, ok bool) {
	switch v.Type {
	case TypeInt8, TypeInt16, TypeInt32, TypeInt64:
		i, ok := v.Int()
		return uint64(i), ok
	case TypeUint8, TypeUint16, TypeUint32, TypeUint64, TypeBool, TypePointer, TypeFileTime, TypeHex32, TypeHex64:
		return number(v.Data)
	}
	return 0, false
}

// Int is the value as a signed number; false if it is not one. Numbers beyond the range wrap.
func (v Value) Int() (n int64, ok bool) {
	if v.Type < TypeInt8 || v.Type > TypeInt64 || v.Type%2 == 0 {
		u, ok := v.Uint()
		return int64(u), ok
	}
	u, ok := number(v.Data)
	shift := 64 - 8*len(v.Data)
	return int64(u<<shift) >> shift, ok
}

// number reads 1, 2, 4 or 8 bytes.
func number(b []byte) (n uint64, ok bool) {
	switch len(b) {
	case 1:
		return uint64(b[0]), true
	case 2:
		return uint64(le.Uint16(b)), true
	case 4:
		return uint64(le.Uint32(b)), true
	case 8:
		return le.Uint64(b), true
	}
	return 0, false
}

// String is the value as a person would write it.
func (v Value) String() string { return string(v.Append(nil)) }

// maxBinary bounds the bytes of a binary value that are shown.
const maxBinary = 32

// Append appends String to dst.
func (v Value) Append(dst []byte) []byte {
	switch v.Type {
	case TypeUTF16, TypeCountedUTF16:
		return UTF16(v.Data).Append(dst)
	case TypeANSI, TypeCountedANSI:
		return ANSI(v.Data).Append(dst)
	case TypeFloat32:
		f := math.Float32frombits(le.Uint32(v.Data))
		return strconv.AppendFloat(dst, float64(f), 'g', -1, 32)
	case TypeFloat64:
		return strconv.AppendFloat(dst, math.Float64frombits(le.Uint64(v.Data)), 'g', -1, 64)
	case TypeGUID:
		return GUID(v.Data).Append(dst)
	case TypeFileTime:
		return fileTime(int64(le.Uint64(v.Data))).AppendFormat(dst, time.RFC3339Nano)
	case TypeSystemTime:
		return systemTime(v.Data).AppendFormat(dst, time.RFC3339Nano)
	case TypeSID:
		return appendSID(dst, v.Data)
	case TypeBinary, TypeCountedBinary:
		if len(v.Data) > maxBinary {
			return append(hex.AppendEncode(dst, v.Data[:maxBinary]), "…"...)
		}
		return hex.AppendEncode(dst, v.Data)
	}
	return v.appendNumber(dst)
}

// appendNumber appends a number in its field's notation.
func (v Value) appendNumber(dst []byte) []byte {
	raw, _ := number(v.Data)
	switch {
	case v.Type == TypeBool || v.Field.Show == ShowBool:
		return strconv.AppendBool(dst, raw != 0)
	case v.Field.Show == ShowText && len(v.Data) == 2:
		return UTF16(v.Data).Append(dst)
	case v.Field.Show == ShowText && len(v.Data) == 1:
		return ANSI(v.Data).Append(dst)
	case v.Field.Show == ShowHex || v.Type == TypeHex32 || v.Type == TypeHex64 || v.Type == TypePointer:
		return strconv.AppendUint(append(dst, "0x"...), raw, 16)
	case v.Type%2 == 1:
		n, _ := v.Int()
		return strconv.AppendInt(dst, n, 10)
	}
	return strconv.AppendUint(dst, raw, 10)
}

// maxShown is the length, in bytes, beyond which Append adds nothing: names that repeat in an array
// of structures could blow up a small payload.
const maxShown = 1 << 16

// Append appends the values of the payload b to dst as a person would write them: name=value, with
// commas between elements of arrays. It returns false like Each.
func (fs Fields) Append(dst, b []byte, l Layout) ([]byte, bool) {
	first := len(dst)
	ok := fs.Each(b, l, func(v Value) bool {
		switch {
		case v.Index > 0:
			dst = append(dst, ',')
		case len(dst) > first:
			dst = append(dst, ' ')
			fallthrough
		default:
			dst = append(dst, v.Field.Name...)
			dst = append(dst, '=')
		}
		dst = v.Append(dst)
		return len(dst)-first < maxShown
	})
	return dst, ok
}

// fileTimeEpoch is 1970 in units of 100 ns since 1601.
const fileTimeEpoch = 116444736000000000

// fileTime converts units of 100 ns since 1601 to a time.
func fileTime(t int64) time.Time {
	t -= fileTimeEpoch
	return time.Unix(t/1e7, t%1e7*100).UTC()
}

// systemTime reads a SYSTEMTIME: year, month, day of the week, day, hour,
// minute, second, millisecond.
func systemTime(b []byte) time.Time {
	at := func(i int) int { return int(le.Uint16(b[2*i:])) }
	return time.Date(at(0), time.Month(at(1)), at(3), at(4), at(5), at(6), at(7)*1e6, time.UTC)
}

// appendSID appends a security id in its usual form, S-1-5-18.
func appendSID(dst, b []byte) []byte {
	dst = strconv.AppendUint(append(dst, "S-"...), uint64(b[0]), 10)
	var authority uint64
	for _, x := range b[2:8] {
		authority = authority<<8 | uint64(x)
	}
	dst = strconv.AppendUint(append(dst, '-'), authority, 10)
	for b = b[8:]; len(b) >= 4; b = b[4:] {
		dst = strconv.AppendUint(append(dst, '-'), uint64(le.Uint32(b)), 10)
	}
	return dst
}
