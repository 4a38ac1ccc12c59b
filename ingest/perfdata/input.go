package perfdata

import (
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/infile"
)

// input is the file: bytes in memory where the caller has mapped it, otherwise read piece by piece.
type input struct {
	r    io.ReaderAt
	size int64
	mem  []byte
	done func() error // releases what the reader itself opened
	cut  error        // why a file could not be unpacked to its end
}

func newInput(r io.ReaderAt, size int64) *input {
	return &input{r: r, size: size, mem: infile.Mapped(r, size)}
}

// read returns n bytes at off for keeping.
func (in *input) read(off, n int64) ([]byte, error) {
	if off < 0 || n < 0 || off > in.size || n > in.size-off {
		return nil, fmt.Errorf("reading %d bytes at offset %#x: %w", n, off, io.ErrUnexpectedEOF)
	}
	if n > maxSection {
		return nil, fmt.Errorf("a section of %d bytes at offset %#x is larger than the limit of %d bytes", n, off, maxSection)
	}
	if in.mem != nil {
		return in.mem[off : off+n : off+n], nil
	}
	b := make([]byte, n)
	if k, err := in.r.ReadAt(b, off); int64(k) < n {
		return nil, fmt.Errorf("reading %d bytes at offset %#x: %w", n, off, readError(err))
	}
	return b, nil
}

// readError is the error of a read that returned fewer bytes than requested.
func readError(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w: %w", infile.ErrRead, err)
}

// windowSize is how many bytes are read at a time of a file that is not mapped. It exceeds the
// largest record.
const windowSize = 1 << 18

// window walks through a part of the file.
type window struct {
	in  *input
	buf []byte
	off int64 // of buf[0] in the file
	end int64 // of the part
	pos int   // in buf
	own []byte
	err error // of the file, not its end

	warm int  // up to where buf is in the CPU's cache
	sum  byte // see touch
}

func newWindow(in *input, s section) *window {
	w := &window{in: in}
	w.reset(s)
	return w
}

// reset moves the window to the start of another part of the file, limited to the end of the file.
func (w *window) reset(s section) {
	s.off = min(s.off, w.in.size)
	w.off, w.end, w.pos, w.warm, w.buf = s.off, min(s.end(), w.in.size), 0, 0, nil
	if w.in.mem != nil {
		w.buf = w.in.mem[w.off:w.end]
	}
}

// at is the file offset of the next byte.
func (w *window) at() int64 { return w.off + int64(w.pos) }

// left is the number of bytes from here to the end of the part.
func (w *window) left() int64 { return w.end - w.at() }

// peek returns the next n bytes without consuming them, or fewer when the part ends first. They are
// valid until the next call.
func (w *window) peek(n int) []byte {
	if len(w.buf)-w.pos < n {
		w.fill(n)
	}
	return w.buf[w.pos:]
}

// touch is touch for the bytes at the window.
func (w *window) touch() {
	if w.pos >= w.warm {
		w.warm, w.sum = touch(w.buf, w.pos)
	}
}

// take returns the next n bytes and moves on; nil when the part ends first.
func (w *window) take(n int) []byte {
	if len(w.buf)-w.pos < n {
		if w.fill(n); len(w.buf)-w.pos < n {
			return nil
		}
	}
	b := w.buf[w.pos : w.pos+n : w.pos+n]
	w.pos += n
	return b
}

func (w *window) fill(n int) {
	if w.in.mem != nil || w.err != nil || w.left() == int64(len(w.buf)-w.pos) {
		return
	}
	at := w.at()
	want := min(max(int64(n), windowSize), w.left())
	if int64(cap(w.own)) < want {
		w.own = make([]byte, want)
	}
	k, err := w.in.r.ReadAt(w.own[:want], at)
	if int64(k) < want {
		w.err = readError(err)
	}
	w.off, w.pos, w.warm, w.buf = at, 0, 0, w.own[:k]
}

// skip moves on by n bytes, but not past the end.
func (w *window) skip(n int64) {
	n = min(n, w.left())
	if n <= int64(len(w.buf)-w.pos) {
		w.pos += int(n)
		return
	}
	w.off, w.pos, w.warm, w.buf = w.at()+n, 0, 0, nil
}
