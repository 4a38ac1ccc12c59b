package perfdata

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/wire"
)

// ErrFormat is wrapped by the errors of files that are not perf.data at all.
var ErrFormat = errors.New("not a perf.data file")

// header is the start of a file.
type header struct {
	order    wire.Order
	pipe     bool
	attrSize int64
	attrs    section
	data     section
	features [4]uint64
}

// section is a part of the file.
type section struct{ off, size int64 }

func (s section) end() int64 { return s.off + s.size }

// Sniff reports whether head, the first bytes of a file (16 suffice, 512 for gzipped files), may be
// those of a perf.data file, plain or gzipped. It also accepts the obsolete first version, so that
// Open can name it.
func Sniff(head []byte) bool {
	if isGzip(head) {
		z, err := gzip.NewReader(bytes.NewReader(head))
		if err != nil {
			return false
		}
		var magic [8]byte
		n, _ := io.ReadFull(z, magic[:])
		head = magic[:n]
	}
	if len(head) < 8 {
		return false
	}
	switch string(head[:8]) {
	case magicLittle, magicBig, magicV1:
		return true
	}
	return false
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}) }

// readHeader reads the file header and checks that its parts make sense for a file of the given
// size. The data section may be longer than the file: the file was truncated.
func readHeader(r io.ReaderAt, size int64) (*header, error) {
	var b [headerSize]byte
	n, err := r.ReadAt(b[:min(size, headerSize)], 0)
	if n < pipeHeaderSize {
		return nil, fmt.Errorf("perf.data: header at 0x0: %w", readError(err))
	}
	h := &header{}
	switch string(b[:8]) {
	case magicLittle:
	case magicBig:
		h.order = wire.Big
	case magicV1:
		return nil, errors.New("perf.data: header at 0x0: version 1 of the format (magic PERFFILE) " +
			"is obsolete and not supported: record again with a newer perf")
	default:
		return nil, fmt.Errorf("perf.data: header at 0x0: %w", ErrFormat)
	}
	c := wire.NewCursor(b[8:n], h.order)
	switch hs := c.U64(); {
	case hs == pipeHeaderSize:
		h.pipe = true
		h.data = section{pipeHeaderSize, size - pipeHeaderSize}
		return h, nil
	case hs < headerSize:
		return nil, fmt.Errorf("perf.data: header at 0x0: size %d, expected %d or %d", hs, headerSize, pipeHeaderSize)
	}
	attrSize := c.U64()
	attrs := [2]uint64{c.U64(), c.U64()}
	data := [2]uint64{c.U64(), c.U64()}
	c.Skip(16) // event types, obsolete
	for i := range h.features {
		h.features[i] = c.U64()
	}
	if c.Err() != nil {
		return nil, fmt.Errorf("perf.data: header at 0x0: %w", c.Err())
	}
	if attrSize < attrSizeV0+16 || attrSize > maxRecord {
		return nil, fmt.Errorf("perf.data: header at 0x10: the size of the attr entries is invalid (%d bytes)", attrSize)
	}
	h.attrSize = int64(attrSize)
	if attrs[0] > uint64(size) || attrs[1] > uint64(size)-attrs[0] {
		return nil, fmt.Errorf("perf.data: the attrs at %#x should have %d bytes, but the whole file has only %d: it is truncated", attrs[0], attrs[1], size)
	}
	h.attrs = section{int64(attrs[0]), int64(attrs[1])}
	if data[0] > uint64(size) || data[1] > 1<<62 {
		return nil, fmt.Errorf("perf.data: the data at %#x should have %d bytes, but the whole file has only %d: it is truncated", data[0], data[1], size)
	}
	h.data = section{int64(data[0]), int64(data[1])}
	return h, nil
}

func (h *header) has(feature int) bool { return h.features[feature/64]>>(feature%64)&1 != 0 }
