package container

import (
	"bytes"
	"errors"
	"io"

	"threadlens/ingest/internal/infile"
)

// Source is a file from an archive, readable at any place from any goroutine. It is valid until its
// Archive is closed.
type Source struct {
	r      io.ReaderAt
	size   int64
	mem    []byte // all of it, if it is in memory
	damage error
	free   func() error
}

// ReadAt implements io.ReaderAt.
func (s *Source) ReadAt(p []byte, off int64) (int, error) { return s.r.ReadAt(p, off) }

// Size is the number of bytes. For a damaged file it is less than its Member's Size.
func (s *Source) Size() int64 { return s.size }

// Bytes returns all bytes without copying them, or nil if they are not in memory. They may be part
// of the mapped archive itself, and then fault if another program truncates it.
func (s *Source) Bytes() []byte { return s.mem }

// Damage returns why the file ends early or, if it has its Member's Size, why its content is wrong;
// nil if it is intact. The content of a file stored without compression is not checked.
func (s *Source) Damage() error { return s.damage }

func (s *Source) release() error {
	if s.free == nil {
		return nil
	}
	return s.free()
}

// head returns the first bytes.
func (s *Source) head() ([]byte, error) {
	n := min(s.size, headSize)
	if s.mem != nil {
		return s.mem[:n], nil
	}
	b := make([]byte, n)
	if k, err := s.r.ReadAt(b, 0); int64(k) < n && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b, nil
}

// section is a file that is stored uncompressed in r.
func section(r io.ReaderAt, off, size int64) *Source {
	s := &Source{r: io.NewSectionReader(r, off, size), size: size}
	if b := infile.Mapped(r, off+size); b != nil {
		s.mem = b[off:]
	}
	return s
}

func inBytes(b []byte, damage error) *Source {
	return &Source{r: bytes.NewReader(b), size: int64(len(b)), mem: b, damage: damage}
}
