package payload

// Image describes a mapped executable file: loaded, unloaded, or in a rundown.
type Image struct {
	Base, Size     uint64 // address and number of bytes
	PID            uint32 // 0 for the kernel; from version 1 on
	Checksum       uint32 // of the file's header; this and the next two from version 2 on
	Timestamp      uint32 // of the file's header, seconds since 1970, or a hash
	DefaultBase    uint64 // preferred address in the file
	SignatureLevel uint8  // from version 3 on
	SignatureType  uint8  // from version 3 on
	Name           UTF16  // a path in the kernel's notation
}

// Decode implements Decoder.
func (e *Image) Decode(b []byte, l Layout) bool {
	*e = Image{}
	c := l.cursor(b)
	e.Base = c.pointer()
	if l.Version == 0 || l.Version == 1 && l.Wide && shortSize(b) {
		e.Size = uint64(c.U32())
	} else {
		e.Size = c.pointer()
	}
	if l.Version >= 1 {
		e.PID = c.U32()
	}
	if l.Version >= 2 {
		e.Checksum, e.Timestamp = c.U32(), c.U32()
		level, kind := c.U8(), c.U8()
		if l.Version >= 3 {
			e.SignatureLevel, e.SignatureType = level, kind
		}
		c.Skip(2)
		e.DefaultBase = c.pointer()
		c.Skip(16)
	}
	e.Name, _ = cutUTF16(c.rest())
	return c.ok()
}

// shortSize reports whether the size in a wide payload of version 1 takes only 4 bytes, as Vista
// wrote it: read as 8 bytes, it would be above 4 GiB.
func shortSize(b []byte) bool { return len(b) >= 16 && le.Uint32(b[12:]) != 0 }

// ImageBase is the address of the kernel, or of the hypercall page.
type ImageBase struct {
	Base uint64
}

// Decode implements Decoder.
func (e *ImageBase) Decode(b []byte, l Layout) bool {
	if len(b) < l.pointerSize() {
		return false
	}
	e.Base = l.pointer(b)
	return true
}

// ImageID identifies the file from which an image was loaded (class ClassImageID, opcode
// ImageIDFile). Join with Image by PID and Base.
type ImageID struct {
	Base, Size uint64
	PID        uint32
	Timestamp  uint32 // of the file's header
	Name       UTF16  // the name that the file was built with
}

// Decode implements Decoder.
func (e *ImageID) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Base, e.Size = c.pointer(), c.pointer()
	e.PID, e.Timestamp = c.U32(), c.U32()
	e.Name, _ = cutUTF16(c.rest())
	return c.ok()
}

// PDB identifies the symbol file of an image (class ClassImageID, opcodes ImageIDPDB and
// ImageIDManagedPDB). Join with Image by PID and Base.
type PDB struct {
	Base uint64
	PID  uint32
	ID   GUID
	Age  uint32
	Name ANSI // as the linker wrote it, perhaps with a folder; UTF-8
}

// Decode implements Decoder.
func (e *PDB) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Base, e.PID = c.pointer(), c.U32()
	e.ID, e.Age = c.guid(), c.U32()
	e.Name, _ = cutANSI(c.rest())
	return c.ok()
}
