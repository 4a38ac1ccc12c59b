package perfdata

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/internal/wire"
)

var (
	errCut      = errors.New("the file is cut short")
	errUnpacked = errors.New("unfolds to more than the limit")
)

// maxZstdWindow is the window of zstd's highest level, 128 MiB.
const maxZstdWindow = 1 << 27

// unpacker turns the payloads of compressed records, which are pieces of one
// zstd stream, into records. The decoder pulls its input, while ours comes when a
// record is met: it stands on a goroutine of its own, and is set aside each time
// it has consumed all there is. Only one of the two ever runs. (The coroutines of
// package iter would do, but not where the threads of their users are locked, as
// that of a window is.)
type unpacker struct {
	order wire.Order
	turn  chan bool   // closed: the decoder is to end
	out   chan []byte // what it unpacked; nil when it needs more input
	began bool
	own   []byte // memory for in
	in    []byte // compressed, not yet consumed
	buf   []byte // unpacked, from pos on not yet cut
	pos   int
	total int64 // bytes ever put into buf
	limit int64
	ended bool
	err   error
}

func newUnpacker(order wire.Order, limit int64) *unpacker {
	return &unpacker{order: order, limit: limit, turn: make(chan bool), out: make(chan []byte)}
}

// feed provides the payload of the next compressed record. It is copied here,
// where a mapped file that shrinks meanwhile is noticed.
func (u *unpacker) feed(data []byte) {
	u.own = append(u.own[:0], data...)
	u.in = u.own
}

// pull gives the decoder its turn; ok is false once it has ended.
func (u *unpacker) pull() (piece []byte, ok bool) {
	if !u.began {
		u.began = true
		go func() {
			defer close(u.out)
			if <-u.turn {
				u.run(u.yield)
			}
		}()
	}
	u.turn <- true
	piece, ok = <-u.out
	return piece, ok
}

// yield hands out a piece and waits for the next turn; false ends the decoder.
func (u *unpacker) yield(piece []byte) bool {
	u.out <- piece
	return <-u.turn
}

// stop ends the decoder.
func (u *unpacker) stop() {
	if !u.began || u.ended {
		return
	}
	u.ended = true
	close(u.turn)
	for range u.out { // closed when it has let go of everything
	}
}

// next cuts a record from what was unpacked, unpacking more as needed. ok is
// false when the next compressed record is needed.
func (u *unpacker) next() (rec []byte, pos int64, ok bool) {
	for {
		b := u.buf[u.pos:]
		if len(b) >= recordHeader {
			size := int(u.order.U16(b[6:]))
			if size < recordHeader {
				u.fail(fmt.Errorf("unpacked record of %d bytes", size))
				return nil, 0, false
			}
			if len(b) >= size {
				pos = unpackedPos + u.total - int64(len(b))
				u.pos += size
				return b[:size:size], pos, true
			}
		}
		if !u.more() {
			return nil, 0, false
		}
	}
}

// more unpacks another piece; false when the input is exhausted.
func (u *unpacker) more() bool {
	if u.err != nil || u.ended {
		return false
	}
	piece, ok := u.pull()
	if !ok {
		u.ended = true
	}
	if len(piece) == 0 {
		return false
	}
	if u.total += int64(len(piece)); u.total > u.limit {
		u.fail(fmt.Errorf("%w of %d bytes", errUnpacked, u.limit))
		return false
	}
	n := copy(u.buf, u.buf[u.pos:])
	u.buf, u.pos = append(u.buf[:n], piece...), 0
	return true
}

func (u *unpacker) fail(err error) {
	if u.err == nil {
		u.err = err
	}
}

// run is the decoder: it yields pieces of output, and nil when it needs more
// input.
func (u *unpacker) run(yield func([]byte) bool) {
	dec, err := zstd.NewReader(&pieces{u, yield}, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
	if err != nil {
		u.fail(fmt.Errorf("zstd: %w", err))
		return
	}
	defer dec.Close()
	out := make([]byte, maxRecord)
	for {
		n, err := dec.Read(out)
		if n > 0 && !yield(out[:n]) {
			return
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				u.fail(fmt.Errorf("zstd: %w", err))
			}
			return
		}
	}
}

// pieces is the decoder's input.
type pieces struct {
	u     *unpacker
	yield func([]byte) bool
}

// Read hands out the payload at hand, or gives way until there is one.
func (p *pieces) Read(b []byte) (int, error) {
	for len(p.u.in) == 0 {
		if !p.yield(nil) {
			return 0, io.EOF
		}
	}
	n := copy(b, p.u.in)
	p.u.in = p.u.in[n:]
	return n, nil
}
