package perfetto

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"

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
var packetTypes = map[fieldNum]wireType{
	fieldFtrace: bytesType, fieldProcessTree: bytesType, fieldClockSnapshot: bytesType,
	fieldTime: varintType, fieldSequence: varintType, fieldTrackEvent: bytesType,
	fieldInterned: bytesType, fieldFlags: varintType, fieldUID: varintType,
	fieldConfig: bytesType, fieldMarker: bytesType, fieldCleared: varintType,
	fieldDropped: varintType, fieldSystemInfo: bytesType, fieldDeflated: bytesType,
	fieldClock: varintType, fieldDefaults: bytesType, fieldTrack: bytesType,
	fieldPID: varintType, fieldFirst: varintType, fieldUUID: bytesType,
	fieldMachine: varintType,
}

// Numbers of the fields of packets: the highest one in use with room for new ones, and those of
// extensions that other projects have.
const (
	maxPacketField    = 1 << 9
	firstExtension    = 900
	maxExtensionField = 10_000
)

// packetTag begins each packet.
var packetTag = byte(1<<3 | bytesType)

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
	size, n := takeVarint(b[1:])
	return b[0] == packetTag && n > 0 && size <= maxPacket && packetFields(b[1+n:], int(size))
}

// maxPacket bounds the bytes of a packet, as its writers do.
const maxPacket = 1 << 28

// packetFields reports whether b is a packet of size bytes, or the beginning of one with a field at
// least.
func packetFields(b []byte, size int) bool {
	whole := len(b) == size
	for fields := 0; len(b) > 0; fields++ {
		num, typ, n := takeTag(b)
		if n < 0 {
			return !whole && fields > 0
		}
		if !packetField(num, typ) {
			return false
		}
		k := valueLen(typ, b[n:])
		if k < 0 {
			length, m := takeVarint(b[n:])
			begun := typ == bytesType && m > 0 && length <= uint64(max(0, size-n-m))
			return !whole && (fields > 0 || begun)
		}
		size -= n + k
		b = b[n+k:]
	}
	return true
}

// packetField reports whether packets may have such a field.
func packetField(num fieldNum, typ wireType) bool {
	if want, usual := packetTypes[num]; usual {
		return typ == want
	}
	return typ == bytesType && (num < maxPacketField || num >= firstExtension && num <= maxExtensionField)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}) }
