package markers

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
)

// schema is the data of a TraceLogging schema item: a name and fields, each with
// its type.
func schema(name string, fields ...any) []byte {
	b := raw(uint8(0), ansi(name))
	for i := 0; i < len(fields); i += 2 {
		b = raw(b, ansi(fields[i].(string)), fields[i+1])
	}
	return raw(uint16(len(b)+2), b)
}

func traits(name string) []byte { return raw(uint16(len(name)+3), ansi(name)) }

// described is a self-describing event.
func described(provider, name string) Record {
	return Record{
		Provider: payload.GUID{byte(len(provider)), 7}, Wide: true, Traits: traits(provider),
		Schema: schema(name, "v", uint8(8)), Payload: raw(uint32(5)),
	}
}

func TestRules(t *testing.T) {
	with := func(r Record, change func(*Record)) Record {
		change(&r)
		return r
	}
	mine := described("Mine", "Note")
	for _, c := range []struct {
		name string
		r    Record
		want string // of the flag; empty: none
	}{
		{"user event", mine, "Mine/Note v=5"},
		{"a part of Windows", described("Microsoft.Windows.Shell", "Note"), ""},
		{"a provider of Windows", described("Microsoft-Windows-Thing", "Note"), ""},
		{"counters of an EventSource", described("Mine", "EventCounters"), ""},
		{"WPP", with(mine, func(r *Record) { r.Flags = flagMessage }), ""},
		{"rundown", with(mine, func(r *Record) { r.Opcode = opcodeDCStart }), ""},
		{"a manifest", with(mine, func(r *Record) { r.ID, r.Opcode, r.Schema = 65534, 254, nil }), ""},
		{"a known provider", with(mine, func(r *Record) { r.Provider = payload.ProviderCLR }), ""},
		{"classic", Record{Provider: payload.GUID{1}, Classic: true, Opcode: 1, Payload: make([]byte, 50)}, ""},
		{"nothing names it", Record{Provider: payload.GUID{1}, ID: 9, Payload: make([]byte, 50)}, ""},
		{"nothing but the provider is named", with(mine, func(r *Record) { r.Schema, r.ID = nil, 9 }), "Mine/Event 9"},
		{"a text", Record{Provider: payload.GUID{1}, Flags: flagString, Payload: raw("hello")}, "hello"},
		{"a text of a named provider", with(mine, func(r *Record) { r.Schema, r.Flags, r.Payload = nil, flagString, raw("hello") }), "Mine/Event 0 hello"},
		{"a schema that cannot be read", with(mine, func(r *Record) { r.Schema = []byte{1} }), "Mine/Event 0"},
		{"a payload that is too short", with(mine, func(r *Record) { r.Payload = nil }), "Mine/Note"},
	} {
		got := marksOf([]Record{c.r})
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: %v, want none", c.name, got)
		case c.want != "" && (len(got) != 1 || got[0] != said{"flag", c.want, 0, 0}):
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// TestTable checks the table of rules itself.
func TestTable(t *testing.T) {
	if len(knownProviders) != len(table) {
		t.Errorf("%d providers of %d: a GUID is wrong or occurs twice", len(knownProviders), len(table))
	}
	for _, x := range table {
		if (x.rule == ruleTasks) != (x.tasks != nil) {
			t.Errorf("%s: rule %d with %d events", x.name, x.rule, len(x.tasks))
		}
		for id, y := range x.tasks {
			if y.name == "" || max(y.id.at, y.id.beside, y.parent.at, y.parent.beside) > maxRefs {
				t.Errorf("%s: event %d is %+v", x.name, id, y)
			}
		}
	}
	for _, g := range []payload.GUID{
		payload.ProviderMarkers, payload.ProviderScenario, payload.ProviderTPL,
		payload.ProviderDataflow, payload.ProviderSync, payload.ProviderPLINQ, payload.ProviderConcRT,
		payload.ProviderCLR, payload.ProviderCLRRundown, payload.ClassSchema,
	} {
		if knownProviders[g] == nil {
			t.Errorf("%s is not in the table", g)
		}
	}
}

// TestTooFrequent checks that an event that occurs all the time is not a marker, unless it ends a
// span.
func TestTooFrequent(t *testing.T) {
	for _, count := range []int{maxFlags, maxFlags + 1} {
		flag, begin, silent := described("Mine", "Often"), described("Mine", "Span"), described("Microsoft-Windows-X", "Often")
		begin.Opcode = opcodeStart
		table := NewTable()
		for range count {
			table.Learn(&flag)
			table.Learn(&begin)
			table.Learn(&silent)
		}
		table.Freeze()
		d := table.Decoder()
		if _, ok := d.Mark(&begin); !ok {
			t.Errorf("%d begins of a span: no marker", count)
		}
		_, ok := d.Mark(&flag)
		ds := table.Diagnostics()
		if few := count <= maxFlags; ok != few || (len(ds) == 0) != few {
			t.Errorf("%d flags: marker %v, diagnostics %v", count, ok, ds)
		} else if !few && (ds[0].Code != "marks" || ds[0].Count != int64(count)) {
			t.Errorf("diagnostics %v", ds)
		}
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("é", 300)
	r := described("Bad\x01\xffName", "A\nB")
	r.Schema = schema("A\nB", "\xfe", uint8(2), long, uint8(2), "z", uint8(2))
	r.Payload = raw(ansi("x\ty"), ansi(long), ansi("end"))
	table := learn([]Record{r})
	d := table.Decoder()
	m, ok := d.Mark(&r)
	if !ok {
		t.Fatal("no marker")
	}
	name := string(m.Name)
	if !strings.HasPrefix(name, "Bad ÿName/A B \uFFFD=x y é") || !strings.HasSuffix(name, "é…") || len(name) > maxMark+2 {
		t.Errorf("%d bytes: %q", len(name), name)
	}
	if got := name[:m.Plain]; got != "Bad ÿName/A B" {
		t.Errorf("plain name %q", got)
	}
	if got := table.ProviderName(r.Provider); got != "Bad ÿName" {
		t.Errorf("provider %q", got)
	}
	r = described(long, long)
	d = learn([]Record{r}).Decoder()
	if m, ok = d.Mark(&r); !ok || len(m.Name) > maxMark+2 || m.Plain > len(m.Name) {
		t.Errorf("long names: %v, %d bytes, %d of them plain", ok, len(m.Name), m.Plain)
	}
}

func TestProviderName(t *testing.T) {
	table := learn([]Record{described("Mine", "x")})
	for _, c := range []struct {
		g    payload.GUID
		want string
	}{
		{payload.GUID{4, 7}, "Mine"},
		{payload.ProviderCLR, "Microsoft-Windows-DotNETRuntime"},
		{payload.GUID{1}, "00000001-0000-0000-0000-000000000000"},
	} {
		if got := table.ProviderName(c.g); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	for _, c := range []struct {
		r    Record
		want string
	}{
		{described("Mine", "x"), "x"},
		{Record{Provider: payload.GUID{1}, ID: 7}, "Event 7"},
		{Record{Provider: payload.GUID{1}, ID: 7, Classic: true, Opcode: 3}, "Event 3"},
	} {
		if got := table.EventName(&c.r); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestSourceEvents(t *testing.T) {
	mine, same := described("Mine", "Note"), described("Mine", "Note")
	same.Schema = schema("Note", "w", uint8(8))
	clr := Record{Provider: payload.ProviderCLR, ID: payload.CLRMethodLoadVerbose, Version: 1}
	manifest := Record{Provider: payload.GUID{4, 7}, ID: 65534, Opcode: 254, Version: 1}
	table := learn([]Record{clr, mine, same, clr, clr, manifest})
	var got []string
	for _, e := range table.SourceEvents() {
		got = append(got, fmt.Sprintf("%s/%s %d.%d %d", e.Provider, e.Name, e.ID, e.Version, e.Count))
	}
	want := "Microsoft-Windows-DotNETRuntime/MethodLoadVerbose 143.1 3; Mine/Note 0.0 2; Mine/Manifest 65534.1 1"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
}

func TestSetItems(t *testing.T) {
	id := payload.GUID{1, 2, 3}
	item := func(kind uint16, more uint16, data []byte) []byte {
		b := raw(uint16((8+len(data)+7)&^7), kind, more, uint16(len(data)), data)
		return append(b, make([]byte, -len(b)&7)...)
	}
	all := raw(item(1, 1, id[:]), item(6, 1, make([]byte, 24)), item(11, 1, []byte("schema")), item(12, 0, []byte("traits")))
	var r Record
	n := r.SetItems(raw(all, []byte("payload")))
	if n != len(all) || r.Related != id || string(r.Schema) != "schema" || string(r.Traits) != "traits" {
		t.Errorf("%d bytes of %d, %s, %q, %q", n, len(all), r.Related, r.Schema, r.Traits)
	}
	for name, b := range map[string][]byte{
		"nothing":                nil,
		"too short":              {1, 2, 3},
		"size 0":                 make([]byte, 16),
		"larger than the record": raw(uint16(64), uint16(11), uint16(0), uint16(4), uint32(0)),
		"data larger than it":    raw(uint16(16), uint16(11), uint16(0), uint16(64), uint64(0)),
	} {
		if n := r.SetItems(b); n != 0 || r.Schema != nil {
			t.Errorf("%s: %d bytes, schema %q", name, n, r.Schema)
		}
	}
	if r.SetItems(item(1, 0, []byte("short"))); r.Related != (payload.GUID{}) {
		t.Errorf("an id of 5 bytes: %s", r.Related)
	}
}
