package perfdata

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

var (
	errCut      = errors.New("the file is truncated")
	errUnpacked = errors.New("the unpacked data is larger than the limit")
)

// maxZstdWindow is the window of zstd's highest level, 128 MiB, in bytes.
const maxZstdWindow = 1 << 27

// unpacking writes out the records of a file with compressed ones, replacing each compressed record
// by the records in it. Their payloads are pieces of one zstd stream. The decoder pulls its input;
// records between the compressed ones are copied on the way.
type unpacking struct {
	ctx      context.Context
	st       *stream
	to       *unpacked
	progress func(done int64)

	in    []byte // compressed, not yet consumed; a copy, see feed
	own   []byte // memory for in
	part  []byte // of an incomplete record
	limit int64
	met   [256]int64 // records left out, compressed ones and others, by type
	err   error      // why it cannot continue: an error of the temporary file, or too many bytes
}

// unpack returns a file of only the records of the data section, none of them compressed, and how
// many of each type were left out. In a damaged file, the part before the damage is kept; a file
// that unpacks to more than limit bytes is refused.
func (in *input) unpack(ctx context.Context, m *meta, limit int64, progress func(done int64)) (*input, *[256]int64, error) {
	u := &unpacking{ctx: ctx, st: newStream(in, m.data, m.order), to: &unpacked{}, progress: progress, limit: limit}
	damage := u.run()
	if u.err == nil {
		u.err = ctx.Err()
	}
	if u.err != nil {
		return nil, nil, errors.Join(u.err, u.to.close())
	}
	out, err := u.to.input()
	if err != nil {
		return nil, nil, errors.Join(err, u.to.close())
	}
	if missing := m.data.end() - in.size; missing > 0 && damage == nil {
		damage = fmt.Errorf("perf.data: data at %#x: %d bytes are missing: %w", m.data.off, missing, errCut)
	}
	out.cut = damage
	return out, &u.met, nil
}

// run unpacks all, and returns why the records could not be followed to the end.
func (u *unpacking) run() (damage error) {
	dec, err := zstd.NewReader(u, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
	if err == nil {
		defer dec.Close()
		_, err = dec.WriteTo(u)
	}
	switch {
	case u.err != nil: // it cannot be read at all
		return nil
	case u.st.err != nil:
		return u.st.err
	case err == nil, errors.Is(err, io.ErrUnexpectedEOF) && len(u.in) == 0: // such streams need no end
		return nil
	}
	u.st.fail("COMPRESSED", u.st.win.at(), fmt.Errorf("zstd: %w", err))
	return u.st.err
}

// Read returns the payload of the next compressed record, after writing the records before it.
func (u *unpacking) Read(b []byte) (int, error) {
	for len(u.in) == 0 {
		rec, at, ok := u.st.next()
		if !ok || u.err != nil || u.ctx.Err() != nil {
			return 0, io.EOF
		}
		switch typ := u.st.order.U32(rec); {
		case compressed(typ):
			u.progress(at)
			u.met[typ]++
			u.feed(payload(u.st, rec))
		case aside(typ): // what follows it is no record
			u.met[typ]++
		default:
			u.put(rec)
		}
	}
	n := copy(b, u.in)
	u.in = u.in[n:]
	return n, nil
}

// feed provides the payload of a compressed record. It is copied here, where truncation of a mapped
// file is noticed.
func (u *unpacking) feed(data []byte) {
	u.own = append(u.own[:0], data...)
	u.in = u.own
}

// compressed reports whether a record of this type contains others.
func compressed(typ uint32) bool { return typ == recCompressed || typ == recCompressed2 }

// payload is the compressed data of a record.
func payload(s *stream, rec []byte) []byte {
	if s.order.U32(rec) == recCompressed {
		return rec[recordHeader:]
	}
	if len(rec) >= 16 {
		if n := s.order.U64(rec[8:]); n <= uint64(len(rec)-16) {
			return rec[16 : 16+n]
		}
	}
	return nil
}

// Write receives unpacked bytes: pieces of records.
func (u *unpacking) Write(piece []byte) (int, error) {
	u.part = append(u.part, piece...)
	n := 0
	for b := u.part; len(b) >= recordHeader; b = u.part[n:] {
		size := int(u.st.order.U16(b[6:]))
		if size < recordHeader {
			u.put(u.part[:n])
			return 0, fmt.Errorf("the size of an unpacked record is invalid: %d bytes, fewer than a record's header has", size)
		}
		if size > len(b) {
			break
		}
		n += size
	}
	u.put(u.part[:n])
	u.part = u.part[:copy(u.part, u.part[n:])]
	if u.err == nil {
		u.err = u.ctx.Err()
	}
	return len(piece), u.err
}

// put writes whole records.
func (u *unpacking) put(b []byte) {
	if u.err == nil && u.to.size+int64(len(b)) > u.limit {
		u.err = tooMuch(u.limit, u.st.win.in.size)
	}
	if u.err == nil {
		u.err = u.to.write(b)
	}
}
