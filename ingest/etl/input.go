package etl

import (
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/infile"
)

// input is a file: bytes in memory where the caller has mapped it, otherwise read piece by piece.
type input struct {
	r    io.ReaderAt
	size int64
	mem  []byte
}

func newInput(r io.ReaderAt, size int64) input {
	return input{r: r, size: size, mem: infile.Mapped(r, size)}
}

// read returns n bytes at off, in own if the file is not mapped, which grows if needed. What the
// file does not have is missing from the result.
func (in *input) read(off int64, n int, own *[]byte) ([]byte, error) {
	n = int(max(0, min(int64(n), in.size-off)))
	if in.mem != nil {
		return in.mem[off : off+int64(n) : off+int64(n)], nil
	}
	if cap(*own) < n {
		*own = make([]byte, n)
	}
	b := (*own)[:n]
	k, err := in.r.ReadAt(b, off)
	if k < n && err != nil && !errors.Is(err, io.EOF) {
		return b[:k], fmt.Errorf("cannot read %d bytes at offset %#x of the file: %w", n, off, err)
	}
	return b[:k], nil
}
