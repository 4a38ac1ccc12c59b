package etl

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
)

// TestNumberedSpans: events of package ingest/scenario become spans that are distinguished by
// numbers, with the program's correlation and measure.
func TestNumberedSpans(t *testing.T) {
	c := compose(t, etltest.Config{})
	provider, ok := payload.ParseGUID("d6434340-9934-574f-0499-9709319a48b8")
	if !ok {
		t.Fatal("no GUID")
	}
	mark := func(at int64, opcode uint8, span, parent, correlation, cpu int64, name string) {
		e := etltest.TraceLogging{
			Provider: etltest.GUID(provider), ProviderName: "Threadlens.Scenario", Name: "Mark", Opcode: opcode, TID: 7, PID: 5,
		}
		for i, n := range []int64{span, parent, correlation, 0, cpu} {
			e.Fields = append(e.Fields, etltest.Field{Name: fmt.Sprint(i), In: etltest.InI64, Data: binary.LittleEndian.AppendUint64(nil, uint64(n))})
		}
		e.Fields = append(e.Fields, etltest.Field{Name: "Name", In: etltest.InNarrow, Data: []byte(name + "\x00")})
		c.put(0, c.mk.TraceLogging(at, e))
	}
	mark(10, 1, 900, 0, 42, -1, "request")
	mark(20, 1, 901, 900, 42, -1, "request")
	mark(30, 2, 900, 0, 42, 0, "request")
	mark(40, 2, 901, 900, 42, 6, "request")
	mark(50, 0, 0, 0, 0, -1, "full")
	tr := c.load()
	var got []string
	for i := range tr.Spans.List {
		s := &tr.Spans.List[i]
		begin, end := &tr.Markers[s.Begin], &tr.Markers[s.End]
		got = append(got, fmt.Sprintf("%s %d-%d id %d span %d in %d measured %v %d", tr.String(begin.Name), begin.Time, end.Time,
			begin.Correlation, begin.Span, begin.Parent, end.Measured, end.CPU))
	}
	want := "request 10-30 id 42 span 1 in 0 measured true 0; request 20-40 id 42 span 2 in 1 measured true 6"
	if s := strings.Join(got, "; "); s != want || tr.Spans.Flags != 1 {
		t.Errorf("%s; %d flags\nwant %s", s, tr.Spans.Flags, want)
	}
}
