package payload

import "math"

// The layouts of this file are those of Microsoft's list of CLR events and of
// ClrEtwAll.man (section 14).

// Method is a managed method that was compiled, loaded or unloaded, or is
// listed in a rundown, without its name (section 14).
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

// Decode is Decoder's.
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

// tail consumes what later versions appended.
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

// Decode is Decoder's.
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

// GCStart is the begin of a garbage collection (section 14).
type GCStart struct {
	Count    uint32 // number of the collection
	Depth    uint32 // generation; from version 1 on
	Reason   uint32
	Type     uint32 // 0 blocking outside a background collection, 1 background, 2 blocking during one
	Instance uint16
	Sequence uint64 // from version 2 on
}

// Decode is Decoder's.
func (e *GCStart) Decode(b []byte, l Layout) bool {
	*e = GCStart{}
	c := l.cursor(b)
	e.Count = c.U32()
	if l.Version == 0 {
		e.Reason = c.U32()
		return c.ok()
	}
	e.Depth, e.Reason, e.Type, e.Instance = c.U32(), c.U32(), c.U32(), c.U16()
	if l.Version >= 2 {
		e.Sequence = c.U64()
	}
	return c.ok()
}

// GCStop is the end of a garbage collection (section 14).
type GCStop struct {
	Count    uint32
	Depth    uint32 // generation
	Instance uint16 // from version 1 on
}

// Decode is Decoder's.
func (e *GCStop) Decode(b []byte, l Layout) bool {
	*e = GCStop{}
	c := l.cursor(b)
	e.Count = c.U32()
	if l.Version == 0 {
		e.Depth = uint32(c.U16())
		return c.ok()
	}
	e.Depth, e.Instance = c.U32(), c.U16()
	return c.ok()
}

// GCSuspend is the begin of stopping all managed threads (section 14).
type GCSuspend struct {
	Reason   uint32 // 1: for a collection, 6: to prepare for one
	Count    uint32 // of the collection; from version 1 on
	Instance uint16
}

// Decode is Decoder's.
func (e *GCSuspend) Decode(b []byte, l Layout) bool {
	*e = GCSuspend{}
	c := l.cursor(b)
	if l.Version == 0 {
		e.Reason = uint32(c.U16())
		return c.ok()
	}
	e.Reason, e.Count, e.Instance = c.U32(), c.U32(), c.U16()
	return c.ok()
}

// GCMark is an event of the runtime that says little but that it happened: all
// managed threads are stopped, are being let go, are running again (section
// 14).
type GCMark struct {
	Instance uint16 // from version 1 on
}

// Decode is Decoder's.
func (e *GCMark) Decode(b []byte, l Layout) bool {
	*e = GCMark{}
	c := l.cursor(b)
	if l.Version >= 1 {
		e.Instance = c.U16()
	}
	return c.ok()
}

// ContentionStart tells that the running thread begins to wait for a monitor
// (Microsoft, runtime contention events; ClrEtwAll.man).
type ContentionStart struct {
	Flags    uint8 // 0 managed, 1 native
	Instance uint16
	Lock     uint64 // address of the lock; this and the next two from version 2 on
	Object   uint64 // address of the object that it protects
	OwnerTID uint64 // system id of the thread that holds it
}

// Decode is Decoder's. The version 0 of the oldest runtimes is empty.
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

// ContentionStop tells that the wait for a monitor is over (as
// ContentionStart).
type ContentionStop struct {
	Flags    uint8
	Instance uint16
	Duration float64 // ns; from version 1 on, else 0
}

// Decode is Decoder's. The version 0 of the oldest runtimes is empty.
func (e *ContentionStop) Decode(b []byte, l Layout) bool {
	*e = ContentionStop{}
	if l.Version == 0 && len(b) == 0 {
		return true
	}
	c := l.cursor(b)
	e.Flags, e.Instance = c.U8(), c.U16()
	if l.Version >= 1 {
		e.Duration = math.Float64frombits(c.U64())
	}
	return c.ok()
}

// CLRStack is the stack that a runtime event of the same thread has, walked by
// the runtime itself (section 14, CLRStackWalk).
type CLRStack struct {
	Instance uint16
	Frames   Addresses
}

// Decode is Decoder's.
func (e *CLRStack) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Instance = c.U16()
	c.Skip(2)
	n := uint64(c.U32()) * uint64(l.pointerSize())
	e.Frames = Addresses{c.Block(n), l.Wide}
	return c.ok()
}
