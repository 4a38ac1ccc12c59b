package payload

// The layouts of this file are those of Microsoft's list of CLR events and of ClrEtwAll.man.

// Method is a managed method that was compiled, loaded or unloaded, or is listed in a rundown,
// without its name.
type Method struct {
	ID, Module uint64
	Start      uint64 // address of its code
	Size       uint32 // bytes of code
	Token      uint32
	Flags      uint32 // MethodDynamic and so on
	Instance   uint16 // of the runtime in its process; from version 1 on
	ReJIT      uint64 // which recompilation; from version 2 on
}

// Flags of Method.
const (
	MethodDynamic    = 1
	MethodGeneric    = 2
	MethodSharedCode = 4
	MethodJitted     = 8
)

// Decode implements Decoder.
func (e *Method) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	*e = c.method()
	e.tail(c)
	return c.ok()
}

// method consumes the part of fixed size. Its ids are 8 bytes wide in 32-bit
// processes too.
func (c cursor) method() (e Method) {
	e.ID, e.Module, e.Start = c.U64(), c.U64(), c.U64()
	e.Size, e.Token, e.Flags = c.U32(), c.U32(), c.U32()
	return e
}

// tail consumes what later versions append.
func (e *Method) tail(c cursor) {
	if c.layout.Version >= 1 {
		e.Instance = c.U16()
	}
	if c.layout.Version >= 2 {
		e.ReJIT = c.U64()
	}
}

// MethodVerbose is a Method with its name.
type MethodVerbose struct {
	Method
	Namespace UTF16 // and type
	Name      UTF16
	Signature UTF16
}

// Decode implements Decoder.
func (e *MethodVerbose) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Method = c.method()
	rest := c.rest()
	e.Namespace, rest = cutUTF16(rest)
	e.Name, rest = cutUTF16(rest)
	e.Signature, rest = cutUTF16(rest)
	if !c.ok() {
		return false
	}
	c = l.cursor(rest)
	e.tail(c)
	return c.ok()
}

// ContentionStart records that the running thread begins to wait for a monitor (Microsoft, runtime
// contention events; ClrEtwAll.man).
type ContentionStart struct {
	Flags    uint8 // 0 managed, 1 native
	Instance uint16
	Lock     uint64 // address of the lock; this and the next two from version 2 on
	Object   uint64 // address of the object that it protects
	OwnerTID uint64 // system id of the thread that holds it
}

// Decode implements Decoder. The version 0 of the oldest runtimes is empty.
func (e *ContentionStart) Decode(b []byte, l Layout) bool {
	*e = ContentionStart{}
	if l.Version == 0 && len(b) == 0 {
		return true
	}
	c := l.cursor(b)
	e.Flags, e.Instance = c.U8(), c.U16()
	if l.Version >= 2 {
		e.Lock, e.Object, e.OwnerTID = c.pointer(), c.pointer(), c.U64()
	}
	return c.ok()
}
