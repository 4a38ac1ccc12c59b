package payload

// DiskIO is a completed read or write (section 11). It is recorded when the
// device is done, often on another processor and in another thread: the
// transfer lasted from ResponseTime before the record's time to that time.
type DiskIO struct {
	Disk         uint32
	IRPFlags     uint32
	Size         uint32 // bytes
	Offset       int64  // bytes from the start of the disk
	FileObject   uint64 // key of the file's name, see FileName
	IRP          uint64 // joins it with DiskInit
	ResponseTime uint64 // ticks of the performance counter
	TID          uint32 // who asked; NoThread before version 3
}

// Decode is Decoder's.
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

// issuer consumes the thread that asked, which disk events name from version 3
// on.
func (c cursor) issuer() uint32 {
	if c.layout.Version < 3 {
		return NoThread
	}
	return c.U32()
}

// DiskInit is the begin of a read, a write or a flush, in the thread that asked
// for it (section 11).
type DiskInit struct {
	IRP uint64 // joins it with DiskIO and DiskFlush
	TID uint32 // NoThread before version 3
}

// Decode is Decoder's.
func (e *DiskInit) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.IRP, e.TID = c.pointer(), c.issuer()
	return c.ok()
}

// DiskFlush is a completed flush of a disk's cache (section 11); for its times
// see DiskIO.
type DiskFlush struct {
	Disk         uint32
	IRPFlags     uint32
	ResponseTime uint64 // ticks of the performance counter
	IRP          uint64
	TID          uint32 // NoThread before version 3
}

// Decode is Decoder's.
func (e *DiskFlush) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Disk, e.IRPFlags = c.U32(), c.U32()
	e.ResponseTime = c.U64()
	e.IRP, e.TID = c.pointer(), c.issuer()
	return c.ok()
}
