package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/bodgit/sevenzip"
)

// reader7z opens an archive of the given size as if header, a plain one, were
// its own.
func reader7z(r io.ReaderAt, size int64, header []byte) (*sevenzip.Reader, error) {
	start := make([]byte, signatureHeader7z)
	copy(start, "7z\xbc\xaf\x27\x1c\x00\x04")
	binary.LittleEndian.PutUint64(start[12:], uint64(size-signatureHeader7z))
	binary.LittleEndian.PutUint64(start[20:], uint64(len(header)))
	binary.LittleEndian.PutUint32(start[28:], crc32.ChecksumIEEE(header))
	binary.LittleEndian.PutUint32(start[8:], crc32.ChecksumIEEE(start[12:]))
	z, err := newReader7z(&readerWithHeader{r, size, start, header}, size+int64(len(header)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err7zDamaged, err)
	}
	return z, nil
}

func newReader7z(r io.ReaderAt, size int64) (z *sevenzip.Reader, err error) {
	defer recover7z(&err)
	return sevenzip.NewReader(r, size)
}

// readerWithHeader is a 7z file with a different signature header, and with a different header
// appended.
type readerWithHeader struct {
	r      io.ReaderAt
	size   int64 // of r
	start  []byte
	header []byte
}

func (w *readerWithHeader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at, k := off+int64(n), 0
		switch {
		case at < int64(len(w.start)):
			k = copy(p[n:], w.start[at:])
		case at < w.size:
			part := p[n:]
			k, err = w.r.ReadAt(part[:min(int64(len(part)), w.size-at)], at)
			if k == 0 {
				return n, errors.Join(err, io.ErrUnexpectedEOF)
			}
		case at < w.size+int64(len(w.header)):
			k = copy(p[n:], w.header[at-w.size:])
		default:
			return n, io.EOF
		}
		n += k
	}
	return n, nil
}

// file7z is a file of an archive whose library may panic.
type file7z struct{ rc io.ReadCloser }

func openFile7z(f *sevenzip.File) (r file7z, err error) {
	defer recover7z(&err)
	r.rc, err = f.Open()
	return r, err
}

func (f file7z) Read(p []byte) (n int, err error) {
	defer recover7z(&err)
	return f.rc.Read(p)
}

func (f file7z) Close() (err error) {
	defer recover7z(&err)
	return f.rc.Close()
}

// recover7z converts a panic of the library, which some damaged archives cause, to *err. Faults of
// mapped memory are not the library's.
func recover7z(err *error) {
	switch p := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		panic(p)
	default:
		*err = fmt.Errorf("the 7z decoder failed: %v", p)
	}
}
