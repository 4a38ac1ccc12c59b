package payload

// Process describes a process at its start, at its end, in a rundown, or when its last reference is
// gone.
type Process struct {
	Key            uint64 // address of the kernel's object; version 1: of the page directory
	PID, Parent    uint32
	Session        uint32 // terminal session; from version 1 on
	ExitStatus     int32  // meaningful at the end
	DirectoryTable uint64 // address; from version 3 on
	Flags          uint32 // from version 4 on
	Image          ANSI   // file name without folder
	CommandLine    UTF16  // from version 2 on
	Package        UTF16  // full name of the store package; from version 4 on
	Application    UTF16  // its application id; from version 4 on
	ExitTime       int64  // FILETIME; from version 5 on
}

// Decode implements Decoder.
func (e *Process) Decode(b []byte, l Layout) bool {
	_, ok := e.decode(b, l)
	return ok
}

// decode is Decode, and returns how many bytes are left.
func (e *Process) decode(b []byte, l Layout) (left int, ok bool) {
	*e = Process{}
	c := l.cursor(b)
	if l.Version >= 1 {
		e.Key = c.pointer()
	}
	e.PID, e.Parent = c.U32(), c.U32()
	if l.Version >= 1 {
		e.Session, e.ExitStatus = c.U32(), int32(c.U32())
	}
	if l.Version >= 3 {
		e.DirectoryTable = c.pointer()
	}
	if l.Version >= 4 {
		e.Flags = c.U32()
	}
	rest, ok := skipUser(c.rest(), l)
	if !ok || !c.ok() {
		return 0, false
	}
	e.Image, rest = cutANSI(rest)
	if l.Version >= 2 {
		e.CommandLine, rest = cutUTF16(rest)
	}
	if l.Version >= 4 {
		e.Package, rest = cutUTF16(rest)
		e.Application, rest = cutUTF16(rest)
	}
	if l.Version >= 5 && len(rest) >= 8 {
		e.ExitTime = int64(le.Uint64(rest))
		rest = rest[8:]
	}
	return len(rest), true
}

// skipUser skips the user of a process: two pointers and a security id, which contains its own
// length, or nothing but a zero word. The first pointer may be zero too, so the id must be
// examined.
func skipUser(b []byte, l Layout) (rest []byte, ok bool) {
	at := 2 * l.pointerSize()
	switch {
	case len(b) < 4:
		return nil, false
	case le.Uint32(b) == 0 && !looksLikeSID(b[min(at, len(b)):]):
		return b[4:], true
	case len(b) < at+sidHeader:
		return nil, false
	}
	end := at + sidSize(b[at:])
	if len(b) < end {
		return nil, false
	}
	return b[end:], true
}

// sidHeader is the size of a security id without its parts: a revision, the
// number of parts, and the authority.
const sidHeader = 8

// sidSize is the size of the security id at the start of b, which must hold at
// least its header.
func sidSize(b []byte) int { return sidHeader + 4*int(b[1]) }

// looksLikeSID reports whether b begins with the header of a security id: revision 1, at most 15
// parts, and an authority below 256.
func looksLikeSID(b []byte) bool {
	return len(b) >= sidHeader && b[0] == 1 && b[1] <= 15 && b[2]|b[3]|b[4]|b[5]|b[6] == 0
}
