package record

import (
	"encoding/binary"
	"iter"
)

// keeper holds the newest records in memory: passes, of which the oldest go when
// there are more bytes than wanted. What they told of programs that still are stays.
type keeper struct {
	most    int64
	passes  [][]byte
	size    int64
	before  *carried
	dropped int64
}

// append adds the records of a pass.
func (k *keeper) append(pass []byte) {
	k.passes = append(k.passes, pass)
	k.size += int64(len(pass))
	for len(k.passes) > 1 && k.size-int64(len(k.passes[0])) >= k.most {
		k.before.take(k.passes[0])
		k.size -= int64(len(k.passes[0]))
		k.dropped += int64(len(k.passes[0]))
		k.passes[0] = nil
		k.passes = k.passes[1:]
	}
}

// recordsOf yields whole records, each with its kind.
func recordsOf(b []byte) iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) {
		for len(b) >= recordHeader {
			kind, size := binary.NativeEndian.Uint32(b), int(binary.NativeEndian.Uint16(b[6:]))
			if size < recordHeader || size > len(b) || !yield(kind, b[:size]) {
				return
			}
			b = b[size:]
		}
	}
}
