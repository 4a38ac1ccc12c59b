package payload

// CPU describes the machine (opcode 10).
type CPU struct {
	MHz                   uint32
	Processors            uint32
	MemoryMB              uint32
	PageSize              uint32 // bytes
	AllocationGranularity uint32 // bytes
	Computer              UTF16  // the machine's name: private
	HyperThreading        uint64 // CPUs that share a core, a bit each
	HighestUserAddress    uint64 // this and the following ones from version 3 on
	Architecture          uint16 // PROCESSOR_ARCHITECTURE: 0 x86, 9 x64, 12 ARM64
	Level, Revision       uint16
	PAE, NX               bool
	MemoryMHz             uint32
}

// Widths of the two name arrays of CPU, in bytes.
const (
	computerBytes = 2 * 256
	domainBytes   = 2 * 134
)

// Decode implements Decoder.
func (e *CPU) Decode(b []byte, l Layout) bool {
	*e = CPU{}
	c := l.cursor(b)
	e.MHz, e.Processors, e.MemoryMB = c.U32(), c.U32(), c.U32()
	e.PageSize, e.AllocationGranularity = c.U32(), c.U32()
	e.Computer = utf16Field(c.Bytes(computerBytes))
	c.Skip(domainBytes)
	e.HyperThreading = c.pointer()
	if l.Version < 3 {
		return c.ok()
	}
	e.HighestUserAddress = c.pointer()
	e.Architecture, e.Level, e.Revision = c.U16(), c.U16(), c.U16()
	e.PAE, e.NX = c.U8() != 0, c.U8() != 0
	e.MemoryMHz = c.U32()
	return c.ok()
}

// PhysicalDisk describes a disk (opcode 11; layout from Microsoft, SystemConfig_PhyDisk).
type PhysicalDisk struct {
	Number            uint32 // as in DiskIO
	BytesPerSector    uint32
	SectorsPerTrack   uint32
	TracksPerCylinder uint32
	Cylinders         uint64
	Manufacturer      UTF16 // and model
	Partitions        uint32
	WriteCache        bool
	BootDrive         UTF16 // letter and colon, of the disk that the system started from
}

// Decode implements Decoder.
func (e *PhysicalDisk) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Number, e.BytesPerSector = c.U32(), c.U32()
	e.SectorsPerTrack, e.TracksPerCylinder = c.U32(), c.U32()
	e.Cylinders = c.U64()
	c.Skip(16) // SCSI port, path, target and unit
	e.Manufacturer = utf16Field(c.Bytes(512))
	e.Partitions = c.U32()
	e.WriteCache = c.U8() != 0
	c.Skip(1)
	e.BootDrive = utf16Field(c.Bytes(6))
	return c.ok()
}

// BuildInfo names the system (class ClassSystemTrace).
type BuildInfo struct {
	Installed int64 // FILETIME
	Build     UTF16 // build number, branch and date
	Product   UTF16
}

// Decode implements Decoder.
func (e *BuildInfo) Decode(b []byte, _ Layout) bool {
	if len(b) < 8 {
		return false
	}
	e.Installed = int64(le.Uint64(b))
	var rest []byte
	e.Build, rest = cutUTF16(b[8:])
	e.Product, _ = cutUTF16(rest)
	return true
}

// PathPair is two names of folders: the system's folder and that of Windows, or a volume in the
// kernel's notation and by its drive letter, empty where it has none (class ClassSystemTrace).
type PathPair struct {
	First, Second UTF16
}

// Decode implements Decoder.
func (e *PathPair) Decode(b []byte, _ Layout) bool {
	var rest []byte
	e.First, rest = cutUTF16(b)
	e.Second, _ = cutUTF16(rest)
	return len(b) >= 2
}
