package payload

// The layouts of file operations are those in the test vectors of libtrace: version 3 moved the
// thread behind the keys and made it 4 bytes wide.

// FileName names a file object: at its creation, at its deletion, or in a rundown.
type FileName struct {
	FileObject uint64
	Name       UTF16 // a path in the kernel's notation
}

// Decode implements Decoder.
func (e *FileName) Decode(b []byte, l Layout) bool {
	n := l.pointerSize()
	if len(b) < n {
		return false
	}
	e.FileObject = l.pointer(b)
	e.Name, _ = cutUTF16(b[n:])
	return true
}

// FileTarget is the file of an operation and the thread that requested it.
type FileTarget struct {
	IRP        uint64 // joins it with FileEnd
	FileObject uint64
	FileKey    uint64 // key of the file's name, see FileName
	TID        uint32
}
