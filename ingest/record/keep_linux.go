package record

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// sink takes records, pass by pass through the buffers.
type sink interface {
	append(pieces ...[]byte) error
}

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
func (k *keeper) append(pieces ...[]byte) error {
	var pass []byte
	for _, p := range pieces {
		pass = append(pass, p...)
	}
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
	for len(pass) >= recordHeader {
		kind, size := binary.NativeEndian.Uint32(pass), binary.NativeEndian.Uint16(pass[6:])
		if int(size) < recordHeader || int(size) > len(pass) {
			break
		}
		if tellsOfPrograms(kind) {
			k.tasks = append(k.tasks, pass[:size]...)
		} else {
			k.dropped += int64(size)
		}
		pass = pass[size:]
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
