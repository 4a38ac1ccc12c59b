// Package infile is how readers of traces get at the bytes of a file.
package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// ErrRead means that the file itself could not be read, as opposed to damaged contents.
var ErrRead = errors.New("cannot read the file")

// Mapped is the first size bytes of a file that its reader has in memory: in a method Bytes, as a
// mapped file has. nil if it has not.
func Mapped(r io.ReaderAt, size int64) []byte {
	if m, ok := r.(interface{ Bytes() []byte }); ok {
		if b := m.Bytes(); int64(len(b)) >= size {
			return b[:size:size]
		}
	}
	return nil
}

// Contents are all size bytes of a file: not copied where they are in memory. The error wraps
// ErrRead.
func Contents(r io.ReaderAt, size int64) ([]byte, error) {
	if b := Mapped(r, size); b != nil {
		return b, nil
	}
	b := make([]byte, size)
	switch n, err := r.ReadAt(b, 0); {
	case int64(n) == size:
		return b, nil
	case err == nil || errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: only %d of %d bytes could be read", ErrRead, n, size)
	default:
		return nil, fmt.Errorf("%w at %#x: %w", ErrRead, n, err)
	}
}

// UntilDone reads from r, and fails when its context ends.
type UntilDone struct {
	Context context.Context
	Reader  io.Reader
}

// Read implements io.Reader. The error is the context's or the reader's.
func (u *UntilDone) Read(b []byte) (int, error) {
	if err := u.Context.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(b)
}
