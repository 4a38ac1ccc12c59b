package payload

import "strings"

// EventInfo is the schema of one event, as merging a trace adds it to the file: class ClassSchema,
// opcode SchemaEvent (layout of Microsoft's TRACE_EVENT_INFO and EVENT_PROPERTY_INFO).
type EventInfo struct {
	Provider GUID
	Class    GUID // of a classic event
	ID       uint16
	Version  uint8
	Level    uint8
	Opcode   uint8
	Task     uint16
	Keyword  uint64

	ProviderName string
	TaskName     string
	OpcodeName   string // empty for Info
	EventName    string // of events that their provider names
	Fields       Fields
}

// Name is the event's name: its own, or its task's and opcode's.
func (e *EventInfo) Name() string {
	switch {
	case e.EventName != "":
		return e.EventName
	case e.OpcodeName == "":
		return e.TaskName
	}
	return strings.TrimPrefix(e.TaskName+"/"+e.OpcodeName, "/")
}

// Offsets and sizes of a TRACE_EVENT_INFO.
const (
	infoSize     = 112
	infoDecoding = 48
	infoProvider = 52
	infoTask     = 68
	infoOpcode   = 72
	infoEvent    = 92
	infoCount    = 100
	infoTopLevel = 104

	propertySize = 24
)

// decodingClassic is the decoding source of classic events, which have another name instead of the
// event's.
const decodingClassic = 1

// Bits of a property's flags.
const (
	propertyStruct      = 1
	propertyLengthField = 2 // the length is the value of another property
	propertyCountField  = 4 // the count is
	propertyFixedCount  = 0x20
)

// Decode implements Decoder. It also returns false for schemas with too many properties and for
// structures nested too deeply.
func (e *EventInfo) Decode(b []byte, l Layout) bool {
	*e = EventInfo{}
	if len(b) < infoSize {
		return false
	}
	c := l.cursor(b)
	e.Provider, e.Class = c.guid(), c.guid()
	e.ID, e.Version = c.U16(), c.U8()
	c.Skip(1) // channel
	e.Level, e.Opcode = c.U8(), c.U8()
	e.Task, e.Keyword = c.U16(), c.U64()
	e.ProviderName = infoName(b, infoProvider)
	e.TaskName = infoName(b, infoTask)
	if e.OpcodeName = infoName(b, infoOpcode); e.OpcodeName == "win:Info" || e.OpcodeName == "Info" {
		e.OpcodeName = ""
	}
	e.OpcodeName = strings.TrimPrefix(e.OpcodeName, "win:")
	if le.Uint32(b[infoDecoding:]) != decodingClassic {
		e.EventName = infoName(b, infoEvent)
	}
	n, top := le.Uint32(b[infoCount:]), le.Uint32(b[infoTopLevel:])
	if n > maxFields || top > n || int(n)*propertySize > len(b)-infoSize {
		return false
	}
	p := propertyReader{b: b, props: b[infoSize:][:n*propertySize], left: maxFields}
	p.findSlots()
	var ok bool
	e.Fields, ok = p.fields(0, int(top), "", 0)
	return ok
}

// infoName is the text at the offset that is stored at at.
func infoName(b []byte, at int) string {
	off := le.Uint32(b[at:])
	if off == 0 || uint64(off) >= uint64(len(b)) {
		return ""
	}
	b = b[off:]
	text, _ := cutUTF16(b[:min(len(b), maxFieldName)])
	return strings.TrimRight(text.String(), " ")
}

// propertyReader translates the properties of an event.
type propertyReader struct {
	b     []byte // everything, for names
	props []byte
	left  int // fields that may still follow
	slots map[uint16]uint16
}

// findSlots assigns a slot to each property that another one refers to, while there are any.
func (p *propertyReader) findSlots() {
	p.slots = map[uint16]uint16{}
	refer := func(index uint16) {
		if p.slots[index] == 0 && len(p.slots)+1 < maxSlots {
			p.slots[index] = uint16(len(p.slots) + 1)
		}
	}
	for rest := p.props; len(rest) > 0; rest = rest[propertySize:] {
		flags := le.Uint32(rest)
		if flags&propertyCountField != 0 {
			refer(le.Uint16(rest[16:]))
		}
		if flags&propertyLengthField != 0 {
			refer(le.Uint16(rest[18:]))
		}
	}
}

// fields translates the n properties from number first on.
func (p *propertyReader) fields(first, n int, prefix string, depth int) (fs Fields, ok bool) {
	if first+n > len(p.props)/propertySize || depth > maxDepth {
		return nil, false
	}
	for i := range n {
		if p.left--; p.left < 0 {
			return nil, false
		}
		f, ok := p.field(first+i, prefix, depth)
		if !ok {
			return nil, false
		}
		fs = append(fs, f)
	}
	return fs, true
}

// field translates property i.
func (p *propertyReader) field(i int, prefix string, depth int) (f Field, ok bool) {
	at := infoSize + i*propertySize
	b := p.b[at:]
	flags := le.Uint32(b)
	f.Name = prefix + infoName(p.b, at+4)
	f.slot = p.slots[uint16(i)]
	if f.count, ok = p.count(b, flags); !ok {
		return Field{Name: f.Name}, true
	}
	if flags&propertyStruct != 0 {
		f.Type = TypeStruct
		start, n := int(le.Uint16(b[8:])), int(le.Uint16(b[10:]))
		f.Members, ok = p.fields(start, n, memberPrefix(f.Name), depth+1)
		return f, ok
	}
	f.Type = infoType(le.Uint16(b[8:]))
	f.Show = infoShow(le.Uint16(b[10:]))
	if f.length, ok = p.length(b, flags, f.Type); !ok {
		return Field{Name: f.Name}, true
	}
	return f, true
}

// count translates the count of the property b; false if it cannot be known: nothing after it can
// be read then.
func (p *propertyReader) count(b []byte, flags uint32) (e extent, ok bool) {
	n := le.Uint16(b[16:])
	switch {
	case flags&propertyCountField != 0:
		return p.reference(n)
	case flags&propertyFixedCount != 0 || n > 1:
		return extent{extentFixed, n}, true
	}
	return extent{}, true
}

// length translates the length of the property b; false as for count.
func (p *propertyReader) length(b []byte, flags uint32, t InType) (e extent, ok bool) {
	n := le.Uint16(b[18:])
	switch {
	case flags&propertyLengthField != 0:
		return p.reference(n)
	case t == TypeCountedUTF16, t == TypeCountedANSI, t == TypeCountedBinary:
		return extent{kind: extentPrefix}, true
	case n > 0:
		return extent{extentFixed, n}, true
	}
	return extent{}, true
}

// reference is the value of property i.
func (p *propertyReader) reference(i uint16) (e extent, ok bool) {
	slot := p.slots[i]
	return extent{extentField, slot}, slot > 0
}

// infoType translates a TDH_IN_TYPE. Most are equal to an InType; of the old ones from 300 on, only
// those with an equivalent are here.
func infoType(in uint16) InType {
	switch {
	case in < uint16(typeCount) && in != uint16(TypeStruct):
		return InType(in)
	case in == 300:
		return TypeCountedUTF16
	case in == 301:
		return TypeCountedANSI
	case in == 306: // a UTF-16 unit
		return TypeUint16
	case in == 307: // an ANSI character
		return TypeUint8
	case in == 308: // a size
		return TypePointer
	}
	return TypeNone
}

// infoShow translates a TDH_OUT_TYPE.
func infoShow(out uint16) Show {
	switch {
	case out == 1:
		return ShowText
	case out == 13:
		return ShowBool
	case out >= 16 && out <= 19, out == 31, out == 32, out == 37: // hex, NTSTATUS, HRESULT, address of code
		return ShowHex
	}
	return ShowPlain
}
