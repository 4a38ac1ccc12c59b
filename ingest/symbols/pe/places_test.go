package pe

import (
	"bytes"
	"fmt"
	"testing"
)

// places is an image of two sections: code, larger in the file than in memory, and data, smaller in
// the file. Each byte of the file is its offset.
func places() *Image {
	data := make([]byte, 256)
	for i := range data {
		data[i] = byte(i)
	}
	return &Image{
		r: bytes.NewReader(data), size: 256,
		sections: []section{{rva: 0x1000, size: 0x20, from: 0x40, n: 0x30, code: true}, {rva: 0x2000, size: 0x40, from: 0x80, n: 0x10}},
		dirs:     []directory{{0, 8}, {0x1004, 8}, {0x102c, 8}, {0x3000, 8}},
	}
}

// TestPlaces: which bytes of the file are at an address of the image.
func TestPlaces(t *testing.T) {
	im := places()
	for _, c := range []struct {
		rva  uint32
		code bool
		want string // start and length of at, and three bytes of code
	}{
		{0xfff, false, "[] "},
		{0x1000, true, "[40 48] 404142"},
		{0x1005, true, "[45 43] 454647"},
		{0x102e, true, "[6e 2] 6e6f"},
		{0x102f, true, "[6f 1] 6f"},
		{0x1030, false, "[] "},
		{0x2000, false, "[80 16] 808182"},
		{0x200f, false, "[8f 1] 8f"},
		{0x2010, false, "[] "}, // only in memory
		{0x203f, false, "[] "},
		{0x2040, false, "[] "},
	} {
		at := "[]"
		if b := im.at(c.rva); len(b) > 0 {
			at = fmt.Sprintf("[%x %d]", b[0], len(b))
		}
		if got := fmt.Sprintf("%s %x", at, im.code(c.rva, 3)); got != c.want {
			t.Errorf("at %#x: %s, want %s", c.rva, got, c.want)
		}
		if im.isCode(c.rva) != c.code {
			t.Errorf("%#x is code: %v", c.rva, !c.code)
		}
		if text, b := im.text(c.rva), im.at(c.rva); text != string(b) {
			t.Errorf("the text at %#x is %q, want %q", c.rva, text, b)
		}
	}
	for _, c := range []struct {
		from, n int64
		want    int
	}{{-1, 5, 0}, {0, 0, 0}, {0, 256, 256}, {0, 1000, 256}, {255, 5, 1}, {256, 1, 0}} {
		if got := im.file(c.from, c.n); len(got) != c.want {
			t.Errorf("%d bytes from %d on: %d", c.n, c.from, len(got))
		}
	}
	for n, want := range []string{"", "4445464748494a4b", "6c6d6e6f", "", ""} { // none, whole, cut, in no section, not there
		if b, _ := im.directory(n); fmt.Sprintf("%x", b) != want {
			t.Errorf("directory %d: %x, want %s", n, b, want)
		}
	}
}

// TestOptionalHeader: the header has two widths, and as many directories as it declares and has
// room for.
func TestOptionalHeader(t *testing.T) {
	header := func(kind uint16, size, dirs int) []byte {
		b := make([]byte, size)
		le.PutUint16(b, kind)
		if at := map[uint16]int{0x10b: 92, 0x20b: 108}[kind]; at > 0 && size >= at+4 {
			le.PutUint32(b[at:], uint32(dirs))
		}
		return b
	}
	for _, c := range []struct {
		kind       uint16
		size, dirs int
		want       int // directories, -1 for no image
	}{
		{0x10b, 95, 0, -1},
		{0x10b, 96, 0, 0},
		{0x10b, 96 + 8*16, 16, 16},
		{0x10b, 96 + 8*20, 17, 16},
		{0x10b, 96 + 8*16, 3, 3},
		{0x10b, 96 + 8*2 + 7, 16, 2},
		{0x20b, 111, 0, -1},
		{0x20b, 112, 0, 0},
		{0x20b, 112 + 8*16, 16, 16},
		{0x20b, 112 + 8, 16, 1},
		{0x20b, 96 + 8, 1, -1},
		{0x107, 300, 16, -1},
	} {
		im := &Image{}
		if ok := im.optional(header(c.kind, c.size, c.dirs)); ok != (c.want >= 0) || ok && len(im.dirs) != c.want {
			t.Errorf("%#x of %d bytes for %d directories: %v, %d", c.kind, c.size, c.dirs, ok, len(im.dirs))
		}
	}
}

// image is an image of a section of code at 0x1000 and one of data behind it.
func image(machine uint16, code, data []byte) *Image {
	file := append(bytes.Clone(code), data...)
	return &Image{r: bytes.NewReader(file), size: int64(len(file)), machine: machine, sections: []section{
		{rva: 0x1000, size: uint32(len(code)), n: uint32(len(code)), code: true},
		{rva: 0x8000, size: uint32(len(data)), from: uint32(len(code)), n: uint32(len(data))},
	}}
}

func words(list ...uint32) (b []byte) {
	for _, v := range list {
		b = le.AppendUint32(b, v)
	}
	return b
}

// TestUnwindARM64: the size of a function is in its entry, or at the start of the data to which
// that refers, in words.
func TestUnwindARM64(t *testing.T) {
	im := image(machineARM64, make([]byte, 0x1000), words(0xfffc0005, 0x3ffff, 0, 6))
	table := words(
		0x1000, 4<<2|1, // 4 words
		0x1100, 0x7ff<<2|0x8000_0001, // the most that fit
		0x1200, 0x8000, // 5 words
		0x1300, 0<<2|1, // nothing
		0x1400, 0x8008, // nothing there
		0x1500, 0x8010, // where nothing is
		0x1580, 0x800c, // 6 words, the last thing there
		0x8000, 4<<2|1, // no code
		0x1600, 2<<2|2,
	)
	table = append(table, 0, 0x17, 0, 0, 0xff, 0, 0) // cut
	got := fmt.Sprintf("%x", im.unwoundARM64(table))
	if want := "[{1000 1010 1000} {1100 30fc 1100} {1200 1214 1200} {1580 1598 1580} {1600 1608 1600}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	im.dirs = make([]directory, dirException+1)
	if im.unwound() != nil {
		t.Error("something is unwound without a table")
	}
}

// TestUnwindAMD64: an entry has its start, its end and a reference to more; that may lead to the
// entry of the function of which it is a part.
func TestUnwindAMD64(t *testing.T) {
	info := func(flags, codes byte, chained ...uint32) []byte {
		b := []byte{1 | flags<<3, 0, codes, 0}
		b = append(b, make([]byte, 2*((int(codes)+1)&^1))...)
		return append(b, words(chained...)...)
	}
	var data []byte
	put := func(b []byte) uint32 {
		at := uint32(0x8000 + len(data))
		data = append(data, b...)
		return at
	}
	plain := put(info(0, 3))
	part := put(info(4, 3, 0x1000, 0x1010, plain))
	even := put(info(4, 2, 0x1000, 0x1010, plain))
	second := put(info(4, 1, 0x1100, 0x1110, part))
	entry := put(words(0x1000, 0x1010, plain))
	handler := put(info(1, 3, 0x1000, 0x1010, plain)) // what follows the codes is not an entry
	circle := uint32(0x8000 + len(data))
	put(info(4, 0, 0x1700, 0x1710, circle))
	whole := len(data) + 4 + 12
	cut := put(info(4, 0, 0x1000, 0x1010, plain)) // the last thing in the data
	for size, want := range map[int]string{whole: "[{1600 1610 1000}]", whole - 1: "[{1600 1610 1600}]"} {
		im := image(machineAMD64, make([]byte, 0x1000), data[:size])
		if got := fmt.Sprintf("%x", im.unwoundAMD64(words(0x1600, 0x1610, cut))); got != want {
			t.Errorf("with %d bytes: %s, want %s", size, got, want)
		}
	}
	data = data[:whole-1]
	im := image(machineAMD64, make([]byte, 0x1000), data)
	table := words(
		0x1000, 0x1010, plain,
		0x1100, 0x1110, part,
		0x1180, 0x1190, even,
		0x1200, 0x1210, second,
		0x1300, 0x1310, entry|1,
		0x1400, 0x1410, handler,
		0x1500, 0x1500, plain, // empty
		0x1501, 0x1502, plain,
		0x8000, 0x8010, plain, // no code
		0x1600, 0x1610, cut,
		0x1700, 0x1710, circle,
	)
	table = append(table, words(0x1800, 0x1810)...) // cut
	got := fmt.Sprintf("%x", im.unwoundAMD64(table))
	want := "[{1000 1010 1000} {1100 1110 1000} {1180 1190 1000} {1200 1210 1000} {1300 1310 1000} {1400 1410 1400} {1501 1502 1501} {1600 1610 1600} {1700 1710 1700}]"
	if got != want {
		t.Errorf("%s,\nwant %s", got, want)
	}
}

// TestNoSymbolsOfItsOwn: an image without a symbol table, or without entries, has none, whatever is
// at the start of the file.
func TestNoSymbolsOfItsOwn(t *testing.T) {
	code := make([]byte, 64)
	copy(code[18:], "f\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x01\x00\x20\x00\x02\x00")
	copy(code, code[18:36])
	for s, want := range map[span]int{{0, 2}: 0, {18, 0}: 0, {18, 1}: 1} {
		im := image(machineX86, code, nil)
		im.symbols = s
		if got := im.own(); len(got) != want || want > 0 && got[0] != (Function{Start: 0x1004, Name: "f"}) {
			t.Errorf("%d entries from %d on: %v", s.n, s.from, got)
		}
	}
}

// TestNames: among several names for one function the familiar one counts.
func TestNames(t *testing.T) {
	f := func(start uint32, name string) Function { return Function{Start: start, Name: name} }
	for _, c := range [][2]Function{ // the first counts
		{f(1, "z"), f(2, "a")}, {f(1, "zzz"), f(1, "")}, {f(1, "zz"), f(1, "_a")}, {f(1, "_a"), f(1, "__")}, {f(1, "b"), f(1, "aa")}, {f(1, "aa"), f(1, "ab")},
	} {
		if byStart(c[0], c[1]) >= 0 || byStart(c[1], c[0]) <= 0 || byStart(c[0], c[0]) != 0 {
			t.Errorf("%v, not %v", c[1], c[0])
		}
	}
}

// TestExtent: code extends to the first gap of breakpoints that ends at a multiple of 16, or to the
// search limit.
func TestExtent(t *testing.T) {
	code := make([]byte, 0x40)
	for i := range code {
		code[i] = 0x90
	}
	fill := func(from, to int) {
		for i := from; i < to; i++ {
			code[i] = 0xcc
		}
	}
	fill(5, 8)       // amid code
	fill(0x1d, 0x20) // up to a multiple of 16
	fill(0x2f, 0x30)
	im := image(machineX86, code, nil)
	for _, c := range []struct{ rva, most, want uint32 }{
		{0x1000, 0x40, 0x1d}, {0x1000, 0x1d, 0x1d}, {0x1000, 0x1f, 0x1f}, {0x1000, 0x10, 0x10}, {0x1020, 0x20, 0xf}, {0x1030, 0x20, 0x10}, {0x101d, 0x20, 0}, {0x9000, 8, 0},
	} {
		if got := im.extent(c.rva, c.most); got != c.want {
			t.Errorf("from %#x at most %#x: %#x, want %#x", c.rva, c.most, got, c.want)
		}
	}
}

// TestBounded: a name ends at the next one, at the next unwound function, at the first gap, or at
// the search limit; none is inside another function.
func TestBounded(t *testing.T) {
	code := make([]byte, 0x3000)
	for _, c := range []struct {
		name  string
		table []byte
		names []Function
		want  string
	}{
		{"without a table", nil, []Function{{Start: 0x1000, Name: "a"}, {Start: 0x1100, Name: ""}, {Start: 0x1200, Name: "b"}}, "1000-1100 a 1200-2200 b"},
		{"the last of all", nil, []Function{{Start: 0x3ff8, Name: "a"}}, "3ff8-4000 a"},
		{
			"with a table", words(0x1100, 0x1180, 0x8000, 0x1800, 0x1810, 0x8004), // the second is a part of the first
			[]Function{{Start: 0x1000, Name: "a"}, {Start: 0x1100, Name: "b"}, {Start: 0x117f, Name: "amid"}, {Start: 0x1180, Name: "c"}, {Start: 0x1700, Name: "d"}, {Start: 0x17f0, Name: "e"}},
			"1000-1100 a 1100-1180 b 1180-1280 c 1700-17f0 d 17f0-1800 e 1800-1810 b",
		},
	} {
		data := append([]byte{1, 0, 0, 0}, append([]byte{1 | 4<<3, 0, 0, 0}, words(0x1100, 0x1180, 0x8000)...)...)
		im := image(machineAMD64, code, append(data, c.table...))
		im.dirs = make([]directory, dirException+1)
		if c.table != nil {
			im.dirs[dirException] = directory{uint32(0x8000 + len(data)), uint32(len(c.table))}
		}
		got := ""
		for _, f := range im.bounded(c.names) {
			got += fmt.Sprintf(" %x-%x %s", f.Start, f.End, f.Name)
		}
		if got != " "+c.want {
			t.Errorf("%s:%s, want %s", c.name, got, c.want)
		}
	}
}
