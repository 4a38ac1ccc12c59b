package pdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func open(tb testing.TB, data []byte) *File {
	tb.Helper()
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// listed are the functions, public ones with a star.
func listed(tb testing.TB, f *File) string {
	tb.Helper()
	list, _, err := f.Functions(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	for _, fn := range list {
		star := ""
		if fn.Public {
			star = "*"
		}
		fmt.Fprintf(&b, "%x-%x %s%s\n", fn.Start, fn.End, star, fn.Name)
	}
	return b.String()
}

// TestSamples: the output of llvm-pdbutil.
func TestSamples(t *testing.T) {
	const id64, id32 = "9E4A0FB4770E157F4C4C44205044422E1", "193B73C8FF7369194C4C44205044422E1"
	f := open(t, sample(t, "sample64"))
	want := `1000-1014 *split
1020-1042 work::Queue::take
1020-1042 *?take@Queue@work@@QEAAHH@Z
1050-105e work::` + "`anonymous namespace'" + `::inner
1060-1069 work::Queue::~Queue
1060-1069 *??1Queue@work@@QEAA@XZ
1070-10a5 exported
1070-10a5 *exported
10b0-10cc hidden
10d0-10df work::twice<int>
10d0-10df *??$twice@H@work@@YAHH@Z
10e0-10e4 leaf
10e0-10e4 *leaf
10f0-10f4 numbered
10f0-10f4 *numbered
1100-1107 SleepEx
1100-1107 *SleepEx
1110-1139 entry
1110-1139 *entry
`
	if got := listed(t, f); got != want || f.IDs[0] != id64 || f.IDs[1] != id64 || f.X86 {
		t.Errorf("%q, 32-bit %v\n%s", f.IDs, f.X86, got)
	}
	f = open(t, sample(t, "sample32"))
	if got := listed(t, f); !strings.Contains(got, "*_leaf\n") || f.IDs[0] != id32 || !f.X86 {
		t.Errorf("%q, 32-bit %v\n%s", f.IDs, f.X86, got)
	}
}

// code is one section of code, and one of data.
var code = []section{{0x1000, 0x1000, true}, {0x3000, 0x100, false}}

func TestRecords(t *testing.T) {
	c := composed{
		age: 2, sections: code, parts: [][3]uint32{{1, 0x200, 0x80}, {1, 0x100, 0x30}, {2, 0, 8}, {9, 0, 8}, {1, 0x300, 0}},
		procs: [][]byte{
			proc(recGlobal, 0x200, 0x10, 1, "a"), proc(recLocal, 0x210, 0x10, 1, "b"), proc(recGlobalID, 0x220, 0x10, 1, "c"),
			proc(recLocalID, 0x230, 0, 1, "unsized"), proc(recLocalDPC, 0x240, 4, 1, "d"), proc(recLocalDPCID, 0x244, 4, 1, "e"),
			thunk(0x250, 6, 1, "thunk"), proc(0x1234, 0x260, 8, 1, "of another kind"), proc(recGlobal, 0, 8, 0, "left out"),
			proc(recGlobal, 0, 8, 2, "data"), proc(recGlobal, 0x2000, 8, 1, "outside"), proc(recGlobal, 0x270, 8, 1, ""),
		},
		publics: [][]byte{
			public(2, 0x100, 1, "alone"), public(0, 0x110, 1, "unmarked"), public(2, 0x130, 1, "behind"), public(2, 0x200, 1, "a"), public(2, 0, 2, "data"), public(2, 0x500, 1, "last"),
			record(recPublic, []byte{1, 2, 3}),
		},
	}
	want := "1100-1110 *alone\n1110-1130 *unmarked\n1130-0 *behind\n1200-1210 a\n1200-1210 *a\n1210-1220 b\n1220-1230 c\n1230-1240 unsized\n1240-1244 d\n1244-1248 e\n1250-1256 thunk\n1500-0 *last\n"
	for i, newer := range []bool{false, true, false, true, false} {
		c.newParts, c.others = newer, i > 1
		c.before = []string{"", "x\x00\x00", "x\x00yy\x00", "\x00\x00", "obj.obj\x00lib\x00"}[i] // which needs 1, 3, 2 and 0 bytes of padding
		f := open(t, c.bytes())
		if got := listed(t, f); got != want {
			t.Errorf("newer %v: got\n%s", newer, got)
		}
		if want := []string{"12345678ABCDEF0101020304050607089", "12345678ABCDEF0101020304050607082"}; f.IDs[0] != want[0] || f.IDs[1] != want[1] {
			t.Errorf("%q", f.IDs)
		}
	}
}

// TestMoved: a tool moved the second half of the function elsewhere, and inserted new code.
func TestMoved(t *testing.T) {
	c := composed{
		sections: []section{{0x1000, 0x3000, true}}, original: code,
		moves:   []Move{{0x1800, 0}, {0x2000, 0x1120}, {0x1000, 0x1000}, {0x1120, 0x1140}},
		publics: [][]byte{public(2, 0x100, 1, "f"), public(2, 0x140, 1, "g")},
	}
	f := open(t, c.bytes())
	if got := listed(t, f); got != "1100-0 *f\n1140-0 *g\n" {
		t.Errorf("got\n%s", got)
	}
	_, moves, err := f.Functions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range [][2]uint64{{0xfff, 0}, {0x1000, 0x1000}, {0x1110, 0x1110}, {0x1120, 0x1140}, {0x1130, 0x1150}, {0x1800, 0}, {0x1fff, 0}, {0x2010, 0x1130}} {
		if got, ok := moves.Address(q[0]); got != q[1] || ok != (q[1] != 0) {
			t.Errorf("%#x was at %#x, %v", q[0], got, ok)
		}
	}
}

func TestHostile(t *testing.T) {
	whole := (&composed{sections: code, publics: [][]byte{public(2, 0, 1, "f")}}).bytes()
	change := func(at int, v uint32) []byte {
		b := bytes.Clone(whole)
		le.PutUint32(b[at:], v)
		return b
	}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"empty":              {nil, ErrFormat},
		"text":               {[]byte("#!/bin/sh\n"), ErrFormat},
		"old":                {[]byte(magicOld + "\x00\x00"), ErrOld},
		"portable":           {[]byte("BSJB\x01\x00"), ErrPortable},
		"the magic alone":    {[]byte(magic), ErrFormat},
		"small blocks":       {contain(256, nil, make([]byte, 28)), ErrDamaged},
		"blocks too large":   {contain(1<<17, nil, make([]byte, 28)), ErrDamaged},
		"the least":          {contain(512, nil, make([]byte, 28)), nil},
		"the largest blocks": {contain(1<<16, nil, make([]byte, 28)), nil},
		"info of a header":   {contain(512, nil, make([]byte, 28), nil, append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, 60)...)), nil},
		"info cut":           {contain(512, nil, make([]byte, 28), nil, append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, 59)...)), ErrDamaged},
		"no blocks":          {change(32, 0), ErrDamaged},
		"odd blocks":         {change(32, 513), ErrDamaged},
		"large blocks":       {change(32, 1<<20), ErrDamaged},
		"large directory":    {change(44, 1<<31), ErrDamaged},
		"no directory":       {change(44, 0), ErrDamaged},
		"cut directory":      {change(44, 10), ErrDamaged},
		"directory outside":  {change(52, 1<<20), ErrDamaged},
		"cut":                {whole[:len(whole)/2], ErrDamaged},
		"no streams":         {contain(512), ErrDamaged},
		"an id too short":    {contain(512, nil, make([]byte, 20)), ErrDamaged},
		"info too short":     {contain(512, nil, make([]byte, 28), nil, make([]byte, 20)), ErrDamaged},
		"info of old layout": {contain(512, nil, make([]byte, 28), nil, make([]byte, 64)), ErrDamaged},
	} {
		if _, err := Open(bytes.NewReader(c.data), int64(len(c.data))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	types := open(t, contain(512, nil, make([]byte, 28)))
	if got := listed(t, types); got != "" {
		t.Errorf("of types alone: %s", got)
	}
	if got := listed(t, open(t, (&composed{sections: code, truncated: 4, publics: [][]byte{public(2, 0, 1, "f")}}).bytes())); got != "" {
		t.Errorf("without sections: %s", got)
	}
}

// TestRecordLimits: a truncated record, or one outside code or beyond all addresses, is not a
// function; one just within is.
func TestRecordLimits(t *testing.T) {
	raw := func(kind uint16, content []byte) []byte { // without padding
		return append(le.AppendUint16(le.AppendUint16(nil, uint16(len(content)+2)), kind), content...)
	}
	cut := func(record []byte, n int) []byte { return raw(le.Uint16(record[2:]), record[4:4+n]) }
	long := strings.Repeat("n", 4097)
	high := []section{{0x1000, 0x1000, true}, {0xfffff000, 0xfff, true}}
	for _, c := range []struct {
		name    string
		record  []byte
		publics bool
		want    string
	}{
		{"the last byte", proc(recGlobal, 0xfff, 1, 1, "f"), false, "1fff-2000 f\n"},
		{"behind the code", proc(recGlobal, 0x1000, 1, 1, "f"), false, ""},
		{"the last section", proc(recGlobal, 0, 1, 2, "f"), false, "fffff000-fffff001 f\n"},
		{"no section", proc(recGlobal, 0, 1, 3, "f"), false, ""},
		{"up to the last address", proc(recGlobal, 0x10, 0xfef, 2, "f"), false, "fffff010-ffffffff f\n"},
		{"beyond all addresses", proc(recGlobal, 0x10, 0x1000, 2, "f"), false, ""},
		{"a name of a letter", cut(proc(recGlobal, 0, 4, 1, "f"), 36), false, "1000-1004 f\n"},
		{"no room for a name", cut(proc(recGlobal, 0, 4, 1, "f"), 35), false, ""},
		{"a thunk with a name of a letter", cut(thunk(0, 4, 1, "f"), 22), false, "1000-1004 f\n"},
		{"a thunk without room for a name", cut(thunk(0, 4, 1, "f"), 21), false, ""},
		{"a public one with a name of a letter", cut(public(2, 0, 1, "f"), 11), true, "1000-0 *f\n"},
		{"a public one without room for a name", cut(public(2, 0, 1, "f"), 10), true, ""},
		{"a long name", proc(recGlobal, 0, 4, 1, long), false, "1000-1004 " + long[:4096] + "\n"},
		{"a name as long as may be", proc(recGlobal, 0, 4, 1, long[:4096]), false, "1000-1004 " + long[:4096] + "\n"},
		{"behind an empty record", append(raw(0x6, nil), proc(recGlobal, 0, 4, 1, "f")...), false, "1000-1004 f\n"},
		{"behind a record without a kind", append([]byte{1, 0, 6, 0}, proc(recGlobal, 0, 4, 1, "f")...), false, ""},
		{"behind a record that is too long", append([]byte{0xff, 0, 6, 0}, proc(recGlobal, 0, 4, 1, "f")...), false, ""},
		{"behind three bytes", proc(recGlobal, 0, 4, 1, "f")[:39], false, ""},
	} {
		x := composed{sections: high}
		if c.publics {
			x.publics = [][]byte{c.record}
		} else {
			x.procs = [][]byte{c.record}
		}
		if got := listed(t, open(t, x.bytes())); got != c.want {
			t.Errorf("%s: %.80q, want %.80q", c.name, got, c.want)
		}
	}
	// The numbers of streams include that of the sections, or just miss it.
	for n, want := range map[int]string{12: "1000-0 *f\n", 11: ""} {
		x := composed{sections: code, truncated: n, publics: [][]byte{public(2, 0, 1, "f")}}
		if got := listed(t, open(t, x.bytes())); got != want {
			t.Errorf("with %d bytes of streams: %q", n, got)
		}
	}
	// Of two names for one function both end where its part does.
	twins := composed{sections: code, parts: [][3]uint32{{1, 0x10, 0x20}}, publics: [][]byte{public(2, 0x10, 1, "a"), public(2, 0x10, 1, "b")}}
	if got := listed(t, open(t, twins.bytes())); got != "1010-1030 *a\n1010-1030 *b\n" {
		t.Errorf("twins: %q", got)
	}
	// The last but one ends where the last one begins.
	pair := composed{sections: code, parts: [][3]uint32{{1, 0x10, 0x20}}, publics: [][]byte{public(2, 0x10, 1, "a"), public(2, 0x20, 1, "b")}}
	if got := listed(t, open(t, pair.bytes())); got != "1010-1020 *a\n1020-1030 *b\n" {
		t.Errorf("a pair: %q", got)
	}
	// Parts of size 0, or beyond all addresses, end nothing.
	x := composed{sections: high, parts: [][3]uint32{{1, 0x10, 0}, {2, 0x10, 0x1000}, {2, 0x20, 0xfdf}}, publics: [][]byte{public(2, 0x10, 1, "a"), public(2, 0x10, 2, "b"), public(2, 0x20, 2, "c")}}
	if got := listed(t, open(t, x.bytes())); got != "1010-0 *a\nfffff010-0 *b\nfffff020-ffffffff *c\n" {
		t.Errorf("parts: %q", got)
	}
}

// TestDamagedSections: unreadable sections are an error, and no function is left out silently.
func TestDamagedSections(t *testing.T) {
	for _, stream := range []int{atSections, atMoves, atModule, atPublics} {
		c := composed{sections: code, moves: []Move{{1, 1}}, original: code, procs: [][]byte{proc(recGlobal, 0, 4, 1, "f")}, publics: [][]byte{public(2, 0, 1, "f")}}
		if stream == atSections {
			c.moves = nil // then these count
		}
		f := open(t, c.bytes())
		f.c.lists[stream] = le.AppendUint32(nil, 1<<20)
		if _, _, err := f.Functions(context.Background()); !errors.Is(err, ErrDamaged) {
			t.Errorf("stream %d: %v", stream, err)
		}
	}
}

// TestStreams: a stream is read up to the limit, and all of them together no further than what is
// left.
func TestStreams(t *testing.T) {
	data := contain(512, []byte("abcdef"), bytes.Repeat([]byte("0123456789abcdef"), 100))
	c, err := openContainer(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		n    uint16
		most int64
		want string
	}{{0, 100, "abcdef"}, {0, 3, "abc"}, {1, 18, "0123456789abcdef01"}, {1, 5000, strings.Repeat("0123456789abcdef", 100)}, {2, 10, ""}, {none, 10, ""}} {
		if got, err := c.stream(q.n, q.most); string(got) != q.want || err != nil {
			t.Errorf("stream %d: %.40q, %v", q.n, got, err)
		}
	}
	c.left = 10
	for _, q := range []struct {
		n    int64
		want error
	}{{4, nil}, {7, ErrDamaged}, {6, nil}, {1, ErrDamaged}} {
		if _, err := c.stream(1, q.n); !errors.Is(err, q.want) {
			t.Errorf("%d bytes of those that are left: %v", q.n, err)
		}
	}
	for size, want := range map[uint32]error{512: nil, 513: ErrDamaged, 0: nil, absent: nil} { // of a stream with one block
		if err := (&container{block: 512}).directory(le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 1), size), 7)); !errors.Is(err, want) {
			t.Errorf("a directory with a stream of %d bytes: %v", size, err)
		}
	}
	if err := (&container{block: 512}).directory(le.AppendUint32(nil, 0)); err != nil {
		t.Errorf("a directory of no streams: %v", err)
	}
	for n, want := range map[uint32]error{1: nil, 2: ErrDamaged} { // streams, of one of which the size is there
		if err := (&container{block: 512}).directory(le.AppendUint32(le.AppendUint32(nil, n), 0)); !errors.Is(err, want) {
			t.Errorf("a directory of %d streams: %v", n, err)
		}
	}
	for n, want := range map[int]error{4: nil, 3: ErrDamaged} { // the last block has the number of that of the directory
		cut := data[:len(data)-512+n]
		if _, err := openContainer(bytes.NewReader(cut), int64(len(cut))); !errors.Is(err, want) {
			t.Errorf("with %d bytes of the list of blocks: %v", n, err)
		}
	}
}

// TestShared: all streams claim the same blocks. What is read stays bounded by the
// size of the file.
func TestShared(t *testing.T) {
	c := composed{sections: code, publics: [][]byte{public(2, 0, 1, "f")}}
	f := open(t, c.bytes())
	var modules []byte
	for range 1000 {
		modules = append(modules, f.info.modules...)
	}
	f.info.modules = modules
	f.c.lists[atModule], f.c.bytes[atModule] = f.c.lists[3], f.c.bytes[3]
	for i := 0; i < len(modules); i += 80 {
		le.PutUint32(modules[i+36:], 1<<20)
	}
	if _, _, err := f.Functions(context.Background()); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := open(t, sample(t, "sample64")).Functions(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzFile: no file, whatever its bytes, crashes the program, and its functions are in order.
func FuzzFile(f *testing.F) {
	f.Add(sample(f, "sample64"))
	c := composed{
		sections: code, parts: [][3]uint32{{1, 0, 0x30}}, procs: [][]byte{proc(recGlobal, 0x200, 0x10, 1, "a"), thunk(0x250, 6, 1, "t")},
		publics: [][]byte{public(2, 0x100, 1, "f")},
	}
	f.Add(c.bytes())
	c.original, c.moves = code, []Move{{0x1000, 0x1000}, {0x1800, 0}}
	f.Add(c.bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		list, moves, err := file.Functions(context.Background())
		if err != nil {
			return
		}
		moves.Address(0x1234)
		last := uint32(0)
		for _, fn := range list {
			if fn.Start < last || fn.Name == "" || fn.End != 0 && fn.End < fn.Start {
				t.Fatalf("%+v behind %#x", fn, last)
			}
			last = fn.Start
		}
	})
}

// unreadable is a file that cannot be read from an offset on.
type unreadable struct {
	*bytes.Reader
	from int64
}

var errDisk = errors.New("the disk is broken")

func (u unreadable) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > u.from {
		return 0, errDisk
	}
	return u.Reader.ReadAt(b, at)
}

// TestUnreadable: a disk error is not reported as damage of the file.
func TestUnreadable(t *testing.T) {
	const step = 512 // less than a block
	data := sample(t, "sample64")
	read := 0
	for from := int64(0); from <= int64(len(data)); from += step {
		_, err := Open(unreadable{bytes.NewReader(data), from}, int64(len(data)))
		switch {
		case err == nil:
			read++
		case !errors.Is(err, errDisk):
			t.Errorf("from byte %d on: %v", from, err)
		}
	}
	if read == 0 || read == len(data)/step+1 {
		t.Errorf("read %d times", read)
	}
}
