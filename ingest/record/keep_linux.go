package record

import (
	"encoding/binary"
	"iter"

	"golang.org/x/sys/unix"
)

// keeper holds the newest records in memory: passes, of which the oldest go when
// there are more bytes than wanted. What they told of programs stays.
type keeper struct {
	most    int64
	passes  [][]byte
	size    int64
	tasks   []byte
	dropped int64
}

// append adds the records of a pass.
func (k *keeper) append(pass []byte) error {
	k.passes = append(k.passes, pass)
	k.size += int64(len(pass))
	for len(k.passes) > 1 && k.size-int64(len(k.passes[0])) >= k.most {
		k.drop()
	}
	return nil
}

// drop drops the oldest pass.
func (k *keeper) drop() {
	pass := k.passes[0]
	k.passes[0] = nil
	k.passes = k.passes[1:]
	k.size -= int64(len(pass))
	for kind, r := range recordsOf(pass) {
		if tellsOfPrograms(kind) {
			k.tasks = append(k.tasks, r...)
		} else {
			k.dropped += int64(len(r))
		}
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

// tellsOfPrograms reports whether a record is about a program, and not an event.
func tellsOfPrograms(kind uint32) bool {
	switch kind {
	case unix.PERF_RECORD_COMM, unix.PERF_RECORD_FORK, unix.PERF_RECORD_EXIT, unix.PERF_RECORD_MMAP, unix.PERF_RECORD_MMAP2:
		return true
	}
	return false
}
