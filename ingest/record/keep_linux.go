package record

import (
	"encoding/binary"
	"iter"
)

// keeper holds the newest records in memory: passes, the oldest of which are dropped when there are
// too many bytes. What they reported about programs that still exist is kept.
type keeper struct {
	most    int64
	span    int64 // how long passes are kept, ns; 0 for no limit
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

// keptFrom is a time from which on nothing was dropped, 0 where nothing was: when the buffers were
// emptied for the first kept pass, the one before was finished.
func (k *keeper) keptFrom() int64 {
	if k.dropped == 0 || len(k.passes) == 0 {
		return 0
	}
	return k.passes[0].at
}

// write writes everything that is kept, and from when on that is.
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

// recordsOf yields complete records, each with its kind.
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
