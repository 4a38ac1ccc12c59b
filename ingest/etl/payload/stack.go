package payload

// Addresses are the return addresses of a stack in a payload, innermost first.
type Addresses struct {
	data []byte
	wide bool
}

// Len is the number of addresses.
func (a Addresses) Len() int {
	if a.wide {
		return len(a.data) / 8
	}
	return len(a.data) / 4
}

// At is the i-th address; i must be in [0, Len).
func (a Addresses) At(i int) uint64 {
	if a.wide {
		return le.Uint64(a.data[8*i:])
	}
	return uint64(le.Uint32(a.data[4*i:]))
}

// Kernel reports whether address i, which must be in [0, Len), belongs to the kernel's half.
func (a Addresses) Kernel(i int) bool {
	if a.wide {
		return a.At(i)>>63 != 0
	}
	return a.At(i)>>31 != 0
}

// StackWalk is the stack of an earlier event, the one with exactly this time.
type StackWalk struct {
	Time     int64 // raw clock, of the event that the stack belongs to
	PID, TID uint32
	Frames   Addresses
}

// Decode implements Decoder.
func (e *StackWalk) Decode(b []byte, l Layout) bool {
	if len(b) < 16 {
		return false
	}
	e.Time = int64(le.Uint64(b))
	e.PID = le.Uint32(b[8:])
	e.TID = le.Uint32(b[12:])
	e.Frames = Addresses{b[16:], l.Wide}
	return true
}

// StackKeyRef identifies an earlier event's stack by a key, which is defined later in the file
// (compressed stacks).
type StackKeyRef struct {
	Time     int64 // raw clock, of the event that the stack belongs to
	PID, TID uint32
	Key      uint64
}

// Decode implements Decoder.
func (e *StackKeyRef) Decode(b []byte, l Layout) bool {
	if len(b) < 16+l.pointerSize() {
		return false
	}
	e.Time = int64(le.Uint64(b))
	e.PID = le.Uint32(b[8:])
	e.TID = le.Uint32(b[12:])
	e.Key = l.pointer(b[16:])
	return true
}

// StackKeyDef defines the stack of a key (compressed stacks).
type StackKeyDef struct {
	Key    uint64
	Frames Addresses
}

// Decode implements Decoder.
func (e *StackKeyDef) Decode(b []byte, l Layout) bool {
	n := l.pointerSize()
	if len(b) < n {
		return false
	}
	e.Key = l.pointer(b)
	e.Frames = Addresses{b[n:], l.Wide}
	return true
}

// ItemStack is the stack of the event itself, in an extended item of type ExtStack32 or ExtStack64.
// The item's type determines the width of the addresses, which goes into the Layout.
type ItemStack struct {
	MatchID uint64 // joins the kernel and user halves; 0 for a whole stack
	Frames  Addresses
}

// Decode implements Decoder.
func (e *ItemStack) Decode(b []byte, l Layout) bool {
	if len(b) < 8 {
		return false
	}
	e.MatchID = le.Uint64(b)
	e.Frames = Addresses{b[8:], l.Wide}
	return true
}

// ItemStackKey is the stack key of the event itself, in an extended item of type ExtStackKey32 or
// ExtStackKey64 (Microsoft, EVENT_EXTENDED_ITEM_STACK_KEY64). The item's type determines the width
// of the key, which goes into the Layout.
type ItemStackKey struct {
	MatchID uint64
	Key     uint64
}

// Decode implements Decoder.
func (e *ItemStackKey) Decode(b []byte, l Layout) bool {
	if len(b) < 8+l.pointerSize() {
		return false
	}
	e.MatchID = le.Uint64(b)
	e.Key = l.pointer(b[8:])
	return true
}
