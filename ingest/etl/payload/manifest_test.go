package payload

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

const testManifest = `<?xml version="1.0"?>
<instrumentationManifest xmlns="http://schemas.microsoft.com/win/2004/08/events">
 <instrumentation xmlns:win="http://manifests.microsoft.com/win/2004/08/windows/events">
  <events>
   <provider name="My-Source" guid="{11223344-5566-7788-99aa-bbccddeeff00}" symbol="My_Source">
    <tasks><task name="Request" value="1"/></tasks>
    <events>
     <event value="2" version="1" level="win:Informational" symbol="RequestStop" opcode="win:Stop" task="Request" template="Stop2"/>
     <event value="2" version="0" symbol="RequestStop" opcode="win:Stop" task="Request"/>
     <event value="0x1" version="0" opcode="win:Start" task="Request" template="Start"/>
     <event value="7" task="Note" opcode="win:Info" template="Arrays"/>
     <event value="8" symbol="Odd" template="Odd"/>
     <event value="many" symbol="Wrong"/>
     <event value="9" version="300" symbol="Wrong"/>
    </events>
    <templates>
     <template tid="Start">
      <data name="url" inType="win:UnicodeString"/>
      <data name="id" inType="win:GUID"/>
      <data name="ok" inType="win:Boolean"/>
      <data name="status" inType="win:UInt32" outType="win:HexInt32"/>
      <data name="retry" inType="win:UInt8" outType="xs:boolean"/>
     </template>
     <template tid="Stop2"><data name="took" inType="win:Double"/></template>
     <template tid="Arrays">
      <data name="n" inType="win:UInt16"/>
      <data name="values" inType="win:Int32" count="n"/>
      <data name="size" inType="win:UInt32"/>
      <data name="bytes" inType="win:Binary" length="size"/>
      <data name="code" inType="win:UnicodeString" length="4"/>
      <struct name="pair" count="2">
       <data name="len" inType="win:UInt8"/>
       <data name="text" inType="win:AnsiString" length="len"/>
      </struct>
      <data name="counted" inType="win:CountedUnicodeString"/>
      <data name="last" inType="win:Pointer"/>
     </template>
     <template tid="Odd">
      <data name="a" inType="win:UInt8"/>
      <data name="b" inType="trace:Unheard"/>
      <data name="c" inType="win:UInt8"/>
     </template>
    </templates>
   </provider>
  </events>
 </instrumentation>
</instrumentationManifest>`

func TestManifest(t *testing.T) {
	m, err := ParseManifest([]byte(testManifest))
	if err != nil {
		t.Fatal(err)
	}
	if m.Provider != "My-Source" || m.GUID.String() != "11223344-5566-7788-99aa-bbccddeeff00" || len(m.events) != 5 {
		t.Errorf("%s %s with %d events", m.Provider, m.GUID, len(m.events))
	}
	for _, c := range []struct {
		id      uint16
		version uint8
		name    string
		payload []byte
		want    string
		ok      bool
	}{
		{
			1, 0, "Request/Start", raw("http://x", m.GUID, uint32(1), uint32(0xC0000005), uint8(1)),
			"url=http://x id=11223344-5566-7788-99aa-bbccddeeff00 ok=true status=0xc0000005 retry=true", true,
		},
		{2, 1, "RequestStop", raw(1.5), "took=1.5", true},
		{2, 0, "RequestStop", nil, "", true},
		{2, 9, "RequestStop", raw(2.5), "took=2.5", true}, // a newer version than is known
		{
			7, 0, "Note", raw(uint16(2), int32(-1), int32(5), uint32(3), []byte{1, 2, 3}, units("ab\x00c"),
				uint8(2), []byte("hi"), uint8(1), []byte("x"), uint16(2), units("c"), uint64(16)),
			"n=2 values=-1,5 size=3 bytes=010203 code=ab pair.len=2 pair.text=hi pair.len=1 pair.text=x counted=c last=0x10", true,
		},
		{7, 0, "Note", raw(uint16(2), int32(-1)), "n=2 values=-1", false},
		{7, 0, "Note", raw(uint16(0), uint32(1<<31), zeros(8)), "n=0 size=2147483648", false},
		{8, 0, "Odd", raw(uint8(1), uint8(2), uint8(3)), "a=1", false},
	} {
		e := m.Event(c.id, c.version)
		if e == nil || e.Name() != c.name {
			t.Errorf("event %d.%d is %+v, want %s", c.id, c.version, e, c.name)
			continue
		}
		if got, ok := e.Fields.Append(nil, c.payload, wide); string(got) != c.want || ok != c.ok {
			t.Errorf("event %d.%d: %v %s\nwant %v %s", c.id, c.version, ok, got, c.ok, c.want)
		}
	}
	for _, id := range []uint16{0, 3, 9, 65535} {
		if e := m.Event(id, 0); e != nil {
			t.Errorf("event %d is %s, want none", id, e.Name())
		}
	}
}

func TestManifestDamage(t *testing.T) {
	wrap := func(templates string) string {
		return `<instrumentationManifest><instrumentation><events><provider name="p" guid="nonsense"><events>` +
			`<event value="1" template="t"/></events><templates>` + templates + `</templates></provider></events></instrumentation></instrumentationManifest>`
	}
	for _, text := range []string{"", "no XML", testManifest[:len(testManifest)-20], strings.Repeat(" ", MaxManifest+1), "<a/>"} {
		if _, err := ParseManifest([]byte(text)); err == nil {
			t.Errorf("manifest %.20q was accepted", text)
		}
	}
	if _, err := ParseManifest([]byte("<instrumentationManifest/>")); !errors.Is(err, ErrManifest) {
		t.Errorf("no provider: %v, want ErrManifest", err)
	}
	for name, c := range map[string]struct {
		template string
		fields   int
	}{
		"reference to nothing": {`<template tid="t"><data name="a" inType="win:Int8" count="b"/><data name="c" inType="win:Int8"/></template>`, 1},
		"too deep":             {`<template tid="t">` + strings.Repeat(`<struct name="s">`, 40) + strings.Repeat(`</struct>`, 40) + `</template>`, 1},
		"too many":             {`<template tid="t">` + strings.Repeat(`<data name="a" inType="win:Int8"/>`, maxFields+9) + `</template>`, maxFields},
		"too many references": {`<template tid="t">` + strings.Repeat(`<data name="a" inType="win:Int8"/>`, 2) +
			manyReferences() + `</template>`, 2 + 2*(maxSlots-1) + 2},
		"no template": {``, 0},
	} {
		m, err := ParseManifest([]byte(wrap(c.template)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		fields := m.Event(1, 0).Fields
		if len(fields) != c.fields {
			t.Errorf("%s: %d fields, want %d", name, len(fields), c.fields)
		}
		fields.Append(nil, zeros(5000), wide)
	}
}

// manyReferences is one pair of fields more than there are slots; the second of each pair refers to
// the first.
func manyReferences() string {
	var b strings.Builder
	for i := range maxSlots {
		name := strings.Repeat("n", i+1)
		b.WriteString(`<data name="` + name + `" inType="win:Int8"/><data name="v" inType="win:Int8" count="` + name + `"/>`)
	}
	return b.String()
}

func TestManifestParts(t *testing.T) {
	chunk := func(total, number uint16, text string) *ManifestChunk {
		var c ManifestChunk
		if !c.Decode(raw(uint8(1), uint8(2), uint8(0), uint8(0x5B), total, number, []byte(text)), wide) {
			t.Fatalf("chunk %d of %d does not decode", number, total)
		}
		return &c
	}
	for _, c := range []struct {
		name   string
		chunks []*ManifestChunk
		want   string
	}{
		{"one", []*ManifestChunk{chunk(1, 0, "abc")}, "abc"},
		{"in order", []*ManifestChunk{chunk(3, 0, "a"), chunk(3, 1, "b"), chunk(3, 2, "c")}, "abc"},
		{"out of order", []*ManifestChunk{chunk(3, 2, "c"), chunk(3, 0, "a"), chunk(3, 1, "b")}, "abc"},
		{"begun again", []*ManifestChunk{chunk(2, 0, "x"), chunk(2, 0, "a"), chunk(2, 1, "b")}, "ab"},
		{"another manifest", []*ManifestChunk{chunk(3, 0, "x"), chunk(2, 0, "a"), chunk(2, 1, "b")}, "ab"},
		{"incomplete", []*ManifestChunk{chunk(3, 0, "x"), chunk(3, 1, "a")}, ""},
	} {
		var m ManifestParts
		var got []byte
		for i, ch := range c.chunks {
			if got != nil {
				t.Errorf("%s: whole after %d chunks", c.name, i)
			}
			got = m.Add(ch)
		}
		if string(got) != c.want || got == nil != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestManifestPartsBounded(t *testing.T) {
	var m ManifestParts
	big := bytes.Repeat([]byte("x"), 65000)
	for i := range uint16(100) {
		if m.Add(&ManifestChunk{Total: 100, Number: i, Data: big}) != nil {
			t.Fatal("a manifest beyond the bound was put together")
		}
		if m.size > MaxManifest {
			t.Fatalf("%d bytes are kept", m.size)
		}
	}
	for _, b := range [][]byte{
		nil,
		raw(uint8(1), uint8(0), uint8(0), uint8(0x5B), uint16(1)),
		raw(uint8(2), uint8(0), uint8(0), uint8(0x5B), uint16(1), uint16(0)),
		raw(uint8(1), uint8(0), uint8(0), uint8(0x5A), uint16(1), uint16(0)),
		raw(uint8(1), uint8(0), uint8(0), uint8(0x5B), uint16(1), uint16(1)),
	} {
		if new(ManifestChunk).Decode(b, wide) {
			t.Errorf("chunk % x was accepted", b)
		}
	}
}

// TestManifestSize: a manifest is read up to a size.
func TestManifestSize(t *testing.T) {
	for n, ok := range map[int]bool{MaxManifest - 1: true, MaxManifest: true, MaxManifest + 1: false} {
		_, err := ParseManifest([]byte(strings.Repeat(" ", n)))
		if tooLong := err != nil && strings.Contains(err.Error(), "more than the limit of"); tooLong == ok {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestManifestTypes: the types of manifests, with a prefix or without.
func TestManifestTypes(t *testing.T) {
	for name, want := range map[string]InType{
		"UnicodeString": TypeUTF16, "AnsiString": TypeANSI, "Int8": TypeInt8, "UInt8": TypeUint8, "Int16": TypeInt16, "UInt16": TypeUint16,
		"Int32": TypeInt32, "UInt32": TypeUint32, "Int64": TypeInt64, "UInt64": TypeUint64, "Float": TypeFloat32, "Double": TypeFloat64,
		"Boolean": TypeBool, "Binary": TypeBinary, "GUID": TypeGUID, "Pointer": TypePointer, "FILETIME": TypeFileTime, "SYSTEMTIME": TypeSystemTime,
		"SID": TypeSID, "HexInt32": TypeHex32, "HexInt64": TypeHex64, "CountedUnicodeString": TypeCountedUTF16, "CountedAnsiString": TypeCountedANSI,
		"CountedBinary": TypeCountedBinary, "Other": TypeNone, "": TypeNone,
	} {
		counted := strings.HasPrefix(name, "Counted")
		for _, prefix := range []string{"", "win:"} {
			var f Field
			f.setManifestType(&xmlItem{InType: prefix + name})
			if f.Type != want || (f.length.kind == extentPrefix) != counted {
				t.Errorf("%s%s: type %d, want %d", prefix, name, f.Type, want)
			}
		}
	}
}
