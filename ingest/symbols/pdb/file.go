package pdb

import (
	"fmt"
	"io"
	"math"
)

// File is an open symbol file. It must not be used by several goroutines at a time.
type File struct {
	// IDs are GUID and age in the notation of symbol servers. The file has two ages: the one in the
	// image, and how often the file was written, which symbol tools increase.
	IDs []string
	// X86 is set for 32-bit code, where names in C begin with an underscore.
	X86 bool

	c    *container
	info info
}

// info is the header of the stream of debugging information (struct NewDBIHdr).
type info struct {
	records  uint16 // stream of symbols
	modules  []byte
	sections []byte // where each module's parts are
	streams  []byte // numbers of further streams
}

// Streams with fixed numbers.
const (
	streamID   = 1
	streamInfo = 3
)

// Indices into the streams that the last part of the debugging information lists (struct DbgType).
const (
	debugMoved    = 3 // OMAP to source
	debugSections = 5
	debugOriginal = 10 // sections before parts were moved
)

const machineX86 = 0x14c

// Open reads which build a symbol file is for. The error is that of r, or describes what is wrong
// with the file.
func Open(r io.ReaderAt, size int64) (*File, error) {
	c, err := openContainer(r, size)
	if err != nil {
		return nil, err
	}
	id, err := c.stream(streamID, 28)
	switch {
	case err != nil:
		return nil, err
	case len(id) < 28:
		return nil, ErrDamaged
	}
	f := &File{c: c}
	f.addID(id[12:28], le.Uint32(id[8:]))
	b, err := c.stream(streamInfo, math.MaxUint32)
	if err != nil {
		return nil, err
	}
	if len(b) == 0 {
		return f, nil // only types
	}
	const header = 64
	if len(b) < header || le.Uint32(b) != math.MaxUint32 {
		return nil, ErrDamaged
	}
	f.addID(id[12:28], le.Uint32(b[8:]))
	f.X86 = le.Uint16(b[58:]) == machineX86
	f.info.records = le.Uint16(b[20:])
	rest := b[header:]
	var parts [7][]byte // in the order of the file
	for i, at := range []int{24, 28, 32, 36, 40, 52, 48} {
		n := int64(le.Uint32(b[at:]))
		if n > int64(len(rest)) {
			return nil, ErrDamaged
		}
		parts[i], rest = rest[:n], rest[n:]
	}
	f.info.modules, f.info.sections, f.info.streams = parts[0], parts[1], parts[6]
	return f, nil
}

// addID adds GUID and age.
func (f *File) addID(guid []byte, age uint32) {
	f.IDs = append(f.IDs, fmt.Sprintf("%08X%04X%04X%X%X", le.Uint32(guid), le.Uint16(guid[4:]), le.Uint16(guid[6:]), guid[8:16], age))
}

// debug is the content of one of the streams that the debugging information lists.
func (f *File) debug(n int) ([]byte, error) {
	if len(f.info.streams) < 2*n+2 {
		return nil, nil
	}
	return f.c.stream(le.Uint16(f.info.streams[2*n:]), math.MaxUint32)
}
