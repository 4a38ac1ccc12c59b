package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
)

// composed describes a small ELF file.
type composed struct {
	order     binary.ByteOrder
	class     elf.Class // 64 bits unless it says 32
	buildID   string    // in hexadecimal
	idAlone   bool      // the build id is in a segment, and in no section
	symtab    []elf.Symbol
	dynsym    []elf.Symbol
	link      string // to debugging symbols
	crc       uint32
	debugOnly bool
}

// Where the code of a composed file is, in the file and in the addresses of its
// symbols.
const (
	codeOffset, codeAddr, codeSize = 0x1000, 0x401000, 0x1000
)

// function is a symbol of a composed file.
func function(name string, addr, size uint64, bind elf.SymBind, typ elf.SymType) elf.Symbol {
	return elf.Symbol{Name: name, Value: addr, Size: size, Info: elf.ST_INFO(bind, typ), Section: 1}
}

// bytes is the file: header, segments, content of the sections, their headers.
func (c *composed) bytes() []byte {
	type content struct {
		name string
		typ  elf.SectionType
		link uint32
		data []byte
	}
	list := []content{{}, {name: ".text", typ: elf.SHT_PROGBITS, data: make([]byte, codeSize)}}
	if c.debugOnly {
		list[1].typ = elf.SHT_NOBITS
	}
	var note []byte
	if c.buildID != "" {
		id, _ := hex.DecodeString(c.buildID)
		note = noteOf(c.order, 3, "GNU\x00", id)
	}
	if note != nil && !c.idAlone {
		list = append(list, content{name: ".note.gnu.build-id", typ: elf.SHT_NOTE, data: note})
	}
	for _, t := range []struct {
		name string
		typ  elf.SectionType
		list []elf.Symbol
	}{{".symtab", elf.SHT_SYMTAB, c.symtab}, {".dynsym", elf.SHT_DYNSYM, c.dynsym}} {
		if t.list == nil {
			continue
		}
		entries, names := bytes.Buffer{}, []byte{0}
		for _, s := range append([]elf.Symbol{{}}, t.list...) {
			if at, section := uint32(len(names)), uint16(s.Section); c.class == elf.ELFCLASS32 {
				_ = binary.Write(&entries, c.order, elf.Sym32{Name: at, Info: s.Info, Shndx: section, Value: uint32(s.Value), Size: uint32(s.Size)})
			} else {
				_ = binary.Write(&entries, c.order, elf.Sym64{Name: at, Info: s.Info, Shndx: section, Value: s.Value, Size: s.Size})
			}
			names = append(append(names, s.Name...), 0)
		}
		list = append(list, content{t.name, t.typ, uint32(len(list) + 1), entries.Bytes()}, content{name: t.name + "str", typ: elf.SHT_STRTAB, data: names})
	}
	if c.link != "" {
		data := append([]byte(c.link), make([]byte, 4-len(c.link)%4)...)
		crc := make([]byte, 4)
		c.order.PutUint32(crc, c.crc)
		list = append(list, content{name: ".gnu_debuglink", typ: elf.SHT_PROGBITS, data: append(data, crc...)})
	}
	names := []byte{0}
	list = append(list, content{name: ".shstrtab", typ: elf.SHT_STRTAB})
	var headers []elf.Section64
	body := make([]byte, codeOffset)
	for i := range list {
		s := &list[i]
		h := elf.Section64{Name: uint32(len(names)), Type: uint32(s.typ), Link: s.link, Off: uint64(len(body)), Addralign: 1}
		names = append(append(names, s.name...), 0)
		if i == len(list)-1 {
			s.data = names
		}
		if h.Size = uint64(len(s.data)); s.typ != elf.SHT_NOBITS {
			body = append(body, s.data...)
		}
		if s.name == ".text" {
			h.Addr, h.Flags = codeAddr, uint64(elf.SHF_ALLOC|elf.SHF_EXECINSTR)
		}
		headers = append(headers, h)
	}
	headers[0] = elf.Section64{}
	const noteOffset = 0x200
	copy(body[noteOffset:], note)
	segments := []elf.Prog64{
		{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Off: codeOffset, Vaddr: codeAddr, Filesz: codeSize, Memsz: codeSize},
		{Type: uint32(elf.PT_NOTE), Flags: uint32(elf.PF_R), Off: noteOffset, Filesz: uint64(len(note))},
	}
	if !c.idAlone {
		segments = segments[:1]
	}
	head, tail := c.headers(len(body), headers, segments)
	copy(body, head)
	return append(body, tail...)
}

// headers are the headers of the file with its segments, and those of its sections.
func (c *composed) headers(at int, sections []elf.Section64, segments []elf.Prog64) (head, tail []byte) {
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if c.order == binary.BigEndian {
		ident[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
	}
	var h, t bytes.Buffer
	n, typ, last := uint16(len(sections)), uint16(elf.ET_DYN), uint16(len(sections)-1)
	if c.class != elf.ELFCLASS32 {
		_ = binary.Write(&h, c.order, elf.Header64{
			Ident: ident, Type: typ, Machine: uint16(elf.EM_X86_64), Version: 1, Phoff: 64, Shoff: uint64(at),
			Ehsize: 64, Phentsize: 56, Phnum: uint16(len(segments)), Shentsize: 64, Shnum: n, Shstrndx: last,
		})
		_ = binary.Write(&h, c.order, segments)
		_ = binary.Write(&t, c.order, sections)
		return h.Bytes(), t.Bytes()
	}
	ident[elf.EI_CLASS] = byte(elf.ELFCLASS32)
	_ = binary.Write(&h, c.order, elf.Header32{
		Ident: ident, Type: typ, Machine: uint16(elf.EM_386), Version: 1, Phoff: 52, Shoff: uint32(at),
		Ehsize: 52, Phentsize: 32, Phnum: uint16(len(segments)), Shentsize: 40, Shnum: n, Shstrndx: last,
	})
	for _, p := range segments {
		_ = binary.Write(&h, c.order, elf.Prog32{
			Type: p.Type, Off: uint32(p.Off), Vaddr: uint32(p.Vaddr), Filesz: uint32(p.Filesz), Memsz: uint32(p.Memsz), Flags: p.Flags,
		})
	}
	for _, s := range sections {
		_ = binary.Write(&t, c.order, elf.Section32{
			Name: s.Name, Type: s.Type, Flags: uint32(s.Flags), Addr: uint32(s.Addr), Off: uint32(s.Off), Size: uint32(s.Size), Link: s.Link, Addralign: 1,
		})
	}
	return h.Bytes(), t.Bytes()
}

// noteOf is a note: sizes of owner and content, the kind, and both, padded.
func noteOf(order binary.ByteOrder, kind uint32, owner string, content []byte) []byte {
	var note bytes.Buffer
	_ = binary.Write(&note, order, []uint32{uint32(len(owner)), uint32(len(content)), kind})
	for _, b := range [][]byte{[]byte(owner), content} {
		note.Write(append(bytes.Clone(b), make([]byte, (4-len(b)%4)%4)...))
	}
	return note.Bytes()
}

// write writes the file into a folder, which is created.
func (c *composed) write(t *testing.T, elem ...string) string {
	t.Helper()
	if c.order == nil {
		c.order = binary.LittleEndian
	}
	path := filepath.Join(elem...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, c.bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
