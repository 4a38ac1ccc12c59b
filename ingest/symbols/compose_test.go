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
	buildID   string // in hexadecimal
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
	if c.buildID != "" {
		id, _ := hex.DecodeString(c.buildID)
		var note bytes.Buffer
		_ = binary.Write(&note, c.order, []uint32{4, uint32(len(id)), 3})
		note.WriteString("GNU\x00")
		note.Write(append(id, make([]byte, (4-len(id)%4)%4)...))
		list = append(list, content{name: ".note.gnu.build-id", typ: elf.SHT_NOTE, data: note.Bytes()})
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
			_ = binary.Write(&entries, c.order, elf.Sym64{Name: uint32(len(names)), Info: s.Info, Shndx: uint16(s.Section), Value: s.Value, Size: s.Size})
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
	var head, tail bytes.Buffer
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if c.order == binary.BigEndian {
		ident[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
	}
	_ = binary.Write(&head, c.order, elf.Header64{
		Ident: ident, Type: uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: 1, Phoff: 64, Shoff: uint64(len(body)),
		Ehsize: 64, Phentsize: 56, Phnum: 1, Shentsize: 64, Shnum: uint16(len(headers)), Shstrndx: uint16(len(headers) - 1),
	})
	_ = binary.Write(&head, c.order, elf.Prog64{
		Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Off: codeOffset, Vaddr: codeAddr, Filesz: codeSize, Memsz: codeSize,
	})
	_ = binary.Write(&tail, c.order, headers)
	copy(body, head.Bytes())
	return append(body, tail.Bytes()...)
}

// write writes the file into a folder, which is made.
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
