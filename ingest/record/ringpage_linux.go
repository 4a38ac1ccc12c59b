package record

import (
	"encoding/binary"
	"errors"
)

// A page of the kernel's trace buffer, as read from trace_pipe_raw (tracefs events/header_page and
// header_event): {u64 time, long commit}, and then commit bytes of records. Each begins with 32
// bits: 5 of its type and length, 27 of the time since the record before.
const (
	pageHead    = 16 // with a long of 64 bits
	commitBytes = 1<<27 - 1
	missed      = 1 << 31 // records were lost before the page
	missedCount = 1 << 30 // how many is behind the records

	typePadding   = 29
	typeExtend    = 30
	typeStamp     = 31
	typeBits      = 5
	deltaBits     = 27
	recordUnit    = 4
	stampUpper    = 0xf8 << 56 // bits of a time that do not fit into a stamp
	maxCommonTime = 1<<63 - 1
)

// errPage is the error for a page that contradicts itself.
var errPage = errors.New("a page of the kernel's trace buffer is inconsistent")

// eachRecord calls yield for the records of a page, and returns how many were lost before it; -1
// where the kernel does not know how many. The arguments of yield are valid until it returns.
func eachRecord(page []byte, yield func(time uint64, data []byte)) (lost int64, err error) {
	if len(page) < pageHead {
		return 0, errPage
	}
	time := binary.NativeEndian.Uint64(page)
	commit := binary.NativeEndian.Uint64(page[8:])
	size := int(commit & commitBytes)
	if size > len(page)-pageHead {
		return 0, errPage
	}
	data, rest := page[pageHead:pageHead+size], page[pageHead+size:]
	if commit&missed != 0 {
		lost = -1
		if commit&missedCount != 0 && len(rest) >= 8 {
			lost = int64(binary.NativeEndian.Uint64(rest) & maxCommonTime)
		}
	}
	for len(data) >= recordUnit {
		kind, delta := recordHead(binary.NativeEndian.Uint32(data))
		var word uint64
		if len(data) >= 2*recordUnit {
			word = uint64(binary.NativeEndian.Uint32(data[recordUnit:]))
		}
		if kind == typePadding && delta == 0 { // to the end of the page
			break
		}
		from, n := payload(kind, word)
		switch kind {
		case typeExtend:
			delta |= word << deltaBits
		case typeStamp:
			time, delta = time&stampUpper|delta|word<<deltaBits, 0
		}
		if n < 0 || n > len(data)-from {
			return lost, errPage
		}
		time += delta
		if kind < typePadding {
			yield(time, data[from:from+n])
		}
		data = data[from+n:]
	}
	return lost, nil
}

// payload is where a record's payload begins, and its length, by its type and its second word.
func payload(kind uint32, word uint64) (from, n int) {
	switch kind {
	case typePadding:
		return recordUnit, int(word)
	case typeExtend, typeStamp:
		return recordUnit, recordUnit
	case 0: // a separate length, which includes itself
		return 2 * recordUnit, int(word) - recordUnit
	}
	return recordUnit, int(kind) * recordUnit
}

// recordHead splits a record's first word. The compiler puts the type into the lower bits on
// little-endian machines, and into the upper ones elsewhere.
func recordHead(word uint32) (kind uint32, delta uint64) {
	if bigEndian() == 1 {
		return word >> deltaBits, uint64(word & (1<<deltaBits - 1))
	}
	return word & (1<<typeBits - 1), uint64(word >> typeBits)
}
