package payload

// BoostSet tells that the owner of a lock was given the priority of a thread
// that waits for it (section 6.3, AutoBoost).
type BoostSet struct {
	Lock                uint64 // address
	TID                 uint32 // the owner
	NewFloor            uint8  // priority below which it cannot fall now
	OldPriority         uint8
	IOPriorities, Flags uint8
}

// Decode is Decoder's.
func (e *BoostSet) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Lock, e.TID = c.pointer(), c.U32()
	e.NewFloor, e.OldPriority = c.U8(), c.U8()
	e.IOPriorities, e.Flags = c.U8(), c.U8()
	return c.ok()
}

// BoostClear tells that such a boost ended, or that there was no room left to
// note one (section 6.3, AutoBoost clear and exhaustion).
type BoostClear struct {
	Lock   uint64 // address
	TID    uint32
	Bitmap uint16 // priorities that still hold, a bit each; unused in exhaustion
}

// Decode is Decoder's.
func (e *BoostClear) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Lock, e.TID = c.pointer(), c.U32()
	e.Bitmap = c.U16()
	c.Skip(2)
	return c.ok()
}

// SpinLock is one sampled hold of a kernel spin lock (Thread group, opcode 41).
type SpinLock struct {
	Lock, Caller uint64 // addresses
	Acquired     int64  // raw clock
	Released     int64  // raw clock
	WaitCycles   uint32 // processor cycles until it was acquired
	Spins        uint32
	TID          uint32
	Interrupts   uint32 // while it was held
	IRQL         uint8
	Depth        uint8 // spin locks held at the same time
	Flags        uint8
}

// Decode is Decoder's.
func (e *SpinLock) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Lock, e.Caller = c.pointer(), c.pointer()
	e.Acquired, e.Released = int64(c.U64()), int64(c.U64())
	e.WaitCycles, e.Spins = c.U32(), c.U32()
	e.TID, e.Interrupts = c.U32(), c.U32()
	e.IRQL, e.Depth, e.Flags = c.U8(), c.U8(), c.U8()
	return c.ok()
}
