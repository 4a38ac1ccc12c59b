package payload

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// tlSchema writes the data of a schema item: no tags, an event name, fields.
func tlSchema(event string, fields ...[]byte) []byte {
	b := raw(uint8(0), ansi(event), slices.Concat(fields...))
	return raw(uint16(len(b)+2), b)
}

// tlField writes a field: its name, its type and what else describes it.
func tlField(name string, more ...any) []byte { return raw(append([]any{ansi(name)}, more...)...) }

// tlChained marks a type that is followed by a way to display it.
const tlChained = 0x80

// Values for tlCases.
var (
	tlSID   = raw(uint8(1), uint8(2), zeros(5), uint8(5), uint32(21), uint32(500))
	tlGUID  = newGUID(0x11223344, 0x5566, 0x7788, 0x99AA, 0xBBCCDDEEFF00)
	tlTime  = time.Date(2021, 9, 9, 14, 59, 35, 799e6, time.UTC)
	tlTicks = tlTime.UnixNano()/100 + fileTimeEpoch
	tlDate  = raw(uint16(2021), uint16(9), uint16(4), uint16(9), uint16(14), uint16(59), uint16(35), uint16(799))
)

// tlCases are schemas and payloads, and how a person would write them.
var tlCases = []struct {
	name    string
	fields  []byte
	payload []byte
	want    string
}{
	{
		"strings", slices.Concat(tlField("w", uint8(1)), tlField("a", uint8(2)), tlField("e", uint8(1))),
		raw("wide", ansi("narrow"), units("end")), "w=wide a=narrow e=end",
	},
	{
		"numbers", slices.Concat(tlField("a", uint8(3)), tlField("b", uint8(4)), tlField("c", uint8(5)), tlField("d", uint8(6)),
			tlField("e", uint8(7)), tlField("f", uint8(8)), tlField("g", uint8(9)), tlField("h", uint8(10))),
		raw(int8(-1), uint8(255), int16(-2), uint16(65535), int32(-3), uint32(1<<31), int64(math.MinInt64), uint64(math.MaxUint64)),
		"a=-1 b=255 c=-2 d=65535 e=-3 f=2147483648 g=-9223372036854775808 h=18446744073709551615",
	},
	{
		"floats and bool", slices.Concat(tlField("f", uint8(11)), tlField("d", uint8(12)), tlField("b", uint8(13))),
		raw(math.Float32bits(1.5), -0.25, uint32(7)), "f=1.5 d=-0.25 b=true",
	},
	{"binary", tlField("b", uint8(14)), raw(uint16(2), uint8(0xAB), uint8(1)), "b=ab01"},
	{
		"long binary", tlField("b", uint8(14)), raw(uint16(40), zeros(40)),
		"b=0000000000000000000000000000000000000000000000000000000000000000…",
	},
	{
		"names of things", slices.Concat(tlField("g", uint8(15)), tlField("s", uint8(19))), raw(tlGUID, tlSID),
		"g=11223344-5566-7788-99aa-bbccddeeff00 s=S-1-5-21-500",
	},
	{
		"times", slices.Concat(tlField("f", uint8(17)), tlField("s", uint8(18))), raw(tlTicks, tlDate),
		"f=2021-09-09T14:59:35.799Z s=2021-09-09T14:59:35.799Z",
	},
	{
		"hex", slices.Concat(tlField("p", uint8(16)), tlField("h", uint8(20)), tlField("i", uint8(21)), tlField("o", uint8(8|tlChained), uint8(4))),
		raw(uint64(1<<40), uint32(255), uint64(16), uint32(10)), "p=0x10000000000 h=0xff i=0x10 o=0xa",
	},
	{
		"counted", slices.Concat(tlField("w", uint8(22)), tlField("a", uint8(23)), tlField("b", uint8(25))),
		raw(uint16(4), units("hi"), uint16(2), []byte("ho"), uint16(1), uint8(9)), "w=hi a=ho b=09",
	},
	{
		"shown as", slices.Concat(tlField("b", uint8(4|tlChained), uint8(3)), tlField("c", uint8(4|tlChained), uint8(2)), tlField("w", uint8(6|tlChained), uint8(2))),
		raw(uint8(1), uint8('x'), uint16('ß')), "b=true c=x w=ß",
	},
	{
		"tags", slices.Concat(tlField("a", uint8(8|tlChained), uint8(tlChained), uint8(0x81), uint8(2)), tlField("b", uint8(8))),
		raw(uint32(1), uint32(2)), "a=1 b=2",
	},
	{"fixed array", tlField("a", uint8(6|tlFixed), uint16(3)), raw(uint16(1), uint16(2), uint16(3)), "a=1,2,3"},
	{
		"variable array", slices.Concat(tlField("a", uint8(5|tlVariable)), tlField("b", uint8(8))),
		raw(uint16(2), int16(-1), int16(5), uint32(7)), "a=-1,5 b=7",
	},
	{"empty array", slices.Concat(tlField("a", uint8(5|tlVariable)), tlField("b", uint8(8))), raw(uint16(0), uint32(7)), "b=7"},
	{"array of strings", tlField("a", uint8(1|tlVariable)), raw(uint16(2), "x", "y"), "a=x,y"},
	{
		"array of characters", slices.Concat(tlField("a", uint8(6|tlVariable|tlChained), uint8(2)), tlField("b", uint8(4|tlFixed|tlChained), uint8(2), uint16(3))),
		raw(uint16(2), units("hi"), []byte("abc")), "a=hi b=abc",
	},
	{
		"foreign", slices.Concat(tlField("a", uint8(2|tlFixed|tlVariable), uint16(3), zeros(3)), tlField("b", uint8(8))),
		raw(uint16(1), uint8(5), uint32(7)), "a=05 b=7",
	},
	{
		"structure", slices.Concat(tlField("s", uint8(24|tlChained), uint8(2)), tlField("x", uint8(8)), tlField("y", uint8(1)), tlField("z", uint8(4))),
		raw(uint32(1), "two", uint8(3)), "s.x=1 s.y=two z=3",
	},
	{
		"array of structures", slices.Concat(tlField("s", uint8(24|tlChained|tlVariable), uint8(2)), tlField("k", uint8(1)), tlField("v", uint8(1))),
		raw(uint16(2), "a", "1", "b", "2"), "s.k=a s.v=1 s.k=b s.v=2",
	},
	{
		"structure in a structure", slices.Concat(tlField("o", uint8(24|tlChained), uint8(1)), tlField("i", uint8(24|tlChained), uint8(1)), tlField("x", uint8(4))),
		raw(uint8(1)), "o.i.x=1",
	},
}

func TestTraceLogging(t *testing.T) {
	for _, c := range tlCases {
		t.Run(c.name, func(t *testing.T) {
			schema := tlSchema("Event", c.fields)
			var e TraceLogging
			if !e.Decode(schema, wide) || e.Name != "Event" {
				t.Fatalf("schema of %q does not decode", e.Name)
			}
			if got, ok := e.Fields.Append(nil, c.payload, wide); !ok || string(got) != c.want {
				t.Errorf("%v %s\nwant %s", ok, got, c.want)
			}
			for n := range schema {
				new(TraceLogging).Decode(schema[:n:n], wide)
			}
			for n := range c.payload {
				e.Fields.Append(nil, c.payload[:n:n], wide)
			}
		})
	}
}

func TestTraceLoggingDamage(t *testing.T) {
	deep := func(levels int) (b []byte) {
		for range levels {
			b = append(b, tlField("s", uint8(24|tlChain), uint8(1))...)
		}
		return append(b, tlField("x", uint8(4))...)
	}
	many := func(n int) (b []byte) {
		for range n {
			b = append(b, tlField("", uint8(4))...)
		}
		return b
	}
	for _, c := range []struct {
		name   string
		schema []byte
		ok     bool
	}{
		{"deep", tlSchema("e", deep(maxDepth)), true},
		{"too deep", tlSchema("e", deep(maxDepth+1)), false},
		{"many", tlSchema("e", many(maxFields)), true},
		{"too many", tlSchema("e", many(maxFields+1)), false},
		{"members missing", tlSchema("e", tlField("s", uint8(24|tlChain), uint8(2)), tlField("x", uint8(4))), false},
		{"no type", tlSchema("e", []byte("x\x00")), false},
		{"no end of name", tlSchema("e", []byte("x")), false},
		{"size too large", raw(uint16(50), uint8(0), ansi("e")), false},
		{"size too small", raw(uint16(1), uint8(0), ansi("e")), false},
		{"nothing", nil, false},
	} {
		if ok := new(TraceLogging).Decode(c.schema, wide); ok != c.ok {
			t.Errorf("%s: %v, want %v", c.name, ok, c.ok)
		}
	}
}

// TestValuesBounded checks that a small payload cannot keep its reader busy, with nested arrays of
// empty structures.
func TestValuesBounded(t *testing.T) {
	var fields []byte
	for range maxDepth {
		fields = append(fields, tlField("s", uint8(24|tlChain|tlFixed), uint8(1), uint16(65535))...)
	}
	fields = append(fields, tlField("x", uint8(4|tlFixed), uint16(0))...)
	var e TraceLogging
	if !e.Decode(tlSchema("e", fields), wide) {
		t.Fatal("schema does not decode")
	}
	if e.Fields.Each(nil, wide, func(Value) bool { return true }) {
		t.Error("an endless payload was read to its end")
	}
}

// TestShownBounded checks that repeated names do not blow up a text.
func TestShownBounded(t *testing.T) {
	long := strings.Repeat("n", 200)
	var e TraceLogging
	if !e.Decode(tlSchema("e", tlField(long, uint8(24|tlChain|tlFixed), uint8(1), uint16(60000)), tlField("x", uint8(4))), wide) {
		t.Fatal("schema does not decode")
	}
	text, ok := e.Fields.Append(nil, zeros(60000), wide)
	if !ok || len(text) < maxShown || len(text) > maxShown+300 {
		t.Errorf("%v, %d bytes of text", ok, len(text))
	}
}

// TestEach checks how reading ends: on request, and at the end of the payload.
func TestEach(t *testing.T) {
	var e TraceLogging
	if !e.Decode(tlSchema("e", tlField("a", uint8(8)), tlField("b", uint8(7)), tlField("c", uint8(1))), wide) {
		t.Fatal("schema does not decode")
	}
	b := raw(uint32(5), int32(-6), "text")
	read := func(b []byte, most int) (n int, ok bool) {
		ok = e.Fields.Each(b, wide, func(v Value) bool {
			n++
			return n < most
		})
		return n, ok
	}
	if n, ok := read(b, 9); n != 3 || !ok {
		t.Errorf("all: %d values, %v", n, ok)
	}
	if n, ok := read(b, 2); n != 2 || !ok {
		t.Errorf("told to stop: %d values, %v", n, ok)
	}
	if n, ok := read(b[:7], 9); n != 1 || ok {
		t.Errorf("cut off: %d values, %v", n, ok)
	}
	var numbers []int64
	var texts []string
	e.Fields.Each(b, wide, func(v Value) bool {
		u, ok1 := v.Uint()
		i, ok2 := v.Int()
		if ok1 != ok2 || ok1 && u != uint64(i) {
			t.Errorf("%s: %d, %v and %d, %v", v.Field.Name, u, ok1, i, ok2)
		}
		if ok1 {
			numbers = append(numbers, i)
		}
		texts = append(texts, v.String())
		return true
	})
	if !slices.Equal(numbers, []int64{5, -6}) || !slices.Equal(texts, []string{"5", "-6", "text"}) {
		t.Errorf("numbers %v, texts %q", numbers, texts)
	}
}

func TestProviderTraits(t *testing.T) {
	group := newGUID(1, 2, 3, 4, 5)
	trait := func(kind uint8, data []byte) []byte { return raw(uint16(3+len(data)), kind, data) }
	traits := func(b []byte) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(len(b)+2)) }
	whole := func(more ...any) []byte {
		b := raw(append([]any{ansi("My.Provider")}, more...)...)
		return append(traits(b), b...)
	}
	for _, c := range []decoderCase{
		{"name", whole(), wide, &ProviderTraits{Name: ANSI("My.Provider")}},
		{"group", whole(trait(9, []byte("abc")), trait(1, group[:])), wide, &ProviderTraits{ANSI("My.Provider"), group}},
		{"group behind a trait without data", whole(trait(9, nil), trait(1, group[:])), wide, &ProviderTraits{ANSI("My.Provider"), group}},
		{"damaged trait", whole(uint16(0), uint8(1), group), wide, &ProviderTraits{Name: ANSI("My.Provider")}},
		{"name without end", raw(uint16(500), []byte("Name")), wide, &ProviderTraits{Name: ANSI("Name")}},
	} {
		t.Run(c.name, c.run)
	}
}
