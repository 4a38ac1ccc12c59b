package markers

import (
	"slices"
	"testing"

	"threadlens/ingest/etl/payload"
)

// TestLooksLikeSpan: each part of the header and of the payload decides whether an event is the
// SDK's.
func TestLooksLikeSpan(t *testing.T) {
	for id := 1; id < len(spanEvents); id++ {
		e := &spanEvents[id]
		span := func() Record {
			return Record{Version: 1, ID: uint16(id), Opcode: e.opcode, Task: uint16(e.task), Payload: []byte{byte(id), 1, 0}}
		}
		for name, c := range map[string]struct {
			change func(r *Record)
			want   bool
		}{
			"as it is":              {func(*Record) {}, true},
			"as important as it is": {func(r *Record) { r.Payload[1] = 5 }, true},
			"longer":                {func(r *Record) { r.Payload = append(r.Payload, 'x', 0) }, true},
			"of version 0":          {func(r *Record) { r.Version = 0 }, false},
			"of version 2":          {func(r *Record) { r.Version = 2 }, false},
			"of event 0":            {func(r *Record) { r.ID, r.Payload[0] = 0, 0 }, false},
			"of no event":           {func(r *Record) { r.ID, r.Payload[0] = uint16(len(spanEvents)), byte(len(spanEvents)) }, false},
			"with a schema":         {func(r *Record) { r.Schema = []byte{1} }, false},
			"too short":             {func(r *Record) { r.Payload = []byte{byte(id), 0} }, false},
			"of another opcode":     {func(r *Record) { r.Opcode += 100 }, false},
			"of another task":       {func(r *Record) { r.Task += 100 }, false},
			"with another kind":     {func(r *Record) { r.Payload[0]++ }, false},
			"of no importance":      {func(r *Record) { r.Payload[1] = 0 }, false},
			"too important":         {func(r *Record) { r.Payload[1] = 6 }, false},
			"without an end":        {func(r *Record) { r.Payload[2] = 1 }, false},
		} {
			r := span()
			if c.change(&r); looksLikeSpan(&r) != c.want {
				t.Errorf("event %d, %s: %v", id, name, !c.want)
			}
		}
	}
}

// TestTitles: an event without a name is named by its number; an event that holds a manifest,
// recognised by number and opcode, by what it is.
func TestTitles(t *testing.T) {
	for _, c := range []struct {
		name   string
		id     uint16
		opcode uint8
		want   string
	}{
		{"", 7, 0, "Event 7"},
		{"N", 7, 0, "N"},
		{"", payload.EventSourceManifest, payload.EventSourceManifestOpcode, "Manifest"},
		{"", payload.EventSourceManifest, 0, "Event 65534"},
		{"", 7, payload.EventSourceManifestOpcode, "Event 7"},
		{"N", payload.EventSourceManifest, payload.EventSourceManifestOpcode, "N"},
	} {
		e := event{name: c.name, opcode: c.opcode}
		e.key.id = c.id
		if got := e.title(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestKeptTexts: the text of a span is kept if the span has a number.
func TestKeptTexts(t *testing.T) {
	for _, c := range []struct {
		x    int32
		text string
		kept bool
	}{{1, "a", true}, {0, "a", false}, {1, "", false}, {0, "", false}} {
		n := numbers{texts: map[int32]string{}, known: map[string]string{}}
		n.keep(c.x, []byte(c.text))
		if len(n.texts) > 0 != c.kept || n.texts[c.x] != c.text && c.kept {
			t.Errorf("%+v: %v", c, n.texts)
		}
	}
}

// TestItemsCutShort: extended items are read as long as each is complete.
func TestItemsCutShort(t *testing.T) {
	item := func(size, kind, more, data int) []byte {
		return append(raw(uint16(size), uint16(kind), uint16(more), uint16(data)), slices.Repeat([]byte{7}, data)...)
	}
	schema := item(12, payload.ExtSchema, 0, 4)
	for _, c := range []struct {
		name   string
		b      []byte
		n      int
		schema int
	}{
		{"nothing", nil, 0, 0},
		{"whole", schema, 12, 4},
		{"cut", schema[:11], 0, 0},
		{"a header alone", item(8, payload.ExtSchema, 0, 0), 8, 0},
		{"less than a header", schema[:7], 0, 0},
		{"empty, and one behind it", append(item(8, 99, 1, 0), schema...), 20, 4},
		{"the last, and what is behind it", append(item(8, 99, 0, 0), schema...), 8, 0},
		{"a header behind another", append(item(8, 99, 1, 0), item(8, 99, 0, 0)...), 16, 0},
		{"too small for its data", item(11, payload.ExtSchema, 0, 4), 0, 0},
		{"with room", append(item(16, payload.ExtSchema, 0, 4), 0, 0, 0, 0), 16, 4},
	} {
		var r Record
		if n := r.SetItems(c.b); n != c.n || len(r.Schema) != c.schema {
			t.Errorf("%s: %d bytes, a schema of %d, want %d and %d", c.name, n, len(r.Schema), c.n, c.schema)
		}
	}
}

// TestKeysOfTasks: a task is identified by one number, or by two together; without the first it is
// not a task.
func TestKeysOfTasks(t *testing.T) {
	r := &Record{PID: 5}
	n := [maxRefs]uint32{3, 4}
	for _, c := range []struct {
		x    ref
		want numberKey
	}{
		{ref{}, numberKey{}},
		{ref{at: 1}, numberKey{pid: 5, sub: 3}},
		{ref{at: 2}, numberKey{pid: 5, sub: 4}},
		{ref{at: 2, beside: 1}, numberKey{pid: 5, sub: 4 | 3<<32}},
		{ref{at: 1, beside: 2}, numberKey{pid: 5, sub: 3 | 4<<32}},
		{ref{at: maxRefs, beside: 1}, numberKey{}},
	} {
		if got := c.x.key(r, &n); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.x, got, c.want)
		}
	}
}
