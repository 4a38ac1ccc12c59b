package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
)

// TestSymbolEntries: which entries of a symbol table are functions, where they are, and which of
// several at one address counts, in all four layouts of the entries.
func TestSymbolEntries(t *testing.T) {
	const names = "\x00f\x00$x\x00.L\x00"
	const f, dollar, dot = 1, 3, 6
	const exec, data, past = 1, 2, 3 // sections
	const x86, arm = elf.EM_X86_64, elf.EM_ARM
	for _, c := range []struct {
		name    string
		text    uint32
		bind    elf.SymBind
		typ     elf.SymType
		section uint16
		value   uint64
		size    uint64
		machine elf.Machine
		want    symbol // of rank 0 and without a name for none
	}{
		{"global", f, elf.STB_GLOBAL, elf.STT_FUNC, exec, 0x1001, 0x80, x86, symbol{0x1001, 0x1081, "f", 14}},
		{"weak", f, elf.STB_WEAK, elf.STT_FUNC, exec, 0x1000, 0x80, x86, symbol{0x1000, 0x1080, "f", 13}},
		{"local", f, elf.STB_LOCAL, elf.STT_FUNC, exec, 0x1000, 1, x86, symbol{0x1000, 0x1001, "f", 12}},
		{"unsized", f, elf.STB_GLOBAL, elf.STT_FUNC, exec, 0x1000, 0, x86, symbol{0x1000, 0x1000, "f", 6}},
		{"chosen when it is loaded", f, elf.STB_LOCAL, elf.STT_GNU_IFUNC, exec, 0x1000, 8, x86, symbol{0x1000, 0x1008, "f", 12}},
		{"of the assembler", f, elf.STB_GLOBAL, elf.STT_NOTYPE, exec, 0x1000, 8, x86, symbol{0x1000, 0x1008, "f", 10}},
		{"of the assembler, unsized", f, elf.STB_LOCAL, elf.STT_NOTYPE, exec, 0x1000, 0, x86, symbol{0x1000, 0x1000, "f", 0}},
		{"a mark", dollar, elf.STB_LOCAL, elf.STT_NOTYPE, exec, 0x1000, 8, x86, symbol{}},
		{"a label", dot, elf.STB_LOCAL, elf.STT_NOTYPE, exec, 0x1000, 8, x86, symbol{}},
		{"a function called like a mark", dollar, elf.STB_LOCAL, elf.STT_FUNC, exec, 0x1000, 8, x86, symbol{0x1000, 0x1008, "$x", 12}},
		{"data", f, elf.STB_GLOBAL, elf.STT_OBJECT, exec, 0x1000, 8, x86, symbol{}},
		{"where no code is", f, elf.STB_GLOBAL, elf.STT_FUNC, data, 0x1000, 8, x86, symbol{}},
		{"in no section", f, elf.STB_GLOBAL, elf.STT_FUNC, past, 0x1000, 8, x86, symbol{}},
		{"without a name", 0, elf.STB_GLOBAL, elf.STT_NOTYPE, exec, 0x1000, 8, x86, symbol{}},
		{"Thumb", f, elf.STB_GLOBAL, elf.STT_FUNC, exec, 0x1001, 0x80, arm, symbol{0x1000, 0x1080, "f", 14}},
		{"ARM", f, elf.STB_GLOBAL, elf.STT_FUNC, exec, 0x1000, 0x80, arm, symbol{0x1000, 0x1080, "f", 14}},
	} {
		for _, class := range []elf.Class{elf.ELFCLASS32, elf.ELFCLASS64} {
			for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
				im := &image{elf: &elf.File{
					FileHeader: elf.FileHeader{Class: class, ByteOrder: order, Machine: c.machine},
					Sections:   []*elf.Section{{}, {SectionHeader: elf.SectionHeader{Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR}}, {SectionHeader: elf.SectionHeader{Flags: elf.SHF_ALLOC | elf.SHF_WRITE}}},
				}}
				var b bytes.Buffer
				info := elf.ST_INFO(c.bind, c.typ)
				if class == elf.ELFCLASS32 {
					_ = binary.Write(&b, order, elf.Sym32{Name: c.text, Info: info, Shndx: c.section, Value: uint32(c.value), Size: uint32(c.size)})
				} else {
					_ = binary.Write(&b, order, elf.Sym64{Name: c.text, Info: info, Shndx: c.section, Value: c.value, Size: c.size})
				}
				if got, ok := im.function(b.Bytes(), names); ok != (c.want.name != "") || ok && got != c.want {
					t.Errorf("%s, %v %v: %+v, %v", c.name, class, order, got, ok)
				}
			}
		}
	}
	im := &image{elf: &elf.File{
		FileHeader: elf.FileHeader{Class: elf.ELFCLASS64, ByteOrder: binary.LittleEndian},
		Sections:   []*elf.Section{{SectionHeader: elf.SectionHeader{Flags: elf.SHF_EXECINSTR}}},
	}}
	for size, want := range map[uint64]bool{0xff: true, 0x100: false} { // which would end behind the last address
		var b bytes.Buffer
		_ = binary.Write(&b, binary.LittleEndian, elf.Sym64{Name: f, Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC), Value: ^uint64(0xff), Size: size})
		if _, ok := im.function(b.Bytes(), names); ok != want {
			t.Errorf("of %#x bytes at the end of all addresses: %v", size, ok)
		}
	}
}

// TestSections: no more of a section is read than the limit, and nothing of a larger one, packed or
// not.
func TestSections(t *testing.T) {
	im, err := newImage(bytes.NewReader((&composed{order: binary.LittleEndian, symtab: functions, link: "a"}).bytes()))
	if err != nil {
		t.Fatal(err)
	}
	s := im.elf.Section(".symtab")
	for most, want := range map[uint64]uint64{s.Size + 1: s.Size, s.Size: s.Size, s.Size - 1: 0} {
		if got := im.section(s, most); uint64(len(got)) != want {
			t.Errorf("at most %d of %d bytes: %d", most, s.Size, len(got))
		}
	}
	for _, h := range []elf.SectionHeader{{Size: 51, FileSize: 50}, {Size: 50, FileSize: 51}, {Type: elf.SHT_NOBITS, Size: 10, FileSize: 10}} {
		if got := im.section(&elf.Section{SectionHeader: h}, 50); got != nil {
			t.Errorf("%+v: %d bytes", h, len(got))
		}
	}
	// A symbol table refers to that of their names by a number.
	for link, want := range map[uint32]int{s.Link: 4, uint32(len(im.elf.Sections)): 0} {
		s.Link = link
		if list, err := im.functions(elf.SHT_SYMTAB); err != nil || len(list) != want {
			t.Errorf("with names in section %d: %d functions, %v", link, len(list), err)
		}
	}
}

// TestBuildIDNotes: the build id among notes of other owners and kinds, each padded to
// four bytes.
func TestBuildIDNotes(t *testing.T) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		id := noteOf(order, 3, "GNU\x00", []byte{0xab, 1, 2})
		for _, c := range []struct {
			name  string
			notes []byte
			want  string
		}{
			{"alone", id, "ab0102"},
			{"behind others", bytes.Join([][]byte{noteOf(order, 1, "GNU\x00", []byte{9, 9}), noteOf(order, 3, "stapsdt\x00", []byte{8}), noteOf(order, 3, "Xen\x00", nil), id}, nil), "ab0102"},
			{"the first of two", append(bytes.Clone(id), noteOf(order, 3, "GNU\x00", []byte{7})...), "ab0102"},
			{"cut", id[:len(id)-1], ""},
			{"nothing", nil, ""},
		} {
			if got := buildIDOf(c.notes, wire.Order(order == binary.BigEndian)); got != c.want {
				t.Errorf("%s, %v: %q", c.name, order, got)
			}
		}
	}
	// In a file, notes count up to a megabyte, in a section or in a segment.
	for _, alone := range []bool{false, true} {
		for size, want := range map[uint64]string{maxNote: idA, maxNote + 1: ""} {
			c := composed{order: binary.LittleEndian, buildID: idA, idAlone: alone}
			data := append(c.bytes(), make([]byte, 2*maxNote)...)
			im, err := newImage(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if alone {
				binary.LittleEndian.PutUint64(data[64+56+32:], size) // in the header of the second segment
			} else {
				at := bytes.Index(data, binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, im.elf.Sections[2].Offset), im.elf.Sections[2].Size))
				binary.LittleEndian.PutUint64(data[at+8:], size)
			}
			if im, err = newImage(bytes.NewReader(data)); err != nil || im.buildID != want {
				t.Errorf("%d bytes of notes, in a segment alone %v: %q, %v", size, alone, im.buildID, err)
			}
		}
	}
}

// TestDebugLink: the name is padded to four bytes, followed by the checksum.
func TestDebugLink(t *testing.T) {
	for _, name := range []string{"a", "ab", "abc", "abcd", "abcde", "prog.debug", "a/b", `a\b`, "../x", "\x00"} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			im, err := newImage(bytes.NewReader((&composed{order: order, link: name, crc: 0x01020304}).bytes()))
			if err != nil {
				t.Fatal(err)
			}
			got, crc, ok := im.debugLink()
			if want := !strings.ContainsAny(name, "/\\\x00"); ok != want || ok && (got != name || crc != 0x01020304) {
				t.Errorf("%q, %v: %q %#x %v", name, order, got, crc, ok)
			}
		}
	}
	im, err := newImage(bytes.NewReader((&composed{order: binary.LittleEndian}).bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := im.debugLink(); ok {
		t.Error("a file without a link has one")
	}
}

// TestDebugOnly: a file with the code of .text is not a pure symbol file.
func TestDebugOnly(t *testing.T) {
	for _, want := range []bool{false, true} {
		im, err := newImage(bytes.NewReader((&composed{order: binary.LittleEndian, debugOnly: want}).bytes()))
		if err != nil || im.debugOnly() != want {
			t.Errorf("symbols alone: %v, want %v; %v", im.debugOnly(), want, err)
		}
	}
	if (&image{elf: &elf.File{}}).debugOnly() {
		t.Error("a file without .text has symbols alone")
	}
}
