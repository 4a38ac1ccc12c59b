package payload

// TraceLogging is the schema in an event itself, in the extended item of type ExtSchema. Decode
// takes the item's data, not the event's payload.
type TraceLogging struct {
	Name   string // of the event; UTF-8
	Fields Fields
}

// Bits of the byte that contains a field's type.
const (
	tlTypeMask = 0x1F
	tlArray    = 0x60
	tlFixed    = 0x20 // array: its length is in the schema
	tlVariable = 0x40 // array: its length is in the payload
	tlChain    = 0x80 // another byte follows
)

// Decode implements Decoder. It also returns false for structures nested too deeply and for schemas
// with too many fields.
func (e *TraceLogging) Decode(b []byte, l Layout) bool {
	*e = TraceLogging{}
	c := l.cursor(b)
	size := int(c.U16())
	if size < 2 || size > len(b) {
		return false
	}
	p := tlParser{cursor: l.cursor(b[2:size]), left: maxFields}
	p.skipTags()
	e.Name = string(p.CString())
	var ok bool
	e.Fields, ok = p.fields(-1, "", 0)
	return ok && p.ok()
}

// tlParser reads a schema.
type tlParser struct {
	cursor
	left int // fields that may still follow
}

// skipTags consumes tag bytes: up to one without the highest bit.
func (p *tlParser) skipTags() {
	for p.U8()&tlChain != 0 {
	}
}

// fields reads n fields, or all if n is negative.
func (p *tlParser) fields(n int, prefix string, depth int) (fs Fields, ok bool) {
	for ; n != 0 && (n > 0 || p.Left() > 0); n-- {
		f, ok := p.field(prefix, depth)
		if !ok {
			return nil, false
		}
		fs = append(fs, f)
	}
	return fs, true
}

// field reads one field: a name, the type, how to display it, tags, and for arrays and foreign
// types a number.
func (p *tlParser) field(prefix string, depth int) (f Field, ok bool) {
	if p.left--; p.left < 0 {
		return Field{}, false
	}
	f.Name = prefix + string(p.CString())
	in := p.U8()
	var out uint8
	if in&tlChain != 0 {
		out = p.U8()
		if out&tlChain != 0 {
			p.skipTags()
		}
		out &^= tlChain
	}
	f.Type = InType(in & tlTypeMask)
	f.Show = tlShow(out)
	switch in & tlArray {
	case tlFixed:
		f.count = extent{extentFixed, p.U16()}
	case tlVariable:
		f.count = extent{kind: extentPrefix}
	case tlFixed | tlVariable: // the program's own serializer
		p.Skip(int(p.U16()))
		f.Type = TypeBinary
	}
	switch f.Type {
	case TypeBinary, TypeCountedUTF16, TypeCountedANSI, TypeCountedBinary:
		f.length = extent{kind: extentPrefix}
	case TypeStruct:
		if depth == maxDepth {
			return Field{}, false
		}
		if f.Members, ok = p.fields(int(out), memberPrefix(f.Name), depth+1); !ok {
			return Field{}, false
		}
	}
	return f, p.ok()
}

// tlShow translates TraceLogging's ways to display a number (TlgOut_t).
func tlShow(out uint8) Show {
	switch out {
	case 2:
		return ShowText
	case 3:
		return ShowBool
	case 4, 14, 15, 37: // hex, NTSTATUS, HRESULT, address of code
		return ShowHex
	}
	return ShowPlain
}

// ProviderTraits name the provider of a TraceLogging or EventSource event, in the extended item of
// type ExtTraits. Decode takes the item's data.
type ProviderTraits struct {
	Name  ANSI // UTF-8
	Group GUID // of providers; zero without one
}

// traitGroup is the type of the trait that names a provider's group.
const traitGroup = 1

// Decode implements Decoder.
func (e *ProviderTraits) Decode(b []byte, _ Layout) bool {
	*e = ProviderTraits{}
	if len(b) < 2 {
		return false
	}
	if size := int(le.Uint16(b)); size >= 2 && size < len(b) {
		b = b[:size]
	}
	var rest []byte
	e.Name, rest = cutANSI(b[2:])
	for len(rest) >= 3 {
		size := int(le.Uint16(rest))
		if size < 3 || size > len(rest) {
			break
		}
		if rest[2] == traitGroup && size >= 3+len(e.Group) {
			copy(e.Group[:], rest[3:])
		}
		rest = rest[size:]
	}
	return true
}
