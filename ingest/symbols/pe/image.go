package pe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The errors of Open.
var (
	ErrFormat  = errors.New("is not a PE file (Windows executable, DLL or driver)")
	ErrDamaged = errors.New("is damaged")
)

// Bounds on what a file may make Functions keep.
const (
	maxFunctions = 1 << 24
	maxName      = 1 << 12 // bytes
)

var le = binary.LittleEndian

// Image is a file of code. It must not be used by several goroutines at a time.
type Image struct {
	// ID is date and size of the image, in the notation of symbol servers.
	ID string
	// BuildID is GUID and age of the symbols, in the notation of symbol servers; PDB is the symbol
	// file, as the linker noted it. Both are "" without.
	BuildID, PDB string
	// X86 is set for 32-bit code, where names in C begin with an underscore.
	X86 bool

	r        io.ReaderAt
	size     int64
	machine  uint16
	dirs     []directory
	sections []section
	symbols  span // of the file: the linker's own symbols
}

// directory is a special part of the image.
type directory struct{ rva, size uint32 }

// span is a part of the file, in entries.
type span struct{ from, n uint32 }

// section is a part of the file that is loaded as one.
type section struct {
	rva, size uint32 // in memory
	from, n   uint32 // in the file
	code      bool
	data      []byte // once it was read
	text      string // the same, once a name in it was read
}

// Directories (Optional Header Data Directories).
const (
	dirExport    = 0
	dirException = 3
	dirDebug     = 6
)

// Machines (Machine Types).
const (
	machineX86   = 0x14c
	machineAMD64 = 0x8664
	machineARM64 = 0xaa64
)

const (
	coffHeader   = 20 // bytes
	sectionEntry = 40
	maxOptional  = 1 << 12
	maxDirs      = 16
	executable   = 0x20000000 // flag of a section
)

// Open reads the headers of an image of the given size.
func Open(r io.ReaderAt, size int64) (*Image, error) {
	im := &Image{r: r, size: size}
	dos := make([]byte, 64)
	if _, err := r.ReadAt(dos, 0); err != nil || dos[0] != 'M' || dos[1] != 'Z' {
		return nil, ErrFormat
	}
	at := int64(le.Uint32(dos[60:]))
	head := im.file(at, 4+coffHeader)
	if len(head) < 4+coffHeader || string(head[:4]) != "PE\x00\x00" {
		return nil, ErrFormat
	}
	coff := head[4:]
	im.machine = le.Uint16(coff)
	im.X86 = im.machine == machineX86
	im.symbols = span{le.Uint32(coff[8:]), le.Uint32(coff[12:])}
	optional := im.file(at+4+coffHeader, min(int64(le.Uint16(coff[16:])), maxOptional))
	table := im.file(at+4+coffHeader+int64(le.Uint16(coff[16:])), int64(le.Uint16(coff[2:]))*sectionEntry)
	if !im.optional(optional) || len(table) == 0 {
		return nil, ErrDamaged
	}
	im.ID = fmt.Sprintf("%08X%x", le.Uint32(coff[4:]), le.Uint32(optional[56:]))
	for ; len(table) >= sectionEntry; table = table[sectionEntry:] {
		im.sections = append(im.sections, section{
			size: le.Uint32(table[8:]), rva: le.Uint32(table[12:]), n: le.Uint32(table[16:]), from: le.Uint32(table[20:]),
			code: le.Uint32(table[36:])&executable != 0,
		})
	}
	im.findSymbols()
	return im, nil
}

// optional reads the directories after the optional header, which has two widths.
func (im *Image) optional(b []byte) bool {
	var dirs int
	switch {
	case len(b) >= 96 && le.Uint16(b) == 0x10b:
		dirs = 96
	case len(b) >= 112 && le.Uint16(b) == 0x20b:
		dirs = 112
	default:
		return false
	}
	n := min(le.Uint32(b[dirs-4:]), maxDirs)
	for b = b[dirs:]; n > 0 && len(b) >= 8; n, b = n-1, b[8:] {
		im.dirs = append(im.dirs, directory{le.Uint32(b), le.Uint32(b[4:])})
	}
	return true
}

// file is a part of the file, shorter where the file ends.
func (im *Image) file(from, n int64) []byte {
	if from < 0 || from >= im.size || n <= 0 {
		return nil
	}
	b := make([]byte, min(n, im.size-from))
	k, err := im.r.ReadAt(b, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return b[:k]
}

// section is the section at an address of the image, nil for none.
func (im *Image) section(rva uint32) *section {
	for i := range im.sections {
		s := &im.sections[i]
		if rva >= s.rva && rva-s.rva < max(s.size, s.n) {
			return s
		}
	}
	return nil
}

// at is what the file has from an address of the image on, up to the end of the
// section.
func (im *Image) at(rva uint32) []byte {
	s := im.section(rva)
	if s == nil {
		return nil
	}
	if s.data == nil {
		s.data = im.file(int64(s.from), int64(s.n))
	}
	return s.data[min(int64(rva-s.rva), int64(len(s.data))):]
}

// text is at as a string. All texts of a section share their memory.
func (im *Image) text(rva uint32) string {
	b := im.at(rva)
	s := im.section(rva)
	if len(b) == 0 {
		return ""
	}
	if s.text == "" {
		s.text = string(s.data)
	}
	return s.text[len(s.text)-len(b):]
}

// code is up to n bytes of code from an address of the image on. Unlike at it does
// not read the whole section.
func (im *Image) code(rva, n uint32) []byte {
	s := im.section(rva)
	if s == nil || rva-s.rva >= s.n {
		return nil
	}
	return im.file(int64(s.from)+int64(rva-s.rva), int64(min(n, s.n-(rva-s.rva))))
}

// isCode reports whether an address of the image is in executable memory.
func (im *Image) isCode(rva uint32) bool {
	s := im.section(rva)
	return s != nil && s.code
}

// directory is the content of a directory, cut at the end of the section.
func (im *Image) directory(n int) (b []byte, d directory) {
	if n >= len(im.dirs) || im.dirs[n].rva == 0 {
		return nil, directory{}
	}
	d = im.dirs[n]
	b = im.at(d.rva)
	return b[:min(int64(len(b)), int64(d.size))], d
}

// findSymbols reads where the symbols are (Debug Directory; the content begins with RSDS, GUID and
// age, followed by the name).
func (im *Image) findSymbols() {
	const entry, codeView, head, maxName = 28, 2, 24, 1 << 12
	list, _ := im.directory(dirDebug)
	for ; len(list) >= entry; list = list[entry:] {
		if le.Uint32(list[12:]) != codeView {
			continue
		}
		b := im.file(int64(le.Uint32(list[24:])), min(int64(le.Uint32(list[16:])), head+maxName))
		if len(b) >= head && string(b[:4]) == "RSDS" {
			im.BuildID = BuildID(b[4:20], le.Uint32(b[20:]))
			im.PDB, _, _ = strings.Cut(string(b[head:]), "\x00")
			return
		}
	}
}

// BuildID is a GUID of 16 bytes, as in files, and an age, in the notation of symbol servers.
func BuildID(guid []byte, age uint32) string {
	return fmt.Sprintf("%08X%04X%04X%X%X", le.Uint32(guid), le.Uint16(guid[4:]), le.Uint16(guid[6:]), guid[8:16], age)
}
