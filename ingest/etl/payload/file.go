package payload

// The layouts of file operations are those that the vectors of libtrace show:
// version 3 moved the thread behind the keys and made it 4 bytes wide.

// FileName gives the name of a file object: at its creation, at its deletion,
// or in a rundown (section 11).
type FileName struct {
	FileObject uint64
	Name       UTF16 // a path in the kernel's notation
}

// Decode is Decoder's.
func (e *FileName) Decode(b []byte, l Layout) bool {
	n := l.pointerSize()
	if len(b) < n {
		return false
	}
	e.FileObject = l.pointer(b)
	e.Name, _ = cutUTF16(b[n:])
	return true
}

// FileTarget says which file an operation is on and who asked for it.
type FileTarget struct {
	IRP        uint64 // joins it with FileEnd
	FileObject uint64
	FileKey    uint64 // key of the file's name, see FileName
	TID        uint32
}

// target consumes a FileTarget and, where the event has one, the number that
// stands among its fields.
func (c cursor) target(extra *uint64) (t FileTarget) {
	t.IRP = c.pointer()
	if c.layout.Version < 3 {
		t.TID = uint32(c.pointer())
	}
	t.FileObject, t.FileKey = c.pointer(), c.pointer()
	if extra != nil {
		*extra = c.pointer()
	}
	if c.layout.Version >= 3 {
		t.TID = c.U32()
	}
	return t
}

// FileOp is a cleanup, a close or a flush of a file (section 11).
type FileOp struct {
	FileTarget
}

// Decode is Decoder's.
func (e *FileOp) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.FileTarget = c.target(nil)
	return c.ok()
}

// FileTransfer is the begin of a read or a write of a file (section 11).
type FileTransfer struct {
	FileTarget
	Offset int64  // bytes from the start of the file
	Size   uint32 // bytes
	Flags  uint32
}

// Decode is Decoder's.
func (e *FileTransfer) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Offset = int64(c.U64())
	e.FileTarget = c.target(nil)
	e.Size, e.Flags = c.U32(), c.U32()
	return c.ok()
}

// FileInfo is one of the operations that set or ask for something: attributes,
// deletion, renaming, a file-system control (section 11).
type FileInfo struct {
	FileTarget
	Extra uint64 // depends on the operation
	Class uint32 // which kind of information, or the control code
	Path  UTF16  // of the path variants, else empty
}

// Decode is Decoder's.
func (e *FileInfo) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.FileTarget = c.target(&e.Extra)
	e.Class = c.U32()
	e.Path, _ = cutUTF16(c.rest())
	return c.ok()
}

// FileDir is a listing of a folder, or a wait for a change in it (section 11).
type FileDir struct {
	FileTarget
	Length uint32 // bytes of the buffer for the answer
	Class  uint32
	Index  uint32 // where in the folder to begin
	Name   UTF16  // pattern
}

// Decode is Decoder's.
func (e *FileDir) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.FileTarget = c.target(nil)
	e.Length, e.Class, e.Index = c.U32(), c.U32(), c.U32()
	e.Name, _ = cutUTF16(c.rest())
	return c.ok()
}

// FileCreate is the opening of a file (section 11).
type FileCreate struct {
	IRP        uint64
	FileObject uint64
	TID        uint32
	Options    uint32
	Attributes uint32
	Share      uint32
	Path       UTF16
}

// Decode is Decoder's.
func (e *FileCreate) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.IRP = c.pointer()
	if l.Version < 3 {
		e.TID, e.FileObject = uint32(c.pointer()), c.pointer()
	} else {
		e.FileObject, e.TID = c.pointer(), c.U32()
	}
	e.Options, e.Attributes, e.Share = c.U32(), c.U32(), c.U32()
	e.Path, _ = cutUTF16(c.rest())
	return c.ok()
}

// FileEnd is the end of any file operation (section 11).
type FileEnd struct {
	IRP    uint64
	Extra  uint64 // depends on the operation: bytes done, for instance
	Status uint32 // NTSTATUS
}

// Decode is Decoder's.
func (e *FileEnd) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.IRP, e.Extra, e.Status = c.pointer(), c.pointer(), c.U32()
	return c.ok()
}
