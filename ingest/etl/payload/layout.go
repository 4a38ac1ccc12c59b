package payload

import (
	"encoding/binary"

	"threadlens/ingest/internal/wire"
)

// le is the byte order of all payloads.
var le = binary.LittleEndian

// Layout selects among the layouts of one event.
type Layout struct {
	Version uint16 // of the event, from the record's header
	Wide    bool   // a pointer takes 8 bytes; otherwise 4
}

// Decoder is implemented by pointers to the payload structures.
//
// Decode fills the structure from b and returns true, or returns false when b is too short for the
// layout l; the structure is then meaningless. Bytes after the last known field are ignored,
// because newer systems append fields. Strings and addresses in the structure are parts of b, not
// copies: they live as long as b does. Decode never keeps l.
type Decoder interface {
	Decode(b []byte, l Layout) bool
}

// pointerSize is the number of bytes of a pointer.
func (l Layout) pointerSize() int {
	if l.Wide {
		return 8
	}
	return 4
}

// pointer reads the pointer at the start of b, which must hold one.
func (l Layout) pointer(b []byte) uint64 {
	if l.Wide {
		return le.Uint64(b)
	}
	return uint64(le.Uint32(b))
}

// cursor reads through a payload that is not worth a table of offsets.
type cursor struct {
	*wire.Cursor
	layout Layout
}

func (l Layout) cursor(b []byte) cursor {
	return cursor{wire.NewCursor(b, wire.Little), l}
}

// pointer consumes a pointer.
func (c cursor) pointer() uint64 {
	if c.layout.Wide {
		return c.U64()
	}
	return uint64(c.U32())
}

// rest consumes everything left.
func (c cursor) rest() []byte { return c.Bytes(c.Left()) }

// guid consumes a GUID.
func (c cursor) guid() (g GUID) {
	copy(g[:], c.Bytes(len(g)))
	return g
}

// ok reports whether everything read so far was there.
func (c cursor) ok() bool { return c.Err() == nil }
