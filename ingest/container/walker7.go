package container

import (
	"errors"
	"fmt"
	"math/bits"

	"threadlens/ingest/internal/wire"
)

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
	err7zDamaged = errors.New("the archive's table of contents is damaged")
	err7zUnusual = errors.New("the archive's table of contents has an unsupported format")
	err7zMemory  = fmt.Errorf("unpacking the archive would need more than %d bytes of memory", maxDictionary)
)

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
