package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"threadlens/ingest/given"
	"threadlens/ingest/internal/wire"
)

// image is an ELF file.
type image struct {
	file    *os.File
	elf     *elf.File
	buildID string
}

// openImage opens an ELF file.
func openImage(path string) (*image, error) {
	f, err := given.Regular(path)
	if err != nil {
		return nil, err
	}
	im, err := newImage(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	im.file = f
	return im, nil
}

// newImage reads the descriptions of an ELF file. The standard library's reader is not hardened
// against hostile files: whatever goes wrong in it becomes an error.
func newImage(r io.ReaderAt) (im *image, err error) {
	defer func() {
		if p := recover(); p != nil {
			im, err = nil, errDamaged
		}
	}()
	im = &image{}
	if im.elf, err = elf.NewFile(r); err != nil {
		return nil, errNoELF
	}
	im.buildID = im.findBuildID()
	return im, nil
}

var (
	errNoELF   = errors.New("is not an ELF file")
	errDamaged = errors.New("is damaged")
)

func (im *image) close() { im.file.Close() }

// section is the content of a section, at most most bytes; nil without one.
func (im *image) section(s *elf.Section, most uint64) []byte {
	if s == nil || s.Type == elf.SHT_NOBITS || s.Size > most || s.FileSize > most {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(s.Open(), int64(most)))
	if err != nil {
		return nil
	}
	return data
}

// findBuildID finds the build id in the notes, "" without one.
func (im *image) findBuildID() string {
	for _, s := range im.elf.Sections {
		if s.Type == elf.SHT_NOTE {
			if id := buildIDOf(im.section(s, maxNote), im.order()); id != "" {
				return id
			}
		}
	}
	for _, p := range im.elf.Progs {
		if p.Type == elf.PT_NOTE && p.Filesz <= maxNote {
			data, err := io.ReadAll(io.LimitReader(p.Open(), maxNote))
			if id := buildIDOf(data, im.order()); id != "" && err == nil {
				return id
			}
		}
	}
	return ""
}

func (im *image) order() wire.Order { return wire.Order(im.elf.ByteOrder == binary.BigEndian) }

// buildIDOf finds the build id among notes: sizes of name and content, a type, then both, padded to
// 4 bytes.
func buildIDOf(notes []byte, order wire.Order) string {
	const gnuBuildID = 3
	c := wire.NewCursor(notes, order)
	for c.Left() > 0 {
		name, size, kind := c.U32(), c.U32(), c.U32()
		owner := c.Block((uint64(name) + 3) &^ 3)
		content := c.Block((uint64(size) + 3) &^ 3)
		if c.Err() == nil && kind == gnuBuildID && bytes.HasPrefix(owner, []byte("GNU\x00")) {
			return hex.EncodeToString(content[:size])
		}
	}
	return ""
}

// functions is the table of the functions in a symbol table: the one for debuggers, or else the
// dynamic linker's.
func (im *image) functions(kind elf.SectionType) (list []symbol, err error) {
	defer func() {
		if p := recover(); p != nil {
			list, err = nil, errDamaged
		}
	}()
	s := im.elf.SectionByType(kind)
	if s == nil || int(s.Link) >= len(im.elf.Sections) {
		return nil, nil
	}
	entries, names := im.section(s, maxSection), string(im.section(im.elf.Sections[s.Link], maxSection))
	size := elf.Sym64Size
	if im.elf.Class == elf.ELFCLASS32 {
		size = elf.Sym32Size
	}
	for ; len(entries) >= size && len(list) < maxSymbols; entries = entries[size:] {
		if f, ok := im.function(entries[:size], names); ok {
			list = append(list, f)
		}
	}
	return list, nil
}

// function reads an entry of a symbol table; false if it is not a function.
func (im *image) function(entry []byte, names string) (f symbol, ok bool) {
	c := wire.NewCursor(entry, im.order())
	name := c.U32()
	var info uint8
	var section uint16
	var value, size uint64
	if im.elf.Class == elf.ELFCLASS32 {
		value, size = uint64(c.U32()), uint64(c.U32())
		info, _, section = c.U8(), c.U8(), c.U16()
	} else {
		info, _, section = c.U8(), c.U8(), c.U16()
		value, size = c.U64(), c.U64()
	}
	code := int(section) < len(im.elf.Sections) && im.elf.Sections[section].Flags&elf.SHF_EXECINSTR != 0
	f = symbol{start: value, end: value + size, name: cString(names, name)}
	if im.elf.Machine == elf.EM_ARM {
		f.start, f.end = value&^1, value&^1+size // the lowest bit is the instruction set
	}
	switch elf.SymType(info & 0xf) {
	case elf.STT_FUNC, elf.STT_GNU_IFUNC:
		f.rank = 4
	case elf.STT_NOTYPE:
		if len(f.name) > 0 && (f.name[0] == '$' || f.name[0] == '.') {
			return f, false // the compiler's mapping symbols
		}
	default:
		return f, false
	}
	switch elf.SymBind(info >> 4) {
	case elf.STB_GLOBAL:
		f.rank += 2
	case elf.STB_WEAK:
		f.rank++
	}
	if size > 0 {
		f.rank += 8
	}
	return f, code && f.name != "" && f.end >= f.start
}

// cString is the text at an offset of a table, up to a zero byte.
func cString(table string, at uint32) string {
	if uint64(at) >= uint64(len(table)) {
		return ""
	}
	table = table[at:]
	for i := range min(len(table), maxSymbolName) {
		if table[i] == 0 {
			return table[:i]
		}
	}
	return ""
}

// address converts a file offset to the addresses of the file's own symbols.
func (im *image) address(offset uint64) (addr uint64, ok bool) {
	for _, p := range im.elf.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && offset >= p.Off && offset-p.Off < p.Filesz {
			return offset - p.Off + p.Vaddr, true
		}
	}
	return 0, false
}

// debugOnly reports whether the file has the symbols of another, but not its code: its offsets are
// meaningless.
func (im *image) debugOnly() bool {
	s := im.elf.Section(".text")
	return s != nil && s.Type == elf.SHT_NOBITS
}

// debugLink is the name of the file with the symbols, and its checksum.
func (im *image) debugLink() (name string, crc uint32, ok bool) {
	data := im.section(im.elf.Section(".gnu_debuglink"), maxNote)
	n := bytes.IndexByte(data, 0)
	at := (n + 4) &^ 3
	if n <= 0 || at+4 > len(data) || bytes.ContainsAny(data[:n], `/\`) {
		return "", 0, false
	}
	return string(data[:n]), im.order().U32(data[at:]), true
}
