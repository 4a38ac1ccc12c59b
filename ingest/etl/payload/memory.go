package payload

// HardFault is a page fault that read a disk. The record's own time is its end.
type HardFault struct {
	Start      int64  // raw clock
	ReadOffset uint64 // bytes from the start of the file
	Address    uint64
	FileObject uint64 // key of the file's name, see FileName
	TID        uint32
	Size       uint32 // bytes
}

// Decode implements Decoder.
func (e *HardFault) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Start, e.ReadOffset = int64(c.U64()), c.U64()
	e.Address, e.FileObject = c.pointer(), c.pointer()
	e.TID, e.Size = c.U32(), c.U32()
	return c.ok()
}

// PageFault is a page fault of the running thread; its class is the hook (opcodes 10 to 15).
type PageFault struct {
	Address uint64
	IP      uint64 // of the instruction
}

// Decode implements Decoder.
func (e *PageFault) Decode(b []byte, l Layout) bool {
	n := l.pointerSize()
	if len(b) < 2*n {
		return false
	}
	e.Address, e.IP = l.pointer(b), l.pointer(b[n:])
	return true
}
