package container

import (
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
