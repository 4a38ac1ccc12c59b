package markers

import (
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/etl/xca"
)

// walkFile cuts the structured and classic records out of a file, in the order of the file. It
// trusts the file.
func walkFile(t testing.TB, file []byte) (rs []Record) {
	t.Helper()
	for len(file) > 0 {
		size, saved := int(le.Uint32(file)), int(le.Uint32(file[4:]))
		body := file[72:size]
		if le.Uint16(file[0x34:])&0x40 != 0 {
			plain := make([]byte, saved-72)
			if err := xca.XPRESS(plain, body); err != nil {
				t.Fatal(err)
			}
			body = plain
		}
		body = body[:min(len(body), max(0, saved-72))]
		file = file[size:]
		for len(body) > 8 && body[3] == 0xC0 {
			kind, size := body[2], int(le.Uint16(body[4:]))
			if kind >= 0x0A && kind != 0x10 && kind != 0x11 {
				size = int(le.Uint16(body))
			}
			if r, ok := cutRecord(kind, body[:size]); ok {
				rs = append(rs, r)
			}
			body = body[min(len(body), (size+7)&^7):]
		}
	}
	return rs
}

// cutRecord parses an EVENT_HEADER or classic record.
func cutRecord(kind byte, b []byte) (r Record, ok bool) {
	switch kind {
	case 0x0A, 0x14:
		r.Provider, r.PID = payload.GUID(b[24:40]), le.Uint32(b[12:])
		r.Classic, r.Wide = true, kind == 0x14
		r.Opcode, r.Version = b[4], uint8(le.Uint16(b[6:]))
		r.Payload = b[48:]
		return r, true
	case 0x12, 0x13:
		r.Provider, r.PID = payload.GUID(b[24:40]), le.Uint32(b[12:])
		r.Wide, r.Flags = kind == 0x13, le.Uint16(b[4:])
		r.ID, r.Version, r.Opcode, r.Task = le.Uint16(b[40:]), b[42], b[45], le.Uint16(b[46:])
		r.Activity = payload.GUID(b[64:80])
		r.Payload = b[80:]
		if r.Flags&1 != 0 {
			r.Payload = r.Payload[r.SetItems(r.Payload):]
		}
		return r, true
	}
	return Record{}, false
}

// compose writes records into a file and cuts them again.
func compose(t testing.TB, c etltest.Config, rs ...etltest.Record) []Record {
	t.Helper()
	var out etltest.Memory
	c.BufferSize = 1 << 17
	w, err := etltest.NewWriter(&out, c)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rs {
		r.Time = w.Config().Start + int64(i)
		if err := w.Put(0, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return walkFile(t, out.Bytes())
}

// learn is the first pass.
func learn(rs []Record) *Table {
	t := NewTable()
	for i := range rs {
		t.Learn(&rs[i])
	}
	t.Freeze()
	return t
}

// said is a Mark whose name is a copy.
type said struct {
	kind      string
	name      string
	id, outer int64
}

// marksOf is the result of both passes.
func marksOf(rs []Record) (list []said) {
	d := learn(rs).Decoder()
	for i := range rs {
		if m, ok := d.Mark(&rs[i]); ok {
			list = append(list, said{m.Kind.String(), string(m.Name), m.Arg, m.Arg2})
		}
	}
	return list
}
