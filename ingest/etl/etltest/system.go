package etltest

// Processors is the content of SystemConfig about the CPUs.
type Processors struct {
	MHz, Count, MemoryMB uint32
	Machine, Domain      string
}

// Processors makes the record of the CPUs, version 2 or 3.
func (m Maker) Processors(t int64, version uint16, v Processors) Record {
	p := m.payload().u32(v.MHz, v.Count, v.MemoryMB, 4096, 65536)
	p.chars(v.Machine, 256).chars(v.Domain, 134).pointer(0)
	if version >= 3 {
		p.pointer(0x7FFFFFFEFFFF).u16(9, 6, 0x3C03).u8(1, 1).u32(0)
	}
	return m.system(t, GroupConfig, 10, version, Unknown, Unknown, p)
}

// PhysicalDisk makes the record of a disk. Layout: the class
// SystemConfig_PhyDisk in the documentation of the kernel logger; its 568 bytes
// are those of real records.
func (m Maker) PhysicalDisk(t int64, number uint32, maker string) Record {
	p := m.payload().u32(number, 512, 63, 255).u64(121601).u32(0, 0, 0, 0)
	p.chars(maker, 256).u32(2).u8(1, 0).chars("C", 3).zero(4).align(4)
	return m.system(t, GroupConfig, 11, 2, Unknown, Unknown, p)
}

// LogicalDisk makes the record of a volume on a disk. Layout: the class
// SystemConfig_LogDisk; 112 bytes as in real records.
func (m Maker) LogicalDisk(t int64, disk uint32, letter, system string) Record {
	p := m.payload().u64(1<<20, 1<<40).u32(disk, 112, 3).chars(letter, 4)
	p.u32(0, 1, 8, 512, 0).i64(1<<20, 1<<28).chars(system, 16).u32(0, 0)
	return m.system(t, GroupConfig, 12, 2, Unknown, Unknown, p)
}

// Bits of the first two group masks. Sampling is a bit of the second one.
const (
	MaskProcess  = 0x1
	MaskThread   = 0x2
	MaskImage    = 0x4
	MaskSwitch   = 0x10
	MaskDPC      = 0x20
	MaskISR      = 0x40
	MaskSysCall  = 0x80
	MaskDisk     = 0x100
	MaskFile     = 0x200
	MaskDiskInit = 0x400
	MaskReady    = 0x800
	MaskFault    = 0x1000
	MaskHard     = 0x2000

	MaskProfile = 0x2 // of the second mask
)

// Opcodes of the group masks.
const (
	Extension    = 5
	EndExtension = 32
)

// GroupMasks makes the record that names the enabled events: Extension or
// EndExtension.
func (m Maker) GroupMasks(t int64, opcode uint8, masks [8]uint32) Record {
	return m.perf(t, GroupTrace, opcode, 2, m.payload().u32(masks[:]...).u32(0x2A))
}

// RundownComplete makes the empty record after the rundown.
func (m Maker) RundownComplete(t int64) Record {
	return m.perf(t, GroupTrace, 8, 2, m.payload())
}

// Opcodes of losses.
const (
	LostEvent  = 32
	LostBuffer = 33
	LostFile   = 34
)

// Lost makes the classic record of a loss.
func (m Maker) Lost(t int64, opcode uint8) Record {
	return m.classic(t, ClassLost, opcode, 0, m.payload())
}
