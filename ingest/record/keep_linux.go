package record

import (
	"encoding/binary"
	"iter"
)

// keeper holds the newest records in memory: passes, of which the oldest go when
// there are more bytes than wanted. What they reported about programs that still are stays.
type keeper struct {
	most    int64
	span    int64 // how long passes are kept, ns; 0 for any time
	passes  []pass
	size    int64
	before  *carried
	dropped int64
}

// append adds a pass.
func (k *keeper) append(p pass) {
	k.passes = append(k.passes, p)
	k.size += int64(len(p.data))
	for len(k.passes) > 1 && (k.size-int64(len(k.passes[0].data)) >= k.most || k.span > 0 && p.at-k.passes[1].at >= k.span) {
		old := k.passes[0].data
		k.before.take(old)
		k.size -= int64(len(old))
		k.dropped += int64(len(old))
		k.passes[0].data = nil
		k.passes = k.passes[1:]
	}
}

// keptFrom is a time since which nothing was dropped, 0 where nothing was: when the
// buffers were emptied for the first pass that is kept, the one before was over.
func (k *keeper) keptFrom() int64 {
	if k.dropped == 0 || len(k.passes) == 0 {
		return 0
	}
	return k.passes[0].at
}

// write writes all that is kept, and since when that is.
func (k *keeper) write(f *file, by recorderFacts) error {
	by.keptFrom = k.keptFrom()
	err := f.change(featRecorder, by.feature())
	if err == nil {
		err = f.append(k.before.programs())
	}
	for i := 0; i < len(k.passes) && err == nil; i++ {
		err = f.append(k.passes[i].data)
	}
	return err
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
