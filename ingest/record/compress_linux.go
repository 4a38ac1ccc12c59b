package record

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// PERF_RECORD_COMPRESSED (tools/perf, event.h): a header, and a piece of one stream of
// zstd that goes through all such records of a file and unfolds to records.
const (
	recordCompressed = 81
	maxCompressed    = 1<<16 - 1 - recordHeader // bytes of the stream in a record: its size has 16 bits
	// maxUnfolded bounds what a record unfolds to. Readers of perf set aside so much for
	// each, of which they touch only what they need.
	maxUnfolded = 1 << 18
)

// compressor folds records: events repeat each other so much that a thirtieth is left of
// them, for a tenth of a microsecond each.
type compressor struct {
	zstd   *zstd.Encoder
	out    bytes.Buffer // what zstd has written
	packed block        // the records that hold it
	// plain is how many bytes came in, and folded how many went out.
	plain, folded int64
}

// newCompressor begins a stream. It works on the caller's goroutine alone: other threads
// would run in the way of what is recorded.
func newCompressor() (*compressor, error) {
	c := &compressor{}
	var err error
	c.zstd, err = zstd.NewWriter(&c.out, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
	return c, err
}

// fold returns records that unfold to the pieces one after the other, valid until the
// next call. Nothing of them is kept back: what is written is there after a kill.
func (c *compressor) fold(pieces [][]byte) ([]byte, error) {
	c.packed = c.packed[:0]
	room := maxUnfolded
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
				room = maxUnfolded
			}
		}
	}
	if room < maxUnfolded {
		if err := c.flush(); err != nil {
			return nil, err
		}
	}
	c.folded += int64(len(c.packed))
	return c.packed, nil
}

// flush puts all of the stream so far into records.
func (c *compressor) flush() error {
	if err := c.zstd.Flush(); err != nil {
		return err
	}
	for c.out.Len() > 0 {
		p := c.out.Next(maxCompressed)
		c.packed.u32(recordCompressed)
		c.packed = binary.NativeEndian.AppendUint16(c.packed, 0)
		c.packed = binary.NativeEndian.AppendUint16(c.packed, uint16(recordHeader+len(p)))
		c.packed.raw(p)
	}
	return nil
}

// feature says how records are folded, as perf's own does (tools/perf,
// perf.data-file-format.txt, HEADER_COMPRESSED): version, zstd, level, by what they were
// folded, and how much one record unfolds to at most.
func (c *compressor) feature() []byte {
	var b block
	b.u32(1, 1, 1, uint32(c.plain/max(c.folded, 1)), maxUnfolded)
	return b
}
