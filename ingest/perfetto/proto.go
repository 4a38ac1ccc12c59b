package perfetto

import "encoding/binary"

// message goes over the fields of an encoded message.
type message struct {
	rest []byte
	num  fieldNum
	typ  wireType
	val  uint64 // of a number
	data []byte // of a text, a message or packed numbers
	bad  bool   // the message is damaged
}

// over starts at the first field of a message.
func over(b []byte) message { return message{rest: b} }

// next goes to the next field; false at the end of the message, or where it is damaged.
func (m *message) next() bool {
	b := m.rest
	if len(b) < 2 {
		return len(b) > 0 && m.value()
	}
	t, v := b[0], b[1]
	if t >= 0x80 || t < 8 { // not a number of one byte
		return m.value()
	}
	switch m.num, m.typ = fieldNum(t>>3), wireType(t&7); m.typ {
	case varintType:
		n := 1
		if m.val, m.data = uint64(v), nil; v >= 0x80 {
			if m.val, n = takeVarint(b[1:]); n < 0 {
				return m.damaged()
			}
		}
		m.rest = b[1+n:]
		return true
	case bytesType:
		if end := int(v) + 2; v < 0x80 && end <= len(b) {
			m.val, m.data, m.rest = 0, b[2:end], b[end:]
			return true
		}
	}
	return m.value()
}

// value takes any field.
func (m *message) value() bool {
	var n int
	if m.num, m.typ, n = takeTag(m.rest); n < 0 {
		return m.damaged()
	}
	m.rest = m.rest[n:]
	m.val, m.data = 0, nil
	switch m.typ {
	case varintType:
		m.val, n = takeVarint(m.rest)
	case bytesType:
		m.data, n = takeBytes(m.rest)
	case fixed64Type:
		m.val, n = takeFixed(m.rest, 8)
	case fixed32Type:
		m.val, n = takeFixed(m.rest, 4)
	default:
		n = damaged
	}
	if n < 0 {
		return m.damaged()
	}
	m.rest = m.rest[n:]
	return true
}

func (m *message) damaged() bool {
	m.rest, m.bad = nil, true
	return false
}

// bytes reports whether the field is a text, a message or packed numbers.
func (m *message) bytes() bool { return m.typ == bytesType }

// numbers passes the numbers of a repeated field to take, whether it is packed or not; false where it
// is damaged.
func (m *message) numbers(take func(uint64)) bool {
	if !m.bytes() {
		take(m.val)
		return true
	}
	for b := m.data; len(b) > 0; {
		if b[0] < 0x80 {
			take(uint64(b[0]))
			b = b[1:]
			continue
		}
		v, n := takeVarint(b)
		if n < 0 {
			return false
		}
		take(v)
		b = b[n:]
	}
	return true
}

// fixed is numbers for a field whose numbers have 8 bytes when they are packed.
func (m *message) fixed(take func(uint64)) {
	if !m.bytes() {
		take(m.val)
		return
	}
	for b := m.data; len(b) >= 8; b = b[8:] {
		take(binary.LittleEndian.Uint64(b))
	}
}

// maxFlat bounds the numbers of the fields that a flat message has.
const maxFlat = 24

// flat is a small message with its fields by number; of one that comes several times it has the last.
type flat struct {
	num  [maxFlat]uint64
	text [maxFlat][]byte // texts and messages
	met  uint32          // bits of the fields that are there
	bad  bool
}

// flatten takes apart a small message.
func flatten(b []byte) (f flat) {
	m := over(b)
	for m.next() {
		if m.num < maxFlat {
			f.num[m.num], f.text[m.num] = m.val, m.data
			f.met |= 1 << m.num
		}
	}
	f.bad = m.bad
	return f
}

// has reports whether a field is there.
func (f *flat) has(n fieldNum) bool { return f.met&(1<<n) != 0 }

// id is the process or thread id in a field; none for an absent or impossible one.
func (f *flat) id(n fieldNum, none uint32) uint32 {
	if !f.has(n) || f.num[n] >= 1<<32-1 {
		return none
	}
	return uint32(f.num[n])
}
