package controller

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// GUID is a GUID as in memory: the first three numbers little-endian.
type GUID [16]byte

// String is the usual form, without braces.
func (g GUID) String() string {
	le := binary.LittleEndian
	return fmt.Sprintf("%08x-%04x-%04x-%x-%x", le.Uint32(g[:]), le.Uint16(g[4:]), le.Uint16(g[6:]), g[8:10], g[10:])
}

// Node is WNODE_HEADER.
type Node struct {
	BufferSize        uint32 // bytes of everything, including the names after it
	ProviderID        uint32
	HistoricalContext uint64 // out: the handle of the session
	TimeStamp         int64
	GUID              GUID
	ClientContext     uint32 // the clock, ClockQPC
	Flags             uint32
}

// Properties is EVENT_TRACE_PROPERTIES.
type Properties struct {
	Node                Node
	BufferSize          uint32 // KiB
	MinimumBuffers      uint32
	MaximumBuffers      uint32
	MaximumFileSize     uint32 // MiB, 0 for no limit
	LogFileMode         uint32
	FlushTimer          uint32 // seconds after which a partly filled buffer is passed on
	EnableFlags         uint32
	AgeLimit            int32
	NumberOfBuffers     uint32
	FreeBuffers         uint32
	EventsLost          uint32
	BuffersWritten      uint32
	LogBuffersLost      uint32
	RealTimeBuffersLost uint32
	LoggerThread        uint64 // a HANDLE that is the id of the writing thread
	LogFileNameOffset   uint32
	LoggerNameOffset    uint32
}

// ClassicEvent is CLASSIC_EVENT_ID: a kernel event, by its class and its type.
type ClassicEvent struct {
	Class    GUID
	Type     uint8
	Reserved [7]uint8
}

// ProfileInterval is TRACE_PROFILE_INTERVAL.
type ProfileInterval struct {
	Source   uint32
	Interval uint32 // in units of 100 ns
}

// maxName is how many UTF-16 units a name may have, including the zero at its end
// (EVENT_TRACE_PROPERTIES, remarks).
const maxName = 1024

// Block is the argument of the functions that control sessions: the properties, followed by the
// names.
type Block struct {
	Properties
	LogFile [maxName]uint16
	Logger  [maxName]uint16
}

// newBlock is an empty Block with the offsets of its parts.
func newBlock() *Block {
	b := &Block{}
	b.Node.BufferSize = uint32(unsafe.Sizeof(*b))
	b.LogFileNameOffset = uint32(unsafe.Offsetof(b.LogFile))
	b.LoggerNameOffset = uint32(unsafe.Offsetof(b.Logger))
	return b
}
