package payload

// InType is how a field of a self-describing event is stored. The numbers are those of TraceLogging
// and of Microsoft's TDH_IN_TYPE, which agree for all types that both have.
type InType uint8

// The types.
const (
	TypeNone InType = iota // unknown: ends the reading of a payload
	TypeUTF16
	TypeANSI
	TypeInt8
	TypeUint8
	TypeInt16
	TypeUint16
	TypeInt32
	TypeUint32
	TypeInt64
	TypeUint64
	TypeFloat32
	TypeFloat64
	TypeBool // 4 bytes
	TypeBinary
	TypeGUID
	TypePointer
	TypeFileTime   // units of 100 ns since 1601
	TypeSystemTime // eight numbers of 2 bytes: a calendar date
	TypeSID
	TypeHex32
	TypeHex64
	TypeCountedUTF16
	TypeCountedANSI
	TypeStruct
	TypeCountedBinary
	typeCount
)

// typeSizes are the sizes in bytes of the types with a fixed size.
var typeSizes = [typeCount]uint8{
	TypeInt8: 1, TypeUint8: 1, TypeInt16: 2, TypeUint16: 2, TypeInt32: 4, TypeUint32: 4,
	TypeInt64: 8, TypeUint64: 8, TypeFloat32: 4, TypeFloat64: 8, TypeBool: 4, TypeGUID: 16,
	TypeFileTime: 8, TypeSystemTime: 16, TypeHex32: 4, TypeHex64: 8,
}

// Show is how to display a number.
type Show uint8

// The ways to display a number.
const (
	ShowPlain Show = iota
	ShowText       // as a character
	ShowBool
	ShowHex
)

// extent is how many values a field has, or units a value.
type extent struct {
	kind extentKind
	n    uint16
}

type extentKind uint8

const (
	extentOwn    extentKind = iota // one value, as long as its type
	extentFixed                    // n
	extentPrefix                   // n is in the payload, in 2 bytes before
	extentField                    // the value of an earlier field, the one with slot n
)

// Field describes one field of a self-describing event.
type Field struct {
	Name    string // members of a structure have its name and a dot in front
	Type    InType
	Show    Show
	Members Fields // of a structure

	count  extent
	length extent
	slot   uint16 // where other fields find the value of this one; 0: none needs it
}

// Fields are the fields of an event, in the order of its payload. They are the
// common end of the three kinds of schema: TraceLogging, Manifest and EventInfo.
type Fields []Field

// Limits on a schema: far above what occurs, and low enough that a hostile one costs neither time
// nor memory.
const (
	maxFields    = 1024    // of an event, members included
	maxDepth     = 8       // of structures in structures
	maxName      = 256     // bytes, of the prefix of a member
	maxFieldName = 512     // bytes, of a name to which several fields may point
	maxSlots     = 32      // fields that others refer to
	maxValues    = 1 << 17 // of a payload; arrays of single bytes fit
)

// memberPrefix is the prefix of the names of a structure's members.
func memberPrefix(name string) string {
	if len(name) == 0 || len(name) >= maxName {
		return ""
	}
	return name + "."
}

// walk reads one payload by its fields.
type walk struct {
	b     []byte
	wide  bool
	left  int // fields, values and structures that may still follow
	slots [maxSlots]uint64
	visit func(Value) bool
}

// Each reads the payload b and calls visit for every value in it, until visit returns false: for
// arrays once per element, for structures once per member. It returns false when the payload ended
// early or holds something unreadable; the values visited before are valid.
func (fs Fields) Each(b []byte, l Layout, visit func(Value) bool) bool {
	w := walk{b: b, wide: l.Wide, left: maxValues, visit: visit}
	return w.fields(fs) != walkBroken
}

// walkState is how the reading continues.
type walkState uint8

const (
	walkOn walkState = iota
	walkDone
	walkBroken
)

func (w *walk) fields(fs Fields) walkState {
	for i := range fs {
		if s := w.field(&fs[i]); s != walkOn {
			return s
		}
	}
	return walkOn
}

// field reads all values of f.
func (w *walk) field(f *Field) walkState {
	n, ok := w.extent(f.count, 1)
	if w.left--; !ok || w.left < 0 {
		return walkBroken
	}
	if text := f.textType(); text != TypeNone {
		data, ok := w.take(n * uint64(typeSizes[f.Type]))
		return w.tell(Value{Field: f, Type: text, Data: data}, ok)
	}
	for i := range n {
		if w.left--; w.left < 0 {
			return walkBroken
		}
		s := walkOn
		if f.Type == TypeStruct {
			s = w.fields(f.Members)
		} else {
			data, ok := w.value(f)
			s = w.tell(Value{Field: f, Type: f.Type, Index: int(i), Data: data}, ok)
		}
		if s != walkOn {
			return s
		}
	}
	return walkOn
}

// tell passes a value to visit.
func (w *walk) tell(v Value, ok bool) walkState {
	if !ok {
		return walkBroken
	}
	if v.Field.slot > 0 {
		w.slots[v.Field.slot], _ = v.Uint()
	}
	if !w.visit(v) {
		return walkDone
	}
	return walkOn
}

// textType is the type of the text that an array of characters represents, or TypeNone if f is not
// such an array.
func (f *Field) textType() InType {
	if f.Show != ShowText || f.count.kind == extentOwn {
		return TypeNone
	}
	switch f.Type {
	case TypeUint16, TypeInt16:
		return TypeCountedUTF16
	case TypeUint8, TypeInt8:
		return TypeCountedANSI
	}
	return TypeNone
}

// moreThanAny is more than any payload can hold.
const moreThanAny = 1 << 32

// extent computes the number that e stands for.
func (w *walk) extent(e extent, own uint64) (n uint64, ok bool) {
	switch e.kind {
	case extentFixed:
		return uint64(e.n), true
	case extentField:
		return min(w.slots[e.n], moreThanAny), true
	case extentPrefix:
		b, ok := w.take(2)
		if !ok {
			return 0, false
		}
		return uint64(le.Uint16(b)), true
	}
	return own, true
}

// take consumes n bytes.
func (w *walk) take(n uint64) (b []byte, ok bool) {
	if n > uint64(len(w.b)) {
		return nil, false
	}
	b, w.b = w.b[:n:n], w.b[n:]
	return b, true
}

// value consumes one value of f and returns its bytes, without length and
// terminator.
func (w *walk) value(f *Field) (b []byte, ok bool) {
	if f.Type < typeCount && typeSizes[f.Type] > 0 {
		return w.take(uint64(typeSizes[f.Type]))
	}
	switch f.Type {
	case TypePointer:
		return w.take(uint64(Layout{Wide: w.wide}.pointerSize()))
	case TypeSID:
		return w.sid()
	case TypeUTF16, TypeANSI:
		if f.length.kind == extentOwn {
			return w.text(f.Type), true
		}
	case TypeBinary, TypeCountedUTF16, TypeCountedANSI, TypeCountedBinary:
		if f.length.kind == extentOwn {
			return nil, false
		}
	default:
		return nil, false
	}
	n, ok := w.extent(f.length, 0)
	if f.Type == TypeUTF16 {
		n *= 2 // it counts units
	}
	if b, ok2 := w.take(n); ok && ok2 {
		return f.trim(b), true
	}
	return nil, false
}

// text consumes a text with a terminator.
func (w *walk) text(t InType) (b []byte) {
	if t == TypeUTF16 {
		b, w.b = cutUTF16(w.b)
	} else {
		b, w.b = cutANSI(w.b)
	}
	return b
}

// trim is the text in b, which may end before b does; anything else is unchanged.
func (f *Field) trim(b []byte) []byte {
	switch f.Type {
	case TypeUTF16:
		b, _ = cutUTF16(b)
	case TypeANSI:
		b, _ = cutANSI(b)
	}
	return b
}

// sid consumes a security id, which contains its own length.
func (w *walk) sid() (b []byte, ok bool) {
	if len(w.b) < sidHeader {
		return nil, false
	}
	return w.take(uint64(sidSize(w.b)))
}
