package kerneltest

import (
	"encoding/binary"
	"unicode/utf16"
)

// Classes of events.
var (
	ThreadClass  = [16]byte{0xd1, 0xa8, 0x6f, 0x3d, 0x05, 0xfe, 0xd0, 0x11, 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}
	ProcessClass = [16]byte{0xd0, 0xa8, 0x6f, 0x3d, 0x05, 0xfe, 0xd0, 0x11, 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}
	LostClass    = [16]byte{0xe0, 0x9a, 0x39, 0x6a, 0xc6, 0x4b, 0xe9, 0x4d, 0x87, 0x0b, 0x36, 0x57, 0xf8, 0x94, 0x7e, 0x7e}
)

// Opcodes of the classes of threads and of processes.
const (
	Start   = 1
	End     = 2
	Rundown = 3
	Switch  = 36
	Ready   = 50
	SetName = 72

	LostBuffer = 33 // of LostClass
)

// HeadSize is the size of an EVENT_RECORD.
const HeadSize = 112

// Event is a test's description of an event.
type Event struct {
	Class   [16]byte
	Opcode  uint8
	Version uint8
	CPU     uint16
	OldCPU  bool // the CPU number has 8 bits, as before Windows 8
	Narrow  bool // pointers have 4 bytes
	TID     uint32
	At      int64 // FILETIME
	Body    []byte
}

// Head is the EVENT_RECORD without the pointer to the payload.
func (e *Event) Head() (h [HeadSize]byte) {
	le := binary.LittleEndian
	flags := uint16(0x40 | 0x200 | 0x100) // 64 bits, processor index, classic header
	if e.Narrow {
		flags = flags&^0x40 | 0x20
	}
	if e.OldCPU {
		flags &^= 0x200
	}
	le.PutUint16(h[4:], flags)
	le.PutUint32(h[8:], e.TID)
	le.PutUint32(h[12:], 0xffffffff)
	le.PutUint64(h[16:], uint64(e.At))
	copy(h[24:], e.Class[:])
	h[42], h[45] = e.Version, e.Opcode
	le.PutUint16(h[80:], e.CPU)
	le.PutUint16(h[86:], uint16(len(e.Body)))
	return h
}

// bytes is a payload being composed.
type bytes []byte

func (b bytes) u8(list ...uint8) bytes { return append(b, list...) }

func (b bytes) u32(list ...uint32) bytes {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func (b bytes) u64(list ...uint64) bytes {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

func (b bytes) wide(s string) bytes {
	for _, u := range append(utf16.Encode([]rune(s)), 0) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// SwitchBody is a CSwitch of version 4: from a thread in a state, with a wait reason, to another
// one.
func SwitchBody(from, to uint32, state, reason uint8) []byte {
	return bytes{}.u32(to, from).u8(9, 8, 0, 0, reason, 0, state, 2).u32(1, 0)
}

// ReadyBody is a ReadyThread.
func ReadyBody(tid uint32, flags uint8) []byte { return bytes{}.u32(tid).u8(1, 0, flags, 0) }

// ThreadBody is a thread as version 4 describes it.
func ThreadBody(pid, tid uint32, name string) []byte {
	return bytes{}.u32(pid, tid).u64(1, 2, 3, 4, 0xff, 0x7ff600001000, 5).u32(0).u8(8, 5, 2, 0).wide(name)
}

// NameBody is the renaming of a thread.
func NameBody(pid, tid uint32, name string) []byte { return bytes{}.u32(pid, tid).wide(name) }

// ProcessBody is a process as version 4 describes it, of no user.
func ProcessBody(pid uint32, image string) []byte {
	b := bytes{}.u64(0xffff800000000000+uint64(pid)).u32(pid, 4, 1, 0).u64(7).u32(0)
	b = b.u32(0) // no user
	b = append(b, image...)
	return b.u8(0).wide(image + " -x").wide("").wide("")
}
