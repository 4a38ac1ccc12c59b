package tracepoint

import (
	"encoding/binary"

	"threadlens/ingest/internal/wire"
)

// Numbers reads the same integer fields of many records. Decoding spends most of its time here:
// each field costs one load and a mask, without a check of its size.
type Numbers struct {
	places []Place
	loads  []load // nil when a field is not a plain integer
	reach  int    // bytes that a record needs for all loads
}

// load is 8 bytes at an offset, of which those under mask are the field; sign is the top bit of a
// signed field.
type load struct {
	at         int
	mask, sign uint64
}

// NewNumbers prepares to read the fields at these places.
func NewNumbers(places ...Place) *Numbers {
	n := &Numbers{places: places}
	for _, p := range places {
		switch {
		case p == Place{}:
			n.loads = append(n.loads, load{})
			continue
		case p.Offset < 0, p.Size != 1 && p.Size != 2 && p.Size != 4 && p.Size != 8:
			n.loads = nil
			return n
		}
		l := load{at: p.Offset, mask: ^uint64(0) >> (64 - 8*p.Size)}
		if p.Signed {
			l.sign = l.mask ^ l.mask>>1
		}
		n.loads = append(n.loads, l)
		n.reach = max(n.reach, p.Offset+8)
	}
	n.reach = max(n.reach, 8)
	return n
}

// Read puts into out, which must be as long as the places, what Place.Uint returns for each.
func (n *Numbers) Read(order wire.Order, raw []byte, out []uint64) {
	out = out[:len(n.places)]
	if order != wire.Little || len(raw) < n.reach || len(n.loads) != len(out) {
		for i, p := range n.places {
			out[i] = p.Uint(order, raw)
		}
		return
	}
	for i := range n.loads {
		l := &n.loads[i]
		v := binary.LittleEndian.Uint64(raw[l.at:]) & l.mask
		out[i] = (v ^ l.sign) - l.sign
	}
}
