package tracedat

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// unpacker unpacks the compressed parts of a file, all of which use the same method.
type unpacker struct {
	method string // "" or "none" for none
	zstd   *zstd.Decoder
	zlib   io.ReadCloser
	from   bytes.Reader
}

func newUnpacker(method string) (*unpacker, error) {
	switch method {
	case "", "none", "zstd", "zlib":
		return &unpacker{method: method}, nil
	}
	return nil, fmt.Errorf("compression method %.32q is not supported: record with zstd, zlib or none (trace-cmd record --compression)", method)
}

// packs reports whether the pages of CPUs are compressed.
func (u *unpacker) packs() bool { return u.method != "" && u.method != "none" }

// unpack returns what packed holds, which must be size bytes; they are put into room if it is large
// enough.
func (u *unpacker) unpack(packed []byte, size int, room []byte) (b []byte, err error) {
	if size > maxChunk {
		return nil, fmt.Errorf("the compressed data unpacks to %d bytes, more than the limit of %d", size, maxChunk)
	}
	if cap(room) < size {
		room = make([]byte, size)
	}
	switch u.method {
	case "zstd":
		b, err = u.unzstd(packed, room[:0:size])
	case "zlib":
		b, err = u.unzlib(packed, room[:size])
	default:
		return nil, errors.New("the data is compressed, but the file does not name the compression method")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", u.method, err)
	}
	if len(b) != size {
		return nil, fmt.Errorf("%s: damaged data: it unpacks to %d bytes instead of %d", u.method, len(b), size)
	}
	return b, nil
}

func (u *unpacker) unzstd(packed, room []byte) ([]byte, error) {
	if u.zstd == nil {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(maxChunk), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return nil, err
		}
		u.zstd = d
	}
	return u.zstd.DecodeAll(packed, room)
}

func (u *unpacker) unzlib(packed, room []byte) ([]byte, error) {
	u.from.Reset(packed)
	var err error
	if u.zlib == nil {
		u.zlib, err = zlib.NewReader(&u.from)
	} else {
		err = u.zlib.(zlib.Resetter).Reset(&u.from, nil)
	}
	if err != nil {
		return nil, err
	}
	n, err := io.ReadFull(u.zlib, room)
	return room[:n], err
}

// close releases the memory of the decoders.
func (u *unpacker) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}
