package container

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/internal/infile"
)

// The usual ends of the names of single files, compressed with Zstandard (RFC 8878) or gzip (RFC
// 1952).
const (
	zstExtension  = ".zst"
	gzipExtension = ".gz"
)

// singleFile is a single compressed file, as an archive of one.
type singleFile struct {
	src    io.ReaderAt
	size   int64 // of the compressed file
	format string
	decode func(io.Reader) (io.ReadCloser, error)
	entry  entry
}

// openSingle decodes the file once to learn its size, which it does not state; limit is the number
// of bytes that it may unpack to.
func openSingle(ctx context.Context, k kind, r io.ReaderAt, size, limit int64, name string) (*singleFile, error) {
	d := &singleFile{src: r, size: size, format: "zstd", decode: unzstd}
	extension := zstExtension
	if k == gzipFile {
		d.format, d.decode, extension = "gzip", gunzip, gzipExtension
	}
	d.entry.name = strings.TrimSuffix(path.Base(entryName(name)), extension)
	z, err := d.open(0)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	d.entry.size, err = io.Copy(io.Discard, io.LimitReader(&infile.UntilDone{Context: ctx, Reader: z}, limit+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case d.entry.size > limit:
		return nil, fmt.Errorf("%w of %d bytes", errTooMuch, limit)
	case d.entry.size == 0 && err != nil:
		return nil, fmt.Errorf("%s: %w", d.format, damaged(err))
	}
	return d, nil // what is damaged further on is found again when it is read
}

func unzstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

func gunzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

func (d *singleFile) entries() []entry { return []entry{d.entry} }

func (d *singleFile) stored(int) (off int64, ok bool) { return 0, false }

func (d *singleFile) solid() bool { return false }

func (d *singleFile) open(int) (io.ReadCloser, error) {
	z, err := d.decode(io.NewSectionReader(d.src, 0, d.size))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.format, damaged(err))
	}
	return z, nil
}
