package kernel

import (
	"encoding/binary"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// Offsets in an EVENT_RECORD (evntcons.h): an EVENT_HEADER, an ETW_BUFFER_CONTEXT and
// where the payload is.
const (
	atFlags      = 4
	atThread     = 8
	atProcess    = 12
	atTime       = 16
	atProvider   = 24
	atVersion    = 42
	atOpcode     = 45
	atProcessor  = 80
	atDataLength = 86
	atData       = 96
	recordSize   = 112
)

// Flags of an EVENT_HEADER (evntcons.h).
const (
	flag32Bit     = 0x20
	flagProcessor = 0x200 // the CPU number has 16 bits, from Windows 8 on
)

// head is an EVENT_RECORD.
type head = [recordSize]byte

// record is an event as the system delivers it. The payload is valid only during the callback.
type record struct {
	class  payload.GUID
	opcode uint8
	tid    uint32
	layout payload.Layout
	at     int64 // FILETIME: 100 ns since 1601
	cpu    model.CPU
	body   []byte
}

// parse parses a record.
func parse(h *head, body []byte) record {
	le := binary.LittleEndian
	flags := le.Uint16(h[atFlags:])
	r := record{
		opcode: h[atOpcode], tid: le.Uint32(h[atThread:]), at: int64(le.Uint64(h[atTime:])), body: body,
		layout: payload.Layout{Version: uint16(h[atVersion]), Wide: flags&flag32Bit == 0},
	}
	copy(r.class[:], h[atProvider:])
	if flags&flagProcessor != 0 {
		r.cpu = model.CPU(le.Uint16(h[atProcessor:]))
	} else {
		r.cpu = model.CPU(h[atProcessor])
	}
	return r
}
