package perfetto

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/internal/infile"
	"threadlens/ingest/internal/scratch"
)

var (
	errTooMuch = errors.New("the unpacked data is larger than the limit")
	errNested  = errors.New("a compressed trace packet contains another compressed packet, which is not supported")
)

// store keeps unpacked bytes: in memory, or in a temporary file once they are many.
type store struct {
	mem   []byte
	f     *scratch.File
	size  int64
	limit int64
}

// Write implements io.Writer. The error is that of the temporary file, or errTooMuch.
func (s *store) Write(b []byte) (int, error) {
	if s.size += int64(len(b)); s.size > s.limit {
		return 0, fmt.Errorf("%w of %d bytes", errTooMuch, s.limit)
	}
	if s.f == nil && s.size > keptUnpacked {
		f, err := scratch.Create(formatName)
		if err != nil {
			return 0, err
		}
		if s.f = f; len(s.mem) > 0 {
			if _, err := f.Write(s.mem); err != nil {
				return 0, err
			}
			s.mem = nil
		}
	}
	if s.f != nil {
		return s.f.Write(b)
	}
	s.mem = append(s.mem, b...)
	return len(b), nil
}

// bytes are all that was written, valid until close.
func (s *store) bytes() ([]byte, error) {
	if s.f == nil {
		return s.mem, nil
	}
	if b := s.f.Map(s.size); b != nil {
		return b, nil
	}
	b := make([]byte, s.size)
	_, err := s.f.ReadAt(b, 0)
	return b, err
}

func (s *store) close() error {
	if s == nil || s.f == nil {
		return nil
	}
	return s.f.Close()
}

// unzip unpacks a gzipped file. Of one that is damaged, the part before is kept.
func unzip(ctx context.Context, data []byte, ds *diagnostics) (*store, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	to := &store{limit: unpackLimit(int64(len(data)))}
	switch _, err = io.Copy(to, &infile.UntilDone{Context: ctx, Reader: z}); {
	case err == nil:
		return to, nil
	case ctx.Err() != nil || errors.Is(err, errTooMuch) || errors.As(err, new(*os.PathError)) || to.size == 0:
		return nil, errors.Join(fmt.Errorf("gzip: %w", err), to.close())
	}
	ds.add("truncated", fmt.Sprintf("the gzip data is damaged or truncated (%v): the rest of the trace is left out", err), 1)
	return to, nil
}

// unpacking copies a file and replaces each compressed packet by the packets in it.
type unpacking struct {
	to       *store
	buf      []byte
	zlib     io.ReadCloser
	zstd     *zstd.Decoder
	damaged  int64 // compressed packets that could not be unpacked to their end
	firstErr error // of these
}

// unpack returns a file without compressed packets, nil if it has none.
func unpack(ctx context.Context, data []byte, ds *diagnostics) (*store, error) {
	var u *unpacking
	f := framing{data: data}
	for n := 0; f.next(); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			break
		}
		num, packed := compressed(f.packet)
		if packed != nil && u == nil {
			u = &unpacking{to: &store{limit: unpackLimit(int64(len(data)))}}
			defer u.close()
			if _, err := u.to.Write(data[:f.start]); err != nil {
				return nil, errors.Join(err, u.to.close())
			}
		}
		if u == nil {
			continue
		}
		if err := u.packet(num, packed, data[f.start:f.at]); err != nil {
			return nil, errors.Join(err, u.to.close())
		}
	}
	if u == nil || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	ds.add("compressed", fmt.Sprintf("some compressed packets could be unpacked only in part (first error: %v): the rest of each of these packets is left out", u.firstErr), u.damaged)
	if _, err := u.to.Write(data[f.start:]); err != nil { // what is no packet any more: the scan says so
		return nil, errors.Join(err, u.to.close())
	}
	return u.to, nil
}

// compressed is the compressed contents of a packet, nil if it is another one.
func compressed(packet []byte) (num fieldNum, data []byte) {
	for m := over(packet); m.next(); {
		if (m.num == fieldDeflated || m.num == fieldZstd) && m.bytes() {
			return m.num, m.data
		}
	}
	return 0, nil
}

// packet writes what a packet contains, which itself is whole. The error is that of the store.
func (u *unpacking) packet(num fieldNum, packed, whole []byte) error {
	if packed == nil {
		_, err := u.to.Write(whole)
		return err
	}
	var err error
	if num == fieldZstd {
		err = u.expand(packed)
	} else {
		err = u.inflate(packed)
	}
	f := framing{data: u.buf}
	for f.next() {
		if _, again := compressed(f.packet); again != nil {
			err = errNested
			continue
		}
		if _, err := u.to.Write(u.buf[f.start:f.at]); err != nil {
			return err
		}
	}
	if err == nil && f.at < len(u.buf) {
		err = errFraming
	}
	if err != nil {
		if u.damaged++; u.firstErr == nil {
			u.firstErr = err
		}
	}
	return nil
}

// inflate unpacks a zlib stream into buf, as far as it is undamaged.
func (u *unpacking) inflate(packed []byte) (err error) {
	u.buf = u.buf[:0]
	if u.zlib == nil {
		u.zlib, err = zlib.NewReader(bytes.NewReader(packed))
	} else {
		err = u.zlib.(zlib.Resetter).Reset(bytes.NewReader(packed), nil)
	}
	if err != nil {
		return err
	}
	for {
		u.buf = slices.Grow(u.buf, max(4<<10, min(len(u.buf), 8<<20)))
		n, err := u.zlib.Read(u.buf[len(u.buf):cap(u.buf)])
		u.buf = u.buf[:len(u.buf)+n]
		switch {
		case len(u.buf) > maxPacketUnpacked:
			u.buf = nil
			return fmt.Errorf("%w of %d bytes", errTooMuch, maxPacketUnpacked)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// expand unpacks a zstd frame into buf, as far as it is undamaged.
func (u *unpacking) expand(packed []byte) (err error) {
	if u.zstd == nil {
		u.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxPacketUnpacked))
		if err != nil {
			return err
		}
	}
	u.buf, err = u.zstd.DecodeAll(packed, u.buf[:0])
	return err
}

func (u *unpacking) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}
