package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"strings"

	"github.com/bodgit/sevenzip"
)

// sevenZip is the directory of a 7z archive.
type sevenZip struct {
	files  []*sevenzip.File
	list   []entry
	failed map[int]error // by stream: the error of its decoder
}

func open7z(r io.ReaderAt, size int64) (*sevenZip, error) {
	header, err := header7z(r, size)
	if err != nil {
		return nil, fmt.Errorf("7z: %w", err)
	}
	d := &sevenZip{failed: map[int]error{}}
	if header == nil {
		return d, nil
	}
	z, err := reader7z(r, size, header)
	if err != nil {
		return nil, fmt.Errorf("7z: %w", err)
	}
	for _, f := range z.File {
		name := entryName(f.Name)
		if strings.HasSuffix(name, "/") || f.FileInfo().IsDir() {
			continue
		}
		d.files = append(d.files, f)
		d.list = append(d.list, entry{name: name, size: int64(min(f.UncompressedSize, math.MaxInt64))})
	}
	return d, nil
}

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

// recover7z converts a panic of the library, which some damaged archives cause, to *err. Faults of
// mapped memory are not the library's.
func recover7z(err *error) {
	switch p := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		panic(p)
	default:
		*err = fmt.Errorf("the decoder failed: %v", p)
	}
}

func (d *sevenZip) entries() []entry { return d.list }

// solid: 7z packs files one after another into one stream, and where it does not, the library would
// keep decoders that are not read to their ends.
func (d *sevenZip) solid() bool { return true }

func (d *sevenZip) stored(int) (int64, bool) { return 0, false }

func (d *sevenZip) open(i int) (io.ReadCloser, error) {
	f := d.files[i]
	if err := d.failed[f.Stream]; err != nil {
		return nil, err
	}
	rc, err := openFile7z(f)
	if err != nil {
		err = fmt.Errorf("cannot be unpacked: %w", err)
		d.failed[f.Stream] = err
		return nil, err
	}
	return &stream7z{file7z: rc, dir: d, file: f, left: d.list[i].size, sum: crc32.NewIEEE()}, nil
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

// errChecksum is the damage of a file with all its bytes but a wrong checksum.
var errChecksum = errors.New("the checksum does not match")

// stream7z is a file that is being unpacked.
type stream7z struct {
	file7z
	dir    *sevenZip
	file   *sevenzip.File
	left   int64
	sum    hash.Hash32
	broken bool
}

// Read checks the checksum at the end, if the archive has one.
func (s *stream7z) Read(p []byte) (int, error) {
	n, err := s.file7z.Read(p)
	_, _ = s.sum.Write(p[:n])
	s.left -= int64(n)
	switch {
	case err == nil:
	case !errors.Is(err, io.EOF) || s.left > 0:
		s.broken = true
		s.dir.failed[s.file.Stream] = damaged(err)
	case s.file.CRC32 != 0 && s.sum.Sum32() != s.file.CRC32:
		err = errChecksum
	}
	return n, err
}

// Close returns the decoder to the library, which reads the next file of the same stream from
// there. A failed one would be kept needlessly.
func (s *stream7z) Close() error {
	if s.broken {
		return nil
	}
	return s.file7z.Close()
}
