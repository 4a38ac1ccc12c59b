package markers

import (
	"encoding/binary"

	"threadlens/ingest/etl/payload"
)

var le = binary.LittleEndian

// Record is what the package needs of one record: of an EVENT_HEADER record, or of a classic one
// whose class is not a kernel group. The slices are parts of the file and are not kept.
type Record struct {
	Provider payload.GUID // the class of a classic record
	Activity payload.GUID // zero: none
	Related  payload.GUID // of extended item 1, zero: none
	PID      uint32
	ID       uint16 // 0 in classic records
	Task     uint16
	Flags    uint16 // of the header
	Version  uint8
	Opcode   uint8
	Classic  bool
	Wide     bool   // pointers take 8 bytes
	Schema   []byte // data of extended item 11
	Traits   []byte // data of extended item 12
	Payload  []byte
}

// Bits of the flags in an EVENT_HEADER.
const (
	flagString  = 0x04 // the payload is one UTF-16 text
	flagMessage = 0x08 // WPP
)

// SetItems fills Related, Schema and Traits from the extended items of a record, which follow each
// other from offset 80 on, and returns how many bytes they take: the payload begins behind them.
// Reading ends at a truncated item.
func (r *Record) SetItems(b []byte) int {
	const header = 8
	r.Related, r.Schema, r.Traits = payload.GUID{}, nil, nil
	at := 0
	for len(b)-at >= header {
		item := b[at:]
		size, data := int(le.Uint16(item)), int(le.Uint16(item[6:]))
		if size < header+data || size > len(item) {
			return at
		}
		r.setItem(le.Uint16(item[2:]), item[header:header+data])
		at += size
		if le.Uint16(item[4:])&1 == 0 {
			return at
		}
	}
	return at
}

func (r *Record) setItem(kind uint16, data []byte) {
	switch kind {
	case payload.ExtRelatedActivity:
		if len(data) == len(r.Related) {
			r.Related = payload.GUID(data)
		}
	case payload.ExtSchema:
		r.Schema = data
	case payload.ExtTraits:
		r.Traits = data
	}
}

// layout is how the payload is laid out.
func (r *Record) layout() payload.Layout {
	return payload.Layout{Version: uint16(r.Version), Wide: r.Wide}
}

// isManifest reports whether r carries a part of an EventSource's manifest.
func (r *Record) isManifest() bool {
	return r.ID == payload.EventSourceManifest && r.Opcode == payload.EventSourceManifestOpcode && !r.Classic
}

// isSchema reports whether r carries the schema of an event.
func (r *Record) isSchema() bool {
	return r.Classic && r.Provider == payload.ClassSchema && r.Opcode == payload.SchemaEvent
}
