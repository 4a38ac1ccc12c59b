package record

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// PERF_RECORD_COMPRESSED (tools/perf, event.h): a header, and a piece of one zstd stream that spans
// all such records of a file and unpacks to records.
const (
	recordCompressed = 81
	maxCompressed    = 1<<16 - 1 - recordHeader // bytes of the stream in a record, whose size has 16 bits
	// maxUnpacked bounds what a record unpacks to. perf's readers allocate this much for each
	// record, of which they touch only what they need.
	maxUnpacked = 1 << 18
)

// compressor compresses records: events are so repetitive that they shrink to a thirtieth, for a
// fifth of a microsecond each.
type compressor struct {
	zstd    *zstd.Encoder
	out     bytes.Buffer // what zstd has written
	records block        // that contain it
	// plain is how many bytes came in, compressed how many went out.
	plain, compressed int64
}

// newCompressor begins a stream. It works on the caller's goroutine alone: other threads would
// disturb what is recorded.
func newCompressor() (*compressor, error) {
	c := &compressor{}
	var err error
	c.zstd, err = zstd.NewWriter(&c.out, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
	return c, err
}

// compress returns records that unpack to the pieces one after another, valid until the next call.
// Nothing is held back, so what is written survives a kill.
func (c *compressor) compress(pieces [][]byte) ([]byte, error) {
	c.records = c.records[:0]
	room := maxUnpacked
	for _, p := range pieces {
		for len(p) > 0 {
			n := min(len(p), room)
			if _, err := c.zstd.Write(p[:n]); err != nil {
				return nil, err
			}
			p, room = p[n:], room-n
			c.plain += int64(n)
			if room == 0 {
				if err := c.flush(); err != nil {
					return nil, err
				}
				room = maxUnpacked
			}
		}
	}
	if room < maxUnpacked {
		if err := c.flush(); err != nil {
			return nil, err
		}
	}
	c.compressed += int64(len(c.records))
	return c.records, nil
}

// flush puts all of the stream so far into records.
func (c *compressor) flush() error {
	if err := c.zstd.Flush(); err != nil {
		return err
	}
	for c.out.Len() > 0 {
		p := c.out.Next(maxCompressed)
		c.records.u32(recordCompressed)
		c.records = binary.NativeEndian.AppendUint16(c.records, 0)
		c.records = binary.NativeEndian.AppendUint16(c.records, uint16(recordHeader+len(p)))
		c.records.raw(p)
	}
	return nil
}

// feature describes how records are compressed, as in perf's own files (tools/perf,
// perf.data-file-format.txt, HEADER_COMPRESSED): version, zstd, level, ratio, and the largest size
// that a record unpacks to.
func (c *compressor) feature() []byte {
	var b block
	b.u32(1, 1, 1, uint32(c.plain/max(c.compressed, 1)), maxUnpacked)
	return b
}
