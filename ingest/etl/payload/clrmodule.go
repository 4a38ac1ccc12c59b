package payload

// Module is a file of managed code that was loaded or unloaded, or is listed in
// a rundown (Microsoft, loader events of the .NET runtime).
type Module struct {
	ID, Assembly uint64
	Flags        uint32 // 1 domain neutral, 2 has a native image, 4 dynamic, 8 has the assembly's manifest
	Path         UTF16  // of the file, or the name of a dynamic module
	NativePath   UTF16  // of the file with code compiled ahead of time, if any
}

// Decode is Decoder's.
func (e *Module) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.ID, e.Assembly, e.Flags = c.U64(), c.U64(), c.U32()
	c.Skip(4)
	rest := c.rest()
	e.Path, rest = cutUTF16(rest)
	e.NativePath, _ = cutUTF16(rest)
	return c.ok()
}
