package etltest

import "encoding/binary"

// OpDefunct is the opcode of a process that has ended but is still referred to.
const OpDefunct = 39

// Process is a process in a record of its life.
type Process struct {
	Key                  uint64 // of the process object; version 1: page directory
	PID, Parent, Session uint32
	Exit                 int32
	Directory            uint64 // directory table base, from version 3 on
	Flags                uint32 // from version 4 on
	SID                  []byte // nil for none
	NullToken            bool   // the pointers before the SID are zero, as in some recordings
	Image                string // file name, one byte a character
	Command              string // from version 2 on
	Package, App         string // from version 4 on
	ExitTime             int64  // FILETIME, version 5
	HeaderTID, HeaderPID uint32 // of the thread that wrote the record
}

// Process makes a record of a process's life: opcode 1 to 4 or OpDefunct,
// version 1 to 5.
func (m Maker) Process(t int64, opcode uint8, version uint16, v Process) Record {
	p := m.payload().pointer(v.Key).u32(v.PID, v.Parent, v.Session, uint32(v.Exit))
	if version >= 3 {
		p.pointer(v.Directory)
	}
	if version >= 4 {
		p.u32(v.Flags)
	}
	switch {
	case v.SID == nil:
		p.u32(0)
	case v.NullToken:
		p.pointer(0, 0).raw(v.SID)
	default:
		p.pointer(0xFFFFF8A000001234, 0).raw(v.SID) // a TOKEN_USER, stale
	}
	p.narrow(v.Image)
	if version >= 2 {
		p.wide(v.Command)
	}
	if version >= 4 {
		p.wide(v.Package).wide(v.App)
	}
	if version >= 5 {
		p.i64(v.ExitTime)
	}
	return m.system(t, GroupProcess, opcode, version, v.HeaderTID, v.HeaderPID, p)
}

// Terminate makes the moment when a process is asked to end (opcode 11).
func (m Maker) Terminate(t int64, pid uint32) Record {
	return m.system(t, GroupProcess, 11, 2, Unknown, pid, m.payload().u32(pid))
}

// SID makes a security identifier of revision 1 with the NT authority.
func SID(sub ...uint32) []byte {
	b := []byte{1, uint8(len(sub)), 0, 0, 0, 0, 0, 5}
	for _, v := range sub {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// OpImageLoad is the opcode of an image load; the other opcodes of images are those of lives, where
// LifeEnd is the unload.
const OpImageLoad = classicImage

// Image is a module in the address space of a process.
type Image struct {
	Base, Size           uint64
	PID                  uint32 // from version 1 on
	Checksum, Stamp      uint32 // from version 2 on
	Default              uint64
	Path                 string
	HeaderTID, HeaderPID uint32
}

// Image makes a load, unload or rundown of a module, version 0 to 3. The load
// belongs to the group of processes, the others to that of images.
func (m Maker) Image(t int64, opcode uint8, version uint16, v Image) Record {
	p := m.payload().pointer(v.Base)
	if version == 0 {
		p.u32(uint32(v.Size)).wide(v.Path)
		return m.image(t, opcode, version, &v, p)
	}
	p.pointer(v.Size).u32(v.PID)
	if version >= 2 {
		p.u32(v.Checksum, v.Stamp)
		if version >= 3 {
			p.u8(12, 1).u16(0) // signature level and type
		} else {
			p.u32(0)
		}
		p.pointer(v.Default).zero(16)
	}
	return m.image(t, opcode, version, &v, p.wide(v.Path))
}

func (m Maker) image(t int64, opcode uint8, version uint16, v *Image, p *payload) Record {
	group := uint8(GroupImage)
	if opcode == OpImageLoad {
		group = GroupProcess
	}
	if opcode == LifeDCStart || opcode == LifeDCEnd {
		return m.kernel(FormPerf, t, group, opcode, version, v.HeaderTID, v.HeaderPID, p)
	}
	return m.system(t, group, opcode, version, v.HeaderTID, v.HeaderPID, p)
}

// ImageID makes the identity of a module's file: size, date and the name that it was
// built with.
func (m Maker) ImageID(t int64, base, size uint64, pid, stamp uint32, name string) Record {
	return m.classic(t, ClassImageID, 0, 2, m.payload().pointer(base, size).u32(pid, stamp).wide(name))
}

// PDB makes the identity of a module's symbols: GUID, age and name.
func (m Maker) PDB(t int64, base uint64, pid uint32, id GUID, age uint32, name string) Record {
	p := m.payload().pointer(base).u32(pid).raw(id[:]).u32(age).narrow(name)
	return m.classic(t, ClassImageID, 36, 2, p)
}
