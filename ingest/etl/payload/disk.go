package payload

// DiskIO is a completed read or write. It is recorded when the device has finished, often on
// another CPU and in another thread: the transfer lasted from ResponseTime before the record's time
// to that time.
type DiskIO struct {
	Disk         uint32
	IRPFlags     uint32
	Size         uint32 // bytes
	Offset       int64  // bytes from the start of the disk
	FileObject   uint64 // key of the file's name, see FileName
	IRP          uint64 // joins it with DiskInit
	ResponseTime uint64 // ticks of the performance counter
	TID          uint32 // who requested it; NoThread before version 3
}

// Decode implements Decoder.
func (e *DiskIO) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Disk, e.IRPFlags, e.Size = c.U32(), c.U32(), c.U32()
	c.Skip(4)
	e.Offset = int64(c.U64())
	e.FileObject, e.IRP = c.pointer(), c.pointer()
	e.ResponseTime = c.U64()
	e.TID = c.issuer()
	return c.ok()
}

// issuer consumes the thread that requested the transfer, which disk events have from version 3 on.
func (c cursor) issuer() uint32 {
	if c.layout.Version < 3 {
		return NoThread
	}
	return c.U32()
}

// DiskInit is the start of a read, a write or a flush, in the thread that requested it.
type DiskInit struct {
	IRP uint64 // joins it with DiskIO and DiskFlush
	TID uint32 // NoThread before version 3
}

// Decode implements Decoder.
func (e *DiskInit) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.IRP, e.TID = c.pointer(), c.issuer()
	return c.ok()
}

// DiskFlush is a completed flush of a disk's cache; for its times see DiskIO.
type DiskFlush struct {
	Disk         uint32
	IRPFlags     uint32
	ResponseTime uint64 // ticks of the performance counter
	IRP          uint64
	TID          uint32 // NoThread before version 3
}

// Decode implements Decoder.
func (e *DiskFlush) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Disk, e.IRPFlags = c.U32(), c.U32()
	e.ResponseTime = c.U64()
	e.IRP, e.TID = c.pointer(), c.issuer()
	return c.ok()
}
