package container

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// zstExtension is the usual end of the name of a file compressed with Zstandard.
const zstExtension = ".zst"

// zstDir is a single file compressed with Zstandard (RFC 8878), as an archive of one.
type zstDir struct {
	src   io.ReaderAt
	size  int64 // of the compressed file
	entry entry
}

// openZst decodes the file once to learn its size, which it does not state; limit is the number of
// bytes that it may unpack to.
func openZst(ctx context.Context, r io.ReaderAt, size, limit int64, name string) (*zstDir, error) {
	name = strings.TrimSuffix(path.Base(entryName(name)), zstExtension)
	d := &zstDir{src: r, size: size, entry: entry{name: name}}
	z, err := d.open(0)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	d.entry.size, err = io.Copy(io.Discard, io.LimitReader(&untilDone{ctx, z}, limit+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case d.entry.size > limit:
		return nil, fmt.Errorf("%w of %d bytes", errTooMuch, limit)
	case d.entry.size == 0 && err != nil:
		return nil, fmt.Errorf("zstd: %w", damaged(err))
	}
	return d, nil // what is damaged further on is found again when it is read
}

func (d *zstDir) entries() []entry { return []entry{d.entry} }

func (d *zstDir) stored(int) (off int64, ok bool) { return 0, false }

func (d *zstDir) solid() bool { return false }

func (d *zstDir) open(int) (io.ReadCloser, error) {
	z, err := zstd.NewReader(io.NewSectionReader(d.src, 0, d.size), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstWindow))
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	return z.IOReadCloser(), nil
}

// untilDone is a reader that fails when its context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u *untilDone) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}
