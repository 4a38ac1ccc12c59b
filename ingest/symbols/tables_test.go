package symbols

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// name is the function at an address, "" for none.
func (t *table) name(addr uint64) string {
	if i := t.find(addr); i >= 0 {
		return t.list[i].name
	}
	return ""
}

func TestTable(t *testing.T) {
	table := newTable([]symbol{
		{start: 0x100, end: 0x200, name: "outer"},
		{start: 0x140, end: 0x150, name: "inner"},
		{start: 0x200, end: 0x210, name: "__alias", rank: 1},
		{start: 0x200, end: 0x210, name: "alias", rank: 1},
		{start: 0x200, end: 0x210, name: "a", rank: 0},
		{start: 0x280, end: 0x280, name: "of size 0"},
		{start: 0x300, name: "unsized"},
		{start: 0x320, name: "next"},
	})
	for addr, want := range map[uint64]string{
		0xff: "", 0x100: "outer", 0x13f: "outer", 0x140: "inner", 0x150: "outer", 0x1ff: "outer",
		0x200: "alias", 0x210: "", 0x27f: "", 0x280: "of size 0", 0x2ff: "of size 0", 0x300: "unsized", 0x31f: "unsized", 0x320: "next", 0x320 + maxUnsized - 1: "next", 0x320 + maxUnsized: "", ^uint64(0): "",
	} {
		if got := table.name(addr); got != want {
			t.Errorf("%#x is %q, want %q", addr, got, want)
		}
	}
	table = newTable([]symbol{{start: 0x100, name: "unsized"}, {start: 0x120, end: 0x130, name: "last"}})
	if got := table.name(0x130); got != "" {
		t.Errorf("behind the last one it is %q", got)
	}
	if empty := newTable(nil); empty.find(1) >= 0 {
		t.Error("something is found in an empty table")
	}
}

// TestTableChoice: which of several functions counts.
func TestTableChoice(t *testing.T) {
	// Among several names for one address the familiar one counts.
	for _, c := range []struct{ a, b symbol }{ // a counts
		{symbol{name: "zzzz", rank: 1}, symbol{name: "a"}},
		{symbol{name: "a_long_name"}, symbol{name: "_a"}},
		{symbol{name: "_b"}, symbol{name: "__a"}},
		{symbol{name: "zz"}, symbol{name: "aaa"}},
		{symbol{name: "aa"}, symbol{name: "ab"}},
	} {
		for _, list := range [][]symbol{{c.a, c.b}, {c.b, c.a}} {
			if got := newTable(list).name(0); got != c.a.name {
				t.Errorf("of %s and %s it is %s", c.a.name, c.b.name, got)
			}
		}
	}
	// At most 64 nested functions are examined.
	list := []symbol{{start: 0, end: 1000, name: "around"}}
	for i := range uint64(64) {
		list = append(list, symbol{start: 1 + 2*i, end: 2 + 2*i, name: "inside"})
	}
	for n, want := range map[int]string{63: "around", 64: ""} {
		if got := newTable(slices.Clone(list[:1+n])).name(500); got != want {
			t.Errorf("behind %d functions inside another it is %q, want %q", n, got, want)
		}
	}
}

// TestNameLength: the name of a function in an ELF file is up to 4095 bytes long; longer ones are
// ignored.
func TestNameLength(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 4095: 4095, 4096: 0} {
		if got := cString("x"+strings.Repeat("n", n)+"\x00y", 1); len(got) != want {
			t.Errorf("of %d bytes %d are read", n, len(got))
		}
	}
	for at, want := range map[uint32]string{1: "b", 2: "", 3: "", 4: ""} { // the last name has no end
		if got := cString("ab\x00c", at); got != want {
			t.Errorf("at %d: %q", at, got)
		}
	}
}

const kallsyms = `ffffffff81000000 T _stext
ffffffff81000000 T _text
ffffffff81000100 t helper
ffffffff81000200 T schedule
ffffffff81000300 D jiffies
ffffffff81001000 T _etext
ffffffff81004000 D _edata
ffffffffc0000000 t module_function	[ext4]
`

// TestKallsyms: a function of the kernel is found wherever the kernel was, and nothing after its
// code.
func TestKallsyms(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write([]byte(kallsyms))
	_ = w.Close()
	for _, text := range []string{kallsyms, z.String()} {
		k, err := readKallsyms(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for addr, want := range map[uint64]string{
			0xffffffff81000180: "helper", 0xffffffff81000fff: "schedule", 0xffffffff81001000: "", 0xffffffffc0000010: "module_function",
		} {
			if got := k.name(addr); got != want {
				t.Errorf("%#x is %q, want %q", addr, got, want)
			}
		}
		for size, fits := range map[uint64]bool{0: true, 0x1000: true, 0x4000: true, 0x2000: false, 1<<28 - 1: false, 1 << 28: true, 1 << 40: true} {
			if k.fits(&model.Module{Size: size}) != fits {
				t.Errorf("code of %#x bytes: fits is %v", size, !fits)
			}
		}
		n := kernelAt(k.table, "", k.text, &model.Module{Base: 0xffffffff91000000, Size: 0x1000})
		if addr, ok := n.address(place{addr: 0xffffffff91000180}); !ok || k.name(addr) != "helper" {
			t.Errorf("in a kernel that lay elsewhere helper is at %#x", addr)
		}
		if _, ok := n.address(place{addr: 0xffffffffc0000010}); ok {
			t.Error("the modules of a kernel that lay elsewhere have addresses")
		}
	}
	for text, want := range map[string]string{
		"":                              "contains no kernel functions",
		"hello\n" + kallsyms:            "contains no kernel functions",
		"0000000000000000 T schedule\n": "kptr_restrict",
		"\x1f\x8b":                      "gzip",
	} {
		if _, err := readKallsyms(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestEndOfKernel: the last function ends with the kernel's code, even if it is the only one.
func TestEndOfKernel(t *testing.T) {
	alone, err := readKallsyms(strings.NewReader("1000 T only\n1100 T _etext\n"))
	if err != nil {
		t.Fatal(err)
	}
	if alone.name(0x10ff) != "only" || alone.name(0x1100) != "" {
		t.Errorf("behind the code there is %q", alone.name(0x1100))
	}
}

// TestKernelElsewhere: a relocated kernel has as much code as the trace states, or up to 256 MB;
// its modules are where the list has them, if it has not moved.
func TestKernelElsewhere(t *testing.T) {
	k, err := readKallsyms(strings.NewReader(kallsyms))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		base, size, addr uint64
		want             string
	}{
		{0xffffffff91000000, 0x1000, 0xffffffff90ffffff, ""}, // in front of it
		{0xffffffff91000000, 0x1000, 0xffffffff91000000, "_"},
		{0xffffffff91000000, 0x1000, 0xffffffff91000000 + mostCode - 1, "_"},
		{0xffffffff91000000, 0x1000, 0xffffffff91000000 + mostCode, ""},
		{0xffffffff81000000, 0x1000, 0xffffffffc0000010, "module_function"}, // it was there
		{0, 0x1000, 0xffffffffc0000010, "module_function"},
		{0x1000, 1 << 40, 0x1000 + 1<<40 - 1, "_"},
		{0x1000, 1 << 40, 0x1000 + 1<<40, ""},
	} {
		n := kernelAt(k.table, "", k.text, &model.Module{Base: c.base, Size: c.size})
		addr, ok := n.address(place{addr: c.addr})
		if ok != (c.want != "") || ok && c.want != "_" && k.name(addr) != c.want {
			t.Errorf("a kernel of %#x bytes at %#x: %#x is %q, %v", c.size, c.base, c.addr, k.name(addr), ok)
		}
	}
}

// TestKernelNames: which functions of a kernel count, and how far they extend.
func TestKernelNames(t *testing.T) {
	// The end of a function without a length is unknown, and a list without its own ends fits any kernel.
	unknown, err := readKallsyms(strings.NewReader("ffffffff81000100 t helper\nffffffff81000200 T schedule\n"))
	if err != nil || !unknown.fits(&model.Module{Size: 0x2000}) || unknown.name(0xffffffff81000300) != "schedule" {
		t.Errorf("a list without ends: %+v, %v", unknown, err)
	}
	for _, text := range []string{"10 T _text\n20 T f\n", "20 T f\n30 T _etext\n"} { // with one of its ends
		if k, err := readKallsyms(strings.NewReader(text)); err != nil || !k.fits(&model.Module{Size: 0x2000}) {
			t.Errorf("%q fits no kernel; %v", text, err)
		}
	}
	// What begins where the kernel's own code ends is after it.
	behind, err := readKallsyms(strings.NewReader("10 T _text\n20 T inside\n30 T _etext\n30 T behind\n"))
	if err != nil || behind.name(0x2f) != "inside" || behind.name(0x30) != "behind" {
		t.Errorf("%q ends, and %q begins where the code ends; %v", behind.name(0x2f), behind.name(0x30), err)
	}
	// Among several functions at one address the globally visible one counts.
	for text, want := range map[string]string{
		"10 T global\n10 W weak\n10 t local\n": "global", "10 t local\n10 w weaker\n": "weaker", "10 t local\n10 W weaker\n": "weaker", "10 t al\n10 t b\n": "b",
	} {
		if k, err := readKallsyms(strings.NewReader(text)); err != nil || k.name(0x10) != want {
			t.Errorf("%q: %q, want %q; %v", text, k.name(0x10), want, err)
		}
	}
}

func TestPerfMap(t *testing.T) {
	text := "7f0000001000 20 Lcom/example/Main;::run\n0x7f0000001020 0x10 [Stub] entry\n7f0000002000 1 x\nfffffffffffffff0 f last\nnonsense\n7f0000001020 zz no size\nzz 10 no start\n7f0000001000 40 later version\n"
	m, err := readPerfMap(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[uint64]string{0x7f0000001000: "later version", 0x7f0000001025: "[Stub] entry", 0x7f0000001035: "later version", 0x7f0000001040: "", 0x7f0000002000: "x", ^uint64(1): "last", ^uint64(0): "", 0: ""} {
		if got := m.name(addr); got != want {
			t.Errorf("%#x is %q, want %q", addr, got, want)
		}
	}
	for _, text := range []string{"", "some text\n", "some text\n1000 20 f\n", "10 20\n", "1000 0 x\n", "ffffffffffffffff 2 x\n"} {
		if _, err := readPerfMap(strings.NewReader(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestLines: at most 256 MB of a text are read, however long its lines are.
func TestLines(t *testing.T) {
	for length, want := range map[int]int{1 << 16: 1 << 12, 1 << 17: 1 << 11} {
		line := append([]byte(strings.Repeat("x", length-1)), '\n')
		n := 0
		err := eachLine(newEndless(line), func(b []byte) bool {
			n++
			return len(b) == min(length-1, 1<<16)
		})
		if err != nil || n != want {
			t.Errorf("%d lines of %d bytes are read, %v; want %d", n, length, err, want)
		}
	}
	n := 0
	if err := eachLine(newEndless([]byte("a\n")), func([]byte) bool { n++; return n < 3 }); err != nil || n != 3 {
		t.Errorf("%d lines after the last wanted, %v", n-3, err)
	}
}

// newEndless reads a line again and again.
func newEndless(line []byte) *bufio.Reader { return bufio.NewReaderSize(&endless{line: line}, 1<<16) }

type endless struct {
	line []byte
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	n := copy(b, e.line[e.at:])
	e.at = (e.at + n) % len(e.line)
	return n, nil
}

// TestLongLines: an endless line is not kept, and lines after it count.
func TestLongLines(t *testing.T) {
	m, err := readPerfMap(strings.NewReader(fmt.Sprintf("10 10 first\n20 10 %s\n30 10 last\n", strings.Repeat("x", 1<<18))))
	if err != nil || m.name(0x10) != "first" || m.name(0x30) != "last" || len(m.name(0x20)) > 1<<17 {
		t.Errorf("%v: %q and %q", err, m.name(0x10), m.name(0x30))
	}
}

func TestReadable(t *testing.T) {
	for name, want := range map[string]string{
		"main":                               "main",
		"pthread_mutex_lock@@GLIBC_2.2.5":    "pthread_mutex_lock",
		"memcpy@GLIBC_2.14":                  "memcpy",
		"_ZN3foo3barEiPKc":                   "foo::bar",
		"_ZNSt6vectorIiSaIiEE9push_backERKi": "std::vector<int, std::allocator<int> >::push_back",
		"_RNvC6_123foo3bar":                  "123foo::bar",
		"runtime.gopark":                     "runtime.gopark",
		"example.com/a.(*T[...]).Run":        "example.com/a.(*T[...]).Run",
		"a@b/c.F":                            "a@b/c.F",
		"_Z":                                 "_Z",
	} {
		if got := readable(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
