package markers

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
)

// raw joins numbers and texts as in payloads: texts in UTF-16 with a terminator.
func raw(vs ...any) (b []byte) {
	for _, v := range vs {
		switch v := v.(type) {
		case string:
			b, _ = binary.Append(b, le, append(utf16.Encode([]rune(v)), 0))
		case []byte:
			b = append(b, v...)
		default:
			var err error
			if b, err = binary.Append(b, le, v); err != nil {
				panic(err)
			}
		}
	}
	return b
}

func ansi(s string) []byte { return append([]byte(s), 0) }

// eachSize runs a test for both sizes of pointers.
func eachSize(t *testing.T, run func(t *testing.T, c etltest.Config, m etltest.Maker)) {
	for name, size := range map[string]int{"32": 4, "64": 8} {
		t.Run(name, func(t *testing.T) {
			c := etltest.Config{PointerSize: size}
			run(t, c, c.Maker(etltest.StyleNative))
		})
	}
}

func check(t *testing.T, got, want []said) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("mark %d is missing: %v", i, want[i])
		case i >= len(want):
			t.Errorf("mark %d is too many: %v", i, got[i])
		case got[i] != want[i]:
			t.Errorf("mark %d is  %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

var myProvider = etltest.GUID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

func TestTraceLogging(t *testing.T) {
	eachSize(t, func(t *testing.T, c etltest.Config, m etltest.Maker) {
		event := func(name string, opcode uint8, id, outer int64, fields ...etltest.Field) etltest.Record {
			return m.TraceLogging(0, etltest.TraceLogging{
				Provider: myProvider, ProviderName: "My.Provider", Name: name, Opcode: opcode, Stack: []uint64{1, 2},
				Activity: etltest.ActivityID(id), Related: etltest.ActivityID(outer), Fields: fields, TID: 7, PID: 8,
			})
		}
		number := etltest.Field{Name: "n", In: etltest.InU32, Data: raw(uint32(5))}
		text := etltest.Field{Name: "s", In: etltest.InWide, Data: raw("two\nlines")}
		hex := etltest.Field{Name: "h", In: etltest.InU32, Out: 4, Data: raw(uint32(255))}
		check(t, marksOf(compose(
			t, c,
			event("Note", 0, 0, 0, number, text, hex),
			event("RequestStart", 1, 70, 0, number),
			event("Work", 1, 90, 70),
			event("Progress", 10, 90, 0, number),
			event("Work", 2, 90, 70),
			event("RequestStop", 2, 70, 0),
			event("Stop", 2, 0, 0),
			event("Rundown", 3, 0, 0),
			event("Rundown", 4, 0, 0),
			event("Note", 240, 90, 0, number, text, hex),
		)), []said{
			{"flag", "My.Provider/Note n=5 s=two lines h=0xff", 0, 0},
			{"begin", "My.Provider/Request", 1, 0},
			{"begin", "My.Provider/Work", 2, 1},
			{"step", "My.Provider/Progress n=5", 2, 0},
			{"end", "My.Provider/Work", 2, 1},
			{"end", "My.Provider/Request", 1, 0},
			{"end", "My.Provider/Stop", 0, 0},
			{"flag", "My.Provider/Note n=5 s=two lines h=0xff", 2, 0},
		})
	})
}

// TestEventSource checks names from a manifest, wherever in the file that is.
func TestEventSource(t *testing.T) {
	eachSize(t, func(t *testing.T, c etltest.Config, m etltest.Maker) {
		source := etltest.Source{Provider: myProvider, Name: "My-Source", Tasks: []string{"Request", "Work & more"}, TID: 1, PID: 2}
		event := func(task int, opcode uint8, id, outer int64) etltest.Record {
			return source.Event(m, 0, task, opcode, 7, 8, etltest.ActivityID(id), etltest.ActivityID(outer))
		}
		events := []etltest.Record{
			event(0, etltest.OpStart, 5, 0),
			event(1, etltest.OpStart, 6, 5),
			event(1, etltest.OpStep, 6, 0),
			event(1, etltest.OpStop, 6, 5),
			event(0, etltest.OpInfo, 5, 0),
			event(0, etltest.OpStop, 5, 0),
		}
		want := []said{
			{"begin", "My-Source/Request", 1, 0},
			{"begin", "My-Source/Work & more", 2, 1},
			{"step", "My-Source/Work & moreStep", 2, 0},
			{"end", "My-Source/Work & more", 2, 1},
			{"flag", "My-Source/Request", 1, 0},
			{"end", "My-Source/Request", 1, 0},
		}
		manifest := source.Manifest(m, 0)
		check(t, marksOf(compose(t, c, append(manifest, events...)...)), want)
		check(t, marksOf(compose(t, c, append(events, manifest...)...)), want)
		check(t, marksOf(compose(t, c, events...)), nil)
	})
}

// TestManifestParts sends a manifest in parts, mixed with that of another process, and the parts of
// a third one that is never completed.
func TestManifestParts(t *testing.T) {
	c := etltest.Config{}
	m := c.Maker(etltest.StyleNative)
	source := etltest.Source{Provider: myProvider, Name: "Large", PID: 1}
	for len(source.Tasks) < 600 {
		source.Tasks = append(source.Tasks, strings.Repeat("t", 1+len(source.Tasks)%90))
	}
	source.Tasks[599] = "Last"
	one := source.Manifest(m, 0)
	if len(one) < 3 {
		t.Fatalf("%d parts", len(one))
	}
	other := source
	other.PID = 2
	two := other.Manifest(m, 0)
	lost := source
	lost.PID = 3
	rs := slices.Concat(lost.Manifest(m, 0)[:1], one[:2], two[:1], one[2:], two[1:])
	rs = append(rs, source.Event(m, 0, 599, etltest.OpStart, 7, 8, etltest.ActivityID(0), etltest.ActivityID(0)))
	cut := compose(t, c, rs...)
	check(t, marksOf(cut), []said{{"begin", "Large/Last", 0, 0}})
	if p := learn(cut).providers[payload.GUID(myProvider)]; p == nil || p.name != "Large" {
		t.Error("the provider has no name")
	}
}

// span composes an event of the Concurrency Visualizer SDK.
func span(m etltest.Maker, provider payload.GUID, pid uint32, id uint8, number int32, series, text string, narrow []byte) etltest.Record {
	e := spanEvents[id]
	b := []byte{id, 4, 0}
	if e.task == 1 {
		b = raw(b, number)
	}
	d := etltest.Descriptor{ID: uint16(id), Version: 1, Channel: 16, Level: 4, Opcode: e.opcode, Task: uint16(e.task), Keyword: 1 << 63}
	return m.Manifest(0, etltest.GUID(provider), d, 7, pid, raw(b, series, text, narrow))
}

func TestSpans(t *testing.T) {
	eachSize(t, func(t *testing.T, c etltest.Config, m etltest.Maker) {
		for _, provider := range []payload.GUID{payload.ProviderMarkers, payload.GUID(myProvider)} {
			const first = -1 << 31
			at := func(pid uint32, id uint8, number int32, series, text string, narrow []byte) etltest.Record {
				return span(m, provider, pid, id, number, series, text, narrow)
			}
			check(t, marksOf(compose(
				t, c,
				at(8, 1, first+1, "", "load", ansi("")),
				at(9, 1, first+1, "io", "read", ansi("")),
				at(8, 1, first+2, "", "", ansi("000004e4caf\xe9")),
				at(8, 3, 0, "", "here", ansi("")),
				at(8, 4, 0, "log", "", ansi("")),
				at(8, 4, 0, "", "", ansi("")),
				at(8, 2, first+2, "", "", ansi("")),
				at(9, 2, first+1, "io", "", ansi("")),
				at(8, 2, first+1, "", "", ansi("")),
				at(8, 2, first+9, "", "", ansi("")),
			)), []said{
				{"begin", "load", 1, 0},
				{"begin", "io/read", 2, 0},
				{"begin", "café", 3, 0},
				{"flag", "here", 0, 0},
				{"flag", "log/Message", 0, 0},
				{"flag", "Message", 0, 0},
				{"end", "café", 3, 0},
				{"end", "io/read", 2, 0},
				{"end", "load", 1, 0},
				{"end", "Span", 4, 0},
			})
		}
	})
}

func TestScenario(t *testing.T) {
	c := etltest.Config{}
	m := c.Maker(etltest.StyleNative)
	event := func(opcode uint8, id payload.GUID, run uint32, outer payload.GUID, outerRun uint32, text string) etltest.Record {
		d := etltest.Descriptor{ID: uint16(opcode), Level: 4, Opcode: opcode}
		b := raw(uint32(3), uint64(1000), uint64(900), uint64(5), id, run, uint32(1), outer, outerRun, text)
		return m.Manifest(0, etltest.GUID(payload.ProviderScenario), d, 7, 8, b)
	}
	a, b, none := payload.GUID{1}, payload.GUID{2}, payload.GUID{}
	odd := event(1, a, 1, none, 0, "x")
	odd.Payload = append(odd.Payload, 1, 2)
	check(t, marksOf(compose(
		t, c,
		event(1, a, 1, none, 0, "open"), event(1, b, 1, a, 1, "read"), event(12, b, 1, a, 1, "half"),
		event(2, b, 1, a, 1, "read"), event(2, a, 1, none, 0, "open"), event(1, a, 2, none, 0, "open"),
		event(2, a, 2, none, 0, ""), odd,
	)), []said{
		{"begin", "open", 1, 0},
		{"begin", "read", 2, 1},
		{"step", "half", 2, 1},
		{"end", "read", 2, 1},
		{"end", "open", 1, 0},
		{"begin", "open", 3, 0},
		{"end", "open", 3, 0},
	})
}

// taskCase is an event of a parallel library and the marker that it must give;
// none if it has no kind.
type taskCase struct {
	provider string
	id       uint16 // the opcode of a classic event
	payload  []byte
	want     said
}

// Providers of taskCases.
const (
	tpl      = "2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5"
	parallel = "f1dc0bad-7174-5f61-eff2-62f34893bae1"
	dataflow = "16f53577-e41d-43d4-b47e-c17025bf4025"
	plinq    = "159eeeec-4a14-4418-a8fe-faabcd987887"
	barrier  = "ec631d38-466b-4290-9306-834971ba0217"
	forEach  = "5cb7d785-9d66-465d-bae1-4611061b5434"
	contexts = "5727a00f-50be-4519-8256-f7699871fecb"
)

func n32(v ...uint32) []uint32 { return v }

// taskCases are in the order of a file. Numbers: 1 task 20, 2 loop 4, 3 worker
// 21 of it, 4 wait, 5 task 30, 6 operation, 7 task 40, 8 block, 9 query, 10
// worker 50 of it, 11 context.
var taskCases = []taskCase{
	{tpl, 7, raw(n32(1, 0, 20, 0, 8200, 1)), said{"flag", "TPL/TaskScheduled", 1, 0}},
	{tpl, 8, raw(n32(1, 0, 20)), said{"begin", "TPL/TaskExecute", 1, 0}},
	{parallel, 1, raw(n32(1, 20, 4, 2), uint64(0), uint64(100)), said{"begin", "TPL/Loop", 2, 1}},
	{parallel, 5, raw(n32(1, 21, 4)), said{"begin", "TPL/ForkJoin", 3, 2}},
	{parallel, 6, raw(n32(1, 21, 4)), said{"end", "TPL/ForkJoin", 3, 2}},
	{tpl, 2, raw(n32(1, 20, 4), uint64(100)), said{"end", "TPL/Loop", 2, 1}},
	{tpl, 10, raw(n32(1, 20, 30, 1, 0)), said{"begin", "TPL/TaskWait", 4, 5}},
	{tpl, 11, raw(n32(1, 20, 30)), said{"end", "TPL/TaskWait", 4, 5}},
	{tpl, 9, raw(n32(1, 0, 20), uint32(0)), said{"end", "TPL/TaskExecute", 1, 0}},
	{tpl, 14, raw(n32(40), "Async: Load", uint64(0)), said{"begin", "TPL/Operation Async: Load", 6, 7}},
	{tpl, 15, raw(n32(40, 1)), said{"end", "TPL/Operation Async: Load", 6, 7}},
	{tpl, 17, raw(n32(40, 2)), said{"begin", "TPL/SynchronousWork", 0, 7}},
	{tpl, 18, raw(n32(2)), said{"end", "TPL/SynchronousWork", 0, 0}},
	{tpl, 26, raw(n32(40)), said{}},
	{tpl, 8, raw(n32(1)), said{}},
	{dataflow, 1, raw("Buffer 3", n32(3)), said{"begin", "Dataflow/Block Buffer 3", 8, 0}},
	{dataflow, 2, raw(n32(3, 1, 2, 20)), said{"step", "Dataflow/TaskLaunched", 8, 1}},
	{dataflow, 3, raw(n32(3, 5), ""), said{"end", "Dataflow/Block Buffer 3", 8, 0}},
	{plinq, 1, raw(n32(1, 20, 9)), said{"begin", "PLINQ/Query", 9, 1}},
	{plinq, 3, raw(n32(1, 50, 9)), said{"begin", "PLINQ/ForkJoin", 10, 9}},
	{plinq, 4, raw(n32(1, 50, 9)), said{"end", "PLINQ/ForkJoin", 10, 9}},
	{plinq, 2, raw(n32(1, 20, 9)), said{"end", "PLINQ/Query", 9, 1}},
	{barrier, 1, raw(n32(7)), said{}},
	{barrier, 3, raw(n32(1), uint64(4)), said{"flag", "Barrier/PhaseFinished", 0, 0}},
	{forEach, 1, raw(n32(0, 0, 0, 0)), said{"begin", "ConcRT/parallel_for_each", 0, 0}},
	{forEach, 2, raw(n32(0, 0, 0, 0)), said{"end", "ConcRT/parallel_for_each", 0, 0}},
	{contexts, 1, raw(n32(0, 1, 6, 0)), said{"begin", "ConcRT/Context", 11, 0}},
	{contexts, 3, raw(n32(0, 1, 6, 0)), said{}},
	{contexts, 2, raw(n32(0, 1, 6, 0)), said{"end", "ConcRT/Context", 11, 0}},
}

// TestTasks checks the events of the parallel libraries.
func TestTasks(t *testing.T) {
	var rs []Record
	var want []said
	for _, c := range taskCases {
		g, ok := payload.ParseGUID(c.provider)
		if !ok {
			t.Fatal(c.provider)
		}
		r := Record{Provider: g, ID: c.id, PID: 8, Wide: true, Payload: c.payload}
		if c.provider == forEach || c.provider == contexts {
			r.Classic, r.ID, r.Opcode = true, 0, uint8(c.id)
		}
		rs = append(rs, r)
		if c.want.kind != "" {
			want = append(want, c.want)
		}
	}
	check(t, marksOf(rs), want)
}

// schemaRecord is the schema of an event as merging adds it (Microsoft, TRACE_EVENT_INFO), with one
// field of 4 bytes.
func schemaRecord(provider payload.GUID, id uint16, version uint8, names ...string) Record {
	b := make([]byte, 112+24)
	copy(b, provider[:])
	le.PutUint16(b[32:], id)
	b[34] = version
	le.PutUint32(b[100:], 1)
	le.PutUint32(b[104:], 1)
	le.PutUint16(b[112+8:], 8) // unsigned, 4 bytes
	le.PutUint16(b[112+16:], 1)
	for i, at := range []int{52, 68, 72, 92, 112 + 4} {
		if names[i] != "" {
			le.PutUint32(b[at:], uint32(len(b)))
			b = append(b, raw(names[i])...)
		}
	}
	return Record{Provider: payload.ClassSchema, Classic: true, Opcode: payload.SchemaEvent, Wide: true, Payload: b}
}

func TestEmbeddedSchemas(t *testing.T) {
	mine, windows := payload.GUID(myProvider), payload.GUID{9}
	at := func(id uint16, version, opcode uint8) Record {
		return Record{Provider: mine, ID: id, Version: version, Opcode: opcode, Wide: true, Payload: raw(uint32(5))}
	}
	rs := []Record{
		at(1, 0, 1), at(1, 3, 1), at(2, 0, 2), at(3, 0, 0), at(4, 0, 0), at(5, 1, 0),
		{Provider: windows, ID: 1, Payload: raw(uint32(5))},
		schemaRecord(mine, 1, 2, "My-Provider", "Old", "win:Start", "", "v"),
		schemaRecord(mine, 1, 3, "My-Provider", "Job", "win:Start", "", "v"),
		schemaRecord(mine, 2, 0, "My-Provider", "Job", "win:Stop", "", "v"),
		schemaRecord(mine, 3, 0, "My-Provider", "", "", "Named", "v"),
		schemaRecord(mine, 5, 0, "My-Provider", "Info", "win:Info", "", "v"),
		schemaRecord(windows, 1, 0, "Microsoft-Windows-Kernel-Thing", "Tick", "", "", "v"),
		{Provider: payload.ClassSchema, Classic: true, Opcode: payload.SchemaEvent, Payload: []byte("short")},
	}
	check(t, marksOf(rs), []said{
		{"begin", "My-Provider/Job", 0, 0},
		{"begin", "My-Provider/Job", 0, 0},
		{"end", "My-Provider/Job", 0, 0},
		{"flag", "My-Provider/Named v=5", 0, 0},
		{"flag", "My-Provider/Info v=5", 0, 0},
	})
	table := learn(rs)
	for i, want := range []string{"Job/Start", "Job/Start", "Job/Stop", "Named", "Event 4", "Info", "Tick", "Event"} {
		if got := table.EventName(&rs[i]); got != want {
			t.Errorf("event %d is %s, want %s", i, got, want)
		}
	}
	if d := table.Diagnostics(); len(d) != 1 || d[0].Code != "schemas" || d[0].Count != 1 {
		t.Errorf("diagnostics %+v", d)
	}
}
