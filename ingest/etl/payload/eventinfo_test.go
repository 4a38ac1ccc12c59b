package payload

import (
	"encoding/binary"
	"testing"
)

// infoWriter composes a TRACE_EVENT_INFO: the fixed part and the properties,
// then the names that they point to.
type infoWriter struct {
	fixed, names []byte
	properties   int
}

// property is a property in a test; name is put into the names.
type property struct {
	flags         uint32
	name          string
	a, b          uint16 // types, or first member and number of members
	count, length uint16
}

const infoFixed = 112

func newInfo(properties []property, top int) *infoWriter {
	w := &infoWriter{fixed: zeros(infoFixed + 24*len(properties)), properties: len(properties)}
	id := newGUID(1, 2, 3, 4, 5)
	copy(w.fixed, id[:])
	copy(w.fixed[32:], raw(uint16(7), uint8(2), uint8(0), uint8(4), uint8(10), uint16(3), uint64(9)))
	binary.LittleEndian.PutUint32(w.fixed[100:], uint32(len(properties)))
	binary.LittleEndian.PutUint32(w.fixed[104:], uint32(top))
	for i, p := range properties {
		at := infoFixed + 24*i
		copy(w.fixed[at:], raw(p.flags, uint32(0), p.a, p.b, uint32(0), p.count, p.length))
		w.name(at+4, p.name)
	}
	return w
}

// name writes a name and points the offset at the place at to it.
func (w *infoWriter) name(at int, text string) {
	binary.LittleEndian.PutUint32(w.fixed[at:], uint32(len(w.fixed)+len(w.names)))
	w.names = append(w.names, raw(text)...)
}

func (w *infoWriter) bytes() []byte { return raw(w.fixed, w.names) }

// someProperties are of most kinds: texts, lengths in other fields, a structure that repeats.
var someProperties = []property{
	{name: "Name", a: 1, count: 1},
	{name: "Size", a: 8, count: 1, length: 4},
	{flags: propertyLengthField, name: "Data", a: 14, b: 15, count: 1, length: 1},
	{name: "N", a: 6, count: 1, length: 2},
	{flags: propertyStruct | propertyCountField, name: "Items", a: 6, b: 2, count: 3},
	{name: "Pair", a: 7, count: 2, length: 4},
	{name: "Key", a: 10, b: 19, count: 1, length: 8},
	{name: "Flag", a: 4, b: 13, count: 1, length: 1},
}

func TestEventInfo(t *testing.T) {
	w := newInfo(someProperties, 6)
	w.name(52, "My-Provider")
	w.name(68, "Work ")
	w.name(72, "win:Start")
	b := w.bytes()
	var e EventInfo
	if !e.Decode(b, wide) {
		t.Fatal("does not decode")
	}
	if e.Provider != newGUID(1, 2, 3, 4, 5) || e.ID != 7 || e.Version != 2 || e.Level != 4 || e.Opcode != 10 || e.Task != 3 || e.Keyword != 9 {
		t.Errorf("numbers %+v", e)
	}
	if e.ProviderName != "My-Provider" || e.Name() != "Work/Start" {
		t.Errorf("provider %q, name %q", e.ProviderName, e.Name())
	}
	got, ok := e.Fields.Append(nil, raw("n", uint32(2), []byte{1, 2}, uint16(2),
		uint64(1), uint8(0), uint64(255), uint8(1), int32(-1), int32(5)), wide)
	const want = "Name=n Size=2 Data=0102 N=2 Items.Key=0x1 Items.Flag=false Items.Key=0xff Items.Flag=true Pair=-1,5"
	if !ok || string(got) != want {
		t.Errorf("%v %s\nwant %s", ok, got, want)
	}
	for n := range b {
		new(EventInfo).Decode(b[:n:n], wide)
	}
}

// TestEventInfoTypes checks the types and ways to show that have other numbers
// in EventInfo.
func TestEventInfoTypes(t *testing.T) {
	w := newInfo([]property{
		{name: "a", a: 300},
		{name: "b", a: 301},
		{name: "c", a: 306, b: 1},
		{name: "d", a: 307, b: 1},
		{name: "e", a: 308},
		{name: "f", a: 8, b: 31},
		{name: "g", a: 7, b: 32},
		{name: "h", a: 1, count: 1, length: 4},
		{name: "i", a: 2, length: 3},
		{flags: propertyFixedCount, name: "j", a: 4, count: 1, length: 1},
	}, 10)
	var e EventInfo
	if !e.Decode(w.bytes(), narrow) {
		t.Fatal("does not decode")
	}
	got, ok := e.Fields.Append(nil, raw(uint16(4), units("hi"), uint16(2), []byte("ho"), units("w"), []byte("n"), uint32(16),
		uint32(0xC0000001), int32(-1), units("a\x00bc"), []byte("x\x00y"), uint8(7)), narrow)
	const want = "a=hi b=ho c=w d=n e=0x10 f=0xc0000001 g=0xffffffff h=a i=x j=7"
	if !ok || string(got) != want {
		t.Errorf("%v %s\nwant %s", ok, got, want)
	}
}

func TestEventInfoNames(t *testing.T) {
	for _, c := range []struct {
		task, opcode, event string
		source              uint32
		want                string
	}{
		{"Work", "win:Stop", "", 0, "Work/Stop"},
		{"Work", "win:Info", "", 0, "Work"},
		{"", "Beat", "", 0, "Beat"},
		{"Work", "Start", "Named", 3, "Named"},
		{"Work", "Start", "NotAName", 1, "Work/Start"},
		{"", "", "", 0, ""},
	} {
		w := newInfo(nil, 0)
		binary.LittleEndian.PutUint32(w.fixed[48:], c.source)
		for at, text := range map[int]string{68: c.task, 72: c.opcode, 92: c.event} {
			if text != "" {
				w.name(at, text)
			}
		}
		var e EventInfo
		if !e.Decode(w.bytes(), wide) || e.Name() != c.want {
			t.Errorf("%+v: name %q", c, e.Name())
		}
	}
}

func TestEventInfoDamage(t *testing.T) {
	many := make([]property, maxFields+1)
	for i := range many {
		many[i] = property{a: 4, count: 1}
	}
	refers := make([]property, 2*maxSlots)
	for i := range refers {
		refers[i] = property{a: 4, count: 1}
		if i%2 == 1 {
			refers[i] = property{flags: propertyCountField, a: 4, count: uint16(i - 1)}
		}
	}
	for _, c := range []struct {
		name string
		w    *infoWriter
		ok   bool
	}{
		{"structure in itself", newInfo([]property{{flags: propertyStruct, b: 1, count: 1}}, 1), false},
		{"structures twice in each other", newInfo([]property{
			{flags: propertyStruct, a: 1, b: 2},
			{flags: propertyStruct, a: 3, b: 2},
			{flags: propertyStruct, a: 3, b: 2},
			{flags: propertyStruct, a: 1, b: 2},
			{flags: propertyStruct, a: 1, b: 2},
		}, 1), false},
		{"members beyond the end", newInfo([]property{{flags: propertyStruct, a: 1, b: 1}}, 1), false},
		{"more on top than there are", newInfo([]property{{a: 4}}, 2), false},
		{"many", newInfo(many[1:], maxFields), true},
		{"too many", newInfo(many, 1), false},
		{"too many references", newInfo(refers, len(refers)), true},
		{"unknown type", newInfo([]property{{a: 24}, {a: 999}}, 2), true},
	} {
		var e EventInfo
		if ok := e.Decode(c.w.bytes(), wide); ok != c.ok {
			t.Errorf("%s: %v, want %v", c.name, ok, c.ok)
		}
		if c.ok {
			if got, ok := e.Fields.Append(nil, zeros(100), wide); ok {
				t.Errorf("%s: read to the end: %s", c.name, got)
			}
		}
	}
	w := newInfo([]property{{a: 4, count: 1}}, 1)
	binary.LittleEndian.PutUint32(w.fixed[100:], 1<<31)
	binary.LittleEndian.PutUint32(w.fixed[infoFixed+4:], 1<<31)
	if new(EventInfo).Decode(w.bytes(), wide) {
		t.Error("properties beyond the end were accepted")
	}
}
