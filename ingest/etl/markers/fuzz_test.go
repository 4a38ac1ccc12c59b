package markers

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
)

// FuzzMark cuts records out of arbitrary bytes. Whatever they hold, both passes end, names are
// displayable, and a second run gives the same.
func FuzzMark(f *testing.F) {
	c := etltest.Config{}
	m := c.Maker(etltest.StyleNative)
	source := etltest.Source{Provider: myProvider, Name: "S", Tasks: []string{"T"}}
	id := etltest.ActivityID(1)
	f.Add(fuzzBytes(f, c, append(source.Manifest(m, 0), source.Event(m, 0, 0, 1, 7, 8, id, etltest.ActivityID(2)))...))
	f.Add(fuzzBytes(f, c, m.TraceLogging(0, etltest.TraceLogging{
		Provider: myProvider, ProviderName: "P", Name: "N", Activity: id,
		Fields: []etltest.Field{{Name: "f", In: etltest.InWide, Data: raw("x")}},
	})))
	f.Add(fuzzBytes(
		f, c, span(m, payload.ProviderMarkers, 8, 1, 5, "s", "t", ansi("")),
		m.Manifest(0, etltest.GUID(payload.ProviderTPL), etltest.Descriptor{ID: 14}, 1, 2, raw(uint32(4), "op")),
		m.Manifest(0, etltest.GUID(payload.ProviderScenario), etltest.Descriptor{Opcode: 1}, 1, 2, make([]byte, 74)),
	))
	f.Fuzz(func(t *testing.T, b []byte) {
		rs := fuzzRecords(b)
		table := learn(rs)
		d, again := table.Decoder(), learn(rs).Decoder()
		for i := range rs {
			m, ok := d.Mark(&rs[i])
			m2, ok2 := again.Mark(&rs[i])
			if ok != ok2 || !bytes.Equal(m.Name, m2.Name) || m.Arg != m2.Arg || m.Arg2 != m2.Arg2 {
				t.Fatalf("record %d: %v %v, then %v %v", i, m, ok, m2, ok2)
			}
			if ok && !sound(m) {
				t.Fatalf("record %d: %+v, name %q", i, m, m.Name)
			}
			if table.EventName(&rs[i]) == "" || table.ProviderName(rs[i].Provider) == "" {
				t.Fatalf("record %d has no name", i)
			}
		}
		if len(table.SourceEvents()) == 0 && len(rs) > 0 {
			t.Fatal("nothing was counted")
		}
		table.Diagnostics()
	})
}

// sound reports whether a marker is displayable.
func sound(m Mark) bool {
	control := slices.ContainsFunc(m.Name, func(c byte) bool { return c < ' ' || c == 0x7F })
	return len(m.Name) > 0 && len(m.Name) <= 3*maxMark && utf8.Valid(m.Name) && !control &&
		m.Plain <= len(m.Name) && utf8.Valid(m.Name[:m.Plain]) &&
		0 <= m.Arg && m.Arg <= maxNumbers && 0 <= m.Arg2 && m.Arg2 <= maxNumbers
}

// fuzzBytes are records as fuzzRecords cuts them: type, size, bytes.
func fuzzBytes(f *testing.F, c etltest.Config, rs ...etltest.Record) (b []byte) {
	var out etltest.Memory
	w, err := etltest.NewWriter(&out, c)
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range rs {
		if err := w.Put(0, r); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	body := out.Bytes()[w.Config().BufferSize+72:]
	for len(body) > 8 && body[3] == 0xC0 {
		size := int(le.Uint16(body))
		b = raw(b, body[2], uint16(size), body[:size])
		body = body[min(len(body), (size+7)&^7):]
	}
	return b
}

// fuzzRecords cuts records out of anything.
func fuzzRecords(b []byte) (rs []Record) {
	for len(b) > 3 {
		kind, size := b[0], min(len(b)-3, int(le.Uint16(b[1:])))
		if size >= 80 {
			if r, ok := cutRecord(kind, b[3:3+size]); ok {
				rs = append(rs, r)
			}
		}
		b = b[3+size:]
	}
	return rs
}
