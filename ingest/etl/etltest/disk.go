package etltest

// Opcodes of disk transfers.
const (
	DiskRead      = 10
	DiskWrite     = 11
	DiskReadInit  = 12
	DiskWriteInit = 13
	DiskFlush     = 14
	DiskFlushInit = 15
)

// Disk is a completed disk transfer. Its record is stamped when it completes.
type Disk struct {
	Disk, Flags, Bytes uint32
	Offset             int64
	File, IRP          uint64 // addresses of the file object and the request
	Response           uint64 // duration in ticks of PerfFreq
	TID                uint32 // who issued it, from version 3 on
}

// Disk makes a read or write, opcode 10 or 11, version 2 or 3.
func (m Maker) Disk(t int64, opcode uint8, version uint16, d Disk) Record {
	p := m.payload().u32(d.Disk, d.Flags, d.Bytes, 0).i64(d.Offset)
	p.pointer(d.File, d.IRP).u64(d.Response)
	if version >= 3 {
		p.u32(d.TID)
	}
	return m.disk(t, opcode, version, p)
}

// Flush makes the end of a flush of a disk.
func (m Maker) Flush(t int64, version uint16, d Disk) Record {
	p := m.payload().u32(d.Disk, d.Flags).u64(d.Response).pointer(d.IRP)
	if version >= 3 {
		p.u32(d.TID)
	}
	return m.disk(t, DiskFlush, version, p)
}

// DiskInit makes the start of a transfer, opcode 12, 13 or 15, by its issuer.
func (m Maker) DiskInit(t int64, opcode uint8, version uint16, irp uint64, tid, pid uint32) Record {
	p := m.payload().pointer(irp)
	if version >= 3 {
		p.u32(tid)
	}
	return m.system(t, GroupDisk, opcode, version, tid, pid, p)
}

// disk gives a completion the header of its version: before version 3 that is one with a thread,
// though not the issuer's.
func (m Maker) disk(t int64, opcode uint8, version uint16, p *payload) Record {
	if version >= 3 {
		return m.perf(t, GroupDisk, opcode, version, p)
	}
	return m.system(t, GroupDisk, opcode, version, Unknown, Unknown, p)
}

// Opcodes of file names.
const (
	FileName    = 0
	FileCreate  = 32
	FileDelete  = 35
	FileRundown = 36
)

// File makes the name of a file object.
func (m Maker) File(t int64, opcode uint8, object uint64, name string) Record {
	return m.perf(t, GroupFile, opcode, 2, m.payload().pointer(object).wide(name))
}

// HardFault makes a page fault that read a disk: it began at start, in ticks, and ended at t.
func (m Maker) HardFault(t, start int64, offset, addr, file uint64, tid, bytes uint32) Record {
	p := m.payload().i64(start).u64(offset).pointer(addr, file).u32(tid, bytes)
	return m.perf(t, GroupFault, 32, 2, p)
}

// Opcodes of page faults without a duration.
const (
	FaultTransition = 10
	FaultZero       = 11
	FaultCopy       = 12
	FaultGuard      = 13
	FaultHard       = 14
	FaultAccess     = 15
)

// Fault makes a page fault at addr by the instruction at pc.
func (m Maker) Fault(t int64, opcode uint8, addr, pc uint64) Record {
	return m.perf(t, GroupFault, opcode, 2, m.payload().pointer(addr, pc))
}

// Opcodes of virtual memory.
const (
	VirtualAlloc = 98
	VirtualFree  = 99
)

// Virtual makes an allocation or release of address space.
func (m Maker) Virtual(t int64, opcode uint8, base, size uint64, pid, flags uint32) Record {
	return m.perf(t, GroupFault, opcode, 2, m.payload().pointer(base, size).u32(pid, flags))
}
