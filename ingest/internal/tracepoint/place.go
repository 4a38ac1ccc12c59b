package tracepoint

import "threadlens/ingest/internal/wire"

// Kind is how a field's bytes are found.
type Kind uint8

// Kinds of fields. For a DataLoc field the record holds a 32-bit word, with the offset from the
// record's start in the low half and the length in the high half; for a RelLoc field the offset
// counts from the end of that word.
const (
	Fixed Kind = iota
	DataLoc
	RelLoc
)

// Place is where a field is in a record and how to read it. The zero Place reads as 0 and as no
// bytes.
type Place struct {
	Offset, Size int
	Signed       bool
	Kind         Kind
}

// End is the offset of the first byte after the field.
func (p Place) End() int { return p.Offset + p.Size }

// Uint reads an integer of 1, 2, 4 or 8 bytes, sign-extended when the field is signed; 0 when it is
// outside raw or has another size.
func (p Place) Uint(order wire.Order, raw []byte) uint64 {
	if p.Offset < 0 || p.Size < 0 || p.End() > len(raw) {
		return 0
	}
	b := raw[p.Offset:p.End()]
	switch len(b) {
	case 4:
		v := order.U32(b)
		if p.Signed {
			return uint64(int32(v))
		}
		return uint64(v)
	case 8:
		return order.U64(b)
	case 2:
		v := order.U16(b)
		if p.Signed {
			return uint64(int16(v))
		}
		return uint64(v)
	case 1:
		if p.Signed {
			return uint64(int8(b[0]))
		}
		return uint64(b[0])
	}
	return 0
}

// Int is Uint as a signed number.
func (p Place) Int(order wire.Order, raw []byte) int64 { return int64(p.Uint(order, raw)) }

// Word reads element i of an array of integers of the given size.
func (p Place) Word(order wire.Order, raw []byte, i, size int) uint64 {
	e := Place{Offset: p.Offset + i*size, Size: size, Signed: p.Signed}
	if i < 0 || e.End() > p.End() {
		return 0
	}
	return e.Uint(order, raw)
}

// Bytes returns the field's contents: those of an array or those that a DataLoc or RelLoc field
// points at. It is nil when they are outside raw.
func (p Place) Bytes(order wire.Order, raw []byte) []byte {
	if p.Offset < 0 || p.Size < 0 || p.End() > len(raw) {
		return nil
	}
	if p.Kind == Fixed {
		return raw[p.Offset:p.End()]
	}
	if p.Size != 4 {
		return nil
	}
	w := order.U32(raw[p.Offset:])
	from, n := int(w&0xffff), int(w>>16)
	if p.Kind == RelLoc {
		from += p.End()
	}
	if from+n > len(raw) {
		return nil
	}
	return raw[from : from+n]
}

// Text returns the contents up to the first NUL.
func (p Place) Text(order wire.Order, raw []byte) []byte {
	return wire.Text(p.Bytes(order, raw))
}
