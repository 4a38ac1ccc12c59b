package markers

import (
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
)

// numberedEvent is an event of package ingest/scenario.
func numberedEvent(m etltest.Maker, pid uint32, opcode uint8, span, parent, correlation, cpu int64, name string) etltest.Record {
	g, ok := payload.ParseGUID("d6434340-9934-574f-0499-9709319a48b8")
	if !ok {
		panic("no GUID")
	}
	i64 := func(name string, n int64) etltest.Field {
		return etltest.Field{Name: name, In: etltest.InI64, Data: raw(n)}
	}
	return m.TraceLogging(0, etltest.TraceLogging{
		Provider: etltest.GUID(g), ProviderName: "Threadlens.Scenario", Name: "Begin", Opcode: opcode, TID: 7, PID: pid,
		Fields: []etltest.Field{
			i64("Span", span), i64("Parent", parent), i64("Correlation", correlation), i64("ElapsedNS", 9), i64("CPUNS", cpu),
			{Name: "Name", In: etltest.InNarrow, Out: 35, Data: ansi(name)},
		},
	})
}

// TestNumbered: markers of package ingest/scenario have only their name, the numbers of their
// spans, the program's correlation, and their measure.
func TestNumbered(t *testing.T) {
	eachSize(t, func(t *testing.T, c etltest.Config, m etltest.Maker) {
		rs := compose(
			t, c,
			numberedEvent(m, 8, 1, 1<<40+1, 0, 42, -1, "requêst"),
			numberedEvent(m, 9, 1, 1<<40+1, 0, 42, -1, "elsewhere"),
			numberedEvent(m, 8, 1, 1<<40+2, 1<<40+1, 42, -1, "load"),
			numberedEvent(m, 8, 10, 1<<40+2, 0, 42, 3, "half"),
			numberedEvent(m, 8, 2, 1<<40+2, 1<<40+1, 42, 0, "load"),
			numberedEvent(m, 8, 2, 1<<40+1, 0, 42, -1, "requêst"),
			numberedEvent(m, 8, 0, 0, 0, 0, -1, "full"),
			numberedEvent(m, 8, 11, 0, 0, 0, -1, "words"),
		)
		want := []Mark{
			{Name: []byte("requêst"), Kind: 1, Span: 1, Arg: 42},
			{Name: []byte("elsewhere"), Kind: 1, Span: 2, Arg: 42},
			{Name: []byte("load"), Kind: 1, Span: 3, Arg2: 1, Arg: 42},
			{Name: []byte("half"), Kind: 3, Span: 3, Arg: 42, CPU: 3, Measured: true},
			{Name: []byte("load"), Kind: 2, Span: 3, Arg2: 1, Arg: 42, Measured: true},
			{Name: []byte("requêst"), Kind: 2, Span: 1, Arg: 42},
			{Name: []byte("full")},
			{Name: []byte("words"), Kind: 3},
		}
		d := learn(rs).Decoder()
		for i, w := range want {
			got, ok := d.Mark(&rs[i])
			if !ok || string(got.Name) != string(w.Name) || got.Kind != w.Kind || got.Span != w.Span || got.Arg != w.Arg ||
				got.Arg2 != w.Arg2 || got.Measured != w.Measured || w.Measured && got.CPU != w.CPU {
				t.Errorf("mark %d: %+v %q, want %+v", i, got, got.Name, w)
			}
		}
	})
}
