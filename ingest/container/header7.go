package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"threadlens/ingest/internal/wire"
)

// A 7z file is a signature header of 32 bytes, the packed streams, and the header that describes
// them, which is itself mostly packed (7zFormat.txt). The library allocates what that header
// claims. So it gets only headers that were checked here: the counts are bounded, and so is the
// memory that the decoders require.

// The property ids of 7zFormat.txt.
const (
	id7End            = 0x00
	id7Header         = 0x01
	id7MainStreams    = 0x04
	id7Files          = 0x05
	id7PackInfo       = 0x06
	id7UnpackInfo     = 0x07
	id7SubStreams     = 0x08
	id7Size           = 0x09
	id7CRC            = 0x0A
	id7Folder         = 0x0B
	id7CodersUnpack   = 0x0C
	id7NumUnpack      = 0x0D
	id7EncodedHeader  = 0x17
	signatureHeader7z = 32
)

var (
	err7zCut     = errors.New("its table of contents is missing: the file is truncated, or is only the first of several parts")
	err7zDamaged = errors.New("its directory is damaged")
	err7zUnusual = errors.New("its directory has an unsupported format")
	err7zMemory  = fmt.Errorf("unpacking it would need more than %d bytes of memory", maxDictionary)
)

// header7z returns the header of a 7z archive, unpacked and checked; nil if the archive is empty.
func header7z(r io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, signatureHeader7z)
	if _, err := r.ReadAt(head, 0); err != nil {
		return nil, cutShort(err)
	}
	if crc32.ChecksumIEEE(head[12:]) != binary.LittleEndian.Uint32(head[8:]) {
		return nil, err7zDamaged
	}
	off, n := binary.LittleEndian.Uint64(head[12:]), binary.LittleEndian.Uint64(head[20:])
	switch room := uint64(size - signatureHeader7z); {
	case n == 0:
		return nil, nil
	case off > room || n > room-off:
		return nil, err7zCut
	case n > maxDirectory:
		return nil, errDirectory
	}
	raw := make([]byte, n)
	if _, err := r.ReadAt(raw, signatureHeader7z+int64(off)); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if crc32.ChecksumIEEE(raw) != binary.LittleEndian.Uint32(head[28:]) {
		return nil, err7zDamaged
	}
	if raw[0] == id7EncodedHeader {
		var err error
		if raw, err = decodeHeader7z(r, size, raw); err != nil {
			return nil, err
		}
	}
	return raw, check7z(raw)
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return err7zCut
	}
	return err
}

// decodeHeader7z unpacks a packed header. To the library it is the only file of
// an archive whose plain header describes the same streams.
func decodeHeader7z(r io.ReaderAt, size int64, raw []byte) ([]byte, error) {
	w := newWalker7z(raw[1:])
	s := w.streams()
	switch {
	case w.failed() != nil:
		return nil, w.failed()
	case s.folders != 1 || s.hasSub:
		return nil, err7zUnusual
	case s.unpacked > maxDirectory:
		return nil, errDirectory
	}
	plain := []byte{id7Header, id7MainStreams}
	plain = append(plain, raw[1:w.Pos()]...) // all but the last id7End
	plain = append(plain, id7SubStreams, id7NumUnpack, 1, id7End, id7End)
	plain = append(plain, id7Files, 1, id7End, id7End)
	z, err := reader7z(r, size, plain)
	if err != nil {
		return nil, err
	}
	rc, err := openFile7z(z.File[0])
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	b, err := io.ReadAll(io.LimitReader(rc, maxDirectory))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", err7zDamaged, err)
	case s.hasCRC && crc32.ChecksumIEEE(b) != s.crc:
		return nil, err7zDamaged
	}
	return b, nil
}

// check7z checks a plain header as far as it describes streams, and the number of files.
func check7z(raw []byte) error {
	w := newWalker7z(raw)
	w.expect(id7Header)
	id := w.U8()
	if id == id7MainStreams {
		w.streams()
		id = w.U8()
	}
	if id == id7Files {
		w.count(maxMembers, errMembers)
	} else if id != id7End {
		w.fail(err7zUnusual) // the archive's properties, or further streams
	}
	return w.failed()
}

// streams7z is the result of reading a description of streams.
type streams7z struct {
	folders  int
	unpacked uint64 // bytes of the first folder
	crc      uint32 // of the first folder
	hasCRC   bool
	hasSub   bool
}

// walker7z reads a header.
type walker7z struct {
	*wire.Cursor
	err error
}

func newWalker7z(b []byte) *walker7z { return &walker7z{Cursor: wire.NewCursor(b, wire.Little)} }

func (w *walker7z) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// failed is the first error.
func (w *walker7z) failed() error {
	if w.err == nil && w.Err() != nil {
		return fmt.Errorf("%w: %w", err7zDamaged, w.Err())
	}
	return w.err
}

func (w *walker7z) expect(id byte) {
	if w.U8() != id {
		w.fail(err7zDamaged)
	}
}

// number reads an integer whose first byte determines, by its leading ones, how many bytes follow.
func (w *walker7z) number() (v uint64) {
	first := w.U8()
	n := bits.LeadingZeros8(^first)
	for i := range n {
		v |= uint64(w.U8()) << (8 * i)
	}
	if n < 7 {
		v |= uint64(first&(1<<(7-n)-1)) << (8 * n)
	}
	return v
}

// count reads a number of things that are allocated; 0 on failure.
func (w *walker7z) count(limit uint64, tooMany error) int {
	n := w.number()
	if n > limit {
		w.fail(tooMany)
	}
	if w.failed() != nil {
		return 0
	}
	return int(n)
}

func (w *walker7z) numbers(n int) (sum uint64) {
	for range n {
		if w.failed() != nil {
			return 0
		}
		sum += w.number()
	}
	return sum
}
