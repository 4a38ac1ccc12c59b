package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"threadlens/ingest/internal/room"
	"threadlens/ingest/internal/scratch"
)

// errTooMuch is the error for an archive that unpacks to more than is allowed.
var errTooMuch = errors.New("the unpacked data is larger than the limit")

// errTemporary is the error for unpacking without enough room.
var errTemporary = errors.New("cannot unpack into a temporary file")

// errLonger is the damage of a file with more bytes than its archive states.
var errLonger = errors.New("it is longer than the archive states")

// maxIdle is how often in a row a stream may return nothing.
const maxIdle = 100

// unpacker unpacks the files of an archive and of those inside it.
type unpacker struct {
	limit, left int64 // bytes that may be unpacked, in total and still
	room        int64 // bytes that may still be kept in memory
	done, total int64 // of the current unpacking, for progress
	progress    func(done, total int64)
	buf         []byte
}

func newUnpacker(limit int64, progress func(done, total int64)) *unpacker {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	return &unpacker{limit: limit, left: limit, room: allInMemory, progress: progress, buf: make([]byte, 256<<10)}
}

// begin restarts the counts.
func (u *unpacker) begin() { u.done, u.total = 0, 0 }

// allow returns an error if the files exceed what may still be unpacked.
func (u *unpacker) allow(files ...entry) error {
	left := u.left
	for _, e := range files {
		if left -= e.size; left < 0 {
			return fmt.Errorf("%w of %d bytes", errTooMuch, u.limit)
		}
	}
	return nil
}

// unpack reads a file of the given size into memory or, if it is large, into a
// temporary file.
func (u *unpacker) unpack(ctx context.Context, r io.Reader, size int64) (*Source, error) {
	if err := u.allow(entry{size: size}); err != nil {
		return nil, err
	}
	u.left -= size
	if size <= min(inMemory, u.room) {
		u.room -= size
		return u.toMemory(ctx, r, size)
	}
	return u.toFile(ctx, r, size)
}

func (u *unpacker) toMemory(ctx context.Context, r io.Reader, size int64) (*Source, error) {
	b := appender(make([]byte, 0, size))
	n, damage, err := u.copy(ctx, &b, r, size)
	if err == nil && n == 0 {
		err = damage
	}
	if err != nil {
		return nil, err
	}
	return inBytes(b, damage), nil
}

// appender is a slice to write to.
type appender []byte

func (a *appender) Write(b []byte) (int, error) {
	*a = append(*a, b...)
	return len(b), nil
}

func (u *unpacker) toFile(ctx context.Context, r io.Reader, size int64) (*Source, error) {
	if most := room.Temporary(size); size > most {
		return nil, fmt.Errorf("%w: %d MiB is more than the limit in %s, which depends on the free space: set TMPDIR to use another folder", errTemporary, size>>20, os.TempDir())
	}
	f, err := scratch.Create("trace")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errTemporary, err)
	}
	n, damage, err := u.copy(ctx, f, r, size)
	if err == nil && n == 0 {
		err = damage
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return &Source{r: io.NewSectionReader(f, 0, n), size: n, damage: damage, mem: f.Map(n), free: f.Close}, nil
}

// copy copies a file of the given size to its end, n bytes of it. damage is why these are fewer, or
// wrong; the error is that of w or the context.
func (u *unpacker) copy(ctx context.Context, w io.Writer, r io.Reader, size int64) (n int64, damage, err error) {
	for idle := 0; idle < maxIdle; idle++ {
		if err := ctx.Err(); err != nil {
			return n, nil, err
		}
		k, end := r.Read(u.buf)
		if int64(k) > size-n {
			k, end = int(size-n), errLonger
		}
		if _, err := w.Write(u.buf[:k]); err != nil {
			return n, nil, fmt.Errorf("%w: %w", errTemporary, err)
		}
		if k > 0 {
			idle = 0
			n += int64(k)
			u.done += int64(k)
			u.progress(min(u.done, u.total), u.total)
		}
		switch {
		case errors.Is(end, io.EOF) && n == size:
			return n, nil, nil
		case end != nil:
			return n, damaged(end), nil
		}
	}
	return n, damaged(io.ErrNoProgress), nil
}

// damaged is the error of a file in an archive whose bytes end with err.
func damaged(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("is damaged: %w", err)
}
