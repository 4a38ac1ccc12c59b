package markers

import (
	"fmt"
	"sync"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
)

// The tests of limits check that a hostile file does not make the table grow without bounds.
func TestManyIDs(t *testing.T) {
	n := newNumbers()
	for i := range maxNumbers + 5 {
		x := n.give(numberKey{sub: uint64(i), space: spaceTask})
		if want := int32(i + 1); x != want && (i < maxNumbers || x != 0) {
			t.Fatalf("id %d has number %d", i, x)
		}
	}
	if n.full != 5 {
		t.Errorf("%d found no room", n.full)
	}
}

func TestManyTexts(t *testing.T) {
	n := newNumbers()
	for i := range maxTexts + 5 {
		n.keep(1, fmt.Appendf(nil, "text %d", i))
		n.keep(int32(i+1), []byte("same"))
	}
	if len(n.known) > maxTexts || len(n.texts) > maxTexts {
		t.Errorf("%d texts for %d spans", len(n.known), len(n.texts))
	}
}

func TestManyProviders(t *testing.T) {
	table := NewTable()
	for i := range maxProviders + 7 {
		table.Learn(&Record{Provider: payload.GUID{byte(i), byte(i >> 8), byte(i >> 16)}})
	}
	if len(table.providers) != maxProviders || table.left != 7 {
		t.Errorf("%d providers, %d left out", len(table.providers), table.left)
	}
}

func TestManyEvents(t *testing.T) {
	table := NewTable()
	for i := range maxEvents + 7 {
		table.Learn(&Record{Provider: payload.GUID{1}, ID: uint16(i), Version: uint8(i >> 16)})
	}
	if table.events != maxEvents || table.left != 7 {
		t.Errorf("%d events, %d left out", table.events, table.left)
	}
}

func TestManySchemas(t *testing.T) {
	table := NewTable()
	b := make([]byte, 60000)
	for i := range 400 {
		le.PutUint16(b, uint16(i))
		table.Learn(&Record{Provider: payload.GUID{1}, Schema: b})
		table.Learn(&Record{Provider: payload.ClassSchema, Classic: true, Opcode: payload.SchemaEvent, Payload: b})
	}
	if table.schemaBytes > maxSchemaBytes || table.left == 0 || table.unread == 0 {
		t.Errorf("%d bytes, %d left out, %d not read", table.schemaBytes, table.left, table.unread)
	}
}

func TestManyManifests(t *testing.T) {
	table := NewTable()
	r := Record{Provider: payload.GUID{1}, ID: payload.EventSourceManifest, Opcode: payload.EventSourceManifestOpcode}
	b := raw(uint8(1), uint8(0), uint8(0), uint8(0x5B), uint16(2), uint16(0), make([]byte, 60000))
	for i := range 2000 {
		r.PID, r.Payload = uint32(i), b
		table.Learn(&r)
		r.PID, r.Payload = uint32(i+10000), b[:8]
		table.Learn(&r)
	}
	if table.partBytes > maxParts || len(table.parts) > maxParts/partCost {
		t.Errorf("%d bytes in parts of %d manifests", table.partBytes, len(table.parts))
	}
	for i := range 20 {
		r.Payload = raw(uint8(1), uint8(0), uint8(0), uint8(0x5B), uint16(1), uint16(0), fmt.Appendf(nil, "<a%d/>", i))
		table.Learn(&r)
	}
	if p := table.providers[r.Provider]; len(p.sums) != maxVersions || table.unread != 20 {
		t.Errorf("%d manifests read, %d errors", len(p.sums), table.unread)
	}
}

// TestConcurrent lets many goroutines decode in parallel; they must agree.
func TestConcurrent(t *testing.T) {
	rs := []Record{described("Mine", "a"), described("Other", "b"), described("Mine", "c")}
	rs[1].Activity, rs[1].Opcode = payload.GUID{1}, opcodeStart
	want := fmt.Sprint(marksOf(rs))
	table := learn(rs)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			d := table.Decoder()
			for range 200 {
				var got []said
				for i := range rs {
					if m, ok := d.Mark(&rs[i]); ok {
						got = append(got, said{m.Kind.String(), string(m.Name), m.Arg, m.Arg2})
					}
				}
				if s := fmt.Sprint(got); s != want {
					t.Errorf("%s\nwant %s", s, want)
				}
				_ = table.EventName(&rs[0]) + table.ProviderName(rs[0].Provider)
			}
		})
	}
	wait.Wait()
}

// TestNoAllocations checks that known events allocate nothing in either pass.
func TestNoAllocations(t *testing.T) {
	c := etltest.Config{}
	m := c.Maker(etltest.StyleNative)
	source := etltest.Source{Provider: myProvider, Name: "My-Source", Tasks: []string{"Request"}}
	rs := compose(
		t, c, append(source.Manifest(m, 0),
			source.Event(m, 0, 0, etltest.OpStart, 7, 8, etltest.ActivityID(1), etltest.ActivityID(2)),
			span(m, payload.ProviderMarkers, 8, 1, 5, "io", "load", ansi("")),
			span(m, payload.ProviderMarkers, 8, 2, 5, "io", "", ansi("")),
		)...,
	)
	rs = append(rs, described("Mine", "Note"), Record{Provider: payload.ProviderTPL, ID: 8, Payload: make([]byte, 12)})
	d := learn(rs).Decoder()
	again := NewTable()
	for i := range rs {
		r := &rs[i]
		again.Learn(r)
		if r.isManifest() || r.Classic {
			continue
		}
		if _, ok := d.Mark(r); !ok {
			t.Errorf("record %d is no marker", i)
		}
		if n := testing.AllocsPerRun(100, func() { d.Mark(r) }); n > 0 {
			t.Errorf("record %d: %v allocations to mark it", i, n)
		}
		if n := testing.AllocsPerRun(100, func() { again.Learn(r) }); n > 0 {
			t.Errorf("record %d: %v allocations to learn it", i, n)
		}
	}
}
