package pe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sample is one of the images of the parent package, which describes how they were made.
func sample(tb testing.TB, name string) []byte {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func open(tb testing.TB, data []byte) *Image {
	tb.Helper()
	im, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return im
}

func listed(tb testing.TB, im *Image) (text string, all bool) {
	tb.Helper()
	list, all, err := im.Functions(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%x-%x %s\n", f.Start, f.End, f.Name)
	}
	return b.String(), all
}

// TestSamples: the exports in llvm-readobj's output, without data, functions of other images and
// those with only a number.
func TestSamples(t *testing.T) {
	for name, want := range map[string]string{
		"sample64.dll":  "1834F1845000 9E4A0FB4770E157F4C4C44205044422E1 sample64.pdb false\n1000-1014 split\n1070-10a5 exported\n10e0-10e4 leaf\n1100-1107 SleepEx\n",
		"sample32.dll":  "3E6B08515000 193B73C8FF7369194C4C44205044422E1 sample32.pdb true\n1040-1072 exported\n10b0-10b8 leaf\n10d0-10d6 SleepEx\n",
		"samplearm.dll": "BD98A6345000 EC91440C3BC73BD14C4C44205044422E1 samplearm.pdb false\n105c-10a0 exported\n10dc-10e4 leaf\n10ec-10f8 SleepEx\n",
	} {
		im := open(t, sample(t, name))
		list, all := listed(t, im)
		if got := fmt.Sprintf("%s %s %s %v\n%s", im.ID, im.BuildID, im.PDB, im.X86, list); got != want || all {
			t.Errorf("%s: all %v, got\n%s", name, all, got)
		}
	}
}

// TestExports: a name with the number of no function, or of data, is ignored.
func TestExports(t *testing.T) {
	names := func(im *Image) string {
		var list []string
		for _, f := range im.exports() {
			if f.Name != "" {
				list = append(list, f.Name)
			}
		}
		return strings.Join(list, " ")
	}
	im := open(t, sample(t, "sample64.dll"))
	all := names(im)
	head, _ := im.directory(dirExport)
	functions, numbers := le.Uint32(head[20:]), im.at(le.Uint32(head[36:]))
	text := im.at(le.Uint32(im.at(le.Uint32(head[32:]))))
	first, _, _ := strings.Cut(string(text[:50]), "\x00")
	if !strings.Contains(all, first) {
		t.Fatalf("%q is not among %q", first, all)
	}
	le.PutUint16(numbers, uint16(functions))
	if got := names(im); strings.Contains(got, first) || len(got) < len(all)-len(first)-1 {
		t.Errorf("with a number too large: %q of %q", got, all)
	}
	for n, want := range map[int]int{0: 0, 1: 1, 4096: 4096, 4097: 4096} {
		if got := upToZero(strings.Repeat("n", n)); len(got) != want {
			t.Errorf("of a name of %d bytes %d are taken", n, len(got))
		}
	}
	if got := upToZero("ab\x00c"); got != "ab" {
		t.Errorf("%q", got)
	}
}

// TestParts: the second half of split has its own entry in the unwind table, as compilers generate
// for separate parts. The assembler makes the first one extend through it: shortened, the name must
// come from the second's chain.
func TestParts(t *testing.T) {
	data := sample(t, "sample64.dll")
	at := bytes.LastIndex(data, []byte{0x00, 0x10, 0, 0, 0x14, 0x10, 0, 0})
	if at < 0 {
		t.Fatal("the entry is not there")
	}
	data[at+4] = 0x10
	got, _ := listed(t, open(t, data))
	if want := "1000-1010 split\n1010-1014 split\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s", got)
	}
}

// TestOwn: an image with symbols of the linker, as MinGW and Go make them.
func TestOwn(t *testing.T) {
	data := sample(t, "sample64.dll")
	at := len(data)
	entry := func(name string, value uint32, section, typ uint16, class uint8) {
		b := make([]byte, 18)
		if len(name) > 8 {
			le.PutUint32(b[4:], 4)
		} else {
			copy(b, name)
		}
		le.PutUint32(b[8:], value)
		le.PutUint16(b[12:], section)
		le.PutUint16(b[14:], typ)
		b[16] = class
		if class == 103 {
			b[17] = 1
		}
		data = append(data, b...)
	}
	entry(".file", 0, 0xfffe, 0, 103)
	entry("besides", 0, 1, 0, 2) // part of the one before
	entry(".text", 0, 1, 0, 3)
	entry("static", 0x50, 1, 0x20, 3)
	entry("label", 0x55, 1, 0, 3)
	entry("a.name.of.more.than.8", 0x70, 1, 0, 2)
	entry("data", 0, 3, 0, 2)
	entry(".part", 0x60, 1, 0x20, 3) // a section
	entry("/s", 0x60, 1, 0x20, 3)
	entry("variable", 0x62, 1, 0x10, 3)
	entry("far", 0x7000, 1, 0, 2)
	data = append(data, "\x1a\x00\x00\x00a.name.of.more.than.8\x00"...)
	coff := le.Uint32(data[60:]) + 4
	le.PutUint32(data[coff+8:], uint32(at))
	le.PutUint32(data[coff+12:], 11)
	got, all := listed(t, open(t, data))
	if want := "1050-0 static\n1060-0 /s\n1070-0 a.name.of.more.than.8\n"; got != want || !all {
		t.Errorf("all %v, got\n%s", all, got)
	}
}

// TestNoteOfSymbols: the linker's note is its head of 24 bytes and a name, of which up to
// 4096 bytes count.
func TestNoteOfSymbols(t *testing.T) {
	const head, most = 24, 4096
	whole := sample(t, "sample64.dll")
	name := strings.Repeat("n", most+1)
	note := append(bytes.Clone(whole[bytes.Index(whole, []byte("RSDS")):][:head]), name...)
	for size, want := range map[int]string{head - 1: "none", head: "", head + 1: "n", head + most: name[:most], head + most + 1: name[:most]} {
		data := bytes.Clone(whole)
		im := open(t, data)
		list, _ := im.directory(dirDebug)
		entry := bytes.Index(data, list[:28])
		le.PutUint32(data[entry+12:], 2)
		le.PutUint32(data[entry+16:], uint32(size))
		le.PutUint32(data[entry+24:], uint32(len(data)))
		im = open(t, append(data, note...))
		if known := im.BuildID != ""; known != (want != "none") || known && im.PDB != want {
			t.Errorf("%d bytes: build %q, a name of %d bytes, want %d", size, im.BuildID, len(im.PDB), len(want))
		}
	}
}

func TestNoImage(t *testing.T) {
	whole := sample(t, "sample64.dll")
	noSections := bytes.Clone(whole)
	le.PutUint16(noSections[le.Uint32(whole[60:])+6:], 0)
	strange := bytes.Clone(whole)
	le.PutUint16(strange[le.Uint32(whole[60:])+24:], 0x107)
	first, second := bytes.Clone(whole), bytes.Clone(whole)
	first[0], second[1] = 'X', 'X'
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"another beginning": {first, ErrFormat}, "another second letter": {second, ErrFormat}, "whole": {whole, nil},
		"empty": {nil, ErrFormat}, "text": {[]byte("#!/bin/sh\n"), ErrFormat}, "dos": {whole[:100], ErrFormat}, "cut": {whole[:200], ErrDamaged},
		"no sections": {noSections, ErrDamaged}, "another kind": {strange, ErrDamaged},
	} {
		if _, err := Open(bytes.NewReader(c.data), int64(len(c.data))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := open(t, sample(t, "sample64.dll")).Functions(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzImage: no image, whatever its bytes, crashes the program, and its functions are in order.
func FuzzImage(f *testing.F) {
	for _, name := range []string{"sample64.dll", "sample32.dll", "samplearm.dll"} {
		f.Add(sample(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		im, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		list, all, err := im.Functions(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		last := uint32(0)
		for _, fn := range list {
			if fn.Start < last || fn.Name == "" || !all && fn.End < fn.Start {
				t.Fatalf("%+v behind %#x", fn, last)
			}
			last = fn.Start
		}
	})
}
