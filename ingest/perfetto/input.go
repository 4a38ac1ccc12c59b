package perfetto

import (
	"errors"
	"fmt"
	"io"
)

// mapped is satisfied by readers whose file is mapped into memory.
type mapped interface{ Bytes() []byte }

// errRead means that the file itself could not be read, as opposed to damaged contents.
var errRead = errors.New("cannot read the file")

// contents are the bytes of a file: not copied where the caller has mapped it.
func contents(r io.ReaderAt, size int64) ([]byte, error) {
	if m, ok := r.(mapped); ok {
		if b := m.Bytes(); int64(len(b)) >= size {
			return b[:size], nil
		}
	}
	b := make([]byte, size)
	switch n, err := r.ReadAt(b, 0); {
	case int64(n) == size:
		return b, nil
	case err == nil || errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: it has only %d of %d bytes", errRead, n, size)
	default:
		return nil, fmt.Errorf("%w: %w", errRead, err)
	}
}
