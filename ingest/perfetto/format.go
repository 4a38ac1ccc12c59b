package perfetto

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"

	"google.golang.org/protobuf/encoding/protowire"

	"threadlens/ingest/format"
)

// Commands that record context switches and wake-ups: with a configuration, and without one.
const (
	Record     = "sudo perfetto -c sched.cfg --txt -o trace.pftrace"
	RecordHere = "sudo tracebox -o trace.pftrace -t 10s sched"
)

// formatName is the format's name in Info and in errors.
const formatName = "perfetto"

// Format is Perfetto's.
func Format() format.Format {
	return format.Format{
		Name: formatName, Title: "Perfetto trace", Extensions: []string{".pftrace", ".perfetto-trace", ".pb"},
		Recipes: []format.Recipe{
			{What: "The events listed in a Perfetto configuration file", Command: Record},
			{What: "Context switches and wake-ups", Command: RecordHere},
		},
		Sniff: Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}

// packetTypes are the types of the usual fields of packets, by number.
var packetTypes = map[protowire.Number]protowire.Type{
	fieldFtrace: protowire.BytesType, fieldProcessTree: protowire.BytesType, fieldClockSnapshot: protowire.BytesType,
	fieldTime: protowire.VarintType, fieldSequence: protowire.VarintType, fieldTrackEvent: protowire.BytesType,
	fieldInterned: protowire.BytesType, fieldFlags: protowire.VarintType, fieldUID: protowire.VarintType,
	fieldConfig: protowire.BytesType, fieldMarker: protowire.BytesType, fieldCleared: protowire.VarintType,
	fieldDropped: protowire.VarintType, fieldSystemInfo: protowire.BytesType, fieldDeflated: protowire.BytesType,
	fieldClock: protowire.VarintType, fieldDefaults: protowire.BytesType, fieldTrack: protowire.BytesType,
	fieldPID: protowire.VarintType, fieldFirst: protowire.VarintType, fieldUUID: protowire.BytesType,
	fieldMachine: protowire.VarintType,
}

// Numbers of the fields of packets: the highest one in use with room for new ones, and those of
// extensions that other projects have.
const (
	maxPacketField    = 1 << 9
	firstExtension    = 900
	maxExtensionField = 10_000
)

// packetTag begins each packet.
var packetTag = byte(protowire.EncodeTag(1, protowire.BytesType))

// Sniff reports whether head, the first bytes of a file, may be those of a Perfetto trace, plain or
// gzipped: a packet whose fields, as far as they are there, have numbers that packets have.
func Sniff(head []byte) bool {
	if isGzip(head) {
		z, err := gzip.NewReader(bytes.NewReader(head))
		if err != nil {
			return false
		}
		plain := make([]byte, 4<<10)
		n, _ := io.ReadFull(z, plain)
		head = plain[:n]
	}
	f := framing{data: head}
	packets := 0
	for ; packets < sniffed && f.next(); packets++ {
		if head[f.start] != packetTag || !packetFields(f.packet, len(f.packet)) {
			return false
		}
	}
	if packets == sniffed || f.at == len(head) {
		return packets > 0
	}
	return packets > 1 || begunPacket(head[f.at:])
}

// sniffed is how many packets are looked into.
const sniffed = 8

// begunPacket reports whether b is the beginning of a packet.
func begunPacket(b []byte) bool {
	size, n := protowire.ConsumeVarint(b[1:])
	return b[0] == packetTag && n > 0 && size <= maxPacket && packetFields(b[1+n:], int(size))
}

// maxPacket bounds the bytes of a packet, as its writers do.
const maxPacket = 1 << 28

// packetFields reports whether b is a packet of size bytes, or the beginning of one with a field at
// least.
func packetFields(b []byte, size int) bool {
	whole := len(b) == size
	for fields := 0; len(b) > 0; fields++ {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return !whole && fields > 0
		}
		if !packetField(num, typ) {
			return false
		}
		k := protowire.ConsumeFieldValue(num, typ, b[n:])
		if k < 0 {
			length, m := protowire.ConsumeVarint(b[n:])
			begun := typ == protowire.BytesType && m > 0 && length <= uint64(max(0, size-n-m))
			return !whole && (fields > 0 || begun)
		}
		size -= n + k
		b = b[n+k:]
	}
	return true
}

// packetField reports whether packets may have such a field.
func packetField(num protowire.Number, typ protowire.Type) bool {
	if want, usual := packetTypes[num]; usual {
		return typ == want
	}
	return typ == protowire.BytesType && (num < maxPacketField || num >= firstExtension && num <= maxExtensionField)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}) }
