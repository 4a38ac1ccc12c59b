package tracepoint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/internal/wire"
)

// switchText is sched_switch of Linux 6.18, as tracefs shows it.
const switchText = `name: sched_switch
ID: 372
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
	field:int common_pid;	offset:4;	size:4;	signed:1;

	field:char prev_comm[16];	offset:8;	size:16;	signed:0;
	field:pid_t prev_pid;	offset:24;	size:4;	signed:1;
	field:int prev_prio;	offset:28;	size:4;	signed:1;
	field:long prev_state;	offset:32;	size:8;	signed:1;
	field:char next_comm[16];	offset:40;	size:16;	signed:0;
	field:pid_t next_pid;	offset:56;	size:4;	signed:1;
	field:int next_prio;	offset:60;	size:4;	signed:1;

print fmt: "prev_state=%s%s", (REC->prev_state & ((((0x0 | 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40) + 1) << 1) - 1)) ? __print_flags(REC->prev_state & ((((0x0 | 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40) + 1) << 1) - 1), "|", { 0x00000001, "S" }, { 0x00000002, "D" }, { 0x00000004, "T" }, { 0x00000008, "t" }, { 0x00000010, "X" }, { 0x00000020, "Z" }, { 0x00000040, "P" }, { 0x00000080, "I" }) : "R", REC->prev_state & (((0x0 | 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40) + 1) << 1) ? "+" : "", REC->next_comm
`

func TestParse(t *testing.T) {
	f, err := Parse(switchText)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "sched_switch" || f.ID != 372 || len(f.Fields) != 11 {
		t.Errorf("name %q, ID %d, %d fields", f.Name, f.ID, len(f.Fields))
	}
	fd, ok := f.Field("prev_state")
	if !ok || fd.Type != "long" || fd.Place != (Place{Offset: 32, Size: 8, Signed: true}) {
		t.Errorf("prev_state: %+v", fd)
	}
	if fd, _ := f.Field("prev_comm"); fd.Type != "char[16]" || fd.Signed || fd.End() != 24 {
		t.Errorf("prev_comm: %+v", fd)
	}
	if _, ok := f.Field("nothing"); ok || f.Place("nothing") != (Place{}) {
		t.Error("a field that is not there was found")
	}
}

func TestDeclarations(t *testing.T) {
	for decl, want := range map[string]struct {
		name, typ string
		kind      Kind
	}{
		"unsigned short common_type":     {"common_type", "unsigned short", Fixed},
		"__data_loc char[] comm":         {"comm", "__data_loc char[]", DataLoc},
		"__rel_loc char[] name":          {"name", "__rel_loc char[]", RelLoc},
		"void * lock_addr":               {"lock_addr", "void *", Fixed},
		"const char *filename":           {"filename", "const char *", Fixed},
		"unsigned long args[6]":          {"args", "unsigned long[6]", Fixed},
		"__data_loc unsigned long[] vec": {"vec", "__data_loc unsigned long[]", DataLoc},
		"u8 saddr_v6[16]":                {"saddr_v6", "u8[16]", Fixed},
	} {
		fd, err := parseField(decl + ";	offset:8;	size:4;	signed:0;")
		if err != nil || fd.Name != want.name || fd.Type != want.typ || fd.Kind != want.kind {
			t.Errorf("%q: name %q, type %q, kind %d, %v", decl, fd.Name, fd.Type, fd.Kind, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	field := "field:int x;	offset:0;	size:4;	signed:1;\n"
	for name, text := range map[string]string{
		"empty":       "",
		"no name":     "ID: 1\n" + field,
		"no ID":       "name: x\n" + field,
		"bad ID":      "name: x\nID: one\n" + field,
		"no fields":   "name: x\nID: 1\n",
		"no place":    "name: x\nID: 1\nfield:int x;\n",
		"far offset":  "name: x\nID: 1\nfield:int x;	offset:99999999;	size:4;\n",
		"minus":       "name: x\nID: 1\nfield:int x;	offset:-4;	size:4;\n",
		"nameless":    "name: x\nID: 1\nfield:;	offset:4;	size:4;\n",
		"many fields": "name: x\nID: 1\n" + strings.Repeat(field, maxFields+1),
		"huge":        strings.Repeat("x", maxText+1),
	} {
		if f, err := Parse(text); err == nil {
			t.Errorf("%s: no error, %+v", name, f)
		}
	}
}

func TestPlaces(t *testing.T) {
	raw := []byte{0, 0, 0xfe, 0xff, 0xff, 0xff, 7, 8, 3, 0, 4, 0, 'a', 'b', 0, 'c'}
	for i, c := range []struct {
		p    Place
		want int64
	}{
		{Place{2, 2, true, Fixed}, -2},
		{Place{2, 2, false, Fixed}, 0xfffe},
		{Place{2, 4, true, Fixed}, -2},
		{Place{2, 4, false, Fixed}, 0xfffffffe},
		{Place{5, 1, true, Fixed}, -1},
		{Place{6, 1, false, Fixed}, 7},
		{Place{8, 8, false, Fixed}, 0x6300626100040003},
		{Place{8, 3, false, Fixed}, 0},
		{Place{12, 8, false, Fixed}, 0},
		{Place{-1, 4, false, Fixed}, 0},
		{Place{}, 0},
	} {
		if got := c.p.Int(wire.Little, raw); got != c.want {
			t.Errorf("%d: %+v reads %#x, want %#x", i, c.p, got, c.want)
		}
	}
	loc := []byte{12, 0, 3, 0, 4, 0, 3, 0, 0, 0, 0, 0, 'h', 'i', 0, 9}
	if s := (Place{0, 4, false, DataLoc}).Text(wire.Little, loc); string(s) != "hi" {
		t.Errorf("data_loc: %q", s)
	}
	if s := (Place{4, 4, false, RelLoc}).Bytes(wire.Little, loc); string(s) != "hi\x00" {
		t.Errorf("rel_loc: %q", s)
	}
	if s := (Place{12, 4, false, Fixed}).Text(wire.Little, loc); string(s) != "hi" {
		t.Errorf("array: %q", s)
	}
	if s := (Place{12, 4, false, DataLoc}).Bytes(wire.Little, loc); s != nil {
		t.Errorf("data_loc outside: %q", s)
	}
	words := make([]byte, 24)
	words[8] = 5
	args := Place{Offset: 0, Size: 24}
	if args.Word(wire.Little, words, 1, 8) != 5 || args.Word(wire.Little, words, 3, 8) != 0 || args.Word(wire.Little, words, -1, 8) != 0 {
		t.Error("array elements are read wrongly")
	}
}

func TestFlags(t *testing.T) {
	f, err := Parse(switchText)
	if err != nil {
		t.Fatal(err)
	}
	want := []Flag{{1, "S"}, {2, "D"}, {4, "T"}, {8, "t"}, {16, "X"}, {32, "Z"}, {64, "P"}, {128, "I"}, {256, "+"}}
	if got := f.Flags("prev_state"); !slices.Equal(got, want) {
		t.Errorf("flags %v", got)
	}
	if got := f.Flags("prev_stat"); got != nil {
		t.Errorf("flags of a field whose name only begins alike: %v", got)
	}
	f.Print = `"%s%s%s", REC->odd ? "!" : "", REC->prev_state & 512 ? "" : "-", REC->prev_state & 256 ? "+" : ""`
	if got, want := f.Flags("prev_state"), []Flag{{256, "+"}}; !slices.Equal(got, want) {
		t.Errorf("flags %v, want %v", got, want)
	}
	f.Print = `"%s", __print_symbolic(REC->other, { 0, "no" }), __print_symbolic(REC->vec, { 0, "HI" }, { NAMED, "?" }, { (1 << 3), "A)" }, { 9, "RCU"})`
	if got, want := f.Symbols("vec"), []Flag{{0, "HI"}, {8, "A)"}, {9, "RCU"}}; !slices.Equal(got, want) {
		t.Errorf("symbols %v, want %v", got, want)
	}
}

func TestEval(t *testing.T) {
	for s, want := range map[string]uint64{
		"1": 1, " 0x10 ": 16, "010": 8, "1UL << 3": 8, "(1 | 2) + 4*2": 11, "~0 & 0xff": 255, "-1 & 7": 7,
		"((1))": 1, "10 - 2 - 3": 5, "6 ^ 3": 5, "64 >> 2 >> 1": 8, "1 << 99": 0,
	} {
		if got, ok := eval(s); !ok || got != want {
			t.Errorf("eval(%q) = %d, %v; want %d", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "(", "1 +", "x", "1 2", ")", "(1", strings.Repeat("(", 1000), strings.Repeat("~", 1000), "1 ? 2"} {
		if got, ok := eval(s); ok {
			t.Errorf("eval(%q) = %d, want an error", s, got)
		}
	}
}

func TestData(t *testing.T) {
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		block := composeData(order, switchText, "name: broken\n")
		d, err := ParseData(block)
		if err != nil {
			t.Fatal(err)
		}
		if f := d.Formats[372]; f == nil || f.System != "sched" || d.Order != order || d.LongSize != 8 || d.PageSize != 4096 || d.Unreadable != 1 {
			t.Errorf("data %+v", d)
		}
		for n := range block {
			if _, err := ParseData(block[:n]); err == nil {
				t.Fatalf("cut at %d of %d: no error", n, len(block))
			}
		}
	}
}

// composeData is a block of tracing data with formats of the system sched.
func composeData(order wire.Order, texts ...string) []byte {
	b := append([]byte("\x17\x08\x44tracing0.6\x00"), 0, 8)
	if order == wire.Big {
		b[len(b)-2] = 1
	}
	b = order.AppendU32(b, 4096)
	for _, s := range []string{"header_page", "header_event"} {
		b = append(append(b, s...), 0)
		b = append(order.AppendU64(b, 3), "abc"...)
	}
	b = order.AppendU32(b, 0)
	b = order.AppendU32(b, 1)
	b = append(b, "sched\x00"...)
	b = order.AppendU32(b, uint32(len(texts)))
	for _, s := range texts {
		b = append(order.AppendU64(b, uint64(len(s))), s...)
	}
	return b
}

// TestKernels reads the formats of kernels from 3.4 on.
func TestKernels(t *testing.T) {
	dir := recorded.Path(t, "linux", "public", "event_formats")
	files, err := filepath.Glob(filepath.Join(dir, "*", "sched", "*.format"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no formats in %s: %v", dir, err)
	}
	preempted := map[string]uint64{"3.4.0": 512, "3.10.40": 1024, "4.4.88": 2048, "5.10.43": 256}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if f.Name+".format" != filepath.Base(name) {
			t.Errorf("%s: name %q", name, f.Name)
		}
		for kernel, bit := range preempted {
			flags := f.Flags("prev_state")
			if f.Name == "sched_switch" && strings.Contains(name, "_"+kernel) && flags[len(flags)-1] != (Flag{bit, "+"}) {
				t.Errorf("%s: preempted mark %v, want %d", name, flags[len(flags)-1], bit)
			}
		}
	}
}

// FuzzFormat: no text makes the parser panic or a place read outside a record.
func FuzzFormat(f *testing.F) {
	f.Add([]byte(switchText), []byte("0123456789abcdef"))
	f.Add([]byte("name: x\nID: 1\nfield:__rel_loc char[] a;\toffset:0;\tsize:4;\n"), []byte{0, 0, 1, 0, 'x'})
	f.Add(composeData(wire.Little, switchText), []byte{1, 2, 3, 4})
	f.Add(composeData(wire.Big, switchText), []byte{})
	f.Fuzz(func(_ *testing.T, text, raw []byte) {
		formats := map[int]*Format{}
		if d, _ := ParseData(text); d != nil {
			formats = d.Formats
		}
		if one, err := Parse(string(text)); err == nil {
			formats[one.ID] = one
		}
		for _, one := range formats {
			for i := range one.Fields {
				fd := &one.Fields[i]
				for _, order := range []wire.Order{wire.Little, wire.Big} {
					fd.Int(order, raw)
					fd.Text(order, raw)
					fd.Word(order, raw, 1, 8)
				}
				one.Flags(fd.Name)
				one.Symbols(fd.Name)
			}
		}
	})
}
