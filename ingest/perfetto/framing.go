package perfetto

import (
	"errors"
	"fmt"
	"io"
)

// errFraming is the error for bytes that are no packet.
var errFraming = errors.New("no valid trace packet")

// framing goes over the packets of a file.
type framing struct {
	data   []byte
	at     int    // where the next field begins
	start  int    // where the last one begins
	packet []byte // the last packet
}

// next goes to the next packet; false at the end of the file or where no packet follows: see cause.
func (f *framing) next() bool {
	for f.at < len(f.data) {
		f.start = f.at
		num, typ, n := takeTag(f.data[f.at:])
		if n < 0 || typ == groupStart || typ == groupEnd {
			return false
		}
		if num != 1 || typ != bytesType {
			k := valueLen(typ, f.data[f.at+n:])
			if k < 0 {
				return false
			}
			f.at += n + k
			continue
		}
		packet, k := takeBytes(f.data[f.at+n:])
		if k < 0 {
			return false
		}
		f.packet = packet
		f.at += n + k
		return true
	}
	f.start = f.at
	return false
}

// cause is why no packet follows, nil at the end of the file.
func (f *framing) cause() error {
	if f.at == len(f.data) {
		return nil
	}
	num, typ, n := takeTag(f.data[f.at:])
	switch {
	case n < 0 && n == endsEarly:
		return io.ErrUnexpectedEOF
	case n < 0 || typ == groupStart || typ == groupEnd:
		return errFraming
	case typ != bytesType:
		return io.ErrUnexpectedEOF
	}
	size, k := takeVarint(f.data[f.at+n:])
	switch {
	case k >= 0:
		return fmt.Errorf("protobuf field %d should have %d bytes, but fewer are left: %w", num, size, io.ErrUnexpectedEOF)
	case k == endsEarly:
		return io.ErrUnexpectedEOF
	}
	return errFraming
}
