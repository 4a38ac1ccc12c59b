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

// TestSamples: what llvm-pdbutil shows.
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
		age: 2, sections: code, parts: [][3]uint32{{1, 0x100, 0x30}, {1, 0x200, 0x80}, {2, 0, 8}, {9, 0, 8}, {1, 0x300, 0}},
		procs: [][]byte{
			proc(recGlobal, 0x200, 0x10, 1, "a"), proc(recLocal, 0x210, 0x10, 1, "b"), proc(recGlobalID, 0x220, 0x10, 1, "c"),
			proc(recLocalID, 0x230, 0, 1, "unsized"), proc(recLocalDPC, 0x240, 4, 1, "d"), proc(recLocalDPCID, 0x244, 4, 1, "e"),
			thunk(0x250, 6, 1, "thunk"), proc(0x1234, 0x260, 8, 1, "of another kind"), proc(recGlobal, 0, 8, 0, "left out"),
			proc(recGlobal, 0, 8, 2, "data"), proc(recGlobal, 0x2000, 8, 1, "outside"), proc(recGlobal, 0x270, 8, 1, ""),
		},
		publics: [][]byte{
			public(2, 0x100, 1, "alone"), public(0, 0x110, 1, "unmarked"), public(2, 0x200, 1, "a"), public(2, 0, 2, "data"), public(2, 0x500, 1, "last"),
			record(recPublic, []byte{1, 2, 3}),
		},
	}
	want := "1100-1110 *alone\n1110-1130 *unmarked\n1200-1210 a\n1200-1210 *a\n1210-1220 b\n1220-1230 c\n1230-1240 unsized\n1240-1244 d\n1244-1248 e\n1250-1256 thunk\n1500-0 *last\n"
	for _, newer := range []bool{false, true} {
		c.newParts = newer
		f := open(t, c.bytes())
		if got := listed(t, f); got != want {
			t.Errorf("newer %v: got\n%s", newer, got)
		}
		if want := []string{"12345678ABCDEF0101020304050607089", "12345678ABCDEF0101020304050607082"}; f.IDs[0] != want[0] || f.IDs[1] != want[1] {
			t.Errorf("%q", f.IDs)
		}
	}
}

// TestMoved: a tool moved the second half of the function elsewhere, and put code in
// that was not there before.
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
	if got := listed(t, open(t, (&composed{sections: code, truncated: true, publics: [][]byte{public(2, 0, 1, "f")}}).bytes())); got != "" {
		t.Errorf("without sections: %s", got)
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

// FuzzFile: no file, whatever its bytes, stops the program, and its functions are in
// order.
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
